//! Gas given to calls (fault kinds 19 to 22).

use super::{call, keep, return_top, return_words};
use crate::scene::{A, B, NOBODY, Scene, word};
use eevm::{
    ExceptionalHalt, Fork, U256,
    bytecode::opcode::{
        CALL, CALLCODE, DELEGATECALL, GAS, MSTORE, POP, PUSH0, RETURN, STATICCALL, SUB, SWAP1,
    },
};
use eevm_testing::{asm, asm::push};

/// Answers the gas it begins with.
fn tells_gas() -> Vec<u8> {
    asm![GAS, push(0), MSTORE, push(32), push(0), RETURN]
}

/// Asks for `asked` gas, with `output` bytes of memory that the call pays for.
fn asks(asked: U256, output: u64) -> Vec<u8> {
    asm![
        push(32),
        push(0),
        push(0),
        push(output),
        push(0),
        push(B),
        push(asked),
        CALL,
        POP,
        push(32),
        push(0),
        RETURN
    ]
}

/// Memory is paid for before the 64th is kept.
#[test]
fn fault_19_memory_was_paid_after_the_64th() {
    let gas = 100_000;
    let scene = Scene::at(Fork::Osaka).code(B, tells_gas()).gas(gas);
    for offset in [0, 3200] {
        // The input is empty, so its offset costs nothing; the output's word does.
        let ran = scene.clone().code(A, asks(U256::MAX, offset)).run();
        let before = gas - 7 * 3 - 2_600 - 3;
        assert_eq!(ran.word(), word(before - before / 64 - 2));
    }
    let with_input = |size: u64| {
        asm![
            push(32),
            push(0),
            push(size),
            push(0),
            push(0),
            push(B),
            push(U256::MAX),
            CALL,
            POP,
            push(32),
            push(0),
            RETURN
        ]
    };
    let ran = scene.code(A, with_input(32 * 1000)).run();
    let before = gas - 7 * 3 - 2_600 - (3 * 1000 + 1000 * 1000 / 512);
    assert_eq!(ran.word(), word(before - before / 64 - 2));
}

/// Besu returned more gas than was passed where the word was taken for negative.
#[test]
fn fault_19_the_gas_word_was_signed() {
    let scene = Scene::at(Fork::Osaka).code(B, tells_gas()).gas(100_000);
    let most = scene.clone().code(A, asks(U256::MAX, 0)).run().word();
    for bits in [63, 64, 127, 128, 255] {
        for asked in [U256::ONE << bits, (U256::ONE << bits) - word(1)] {
            assert_eq!(scene.clone().code(A, asks(asked, 0)).run().word(), most, "{asked:#x}");
        }
    }
    assert_eq!(scene.code(A, asks(word(5000), 0)).run().word(), word(5000 - 2));
}

/// Before EIP-150 a call that asks for more than there is runs out of gas.
#[test]
fn too_much_asked_before_eip_150_is_out_of_gas() {
    let scene = Scene::at(Fork::Homestead).code(B, tells_gas()).gas(100_000);
    scene.clone().code(A, asks(U256::MAX, 0)).run().halted(ExceptionalHalt::OutOfGas, 100_000);
    let ran = scene.code(A, asks(word(90_000), 0)).run();
    assert_eq!(ran.word(), word(90_000 - 2));
}

/// What a call to [`B`] costs with `value` and 10,000 gas, by what runs there.
fn cost(scene: Scene, op: u8, value: u64) -> U256 {
    let code = asm![GAS, call(op, B, 10_000, value), POP, GAS, SWAP1, SUB, return_top()];
    scene.code(A, code).run().word()
}

/// From the first GAS to the second, apart from the call: seven pushes (six without a value), POP,
/// GAS.
const AROUND: u64 = 7 * 3 + 2 + 2;

#[test]
fn fault_20_the_stipend_was_given_without_value_or_charged_twice() {
    let scene = || Scene::at(Fork::Osaka).code(B, Vec::new()).balance(A, 10);
    // B uses nothing: the stipend comes back.
    assert_eq!(cost(scene(), CALL, 0), word(AROUND + 2_600));
    assert_eq!(cost(scene(), CALL, 1), word(AROUND + 2_600 + 9_000 - 2_300));
    assert_eq!(cost(scene(), CALLCODE, 1), word(AROUND + 2_600 + 9_000 - 2_300));
    assert_eq!(cost(scene(), DELEGATECALL, 0), word(AROUND - 3 + 2_600));
    assert_eq!(cost(scene(), STATICCALL, 0), word(AROUND - 3 + 2_600));
    // It is on top of what was asked for.
    let code = |value: u64| {
        asm![
            push(32),
            push(0),
            push(0),
            push(0),
            push(value),
            push(B),
            push(7_000),
            CALL,
            POP,
            push(32),
            push(0),
            RETURN
        ]
    };
    let told = |value| scene().code(B, tells_gas()).code(A, code(value)).run().word();
    assert_eq!(told(0), word(7_000 - 2));
    assert_eq!(told(1), word(7_000 + 2_300 - 2));
}

#[test]
fn fault_20_a_call_without_the_funds_kept_the_gas() {
    let scene = Scene::at(Fork::Osaka).code(B, vec![0xfe]);
    // B would use all it gets, but it does not run: only the call itself costs.
    assert_eq!(cost(scene.clone(), CALL, 1), word(AROUND + 2_600 + 9_000 - 2_300));
    assert_eq!(cost(scene, CALLCODE, 1), word(AROUND + 2_600 + 9_000 - 2_300));
}

#[test]
fn fault_21_callcode_did_not_check_the_balance() {
    for (op, balance, expected) in [(CALLCODE, 0, 0), (CALLCODE, 1, 1), (CALL, 0, 0), (CALL, 1, 1)]
    {
        let code = asm![call(op, B, 10_000, 1), return_top()];
        let ran = Scene::at(Fork::Osaka).code(A, code).balance(A, balance).code(B, [PUSH0]).run();
        assert_eq!(ran.word(), word(expected), "{op:#x} with {balance}");
        // A transfer to oneself moves nothing.
        let moved = op == CALL && expected == 1;
        assert_eq!(ran.balance(B), moved.then_some(1));
    }
}

#[test]
fn fault_22_the_new_account_cost_followed_the_wrong_account() {
    let new = |fork, value, exists: bool| {
        let mut scene = Scene::at(fork).balance(A, 10);
        if exists {
            scene = scene.balance(B, 1);
        }
        u64::try_from(cost(scene, CALL, value)).unwrap() - AROUND
    };
    // The account's access: 40 before EIP-150, 700, then 2,600 where it is cold.
    for (fork, access) in
        [(Fork::Frontier, 40), (Fork::TangerineWhistle, 700), (Fork::SpuriousDragon, 700)]
    {
        let by_value = fork >= Fork::SpuriousDragon;
        assert_eq!(new(fork, 0, false), access + if by_value { 0 } else { 25_000 }, "{fork}");
        assert_eq!(new(fork, 1, false), access + 25_000 + 9_000 - 2_300, "{fork}");
        assert_eq!(new(fork, 0, true), access, "{fork}");
        assert_eq!(new(fork, 1, true), access + 9_000 - 2_300, "{fork}");
    }
    // An account that exists empty is new after EIP-161, and is not before.
    let empty = |fork| {
        let scene = Scene::at(fork).balance(A, 10).balance(B, 0);
        u64::try_from(cost(scene, CALL, 1)).unwrap() - AROUND
    };
    assert_eq!(empty(Fork::TangerineWhistle), 700 + 9_000 - 2_300);
    assert_eq!(empty(Fork::SpuriousDragon), 700 + 25_000 + 9_000 - 2_300);
    // CALLCODE brings nobody into being.
    let code =
        asm![GAS, call(CALLCODE, NOBODY, 0, 1), POP, GAS, SWAP1, SUB, keep(0), return_words(1)];
    let ran = Scene::at(Fork::Osaka).code(A, code).balance(A, 10).run();
    assert_eq!(ran.word(), word(AROUND + 2_600 + 9_000 - 2_300));
}

/// EIP-7702: the account named decides, not the one its code points to.
#[test]
fn fault_22_a_delegate_decided_whether_the_account_is_new() {
    let mut designator = vec![0xef, 0x01, 0x00];
    designator.extend(NOBODY.0);
    let scene = Scene::at(Fork::Prague).balance(A, 10).code(B, designator);
    let expected = AROUND + 2_600 + 9_000 - 2_300 + 2_600;
    assert_eq!(cost(scene, CALL, 1), word(expected));
}
