//! One test for each kind of fault seen in other EVMs that a state can have.

use crate::support::{Watched, access, address, begun, contract, funded, load, word};
use eevm_bytecode::{Bytecode, ProgramCache};
use eevm_primitives::{B256, Fork, KECCAK_EMPTY, Log, U256};
use eevm_state::{
    AccessLog, AccountDiff, AccountInfo, Database, InMemoryDb, MissingData, StateDiff,
};

#[test]
fn fault_23_cold_access_without_the_gas_loads_and_records_nothing() {
    let mut db = InMemoryDb::new();
    db.insert_account(address(1), funded(1));
    db.insert_storage(address(1), word(7), word(1));
    let db = Watched::new(db);
    let mut state = begun(Fork::Osaka);
    assert_eq!(state.access_account(&db, &address(1), false), Ok(None));
    assert!(db.take_asked().is_empty());
    assert!(!state.is_account_warm(&address(1)));
    assert_eq!(state.access_log(), AccessLog::default());

    let id = load(&mut state, &db, 1);
    db.take_asked();
    assert_eq!(state.access_slot(&db, id, &word(7), false), Ok(None));
    assert!(db.take_asked().is_empty());
    assert!(!state.is_slot_warm(id, &word(7)));
    assert!(state.access_log().accounts[0].slots.is_empty());

    // What is warm needs no permission.
    state.warm_account(&address(2));
    assert!(matches!(state.access_account(&db, &address(2), false), Ok(Some((_, false)))));
}

#[test]
fn fault_24_warmth_ends_with_its_frame_and_with_the_transaction() {
    let db = InMemoryDb::new();
    let mut state = begun(Fork::Berlin);
    let id = load(&mut state, &db, 1);
    let checkpoint = state.checkpoint();
    assert!(matches!(state.access_account(&db, &address(1), true), Ok(Some((_, true)))));
    assert!(access(&mut state, &db, id, 1).1);
    state.revert(checkpoint);
    assert!(matches!(state.access_account(&db, &address(1), true), Ok(Some((_, true)))));
    assert!(access(&mut state, &db, id, 1).1);
    assert!(!access(&mut state, &db, id, 1).1);
    state.warm_account(&address(9));
    state.warm_slot(&address(1), &word(9));

    for discard in [false, true] {
        if discard {
            state.discard_transaction();
        }
        state.begin_transaction();
        assert!(!state.is_account_warm(&address(9)));
        assert!(!state.is_slot_warm(id, &word(9)));
        assert!(matches!(state.access_account(&db, &address(1), true), Ok(Some((_, true)))));
        assert!(access(&mut state, &db, id, 1).1);
    }
}

#[test]
fn fault_25_coldness_is_not_what_was_loaded_and_lists_may_repeat() {
    let db = Watched::new(InMemoryDb::new());
    let mut state = begun(Fork::Berlin);
    for _ in 0..2 {
        state.warm_account(&address(1));
        state.warm_slot(&address(1), &word(1));
        state.warm_slot(&address(2), &word(1));
    }
    assert!(db.take_asked().is_empty(), "an access list loads nothing");
    assert_eq!(state.access_log(), AccessLog::default(), "nor does it access");
    // A slot's warmth is not its account's.
    assert!(matches!(state.access_account(&db, &address(2), true), Ok(Some((_, true)))));
    let two = load(&mut state, &db, 2);
    assert!(!access(&mut state, &db, two, 1).1);
    // What is loaded is not warm.
    load(&mut state, &db, 3);
    assert!(matches!(state.access_account(&db, &address(3), true), Ok(Some((_, true)))));
    state.load_slot(&db, two, &word(5)).unwrap();
    assert!(access(&mut state, &db, two, 5).1);
}

#[test]
fn fault_26_a_failed_creation_does_not_cool_the_access_list() {
    let mut db = InMemoryDb::new();
    db.insert_account(address(1), funded(1));
    let mut state = begun(Fork::Berlin);
    state.warm_account(&address(1));
    state.warm_slot(&address(1), &word(4));
    let id = load(&mut state, &db, 1);
    let checkpoint = state.checkpoint();
    state.create_account(id);
    assert!(!access(&mut state, &db, id, 4).1, "warm in the created account as well");
    let slot = access(&mut state, &db, id, 4).0;
    state.set_slot(slot, word(9));
    state.revert(checkpoint);
    assert!(state.is_account_warm(&address(1)));
    let (slot, cold) = access(&mut state, &db, id, 4);
    assert!(!cold);
    assert_eq!(state.slot(slot).present, U256::ZERO);
}

/// No address is warm that was not named, low ones included.
#[test]
fn fault_27_no_address_is_a_precompile_by_itself() {
    let state = begun(Fork::Osaka);
    for number in 0..0x200 {
        assert!(!state.is_account_warm(&address(number)));
    }
}

#[test]
fn fault_28_the_original_value_is_that_of_the_transactions_start() {
    let mut db = InMemoryDb::new();
    db.insert_account(address(1), contract(&[0]));
    db.insert_storage(address(1), word(1), word(5));
    let mut state = begun(Fork::Berlin);
    let id = load(&mut state, &db, 1);
    // Written in a frame, reverted, warm or not: still 5.
    let checkpoint = state.checkpoint();
    let slot = access(&mut state, &db, id, 1).0;
    state.set_slot(slot, word(6));
    assert_eq!(state.slot(slot).original, word(5));
    state.revert(checkpoint);
    let slot = access(&mut state, &db, id, 1).0;
    assert_eq!((state.slot(slot).present, state.slot(slot).original), (word(5), word(5)));
    state.set_slot(slot, word(6));
    state.finish_transaction();
    state.begin_transaction();
    let slot = access(&mut state, &db, id, 1).0;
    assert_eq!(state.slot(slot).original, word(6), "the next transaction's start");
    // In a creation it is zero whatever there was, and afterwards what it was.
    let checkpoint = state.checkpoint();
    state.create_account(id);
    let slot = access(&mut state, &db, id, 1).0;
    assert_eq!((state.slot(slot).present, state.slot(slot).original), (U256::ZERO, U256::ZERO));
    state.set_slot(slot, word(3));
    assert_eq!(state.slot(slot).original, U256::ZERO);
    state.revert(checkpoint);
    let slot = access(&mut state, &db, id, 1).0;
    assert_eq!((state.slot(slot).present, state.slot(slot).original), (word(6), word(6)));
}

/// The handle of the transaction before, used without an access in this one.
#[test]
fn fault_28_the_original_value_does_not_depend_on_an_access() {
    let db = InMemoryDb::new();
    let mut state = begun(Fork::Berlin);
    let id = load(&mut state, &db, 1);
    state.touch(id);
    let slot = access(&mut state, &db, id, 1).0;
    state.set_slot(slot, word(5));
    state.begin_transaction();
    state.set_slot(slot, word(6));
    let slot = access(&mut state, &db, id, 1).0;
    assert_eq!((state.slot(slot).present, state.slot(slot).original), (word(6), word(5)));
}

#[test]
fn fault_30_refunds_go_with_their_frame_and_may_be_negative() {
    let mut state = begun(Fork::London);
    state.add_refund(4800);
    let checkpoint = state.checkpoint();
    state.add_refund(-9600);
    assert_eq!(state.refund_counter(), -4800);
    state.revert(checkpoint);
    assert_eq!(state.refund_counter(), 4800);
    state.add_refund(i64::MAX);
    assert_eq!(state.refund_counter(), i64::MAX, "no overflow");
    state.begin_transaction();
    assert_eq!(state.refund_counter(), 0);
    // A second SELFDESTRUCT of the same account is told from the first.
    let id = load(&mut state, &InMemoryDb::new(), 1);
    let checkpoint = state.checkpoint();
    assert!(state.mark_account_to_delete(id));
    assert!(!state.mark_account_to_delete(id));
    state.revert(checkpoint);
    assert!(state.mark_account_to_delete(id));
}

#[test]
fn fault_37_nonces_do_not_wrap() {
    let mut db = InMemoryDb::new();
    db.insert_account(address(1), AccountInfo { nonce: u64::MAX - 1, ..AccountInfo::default() });
    let mut state = begun(Fork::Osaka);
    let id = load(&mut state, &db, 1);
    assert_eq!(state.increment_nonce(id), Some(u64::MAX - 1));
    assert_eq!(state.increment_nonce(id), None);
    assert_eq!(state.account(id).nonce, u64::MAX);
}

#[test]
fn fault_38_a_nonce_before_the_checkpoint_stays_and_one_after_goes() {
    let mut db = InMemoryDb::new();
    db.insert_account(address(1), contract(&[0]));
    let mut state = begun(Fork::Osaka);
    let id = load(&mut state, &db, 1);
    state.increment_nonce(id);
    let checkpoint = state.checkpoint();
    state.increment_nonce(id);
    state.revert(checkpoint);
    assert_eq!(state.account(id).nonce, 2);
}

#[test]
fn fault_39_collisions_see_nonce_code_and_storage_from_wherever() {
    let mut db = InMemoryDb::new();
    db.insert_account(address(1), AccountInfo { nonce: 1, ..AccountInfo::default() });
    db.insert_account(address(2), AccountInfo { nonce: 0, ..contract(&[0]) });
    db.insert_account(address(3), funded(1));
    db.insert_storage(address(3), word(1), word(1));
    db.insert_account(address(4), funded(1));
    let mut state = begun(Fork::Osaka);
    let [nonce, code, stored, free] = [1, 2, 3, 4].map(|number| load(&mut state, &db, number));
    assert!(state.has_code_or_nonce(nonce) && !state.has_storage(nonce));
    assert!(state.has_code_or_nonce(code) && !state.has_storage(code));
    assert!(!state.has_code_or_nonce(stored) && state.has_storage(stored));
    assert!(!state.has_code_or_nonce(free) && !state.has_storage(free));
    // Written here, reverted, kept.
    let checkpoint = state.checkpoint();
    let slot = access(&mut state, &db, free, 1).0;
    state.set_slot(slot, word(2));
    assert!(state.has_storage(free));
    state.revert(checkpoint);
    assert!(!state.has_storage(free));
    state.set_slot(slot, word(2));
    state.begin_transaction();
    assert!(state.has_storage(free));
    state.set_slot(slot, U256::ZERO);
    assert!(!state.has_storage(free));
    // Wiped.
    state.create_account(stored);
    assert!(!state.has_storage(stored));
}

#[test]
fn fault_42_selfdestruct_is_of_one_transaction() {
    let mut db = InMemoryDb::new();
    db.insert_account(address(1), contract(&[0xff]));
    let mut state = begun(Fork::Cancun);
    let old = load(&mut state, &db, 1);
    let new = load(&mut state, &db, 2);
    assert!(!state.account(old).created_in_transaction());
    let checkpoint = state.checkpoint();
    state.create_account(new);
    assert!(state.account(new).created_in_transaction());
    state.revert(checkpoint);
    assert!(!state.account(new).created_in_transaction());
    state.create_account(new);
    state.set_nonce(new, 1);
    state.add_balance(new, word(3));
    state.mark_account_to_delete(new);
    // Funds that arrive after it are burned, and it has gone without a trace.
    state.add_balance(new, word(4));
    state.finish_transaction();
    assert!(!state.account(new).exists());
    assert_eq!(state.account(new).balance, U256::ZERO);
    assert_eq!(state.state_diff(), StateDiff::default());
    state.begin_transaction();
    assert!(!state.account(new).created_in_transaction());
    assert!(!state.account(new).is_to_be_deleted());
    state.create_account(new);
    state.set_nonce(new, 1);
    state.begin_transaction();
    assert!(!state.account(new).created_in_transaction(), "created in another transaction");
    assert!(state.account(new).exists());
    state.finish_transaction();
    assert!(state.account(new).exists());
}

#[test]
fn fault_43_destroyed_and_recreated_storage_starts_from_zero() {
    let mut db = InMemoryDb::new();
    db.insert_account(address(1), contract(&[0xff]));
    db.insert_storage(address(1), word(1), word(5));
    db.insert_storage(address(1), word(2), word(6));
    let watched = Watched::new(db.clone());
    let mut state = begun(Fork::London);
    let id = load(&mut state, &watched, 1);
    access(&mut state, &watched, id, 1);
    state.mark_account_to_delete(id);
    state.finish_transaction();
    let diff = state.state_diff();
    let gone =
        AccountDiff { address: address(1), info: None, storage_wiped: true, storage: Vec::new() };
    assert_eq!(diff.accounts, [gone]);
    db.commit(&diff);

    // Recreated with an equal value in one slot; the other was never read.
    state.begin_transaction();
    watched.take_asked();
    state.create_account(id);
    state.set_nonce(id, 1);
    let (slot, _) = access(&mut state, &watched, id, 1);
    assert_eq!(state.slot(slot).present, U256::ZERO);
    state.set_slot(slot, word(5));
    let (slot, _) = access(&mut state, &watched, id, 2);
    assert_eq!(state.slot(slot).present, U256::ZERO);
    assert!(watched.take_asked().is_empty(), "the old storage is not asked for");
    state.finish_transaction();
    let diff = state.state_diff();
    assert_eq!(diff.accounts[0].storage, [(word(1), word(5))]);
    db.commit(&diff);
    assert_eq!(db.get_storage(&address(1), &word(1)), word(5));
    assert_eq!(db.get_storage(&address(1), &word(2)), U256::ZERO);
    state.begin_transaction();
    let (slot, _) = access(&mut state, &watched, id, 2);
    assert_eq!(state.slot(slot).present, U256::ZERO);
    assert!(watched.take_asked().is_empty());
}

/// The last non-zero slot is zeroed in the transaction that then wipes the storage.
#[test]
fn fault_43_a_slot_zeroed_before_a_wipe_is_not_forgotten() {
    let mut db = InMemoryDb::new();
    let mut state = begun(Fork::London);
    let id = load(&mut state, &db, 1);
    state.set_nonce(id, 1);
    let slot = access(&mut state, &db, id, 1).0;
    state.set_slot(slot, word(1));
    db.commit(&state.state_diff());
    state.begin_transaction();
    let slot = access(&mut state, &db, id, 1).0;
    state.set_slot(slot, U256::ZERO);
    state.create_account(id);
    db.commit(&state.state_diff());
    assert_eq!(db.get_storage(&address(1), &word(1)), U256::ZERO);
}

/// Even if the database does not know that there is any.
#[test]
fn a_destroyed_contract_loses_its_storage() {
    let mut db = InMemoryDb::new();
    db.insert_account(address(1), contract(&[0xff]));
    let mut state = begun(Fork::London);
    let id = load(&mut state, &db, 1);
    state.mark_account_to_delete(id);
    state.finish_transaction();
    assert!(state.state_diff().accounts[0].storage_wiped);
}

/// Mainnet block 2,675,119.
#[test]
fn fault_44_ripemd160_stays_touched_through_reverts_of_inner_frames() {
    let mut db = InMemoryDb::new();
    for number in [2, 3] {
        db.insert_account(address(number), AccountInfo::default());
    }
    let forks = [
        (Fork::TangerineWhistle, false),
        (Fork::SpuriousDragon, true),
        (Fork::London, true),
        (Fork::Paris, false),
    ];
    for (fork, deleted) in forks {
        for outermost_fails in [false, true] {
            let mut state = begun(fork);
            let [two, three] = [2, 3].map(|number| load(&mut state, &db, number));
            let outermost = state.checkpoint();
            let parent = state.checkpoint();
            let child = state.checkpoint();
            state.touch(two);
            state.touch(three);
            state.revert(child);
            state.revert(parent);
            if outermost_fails {
                state.revert(outermost);
                state.forget_touched();
            }
            state.finish_transaction();
            assert!(state.account(two).exists());
            assert_eq!(state.account(three).exists(), !deleted || outermost_fails, "{fork}");
        }
    }
}

#[test]
fn fault_44_empty_accounts_go_when_touched() {
    let mut db = InMemoryDb::new();
    db.insert_account(address(1), AccountInfo::default());
    db.insert_account(address(2), AccountInfo::default());
    let mut state = begun(Fork::SpuriousDragon);
    let [touched, kept, new] = [1, 2, 3].map(|number| load(&mut state, &db, number));
    state.touch(touched);
    state.touch(new);
    assert!(state.account(new).exists());
    let checkpoint = state.checkpoint();
    state.touch(kept);
    state.revert(checkpoint);
    state.finish_transaction();
    assert!(!state.account(touched).exists() && !state.account(new).exists());
    assert!(state.account(kept).exists());
    let diff = state.state_diff();
    assert_eq!(diff.accounts.len(), 1);
    assert_eq!((diff.accounts[0].address, &diff.accounts[0].info), (address(1), &None));
}

#[test]
fn fault_45_credits_of_nothing_leave_no_phantoms_since_spurious_dragon() {
    let db = InMemoryDb::new();
    for fork in Fork::ALL {
        let mut state = begun(fork);
        let coinbase = load(&mut state, &db, 0xc0);
        state.add_balance(coinbase, U256::ZERO);
        state.finish_transaction();
        let phantom = fork < Fork::SpuriousDragon;
        assert_eq!(state.account(coinbase).exists(), phantom, "{fork}");
        assert_eq!(state.state_diff().accounts.len(), usize::from(phantom));
    }
}

/// What EXTCODEHASH needs to give 0 for both, and `keccak256("")` only for an account in use.
#[test]
fn fault_46_empty_and_missing_accounts_are_not_alive() {
    let mut db = InMemoryDb::new();
    db.insert_account(address(1), AccountInfo::default());
    db.insert_account(address(2), funded(1));
    let mut state = begun(Fork::Petersburg);
    let [empty, used, missing] = [1, 2, 3].map(|number| load(&mut state, &db, number));
    assert!(state.account(empty).exists() && !state.account(empty).is_alive());
    assert!(!state.account(missing).exists() && !state.account(missing).is_alive());
    assert!(state.account(used).is_alive());
    for id in [empty, used, missing] {
        assert_eq!(state.account(id).code_hash, KECCAK_EMPTY);
    }
}

#[test]
fn fault_47_transient_storage_reverts_to_what_it_was_and_ends_with_the_transaction() {
    let db = InMemoryDb::new();
    let mut state = begun(Fork::Cancun);
    let [one, two] = [1, 2].map(|number| load(&mut state, &db, number));
    state.set_transient(one, &word(1), word(5));
    let outer = state.checkpoint();
    state.set_transient(one, &word(1), word(6));
    let inner = state.checkpoint();
    state.set_transient(one, &word(1), word(7));
    state.set_transient(one, &word(1), U256::ZERO);
    state.revert(inner);
    assert_eq!(state.transient(one, &word(1)), word(6));
    state.revert(outer);
    assert_eq!(state.transient(one, &word(1)), word(5));
    assert_eq!(state.transient(two, &word(1)), U256::ZERO);
    // Neither creation nor deletion of the account touches it.
    state.create_account(one);
    assert_eq!(state.transient(one, &word(1)), word(5));
    state.begin_transaction();
    assert_eq!(state.transient(one, &word(1)), U256::ZERO);
}

#[test]
fn fault_48_missing_block_hashes_and_codes_are_errors() {
    let mut db = InMemoryDb::new();
    assert_eq!(db.block_hash(0), Err(MissingData::BlockHash(0)));
    db.insert_block_hash(0, B256::repeat_byte(1));
    assert_eq!(db.block_hash(0), Ok(B256::repeat_byte(1)));
    let code_hash = B256::repeat_byte(2);
    db.insert_account(address(1), AccountInfo { code_hash, ..AccountInfo::default() });
    let mut state = begun(Fork::Osaka);
    let id = load(&mut state, &db, 1);
    assert_eq!(state.code(&db, id), Err(MissingData::Code(code_hash)));
}

#[test]
fn fault_50_logs_go_with_their_frame() {
    let mut state = begun(Fork::Osaka);
    let log = |number| Log { address: address(number), ..Log::default() };
    state.log(log(1));
    let checkpoint = state.checkpoint();
    state.log(log(2));
    state.revert(checkpoint);
    state.log(log(3));
    assert_eq!(state.logs(), [log(1), log(3)]);
    assert_eq!(state.take_logs(), [log(1), log(3)]);
    state.revert(checkpoint);
    state.log(log(4));
    state.begin_transaction();
    assert!(state.logs().is_empty());
}

#[test]
fn fault_51_what_is_derived_from_code_follows_the_code() {
    let mut db = InMemoryDb::new();
    db.insert_account(address(1), contract(&[0x01]));
    let db = Watched::new(db);
    let mut programs = ProgramCache::new();
    let mut state = begun(Fork::Prague);
    let id = load(&mut state, &db, 1);
    let first = state.code(&db, id).unwrap().clone();
    state.code(&db, id).unwrap();
    assert_eq!(db.take_asked(), ["account 1", "code"], "asked once");
    let program = programs.get_or_insert(&first);
    assert_eq!(state.program(id, 0), None);
    state.set_program(id, program, 0);
    assert_eq!(state.program(id, 0), Some(program));
    assert_eq!(state.program(id, 1), None, "of another generation of the cache");

    let checkpoint = state.checkpoint();
    state.set_code(id, Bytecode::new(&[0x02, 0x03]));
    assert_eq!(state.program(id, 0), None);
    assert_eq!(state.code(&db, id).unwrap().bytes(), [0x02, 0x03]);
    state.set_code(id, Bytecode::empty());
    assert_eq!(state.account(id).code_hash, KECCAK_EMPTY);
    assert!(state.code(&db, id).unwrap().is_empty());
    state.revert(checkpoint);
    assert_eq!(state.program(id, 0), Some(program));
    assert_eq!(state.code(&db, id).unwrap().bytes(), [0x01]);
    assert!(db.take_asked().is_empty());

    // Handles and memos do not outlive what they name.
    state.clear();
    state.begin_transaction();
    let other = load(&mut state, &db, 2);
    assert_eq!(state.account(other).address(), address(2));
    assert_eq!(state.program(other, 0), None);
}

#[test]
fn fault_21_a_transfer_to_oneself_needs_the_funds() {
    let mut db = InMemoryDb::new();
    db.insert_account(address(1), funded(5));
    let mut state = begun(Fork::Osaka);
    let id = load(&mut state, &db, 1);
    assert!(!state.transfer(id, id, word(6)));
    assert!(state.transfer(id, id, word(5)));
    assert_eq!(state.account(id).balance, word(5));
    state.add_balance(id, U256::MAX);
    assert_eq!(state.account(id).balance, U256::MAX, "saturates");
    let other = load(&mut state, &db, 2);
    assert!(!state.sub_balance(other, word(1)));
    assert!(!state.account(other).exists());
}

#[test]
fn fault_49_frames_nest_deeper_than_calls_can() {
    let db = InMemoryDb::new();
    let mut state = begun(Fork::Osaka);
    let id = load(&mut state, &db, 1);
    state.add_balance(id, word(1));
    let slot = access(&mut state, &db, id, 1).0;
    let mut checkpoints = Vec::new();
    for depth in 1..=1100 {
        checkpoints.push(state.checkpoint());
        state.set_slot(slot, word(depth));
        state.add_balance(id, word(1));
    }
    for depth in (0..1100).rev() {
        state.revert(checkpoints.pop().unwrap());
        assert_eq!(state.slot(slot).present, word(depth));
        assert_eq!(state.account(id).balance, word(depth + 1));
    }
}
