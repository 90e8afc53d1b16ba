//! The state as the EVM sees and changes it.

mod accounts;
mod changes;
mod outcome;
mod peek;
mod storage;
mod transient;

use crate::{
    AccountId, Checkpoint, SlotId,
    account::Account,
    journal::{Journal, Record},
    slot::Slot,
    table::{Seeds, Table},
};
use alloc::{vec, vec::Vec};
use eevm_bytecode::Bytecode;
use eevm_primitives::{Address, Fork, Log};
use transient::TransientStorage;

/// The account that stays touched through a revert, from Spurious Dragon to London: RIPEMD-160's
/// (EIP-161's addendum, mainnet block 2,675,119; execution-specs `incorporate_child_on_error`).
const RIPEMD160_ADDRESS: Address = Address::from_low_u64(3);

// Accounts and slots carry a stamp: the number of the transaction that set it, times eight, with
// flags in the low bits that mean nothing in any other transaction. One comparison tells that an
// entry is warm, accessed and up to date; a new number makes everything cold.

/// Flag of a stamp: in `accessed_addresses` or `accessed_storage_keys` (EIP-2929).
const WARM: u32 = 1;
/// Flag of a stamp: listed in the access log.
const ACCESSED: u32 = 2;
/// Flag of a slot's stamp: listed in the diff under construction.
const IN_DIFF: u32 = 4;
/// The least difference between the numbers of two transactions.
const EPOCH_STEP: u32 = 8;
/// The bits of a stamp that are the transaction's number.
const EPOCH_MASK: u32 = !(EPOCH_STEP - 1);

/// How many accounts are found without the table.
const RECENT_ACCOUNTS: usize = 16;
/// How many slots are found without the table.
const RECENT_SLOTS: usize = 32;

/// What one EVM knows of the world: a cache of what it read, the changes made since, and a
/// journal to undo them.
///
/// A transaction runs between [`begin_transaction`](Self::begin_transaction) and either
/// [`commit_transaction`](Self::commit_transaction) or
/// [`discard_transaction`](Self::discard_transaction); in between, frames take
/// [`checkpoint`](Self::checkpoint)s. Credits outside of transactions (rewards, withdrawals) are
/// made as a transaction of their own.
///
/// The methods that may have to read take the [`Database`](crate::Database); an error leaves
/// nothing half done: the same call may be repeated, or the transaction discarded.
#[derive(Debug, Clone)]
pub struct State {
    fork: Fork,
    seeds: Seeds,
    account_table: Table,
    accounts: Vec<Account>,
    /// Accounts looked up lately, by the low bits of their address; checked at each use, so that
    /// any index is good here.
    recent_accounts: [u32; RECENT_ACCOUNTS],
    slot_table: Table,
    slots: Vec<Slot>,
    /// Slots looked up lately, likewise.
    recent_slots: [u32; RECENT_SLOTS],
    transient: TransientStorage,
    /// Codes seen, the empty one first.
    codes: Vec<Bytecode>,
    next_generation: u64,
    journal: Journal,
    /// The stamp of the present transaction, flags zero.
    epoch: u32,
    accessed_accounts: Vec<AccountId>,
    accessed_slots: Vec<SlotId>,
    created: Vec<AccountId>,
    touched: Vec<AccountId>,
    accounts_to_delete: Vec<AccountId>,
    logs: Vec<Log>,
    refund_counter: i64,
}

impl State {
    /// A state that has read nothing, for the rules of `fork`.
    #[must_use]
    pub fn new(fork: Fork) -> Self {
        Self {
            fork,
            seeds: Seeds::new(),
            account_table: Table::new(),
            accounts: Vec::new(),
            recent_accounts: [0; RECENT_ACCOUNTS],
            slot_table: Table::new(),
            slots: Vec::new(),
            recent_slots: [0; RECENT_SLOTS],
            transient: TransientStorage::new(),
            codes: vec![Bytecode::empty()],
            next_generation: crate::account::FIRST_GENERATION + 1,
            journal: Journal::default(),
            epoch: EPOCH_STEP,
            accessed_accounts: Vec::new(),
            accessed_slots: Vec::new(),
            created: Vec::new(),
            touched: Vec::new(),
            accounts_to_delete: Vec::new(),
            logs: Vec::new(),
            refund_counter: 0,
        }
    }

    /// The fork whose rules apply to touching, emptiness and deletion.
    #[must_use]
    pub const fn fork(&self) -> Fork {
        self.fork
    }

    /// Changes the fork; to be called between transactions.
    pub const fn set_fork(&mut self, fork: Fork) {
        self.fork = fork;
    }

    /// Starts a transaction: everything is cold, no account is touched, created or to be deleted,
    /// there are no logs, no transient storage and no refund, and the present values of slots
    /// become the original ones.
    ///
    /// Changes of an earlier transaction that were not discarded are kept.
    pub fn begin_transaction(&mut self) {
        self.commit_transaction();
        self.accessed_accounts.clear();
        self.accessed_slots.clear();
        self.logs.clear();
        self.refund_counter = 0;
        self.transient.clear();
        match self.epoch.checked_add(EPOCH_STEP) {
            Some(epoch) => self.epoch = epoch,
            None => self.restart_epochs(),
        }
    }

    /// Makes every stamp old, once in half a billion transactions.
    #[cold]
    fn restart_epochs(&mut self) {
        for account in &mut self.accounts {
            account.stamp = 0;
        }
        for slot in &mut self.slots {
            // As at the first access in a transaction, since no stamp will show the need for it.
            slot.original = slot.present;
            slot.stamp = 0;
        }
        self.epoch = EPOCH_STEP;
    }

    /// A point to come back to with [`revert`](Self::revert). Nesting is not limited.
    #[must_use]
    #[inline]
    pub const fn checkpoint(&mut self) -> Checkpoint {
        let records = self.journal.records.len();
        self.journal.barrier = records;
        Checkpoint { records, logs: self.logs.len(), refund_counter: self.refund_counter }
    }

    /// Undoes everything since the checkpoint: balances, nonces, codes, storage, transient
    /// storage, warmth, creations, deletions, touches, logs and the refund counter.
    ///
    /// What stays: [warmth given by the transaction](Self::warm_account), the access log, what was
    /// read, and, from Spurious Dragon to London, that RIPEMD-160's account was touched. When the
    /// transaction's outermost frame fails, [`forget_touched`](Self::forget_touched) drops that as
    /// well.
    pub fn revert(&mut self, checkpoint: Checkpoint) {
        let keep = self.undo(checkpoint);
        if let Some(id) = keep
            && (Fork::SpuriousDragon..Fork::Paris).contains(&self.fork)
        {
            self.mark_touched(id);
        }
    }

    /// Lets no account count as touched, as after a failure of the outermost frame
    /// (execution-specs `process_message_call`). Needed after [`revert`](Self::revert) there, for
    /// RIPEMD-160's account.
    pub fn forget_touched(&mut self) {
        // The records and the list stay: undoing a touch that is not there does no harm.
        for id in &self.touched {
            self.accounts[id.index()].touched = false;
        }
    }

    /// Forgets everything: accounts, slots, codes, changes. Handles are void afterwards.
    ///
    /// Takes constant time, but for releasing the codes and logs.
    pub fn clear(&mut self) {
        self.account_table.clear();
        self.accounts.clear();
        self.slot_table.clear();
        self.slots.clear();
        self.transient.clear();
        self.codes.truncate(1);
        self.journal.clear();
        self.accessed_accounts.clear();
        self.accessed_slots.clear();
        self.created.clear();
        self.touched.clear();
        self.accounts_to_delete.clear();
        self.logs.clear();
        self.refund_counter = 0;
    }

    /// Adds a log entry, in the present frame.
    pub fn log(&mut self, log: Log) {
        self.logs.push(log);
    }

    /// The logs of the transaction so far, without those of reverted frames.
    #[must_use]
    pub fn logs(&self) -> &[Log] {
        &self.logs
    }

    /// Takes the logs out, at the end of the transaction.
    #[must_use]
    pub fn take_logs(&mut self) -> Vec<Log> {
        core::mem::take(&mut self.logs)
    }

    /// Adds to the refund counter, or with a negative number takes back. Gas.
    #[inline]
    pub const fn add_refund(&mut self, gas: i64) {
        self.refund_counter = self.refund_counter.saturating_add(gas);
    }

    /// The refund counter, not capped. Gas; it may be negative inside a frame (EIP-2200).
    #[must_use]
    #[inline]
    pub const fn refund_counter(&self) -> i64 {
        self.refund_counter
    }

    /// Undoes everything since the checkpoint, and says whether RIPEMD-160's account was touched.
    fn undo(&mut self, checkpoint: Checkpoint) -> Option<AccountId> {
        let mut ripemd160 = None;
        while self.journal.records.len() > checkpoint.records
            && let Some(record) = self.journal.records.pop()
        {
            match record {
                Record::AccountWarmed(index) => self.accounts[index as usize].stamp &= !WARM,
                Record::SlotWarmed(index) => self.slots[index as usize].stamp &= !WARM,
                Record::SlotValue(index) => self.undo_slot_value(index),
                Record::SlotWiped(index) => self.undo_slot_wiped(index),
                Record::StorageWiped(index) => {
                    if let Some(status) = self.journal.storages.pop() {
                        self.accounts[index as usize].storage = status;
                    }
                }
                Record::Transient(index) => {
                    if let Some(old) = self.journal.words.pop() {
                        self.transient.undo(index, old);
                    }
                }
                Record::Balance(index) => {
                    if let Some(old) = self.journal.words.pop() {
                        self.accounts[index as usize].balance = old;
                    }
                }
                Record::Nonce(index) => {
                    if let Some(old) = self.journal.nonces.pop() {
                        self.accounts[index as usize].nonce = old;
                    }
                }
                Record::Code(index) => self.undo_code(index),
                Record::Existence(index) => {
                    let account = &mut self.accounts[index as usize];
                    account.exists = !account.exists;
                }
                Record::Touched(index) => {
                    let account = &mut self.accounts[index as usize];
                    account.touched = false;
                    self.touched.pop();
                    if account.address == RIPEMD160_ADDRESS {
                        ripemd160 = Some(AccountId(index));
                    }
                }
                Record::Created(index) => {
                    self.accounts[index as usize].created = false;
                    self.created.pop();
                }
                Record::MarkedToDelete(index) => {
                    self.accounts[index as usize].to_delete = false;
                    self.accounts_to_delete.pop();
                }
            }
        }
        self.journal.barrier = checkpoint.records;
        self.logs.truncate(checkpoint.logs);
        self.refund_counter = checkpoint.refund_counter;
        ripemd160
    }
}

/// The length of a list as the index of its next entry.
#[inline]
fn next_index(len: usize) -> u32 {
    u32::try_from(len).expect("2^32 entries, all of them distinct, do not fit into memory")
}

/// The length of the journal as the position of its next record. The last position stands for all
/// that are beyond it, which is harmless: see [`Journal::covers`].
#[inline]
fn next_position(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InMemoryDb;
    use eevm_primitives::U256;

    /// When the numbers of transactions run out, the next one is as cold as any, and slots have
    /// the right original values.
    #[test]
    fn transactions_beyond_the_last_number() {
        let db = InMemoryDb::new();
        let address = Address::repeat_byte(1);
        let mut state = State::new(Fork::Osaka);
        // As if half a billion transactions had passed since the first, which left stamps.
        for epoch in [EPOCH_STEP, EPOCH_MASK - EPOCH_STEP] {
            state.epoch = epoch;
            for value in 1..5 {
                let (id, cold) = state.access_account(&db, &address, true).unwrap().unwrap();
                assert!(cold);
                let slot = state.access_slot(&db, id, &U256::ZERO, true).unwrap().unwrap();
                assert!(slot.1);
                let base = U256::from(value - 1);
                assert_eq!(state.slot(slot.0).present, base);
                assert_eq!(state.slot(slot.0).original, base);
                state.set_slot(slot.0, U256::from(value));
                assert_eq!(state.slot(slot.0).original, base);
                state.begin_transaction();
            }
            let id = state.load_account(&db, &address).unwrap();
            let slot = state.load_slot(&db, id, &U256::ZERO).unwrap();
            state.set_slot(slot, U256::ZERO);
            state.begin_transaction();
        }
        assert!(state.epoch < 10 * EPOCH_STEP);
    }

    /// A loop that stores in one slot, or transiently, fills no journal.
    #[test]
    fn repeated_changes_are_recorded_once_per_frame() {
        let db = InMemoryDb::new();
        let mut state = State::new(Fork::Osaka);
        state.begin_transaction();
        let id = state.load_account(&db, &Address::ZERO).unwrap();
        let slot = state.load_slot(&db, id, &U256::ZERO).unwrap();
        for frame in 1..=2 {
            let checkpoint = state.checkpoint();
            for value in 1..100 {
                state.set_slot(slot, U256::from(value * frame));
                state.set_transient(id, &U256::ZERO, U256::from(value * frame));
            }
            assert_eq!(state.journal.records.len(), checkpoint.records + 2);
        }
        assert_eq!(size_of::<Record>(), 8);
    }

    /// Creations that fail leave no codes behind.
    #[test]
    fn reverted_codes_are_dropped() {
        let db = InMemoryDb::new();
        let mut state = State::new(Fork::Osaka);
        state.begin_transaction();
        let id = state.load_account(&db, &Address::ZERO).unwrap();
        for _ in 0..10 {
            let checkpoint = state.checkpoint();
            state.set_code(id, Bytecode::new(&[1]));
            state.set_code(id, Bytecode::new(&[2]));
            state.revert(checkpoint);
        }
        assert_eq!(state.codes.len(), 1);
    }
}
