//! Programs that write, read and copy memory.

use super::{Entry, Expected, MESSAGE_GAS, Workload, next_round};
use eevm_bytecode::opcode::{
    ADD, CALLDATACOPY, DUP1, MCOPY, MLOAD, MSTORE, POP, RETURN, STOP, SWAP1,
};
use eevm_primitives::Bytes;
use eevm_testing::{
    asm,
    asm::{dest, push},
};

/// MSTORE then MLOAD of 1,024 words that follow each other.
#[must_use]
pub fn mstore_mload_32k() -> Workload {
    let code = asm![
        push(0),
        push(1024),
        dest("loop"),
        SWAP1,
        DUP1,
        DUP1,
        MSTORE,
        DUP1,
        MLOAD,
        POP,
        push(32),
        ADD,
        SWAP1,
        next_round(),
        POP,
        POP,
        STOP,
    ];
    Workload::message("mstore_mload_32k", "memory: MSTORE/MLOAD 32 KiB", 61_450, code)
}

/// 1,024 MSTOREs, 1 KiB from each other.
#[must_use]
pub fn mstore_1mib() -> Workload {
    let code = asm![
        push(0),
        push(1024),
        dest("loop"),
        SWAP1,
        DUP1,
        DUP1,
        MSTORE,
        push(1024),
        ADD,
        SWAP1,
        next_round(),
        POP,
        POP,
        STOP,
    ];
    Workload::message("mstore_1mib", "memory: 1k MSTOREs over 1 MiB", 2_239_534, code)
}

/// 32 KiB of call data copied into memory, copied behind itself, both returned.
#[must_use]
pub fn copy_return_32k() -> Workload {
    let code = asm![
        push(0x8000),
        push(0),
        push(0),
        CALLDATACOPY,
        push(0x8000),
        push(0),
        push(0x8000),
        MCOPY,
        push(0x1_0000),
        push(0),
        RETURN,
    ];
    // The period is prime, so that no two words or chunks are equal by chance.
    let data: Bytes = (1..=251).cycle().take(0x8000).collect::<Vec<u8>>().into();
    let output = data.repeat(2).into();
    let mut workload = Workload::message(
        "copy_return_32k",
        "memory: CALLDATACOPY+MCOPY+RETURN 32 KiB",
        20_510,
        code,
    );
    workload.entry = Entry::Message { data, gas: MESSAGE_GAS };
    workload.expected = Expected { output, ..workload.expected };
    workload
}
