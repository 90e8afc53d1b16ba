//! A loop that counts down from 1,000, as bytes.
#![expect(clippy::print_stdout, reason = "an example shows its result")]

use eevm_bytecode::opcode::{DUP1, STOP, SUB, SWAP1};
use eevm_primitives::encode_hex;
use eevm_testing::{
    asm,
    asm::{dest, jumpi, push},
};

fn main() {
    let code = asm![push(1000), dest("loop"), push(1), SWAP1, SUB, DUP1, jumpi("loop"), STOP];
    println!("{}", encode_hex(&code));
}
