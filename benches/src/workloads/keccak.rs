//! Programs that hash.

use super::{Workload, next_round};
use eevm_bytecode::opcode::{DUP1, KECCAK256, MSTORE, POP, STOP};
use eevm_testing::{
    asm,
    asm::{dest, push},
};

/// KECCAK256 of one word that is another each time, 5,000 times.
#[must_use]
pub fn keccak_5k_32b() -> Workload {
    let code = asm![
        push(5000),
        dest("loop"),
        DUP1,
        push(0),
        MSTORE,
        push(32),
        push(0),
        KECCAK256,
        POP,
        next_round(),
        STOP,
    ];
    Workload::message("keccak_5k_32b", "keccak: 5k x 32 B", 395_006, code)
}

/// One KECCAK256 over 64 KiB of memory never written.
#[must_use]
pub fn keccak_64k() -> Workload {
    let code = asm![push(0x1_0000), push(0), KECCAK256, STOP];
    Workload::message("keccak_64k", "keccak: 64 KiB", 26_660, code)
}
