//! Executions that are dropped, committed, and follow each other.

use crate::support::{CONTRACT, FUNDS, database, machine, sender, transaction, word};
use eevm_bytecode::opcode::{ADD, DUP1, MSTORE, RETURN, SLOAD, SSTORE};
use eevm_handler::{Evm, Transaction};
use eevm_primitives::{Fork, U256};
use eevm_state::InMemoryDb;
use eevm_testing::{asm, asm::push};

/// Adds one to slot 0 and returns the sum.
fn counter() -> Vec<u8> {
    asm![
        push(0),
        SLOAD,
        push(1),
        ADD,
        DUP1,
        push(0),
        SSTORE,
        push(0),
        MSTORE,
        push(32),
        push(0),
        RETURN
    ]
}

fn next(tx: &mut Transaction) {
    tx.nonce += 1;
}

#[track_caller]
fn answer(evm: &mut Evm<InMemoryDb>, tx: &Transaction, commit: bool) -> U256 {
    let execution = evm.execute(tx).unwrap();
    let output = U256::from_be_slice(execution.outcome().output());
    if commit {
        execution.commit();
    }
    output
}

#[test]
fn dropped_it_changes_nothing() {
    let mut evm = machine(Fork::Osaka, &counter());
    let tx = transaction();
    let mut diffs = Vec::new();
    for _ in 0..3 {
        let mut execution = evm.execute(&tx).unwrap();
        assert_eq!(U256::from_be_slice(execution.outcome().output()), word(1));
        diffs.push((execution.state_diff(), execution.access_log(), execution.gas_used()));
    }
    assert!(diffs.windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(evm.db().get_storage(&CONTRACT, &word(0)), word(0));
    assert_eq!(evm.db().get_account(&sender()).unwrap().balance, word(FUNDS));
}

#[test]
fn committed_the_next_one_sees_it() {
    let mut evm = machine(Fork::Osaka, &counter());
    let mut tx = transaction();
    for expected in 1..=3 {
        assert_eq!(answer(&mut evm, &tx, true), word(expected));
        // The old nonce is used up.
        assert!(evm.execute(&tx).is_err());
        next(&mut tx);
        // A dropped one in between leaves no trace.
        assert_eq!(answer(&mut evm, &tx, false), word(expected + 1));
    }
    // The database itself is only read.
    assert_eq!(evm.db().get_storage(&CONTRACT, &word(0)), word(0));
    evm.reset();
    assert_eq!(answer(&mut evm, &transaction(), true), word(1));
}

/// A diff applied to the database is the same as a commit in the machine.
#[test]
fn diffs_applied_are_commits() {
    let mut db = database(&counter());
    let mut tx = transaction();
    tx.gas_price = U256::ZERO;
    for expected in 1..=3 {
        let mut evm = Evm::new(db.clone(), Fork::Osaka);
        let mut execution = evm.execute(&tx).unwrap();
        assert_eq!(U256::from_be_slice(execution.outcome().output()), word(expected));
        let diff = execution.state_diff();
        drop(execution);
        db.commit(&diff);
        next(&mut tx);
    }
    assert_eq!(db.get_storage(&CONTRACT, &word(0)), word(3));
    assert_eq!(db.get_account(&sender()).unwrap().nonce, 8);
}

/// Access lists and warmth end with their transaction: each costs the same.
#[test]
fn nothing_warm_is_left_for_the_next() {
    let mut evm = machine(Fork::Osaka, &asm![push(1), SLOAD]);
    let mut tx = transaction();
    for _ in 0..3 {
        let execution = evm.execute(&tx).unwrap();
        assert_eq!(execution.gas_used(), 21_000 + 3 + 2_100);
        execution.commit();
        next(&mut tx);
    }
}
