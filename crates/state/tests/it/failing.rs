//! A database that fails leaves the state as good as before, once the transaction is discarded.

use crate::support::{Watched, WatchedError, address, contract, funded, word};
use eevm_bytecode::Bytecode;
use eevm_primitives::Fork;
use eevm_state::{AccessLog, InMemoryDb, State, StateDiff};

fn database() -> InMemoryDb {
    let mut db = InMemoryDb::new();
    db.insert_account(address(1), funded(100));
    db.insert_account(address(2), contract(&[0x5b]));
    db.insert_account(address(4), funded(1));
    db.insert_storage(address(2), word(1), word(5));
    db.insert_storage(address(4), word(1), word(5));
    db
}

/// Some of everything that reads.
fn transaction(state: &mut State, db: &Watched) -> Result<(StateDiff, AccessLog), WatchedError> {
    state.begin_transaction();
    state.warm_account(&address(3));
    state.warm_slot(&address(2), &word(2));
    let sender = state.load_account(db, &address(1))?;
    state.increment_nonce(sender);
    let checkpoint = state.checkpoint();
    let called = state.access_account(db, &address(2), true)?.map(|(id, _)| id).unwrap();
    state.transfer(sender, called, word(10));
    let code = state.code(db, called)?.clone();
    for key in 1..4 {
        let slot = state.access_slot(db, called, &word(key), true)?.map(|(id, _)| id).unwrap();
        state.set_slot(slot, word(key + 7));
    }
    let created = state.access_account(db, &address(4), true)?.map(|(id, _)| id).unwrap();
    let inner = state.checkpoint();
    state.create_account(created);
    state.set_nonce(created, 1);
    let slot = state.access_slot(db, created, &word(1), true)?.map(|(id, _)| id).unwrap();
    state.set_slot(slot, word(3));
    state.set_code(created, Bytecode::new(code.bytes()));
    state.revert(inner);
    state.load_slot(db, created, &word(1))?;
    state.access_account(db, &address(3), false)?;
    state.revert(checkpoint);
    let slot = state.access_slot(db, called, &word(1), true)?.map(|(id, _)| id).unwrap();
    state.set_slot(slot, word(1));
    state.finish_transaction();
    Ok((state.state_diff(), state.access_log()))
}

#[test]
fn a_failure_at_any_question_is_forgotten() {
    let db = Watched::new(database());
    let expected = transaction(&mut State::new(Fork::Osaka), &db).unwrap();
    let questions = db.take_asked();
    assert!(questions.len() >= 9, "{questions:?}");
    for answered in 0..questions.len() {
        let mut state = State::new(Fork::Osaka);
        db.answers_left.set(Some(answered as u64));
        assert_eq!(transaction(&mut state, &db), Err(WatchedError::OutOfAnswers));
        state.discard_transaction();
        assert_eq!(state.state_diff(), StateDiff::default());
        assert_eq!(transaction(&mut state, &db).unwrap(), expected);
        // Each question was asked once, and the failing one twice.
        let mut asked = db.take_asked();
        asked.remove(answered);
        assert_eq!(asked, questions);
    }
}

/// Every question fails once: each attempt gets by one further, on what the others have read.
#[test]
fn failures_one_after_the_other_are_forgotten() {
    let db = Watched::new(database());
    let expected = transaction(&mut State::new(Fork::Osaka), &db).unwrap();
    let questions = db.take_asked();
    let mut state = State::new(Fork::Osaka);
    for position in 0..questions.len() {
        db.answers_left.set(Some(0));
        assert_eq!(transaction(&mut state, &db), Err(WatchedError::OutOfAnswers));
        assert_eq!(db.take_asked().last(), questions.get(position));
        state.discard_transaction();
        // The question that failed, and no other.
        db.answers_left.set(Some(1));
        assert_eq!(transaction(&mut state, &db).is_err(), position + 1 < questions.len());
        state.discard_transaction();
        db.answers_left.set(None);
        db.take_asked();
    }
    assert_eq!(transaction(&mut state, &db).unwrap(), expected);
    assert!(db.take_asked().is_empty());
}
