//! A program that writes and reads storage.

use super::{Workload, next_round};
use eevm_bytecode::opcode::{DUP1, POP, SLOAD, SSTORE, STOP};
use eevm_primitives::U256;
use eevm_testing::{
    asm,
    asm::{dest, push},
};

/// Cold SSTORE, then warm SLOAD, of 500 slots; each slot holds its own number afterwards.
#[must_use]
pub fn storage_500() -> Workload {
    let code =
        asm![push(500), dest("loop"), DUP1, DUP1, SSTORE, DUP1, SLOAD, POP, next_round(), STOP,];
    let mut workload =
        Workload::message("storage_500", "storage: SSTORE/SLOAD 500 slots", 11_118_503, code);
    workload.expected.storage =
        (1..=500).map(|slot| (U256::from(slot), U256::from(slot))).collect();
    workload
}
