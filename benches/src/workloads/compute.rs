//! Loops that only compute.

use super::{Entry, MESSAGE_GAS, Workload, next_round};
use eevm_bytecode::opcode::{ADD, AND, DUP2, MUL, POP, STOP, SWAP2};
use eevm_primitives::{Bytes, U256};
use eevm_testing::{
    asm,
    asm::{dest, push},
};

/// ADD, MUL and AND on an accumulator, 50,000 times.
#[must_use]
pub fn arithmetic_loop() -> Workload {
    arithmetic_loop_of(50_000)
}

/// [`arithmetic_loop`] with another number of rounds, at least one, and gas enough for it:
/// 16 instructions and 54 gas each, and 3 instructions and 6 gas around them.
#[must_use]
pub fn arithmetic_loop_of(rounds: u32) -> Workload {
    let code = asm![
        push(1),
        push(rounds),
        dest("loop"),
        DUP2,
        push(3),
        ADD,
        push(5),
        MUL,
        push(U256::MAX >> 1),
        AND,
        SWAP2,
        POP,
        next_round(),
        STOP,
    ];
    let gas = 6 + 54 * u64::from(rounds);
    let mut workload =
        Workload::message("arithmetic_loop", "compute: arithmetic loop (50k)", gas, code);
    workload.entry = Entry::Message { data: Bytes::new(), gas: gas.max(MESSAGE_GAS) };
    workload
}

/// The smallest loop body, 100,000 times.
#[must_use]
pub fn jump_loop() -> Workload {
    let code = asm![push(100_000), dest("loop"), next_round(), STOP];
    Workload::message("jump_loop", "compute: jump loop (100k)", 2_600_003, code)
}
