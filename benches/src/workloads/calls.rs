//! Programs that call other contracts.

use super::{Account, Kind, Workload, large_contract, next_round};
use eevm_bytecode::opcode::{ADD, CALL, DUP6, MSTORE, POP, SLOAD, STATICCALL, STOP};
use eevm_primitives::{Address, U256, address_from_word, address_to_word};
use eevm_testing::{
    asm,
    asm::{dest, push, push_n, repeat},
};

/// Contracts that the 24 KB workloads call.
const LARGE_CONTRACTS: u64 = 100;
/// Gas given to every call.
const CALL_GAS: u64 = 100_000;

/// 2,000 STATICCALLs to one contract that loads a slot and stores it to memory.
#[must_use]
pub fn staticcall_2k() -> Workload {
    let callee = Address::repeat_byte(0x5c);
    let code = asm![
        push(2000),
        dest("loop"),
        repeat(4, push(0)),
        push(callee),
        push(CALL_GAS),
        STATICCALL,
        POP,
        next_round(),
        STOP,
    ];
    let callee_code = asm![push(0), SLOAD, push(0), MSTORE, STOP];
    let mut workload =
        Workload::message("staticcall_2k", "calls: STATICCALL loop (2k)", 520_503, code);
    workload.accounts.push(Account {
        nonce: 1,
        code: callee_code.into(),
        ..Account::empty(callee)
    });
    workload
}

/// 100 CALLs, each to another contract of maximum size that stops at its first byte.
#[must_use]
pub fn call_24k_stop() -> Workload {
    let name = "calls: CALL 100 distinct 24 KB contracts that STOP";
    call_large_contracts("call_24k_stop", name, 265_503, Kind::Stop)
}

/// The same, but each contract first jumps to a JUMPDEST at its end.
#[must_use]
pub fn call_24k_jump() -> Workload {
    let name = "calls: CALL 100 distinct 24 KB contracts that JUMP once";
    call_large_contracts("call_24k_jump", name, 266_703, Kind::JumpOnce)
}

fn call_large_contracts(key: &'static str, name: &'static str, gas: u64, kind: Kind) -> Workload {
    let mut base = [0xb1; 20];
    base[18..].fill(0);
    let base = Address(base);
    // Counts down, so that contract 100 is called first and contract 1 last.
    let code = asm![
        push(LARGE_CONTRACTS),
        dest("loop"),
        repeat(5, push(0)),
        DUP6,
        push_n(20, base),
        ADD,
        push(CALL_GAS),
        CALL,
        POP,
        next_round(),
        STOP,
    ];
    let mut workload = Workload::message(key, name, gas, code);
    let contracts = (1..=LARGE_CONTRACTS).map(|number| Account {
        nonce: 1,
        code: large_contract(kind, number).into(),
        ..Account::empty(address_from_word(&(address_to_word(&base) + U256::from(number))))
    });
    workload.accounts.extend(contracts);
    workload
}
