//! SELFDESTRUCT (fault kind 42).

use super::{call, deploys, store_bytes};
use crate::scene::{A, B, C, Machines, Scene, word};
use eevm::{
    Address, Evm, Fork,
    bytecode::opcode::{CALL, CREATE, POP, SELFDESTRUCT},
    create_address,
};
use eevm_testing::{
    asm,
    asm::{Item, push, raw},
};

fn destroys_to(heir: Address) -> Vec<u8> {
    asm![push(heir), SELFDESTRUCT]
}

/// Whether [`B`] is gone, and what it and [`C`] have, after [`A`] runs `code`.
fn after(fork: Fork, code: Vec<u8>, callee: Vec<u8>) -> (bool, Option<u64>, Option<u64>) {
    let scene = Scene::at(fork).code(A, code).balance(A, 50).code(B, callee).balance(B, 10);
    let ran = scene.run();
    assert!(ran.outcome.is_success());
    let gone = ran.account(B).is_some_and(|diff| diff.info.is_none());
    (gone, ran.balance(B), ran.balance(C))
}

fn call_b(value: u64) -> Item {
    raw(asm![call(CALL, B, 50_000, value), POP])
}

#[test]
fn to_another() {
    let once = || asm![call_b(0)];
    assert_eq!(after(Fork::Shanghai, once(), destroys_to(C)), (true, None, Some(10)));
    assert_eq!(after(Fork::Cancun, once(), destroys_to(C)), (false, Some(0), Some(10)));
}

#[test]
fn fault_42_to_itself_burns_only_where_the_account_goes() {
    let once = || asm![call_b(0)];
    assert_eq!(after(Fork::Shanghai, once(), destroys_to(B)), (true, None, None));
    // Nothing changed at all.
    assert_eq!(after(Fork::Cancun, once(), destroys_to(B)), (false, None, None));
}

#[test]
fn fault_42_twice_and_after_receiving_again() {
    let twice = || asm![call_b(0), call_b(7)];
    assert_eq!(after(Fork::Shanghai, twice(), destroys_to(C)), (true, None, Some(17)));
    assert_eq!(after(Fork::Cancun, twice(), destroys_to(C)), (false, Some(0), Some(17)));
    // What it receives after its last destruction is burnt with it.
    let mut code = asm![call_b(0)];
    code.extend(asm![push(0), push(0), push(0), push(0), push(5), push(B), push(0), CALL, POP]);
    let callee = asm![
        eevm::bytecode::opcode::CALLVALUE,
        eevm_testing::asm::jumpi("paid"),
        push(C),
        SELFDESTRUCT,
        eevm_testing::asm::dest("paid")
    ];
    assert_eq!(after(Fork::Shanghai, code, callee), (true, None, Some(10)));
}

/// [`A`] creates a contract that destroys itself when called, and calls it.
fn creates_and_calls(heir: Address, value: u64) -> Vec<u8> {
    let (store, size) = store_bytes(&deploys(&destroys_to(heir)));
    let created = create_address(&A, 1);
    asm![
        store,
        push(size),
        push(0),
        push(value),
        CREATE,
        POP,
        raw(asm![call(CALL, created, 50_000, 0), POP])
    ]
}

#[test]
fn fault_42_in_the_creating_transaction() {
    let created = create_address(&A, 1);
    for (heir, received) in [(C, Some(3)), (created, None)] {
        let code = creates_and_calls(heir, 3);
        let ran = Scene::at(Fork::Cancun).code(A, code).balance(A, 50).run();
        assert!(ran.outcome.is_success());
        assert!(ran.account(created).is_none(), "created and destroyed: {:?}", ran.diff);
        assert_eq!(ran.balance(C), received);
        assert_eq!(ran.balance(A), Some(47));
    }
}

/// The same machine runs on: what was created in one transaction is an old account in the next.
#[test]
fn fault_42_across_transactions_of_one_machine() {
    let created = create_address(&A, 1);
    let (store, size) = store_bytes(&deploys(&destroys_to(C)));
    let code = asm![
        eevm::bytecode::opcode::CALLDATASIZE,
        eevm_testing::asm::jumpi("call"),
        store,
        push(size),
        push(0),
        push(3),
        CREATE,
        POP,
        eevm::bytecode::opcode::STOP,
        eevm_testing::asm::dest("call"),
        raw(asm![call(CALL, created, 50_000, 0), POP])
    ];
    let mut scene = Scene::at(Fork::Cancun).code(A, code).balance(A, 50);
    let mut evm = Evm::new(scene.db.clone(), Fork::Cancun);
    evm.execute_message(&scene.message).unwrap().commit();
    scene = scene.data([1]);
    let mut execution = evm.execute_message(&scene.message).unwrap();
    let diff = execution.state_diff();
    let find = |address| diff.accounts.iter().find(|diff| diff.address == address).unwrap();
    let info = find(created).info.as_ref().expect("only its balance goes");
    assert_eq!((info.balance, info.nonce), (word(0), 1));
    assert_eq!(find(C).info.as_ref().unwrap().balance, word(3));
}

/// A frame that fails takes its destructions back.
#[test]
fn a_failed_frame_destroys_nothing() {
    let fails = asm![call_b(0), 0xfe_u8];
    let mut machines = Machines::new(Fork::Shanghai);
    let code = asm![raw(asm![call(CALL, C, 200_000, 0), POP])];
    let scene = Scene::at(Fork::Shanghai).code(A, code).code(C, fails);
    let scene = scene.code(B, destroys_to(A)).balance(B, 10).slot(B, 1, 1);
    let ran = machines.run(&scene);
    assert!(ran.outcome.is_success() && ran.diff.accounts.is_empty(), "{:?}", ran.diff);
}
