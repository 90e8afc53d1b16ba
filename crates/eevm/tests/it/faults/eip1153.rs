//! Transient storage (fault kind 47).

use super::{call, keep, return_top, return_words, store_bytes};
use crate::scene::{A, B, Scene, word};
use eevm::{
    Evm, Fork,
    bytecode::opcode::{CALL, CREATE, DELEGATECALL, POP, REVERT, TLOAD, TSTORE},
};
use eevm_testing::{
    asm,
    asm::{Item, push, raw},
};

fn set(value: u64) -> Item {
    raw(asm![push(value), push(0), TSTORE])
}

#[test]
fn fault_47_a_revert_restored_the_wrong_value() {
    for end in [raw([0xfe]), raw(asm![push(0), push(0), REVERT])] {
        let code = asm![
            set(1),
            set(2),
            call(DELEGATECALL, B, 50_000, 0),
            POP,
            push(0),
            TLOAD,
            return_top()
        ];
        let scene = Scene::at(Fork::Osaka).code(A, code).code(B, asm![set(3), set(4), end]);
        assert_eq!(scene.run().word(), word(2));
    }
    let code = asm![set(2), call(DELEGATECALL, B, 50_000, 0), POP, push(0), TLOAD, return_top()];
    let scene = Scene::at(Fork::Osaka).code(A, code).code(B, asm![set(3), set(4)]);
    assert_eq!(scene.run().word(), word(4));
}

#[test]
fn each_account_has_its_own() {
    let code = asm![set(2), call(CALL, B, 50_000, 0), POP, push(0), TLOAD, return_top()];
    let scene = Scene::at(Fork::Osaka).code(A, code).code(B, asm![set(3)]);
    assert_eq!(scene.run().word(), word(2));
}

#[test]
fn fault_47_it_was_not_cleared_at_the_end_of_a_transaction() {
    let code = asm![push(0), TLOAD, set(9), return_top()];
    let scene = Scene::at(Fork::Osaka).code(A, code);
    let mut evm = Evm::new(scene.db, scene.fork);
    for commit in [true, true, false, true] {
        let execution = evm.execute_message(&scene.message).unwrap();
        assert_eq!(execution.outcome().output(), [0; 32]);
        if commit {
            execution.commit();
        }
    }
    // Nor is it any part of the diff.
    assert!(evm.execute_message(&scene.message).unwrap().state_diff().accounts.is_empty());
}

#[test]
fn fault_47_it_was_not_cleared_after_a_creating_transaction() {
    // The created account's init code sets and reads its own; a later one reads zero.
    let (store, size) = store_bytes(&asm![set(7)]);
    let code = asm![
        push(0),
        TLOAD,
        keep(3),
        store,
        push(size),
        push(0),
        push(0),
        CREATE,
        POP,
        set(5),
        push(0),
        TLOAD,
        keep(4),
        return_words(5)
    ];
    let scene = Scene::at(Fork::Osaka).code(A, code);
    let mut evm = Evm::new(scene.db, scene.fork);
    for _ in 0..3 {
        let outcome = evm.execute_message(&scene.message).unwrap().commit();
        let words: Vec<_> =
            outcome.output().chunks(32).map(|word| eevm::U256::from_be_slice(word)).collect();
        assert_eq!((words[3], words[4]), (word(0), word(5)));
    }
}
