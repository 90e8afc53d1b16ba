//! The databases on their own.

use crate::support::{Watched, WatchedError, address, contract, funded, word};
use eevm_bytecode::Bytecode;
use eevm_primitives::{B256, KECCAK_EMPTY, U256};
use eevm_state::{AccountDiff, AccountInfo, CacheDb, Database, InMemoryDb, MissingData, StateDiff};
use std::sync::Arc;

fn diff(info: Option<AccountInfo>, storage_wiped: bool, storage: &[(u64, u64)]) -> StateDiff {
    let storage = storage.iter().map(|&(key, value)| (word(key), word(value))).collect();
    StateDiff { accounts: vec![AccountDiff { address: address(1), info, storage_wiped, storage }] }
}

#[test]
fn in_memory_storage_keeps_has_storage_right() {
    let mut db = InMemoryDb::new();
    db.insert_storage(address(1), word(1), U256::ZERO);
    assert_eq!(db.get_account(&address(1)), None, "zero brings no account about");
    db.insert_storage(address(1), word(1), word(2));
    assert!(db.get_account(&address(1)).unwrap().has_storage);
    // Whatever the caller says.
    db.insert_account(address(1), AccountInfo { has_storage: false, ..funded(1) });
    assert!(db.get_account(&address(1)).unwrap().has_storage);
    db.insert_account(address(2), AccountInfo { has_storage: true, ..funded(1) });
    assert!(!db.get_account(&address(2)).unwrap().has_storage);
    db.insert_storage(address(1), word(1), U256::ZERO);
    assert!(!db.get_account(&address(1)).unwrap().has_storage);
    assert_eq!(db.storage_of(&address(1)).count(), 0);
    db.remove_account(&address(1));
    assert_eq!(db.accounts().count(), 1);
}

#[test]
fn in_memory_codes_are_found_by_hash() {
    let mut db = InMemoryDb::new();
    let code = Bytecode::new(&[1, 2]);
    let info = AccountInfo { code_hash: B256::ZERO, ..contract(&[1, 2]) };
    db.insert_account(address(1), info);
    assert_eq!(db.get_account(&address(1)).unwrap().code_hash, code.hash());
    assert_eq!(db.code(&code.hash()).unwrap().bytes(), [1, 2]);
    let other = Bytecode::new(&[3]);
    assert_eq!(db.code(&other.hash()), Err(MissingData::Code(other.hash())));
    db.insert_code(other.clone());
    assert_eq!(db.code(&other.hash()), Ok(other));
}

#[test]
fn commits_apply_in_order() {
    let mut inner = InMemoryDb::new();
    inner.insert_account(address(1), contract(&[1]));
    inner.insert_storage(address(1), word(1), word(5));
    inner.insert_storage(address(1), word(2), word(6));
    let code_hash = inner.get_account(&address(1)).unwrap().code_hash;
    let mut cache = CacheDb::new(inner.clone());
    let kept = AccountInfo { nonce: 7, code_hash, has_storage: true, ..AccountInfo::default() };
    let steps: [(StateDiff, [u64; 3]); 4] = [
        (diff(Some(kept.clone()), false, &[(1, 0), (3, 9)]), [0, 6, 9]),
        (diff(Some(kept), true, &[(1, 4)]), [4, 0, 0]),
        (diff(None, true, &[]), [0, 0, 0]),
        (diff(Some(AccountInfo { has_storage: true, ..funded(1) }), false, &[(2, 8)]), [0, 8, 0]),
    ];
    for (diff, expected) in steps {
        inner.commit(&diff);
        cache.commit(&diff);
        for (key, value) in (1..).zip(expected) {
            assert_eq!(inner.storage(&address(1), &word(key)), Ok(word(value)));
            assert_eq!(cache.storage(&address(1), &word(key)), Ok(word(value)));
        }
        let nonce = diff.accounts[0].info.as_ref().map(|info| info.nonce);
        for db in [&inner as &dyn Database<Error = MissingData>, &cache] {
            let info = db.account(&address(1)).unwrap();
            assert_eq!(info.as_ref().map(|info| info.nonce), nonce);
            assert_eq!(info.is_some_and(|info| info.has_storage), expected != [0, 0, 0]);
        }
    }
    // What the cache was built on is as it was.
    assert_eq!(cache.inner().get_storage(&address(1), &word(2)), word(6));
    assert_eq!(cache.into_inner().get_account(&address(1)).unwrap().nonce, 1);
}

#[test]
fn committed_codes_are_found() {
    let mut db = InMemoryDb::new();
    let mut cache = CacheDb::new(InMemoryDb::new());
    let code = Bytecode::new(&[7]);
    let info =
        AccountInfo { code_hash: code.hash(), code: Some(code.clone()), ..AccountInfo::default() };
    db.commit(&diff(Some(info.clone()), false, &[]));
    cache.commit(&diff(Some(info), false, &[]));
    assert_eq!(db.code(&code.hash()), Ok(code.clone()));
    assert_eq!(cache.code(&code.hash()), Ok(code));
}

#[test]
fn a_cache_asks_once_and_remembers_no_error() {
    let mut inner = InMemoryDb::new();
    inner.insert_account(address(1), contract(&[1]));
    inner.insert_storage(address(1), word(1), word(5));
    inner.insert_block_hash(9, B256::repeat_byte(9));
    let code_hash = inner.get_account(&address(1)).unwrap().code_hash;
    let cache = CacheDb::new(Watched::new(inner));
    let fail = || cache.inner().answers_left.set(Some(0));
    for round in 0..3 {
        if round == 0 {
            fail();
            assert_eq!(cache.account(&address(1)), Err(WatchedError::OutOfAnswers));
            fail();
            assert_eq!(cache.storage(&address(1), &word(1)), Err(WatchedError::OutOfAnswers));
            fail();
            assert_eq!(cache.code(&code_hash), Err(WatchedError::OutOfAnswers));
            fail();
            assert_eq!(cache.block_hash(9), Err(WatchedError::OutOfAnswers));
        }
        assert_eq!(cache.account(&address(1)).unwrap().unwrap().nonce, 1);
        assert_eq!(cache.account(&address(2)), Ok(None));
        assert_eq!(cache.storage(&address(1), &word(1)), Ok(word(5)));
        assert_eq!(cache.storage(&address(2), &word(1)), Ok(U256::ZERO));
        assert_eq!(cache.code(&code_hash).unwrap().bytes(), [1]);
        assert_eq!(cache.block_hash(9), Ok(B256::repeat_byte(9)));
        let missing = WatchedError::Missing(MissingData::BlockHash(8));
        assert_eq!(cache.block_hash(8), Err(missing));
        let asked = cache.inner().take_asked();
        // Four failures and six answers at first, and each time the hash that is missing.
        assert_eq!(asked.len(), if round == 0 { 11 } else { 1 }, "{asked:?}");
    }
}

#[test]
fn pointers_to_databases_are_databases() {
    fn nonce<D: Database + ?Sized>(db: &D) -> u64
    where
        D::Error: std::fmt::Debug,
    {
        db.account(&address(1)).unwrap().unwrap().nonce
    }
    let mut db = InMemoryDb::new();
    db.insert_account(address(1), contract(&[1]));
    let object: &dyn Database<Error = MissingData> = &db;
    assert_eq!((nonce(object), nonce(&object), nonce(&&db)), (1, 1, 1));
    let boxed: Box<dyn Database<Error = MissingData>> = Box::new(db.clone());
    assert_eq!(nonce(&boxed), 1);
    assert_eq!(nonce(&Arc::new(db)), 1);
}

#[test]
fn the_default_account_is_the_empty_one() {
    let account = AccountInfo::default();
    assert!(account.is_empty());
    assert_eq!(account.code_hash, KECCAK_EMPTY);
    assert!(!funded(1).is_empty());
    assert!(!AccountInfo { nonce: 1, ..AccountInfo::default() }.is_empty());
    assert!(!AccountInfo { code_hash: B256::ZERO, ..AccountInfo::default() }.is_empty());
    assert!(AccountInfo { has_storage: true, ..AccountInfo::default() }.is_empty());
}
