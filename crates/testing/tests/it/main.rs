//! The assembler as other crates use it.

#[cfg(feature = "fixtures")]
mod conformance;
mod differential;
#[cfg(feature = "fixtures")]
mod runner;
#[cfg(feature = "fixtures")]
mod tracer;

use eevm_bytecode::opcode::{DUP1, JUMPI, STOP, SUB, SWAP1};
use eevm_testing::{
    asm,
    asm::{assemble, dest, push, push_label, repeat},
    block,
};

#[test]
fn a_loop_from_outside() {
    let step = || block![push(1), SWAP1, SUB, DUP1];
    let code = asm![push(100_000), dest("loop"), step(), push_label("loop"), JUMPI, STOP];
    assert_eq!(
        code,
        [0x62, 1, 0x86, 0xa0, 0x5b, 0x60, 1, 0x90, 3, 0x80, 0x61, 0, 4, 0x57, 0],
        "jump loop"
    );
}

#[test]
fn a_wrong_program_is_an_error_and_not_a_panic() {
    assert!(assemble(&[repeat(2, dest("twice"))]).is_err());
    assert!(assemble(&[push_label("nowhere")]).is_err());
}
