//! Logs, block hashes, precompiles, depth (fault kinds 48 to 50, 64).

use super::{call, keep, return_top, return_words};
use crate::scene::{A, B, Scene, word};
use eevm::{
    Address, B256, Evm, EvmError, Fork, U256,
    bytecode::opcode::{BLOCKHASH, CALL, CREATE, ISZERO, LOG0, LOG1, POP, RETURNDATASIZE, REVERT},
};
use eevm_testing::{
    asm,
    asm::{push, raw},
};

#[test]
fn fault_48_blockhash_answered_outside_its_window() {
    let ask = |number: U256| {
        let mut scene = Scene::at(Fork::Osaka).code(A, asm![push(number), BLOCKHASH, return_top()]);
        scene.block.number = 1_000;
        for number in 0..=1_001 {
            scene.db.insert_block_hash(number, B256::repeat_byte(number.to_le_bytes()[0] | 1));
        }
        scene.run().word()
    };
    for inside in [744_u64, 745, 998, 999] {
        let hash = B256::repeat_byte(inside.to_le_bytes()[0] | 1);
        assert_eq!(ask(word(inside)), U256::from_be_bytes(hash.0), "{inside}");
    }
    for outside in [0_u64, 743, 1_000, 1_001, u64::MAX] {
        assert_eq!(ask(word(outside)), U256::ZERO, "{outside}");
    }
    for bits in [32, 64, 128, 255] {
        assert_eq!(ask((U256::ONE << bits) + word(999)), U256::ZERO, "2^{bits} more");
    }
}

#[test]
fn fault_48_a_missing_block_hash_was_zero() {
    let mut scene = Scene::at(Fork::Osaka).code(A, asm![push(0), BLOCKHASH]);
    scene.block.number = 1;
    let mut evm = Evm::new(scene.db, scene.fork);
    evm.block_mut().number = 1;
    let error = evm.execute_message(&scene.message).map(|_| ()).unwrap_err();
    assert!(matches!(error, EvmError::Database(_)), "{error:?}");
}

#[test]
fn fault_49_a_creation_at_the_deepest_frame_ended_it() {
    let code = asm![
        push(0),
        push(0),
        push(0),
        CREATE,
        ISZERO,
        keep(0),
        call(CALL, B, 0, 0),
        ISZERO,
        keep(1),
        return_words(2)
    ];
    for (depth, fails) in [(1_023, 0), (1_024, 1)] {
        let mut scene = Scene::at(Fork::Osaka).code(A, &code);
        scene.message.depth = depth;
        let mut evm = Evm::new(scene.db, scene.fork);
        let execution = evm.execute_message(&scene.message).unwrap();
        let output = execution.outcome().output();
        let words: Vec<_> = output.chunks(32).map(|word| U256::from_be_slice(word)).collect();
        assert_eq!(words, [word(fails), word(fails)], "{depth}");
    }
}

#[test]
fn fault_50_a_log_of_a_failed_frame_stayed() {
    let log = || raw(asm![push(0), push(0), LOG0]);
    for end in [raw([0xfe]), raw(asm![push(0), push(0), REVERT])] {
        let code = asm![call(CALL, B, 50_000, 0), POP, push(7), push(0), push(0), LOG1];
        let scene = Scene::at(Fork::Osaka).code(A, code).code(B, asm![log(), end]);
        let logs = scene.run().outcome.logs().to_vec();
        assert_eq!(logs.len(), 1);
        assert_eq!(logs[0].topics[..], [B256(word(7).to_be_bytes())]);
    }
}

/// 375 and 8 a byte, and memory: one gas less and there is no log.
#[test]
fn fault_50_a_log_stayed_though_its_instruction_ran_out_of_gas() {
    let inner = asm![push(32), push(0), LOG0];
    let enough = 3 + 3 + 375 + 8 * 32 + 3;
    for (gas, count) in [(enough, 1), (enough - 1, 0)] {
        let code = asm![call(CALL, B, gas, 0), POP];
        let ran = Scene::at(Fork::Osaka).code(A, code).code(B, &inner).run();
        assert!(ran.outcome.is_success());
        assert_eq!(ran.outcome.logs().len(), count, "{gas}");
    }
}

/// A precompile that fails takes all the call's gas, leaves no return data, and its transfer is
/// undone.
#[test]
fn fault_64_a_failed_precompile_kept_the_transfer() {
    // Seven bytes are no input of BLAKE2F; SHA-256 costs 60 and gets the stipend only.
    let blake = Address::from_low_u64(9);
    let code = |address: Address, size: u64, gas: u64| {
        asm![
            push(0),
            push(0),
            push(size),
            push(0),
            push(5),
            push(address),
            push(gas),
            CALL,
            keep(0),
            RETURNDATASIZE,
            keep(1),
            return_words(2)
        ]
    };
    let scene = Scene::at(Fork::Osaka).balance(A, 50);
    let ran = scene.clone().code(A, code(blake, 7, 10_000)).run();
    assert_eq!(ran.words(), [word(0), word(0)]);
    assert!(ran.diff.accounts.is_empty(), "{:?}", ran.diff);
    let failed = ran.gas_used();
    let ran = scene.clone().code(A, code(Address::from_low_u64(2), 7, 10_000)).run();
    assert_eq!(ran.words(), [word(1), word(32)]);
    assert_eq!((ran.balance(A), ran.balance(Address::from_low_u64(2))), (Some(45), Some(5)));
    // 72 of 12,300 used there, all of it here.
    assert_eq!(failed - ran.gas_used(), 12_300 - 72);
}

/// The same where the precompile is what the message names.
#[test]
fn fault_64_a_message_to_a_failed_precompile_kept_the_transfer() {
    let mut scene = Scene::at(Fork::Osaka).value(5).data([0; 7]).gas(1_000);
    (scene.message.target, scene.message.code_address) =
        (Address::from_low_u64(9), Address::from_low_u64(9));
    scene.run().halted(eevm::ExceptionalHalt::PrecompileFailure, 1_000);
    scene.message.target = Address::from_low_u64(2);
    scene.message.code_address = Address::from_low_u64(2);
    let ran = scene.run();
    assert_eq!((ran.gas_used(), ran.balance(Address::from_low_u64(2))), (72, Some(5)));
}
