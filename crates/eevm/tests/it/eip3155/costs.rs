//! What instructions cost that halt, and what go-ethereum says of them.
//!
//! Each case is the code, the gas left before its last instruction, and what the trace says of that.

use super::traced;
use crate::scene::{A, B, NOBODY, Scene};
use eevm::{
    Fork, U256,
    bytecode::opcode::{
        ADD, BALANCE, CALL, CREATE, EXP, JUMP, KECCAK256, LOG1, MSTORE, PC, POP, PUSH0, RETURN,
        RETURNDATACOPY, REVERT, SELFDESTRUCT, SLOAD, SSTORE, STATICCALL, STOP,
    },
    inspectors::{TraceOptions, TraceStep},
};
use eevm_testing::{
    asm,
    asm::{push, repeat},
};

/// Runs `code` so that its last instruction has `left` gas; answers that instruction's step.
#[track_caller]
fn last(fork: Fork, code: &[u8], left: u64) -> TraceStep {
    let ample = 50_000_000;
    let scene = |gas| Scene::at(fork).code(A, code).code(B, [STOP]).gas(gas);
    let (steps, _) = traced(&scene(ample), TraceOptions::default());
    let at = steps.iter().rposition(|step| step.depth == 1 && step.op != STOP).expect("a step");
    let spent = ample - steps[at].gas;
    let (steps, _) = traced(&scene(spent + left), TraceOptions::default());
    let step = steps[at].clone();
    assert_eq!(step.gas, left);
    step
}

#[track_caller]
fn check(fork: Fork, code: impl AsRef<[u8]>, left: u64, cost: u64, error: &str) {
    let step = last(fork, code.as_ref(), left);
    let text = step.error.map(|fault| fault.to_string()).unwrap_or_default();
    assert_eq!((step.gas_cost, text.as_str()), (cost, error), "{step:?}");
}

const OOG: &str = "out of gas";

#[test]
fn fault_75_errors_have_the_names_of_geth() {
    const FORK: Fork = Fork::Osaka;
    check(FORK, [0xfe], 10, 0, "invalid opcode: INVALID");
    check(FORK, [0x0c], 10, 0, "invalid opcode: opcode 0xc not defined");
    check(Fork::Paris, [PUSH0], 10, 0, "invalid opcode: PUSH0");
    check(FORK, [ADD], 10, 3, "stack underflow (0 <=> 2)");
    check(FORK, asm![repeat(1025, push(0))], 10, 3, "stack limit reached 1024 (1023)");
    check(FORK, asm![push(1), JUMP], 100, 8, "invalid jump destination");
    check(FORK, asm![push(0), push(0), REVERT], 100, 0, "execution reverted");
    let copy = asm![push(1), push(0), push(0), RETURNDATACOPY];
    check(FORK, copy, 100, 9, "return data out of bounds");
    let create = asm![push(49_153), push(0), push(0), CREATE];
    check(FORK, create, 200_000, 32_000, "out of gas: max initcode size exceeded: size 49153");
    check(
        FORK,
        asm![push(1), push(0), SSTORE],
        2_300,
        0,
        "out of gas: not enough gas for reentrancy sentry",
    );
}

#[test]
fn fault_75_out_of_gas_shows_what_it_would_have_cost() {
    const FORK: Fork = Fork::Osaka;
    let store = asm![push(0), push(0), MSTORE];
    check(FORK, &store, 5, 6, OOG);
    check(FORK, &store, 2, 3, OOG);
    let far = asm![push(0), push(U256::from(1) << 64), MSTORE];
    check(FORK, far, 1_000, 3, "gas uint64 overflow");
    check(FORK, asm![push(0x1_0000), push(2), EXP], 100, 10 + 3 * 50, OOG);
    check(FORK, asm![push(33), push(0), KECCAK256], 30, 30 + 12 + 6, OOG);
    let log = asm![push(7), push(10), push(0), LOG1];
    check(FORK, log, 5, 375 + 375 + 80 + 3, OOG);
    check(FORK, asm![push(1), push(0), SSTORE], 22_099, 22_100, OOG);
    check(Fork::Istanbul, asm![push(1), push(0), SSTORE], 19_999, 20_000, OOG);
    check(FORK, asm![push(0), SLOAD], 99, 2_100, OOG);
    check(FORK, asm![push(NOBODY), BALANCE], 2_599, 2_600, OOG);
    check(FORK, asm![push(NOBODY), SELFDESTRUCT], 7_599, 7_600, OOG);
    check(FORK, asm![push(NOBODY), SELFDESTRUCT], 4_999, 5_000, OOG);
    check(FORK, asm![push(0), push(0), push(0), CREATE], 31_999, 32_000, OOG);
    check(FORK, asm![push(4_000), push(0), RETURN], 1, 405, OOG);
}

fn call(gas: u64, value: u64) -> Vec<u8> {
    asm![push(0), push(0), push(0), push(0), push(value), push(NOBODY), push(gas), CALL]
}

#[test]
fn fault_75_a_call_costs_what_it_passes_on() {
    const FORK: Fork = Fork::Osaka;
    // Cold: go-ethereum takes that cost first, and stops there.
    check(FORK, call(0, 0), 2_599, 100, OOG);
    check(FORK, call(0, 1), 10_000, 100 + 2_500 + 9_000 + 25_000, OOG);
    check(FORK, call(0, 0), 2_600, 2_600, "");
    check(FORK, call(5_000, 0), 9_000, 2_600 + 5_000, "");
    let (left, base) = (9_000, 2_600);
    check(FORK, call(9_000, 0), left, base + (left - base) - (left - base) / 64, "");
    // The contract has no balance: the call begins no frame, and everything comes back.
    check(FORK, call(5_000, 1), 100_000, 100 + 2_500 + 9_000 + 25_000 + 5_000, "");
    let homestead = asm![push(0), push(0), push(0), push(0), push(0), push(B), push(5_000), CALL];
    check(Fork::Homestead, &homestead, 5_040, 5_040, "");
    check(Fork::Homestead, &homestead, 5_039, 5_040, OOG);
}

#[test]
fn fault_75_a_creation_costs_without_what_it_passes_on() {
    let create = asm![push(3), push(0), push(0), CREATE];
    check(Fork::Osaka, &create, 1_000_000, 32_000 + 2 + 3, "");
    check(Fork::Paris, &create, 1_000_000, 32_000 + 3, "");
}

#[test]
fn fault_75_a_write_in_a_static_call_shows_its_cost() {
    let write = asm![push(1), push(0), SSTORE];
    let code = asm![push(0), push(0), push(0), push(0), push(B), push(50_000), STATICCALL, POP];
    let scene = Scene::at(Fork::Cancun).code(A, code).code(B, write);
    let (steps, end) = traced(&scene, TraceOptions::default());
    let step = steps.iter().rfind(|step| step.depth == 2).expect("a step");
    let text = step.error.expect("an error").to_string();
    assert_eq!((step.op, step.gas_cost, text.as_str()), (SSTORE, 22_100, "write protection"));
    assert_eq!(end.error, None);
}

/// A code deposit that fails is nothing of the RETURN before it; a RETURN that fails is.
#[test]
fn fault_75_a_failed_deposit_is_no_error_of_return() {
    for (init, own) in [
        // Returns 0xef, a byte too many, and memory that cannot be paid.
        (asm![push(0xef), push(0), eevm::bytecode::opcode::MSTORE8, push(1), push(0), RETURN], ""),
        (asm![push(24_577), push(0), RETURN], ""),
        (asm![push(20_000), push(0), RETURN], ""),
        (asm![push(1_u64 << 31), push(0), RETURN], OOG),
    ] {
        let word = U256::from_be_slice(&init) << (256 - 8 * init.len());
        let code = asm![
            push(word),
            push(0),
            MSTORE,
            push(init.len() as u64),
            push(0),
            push(0),
            CREATE,
            PC
        ];
        let scene = Scene::at(Fork::Shanghai).code(A, code).gas(1_000_000);
        let (steps, _) = traced(&scene, TraceOptions::default());
        let step = steps.iter().rfind(|step| step.op == RETURN).expect("a RETURN");
        let text = step.error.map(|fault| fault.to_string()).unwrap_or_default();
        assert_eq!(text, own, "{init:?}");
        let after = steps.last().expect("a step");
        assert_eq!(after.stack.as_deref().and_then(<[_]>::first), Some(&U256::ZERO));
    }
}
