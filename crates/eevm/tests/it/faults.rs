//! One test per kind of fault that other machines had, named after what went wrong.
//!
//! The modules follow the EIP that a fault is about, or the part of the machine.

mod calls;
mod code;
mod creation;
mod eip1052;
mod eip1153;
mod eip150;
mod eip161;
mod eip211;
mod eip214;
mod eip2200;
mod eip2929;
mod eip3860;
mod eip6780;
mod memory;
mod refunds;

use crate::scene::{Ran, Scene};
use eevm::{
    Fork,
    bytecode::opcode::{MSTORE, RETURN},
};
use eevm_testing::{
    asm,
    asm::{Item, push, raw},
};

/// Returns the word on top of the stack.
fn return_top() -> Item {
    raw(asm![push(0), MSTORE, push(32), push(0), RETURN])
}

/// Stores the word on top of the stack as the `n`-th of the output.
fn keep(n: u64) -> Item {
    raw(asm![push(32 * n), MSTORE])
}

/// Returns the first `n` words of memory.
fn return_words(n: u64) -> Item {
    raw(asm![push(32 * n), push(0), RETURN])
}

/// `CALL`, `CALLCODE` with no data; leaves whether it succeeded.
fn call(op: u8, address: eevm::Address, gas: u64, value: u64) -> Item {
    use eevm::bytecode::opcode::{CALL, CALLCODE};
    let value = if [CALL, CALLCODE].contains(&op) { raw(asm![push(value)]) } else { raw([]) };
    raw(asm![push(0), push(0), push(0), push(0), value, push(address), push(gas), op])
}

/// Init code that deploys `code`, as a program that leaves it in memory from 0 on; the size.
fn store_bytes(code: &[u8]) -> (Item, u64) {
    let mut items = Vec::new();
    for (index, chunk) in code.chunks(32).enumerate() {
        let mut word = [0; 32];
        word[..chunk.len()].copy_from_slice(chunk);
        items.push(raw(asm![push(eevm::U256::from_be_bytes(word)), push(32 * index), MSTORE]));
    }
    (Item::from(items), code.len() as u64)
}

/// Init code that returns `code`.
fn deploys(code: &[u8]) -> Vec<u8> {
    let (store, size) = store_bytes(code);
    asm![store, push(size), push(0), RETURN]
}

/// Runs `code` at [`crate::scene::A`].
#[track_caller]
fn run(fork: Fork, code: Vec<u8>) -> Ran {
    Scene::at(fork).code(crate::scene::A, code).run()
}
