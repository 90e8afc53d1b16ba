//! Refunds of frames that failed, and their cap (fault kind 30).

use super::call;
use crate::scene::{A, B, C, SENDER, Scene};
use eevm::{
    Block, Evm, Fork, Outcome, Transaction, U256,
    bytecode::opcode::{CALL, POP, REVERT, SELFDESTRUCT, SSTORE, STOP},
};
use eevm_testing::{
    asm,
    asm::{Item, push, raw},
};

/// Gas used and refunded by a transaction to [`A`], without fees.
fn transact(scene: Scene) -> (u64, u64) {
    let mut evm = Evm::new(scene.db, scene.fork);
    evm.block_mut().base_fee_per_gas = U256::ZERO;
    let mut tx = Transaction::default();
    tx.sender = SENDER;
    tx.to = Some(A);
    tx.gas_limit = 1_000_000;
    tx.chain_id = Some(Block::default().chain_id);
    let outcome = evm.execute(&tx).unwrap().outcome().clone();
    match outcome {
        Outcome::Success { gas_used, gas_refunded, .. } => (gas_used, gas_refunded),
        other => (other.gas_used(), 0),
    }
}

fn clear(key: u64) -> Item {
    raw(asm![push(0), push(key), SSTORE])
}

#[test]
fn fault_30_a_failed_frame_kept_its_refund() {
    for end in [raw([0xfe]), raw(asm![push(0), push(0), REVERT])] {
        let code = asm![call(CALL, B, 100_000, 0), POP];
        let scene = Scene::at(Fork::Osaka).code(A, code).code(B, asm![clear(1), end]);
        assert_eq!(transact(scene.slot(B, 1, 5)).1, 0);
    }
    let code = asm![call(CALL, B, 100_000, 0), POP];
    let scene = Scene::at(Fork::Osaka).code(A, code).code(B, asm![clear(1), STOP]);
    assert_eq!(transact(scene.slot(B, 1, 5)).1, 4_800);
    // The outermost frame, too.
    let scene = Scene::at(Fork::Osaka).code(A, asm![clear(1), push(0), push(0), REVERT]);
    let used = transact(scene.slot(A, 1, 5)).0;
    assert_eq!(used, 21_000 + 6 + 5_000 + 6);
}

/// A frame that takes a refund back, and fails: the refund stands.
#[test]
fn fault_30_a_failed_frame_took_a_refund_back_for_good() {
    let again = asm![push(5), push(1), SSTORE, 0xfe_u8];
    let delegate = eevm::bytecode::opcode::DELEGATECALL;
    let code = asm![clear(1), call(delegate, B, 50_000, 0), POP];
    let scene = Scene::at(Fork::Osaka).code(A, code).code(B, again).slot(A, 1, 5);
    assert_eq!(transact(scene).1, 4_800);
}

#[test]
fn fault_30_the_cap_is_by_fork_and_counts_all_gas() {
    let clears: Vec<Item> = (1..=40).map(clear).collect();
    let scenes = [Fork::Berlin, Fork::London].map(|fork| {
        let mut scene = Scene::at(fork).code(A, asm![Item::from(clears.clone())]);
        for key in 1..=40 {
            scene = scene.slot(A, key, 5);
        }
        scene
    });
    let all = 21_000 + 40 * (6 + 5_000);
    assert_eq!(transact(scenes[0].clone()), (all - all / 2, all / 2));
    assert_eq!(transact(scenes[1].clone()), (all - all / 5, all / 5));
}

#[test]
fn fault_30_selfdestruct_was_refunded_twice() {
    let twice = asm![call(CALL, B, 50_000, 0), POP, call(CALL, B, 50_000, 0), POP];
    let refunded = |fork| {
        let scene = Scene::at(fork).code(A, &twice).balance(C, 1);
        transact(scene.code(B, asm![push(C), SELFDESTRUCT])).1
    };
    // 24,000 once; twice that is more than half of 21,000 + 2 × (700 + 5,000) + pushes.
    assert_eq!(refunded(Fork::Istanbul), (21_000 + 2 * (7 * 3 + 700 + 3 + 5_000 + 2)) / 2);
    assert_eq!(refunded(Fork::London), 0);
}
