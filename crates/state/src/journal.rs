//! Undo records.

use crate::account::StorageStatus;
use alloc::vec::Vec;
use eevm_bytecode::ProgramId;
use eevm_primitives::{B256, U256};

/// A point to which a [`State`](crate::State) can be taken back with
/// [`State::revert`](crate::State::revert), until the transaction ends or an earlier checkpoint
/// is reverted to. To keep what was done since, do nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checkpoint {
    pub(crate) records: usize,
    pub(crate) logs: usize,
    pub(crate) refund_counter: i64,
}

/// One change and whose it was: 8 bytes. What the old value was lies on a stack of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Record {
    /// An account became warm.
    AccountWarmed(u32),
    /// A slot became warm.
    SlotWarmed(u32),
    /// A slot's value changed; the old one is on `words`.
    SlotValue(u32),
    /// A transient slot's value changed; the old one is on `words`.
    Transient(u32),
    /// A balance changed; the old one is on `words`.
    Balance(u32),
    /// A nonce changed; the old one is on `nonces`.
    Nonce(u32),
    /// A code changed; the old one is on `codes`.
    Code(u32),
    /// An account came to exist, or ceased to.
    Existence(u32),
    /// An account was touched; it is the last in the list of those.
    Touched(u32),
    /// An account was created; it is the last in the list of those.
    Created(u32),
    /// An account was marked for deletion; it is the last in the list of those.
    MarkedToDelete(u32),
    /// An account's storage was wiped; its old status is on `storages`.
    StorageWiped(u32),
    /// A slot's values, out of date because of a wipe, were set to zero; the old ones are on
    /// `slots`.
    SlotWiped(u32),
}

/// The code of an account before it changed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OldCode {
    pub(crate) code_hash: B256,
    pub(crate) code: u32,
    pub(crate) program: Option<(ProgramId, u32)>,
}

/// A slot before it was found to be out of date.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OldSlot {
    pub(crate) present: U256,
    pub(crate) original: U256,
    pub(crate) generation: u64,
}

/// The stack of records, and stacks of what they refer to.
///
/// **Invariant:** each record has its old value at the same depth of its kind's stack, so that
/// popping records in order meets the right values.
#[derive(Debug, Clone, Default)]
pub(crate) struct Journal {
    pub(crate) records: Vec<Record>,
    pub(crate) words: Vec<U256>,
    pub(crate) nonces: Vec<u64>,
    pub(crate) codes: Vec<OldCode>,
    pub(crate) storages: Vec<StorageStatus>,
    pub(crate) slots: Vec<OldSlot>,
    /// The position of the newest live checkpoint: records below it must not be merged with later
    /// ones.
    pub(crate) barrier: usize,
}

impl Journal {
    pub(crate) fn clear(&mut self) {
        self.records.clear();
        self.words.clear();
        self.nonces.clear();
        self.codes.clear();
        self.storages.clear();
        self.slots.clear();
        self.barrier = 0;
    }

    #[inline]
    pub(crate) fn push(&mut self, record: Record) {
        self.records.push(record);
    }

    #[inline]
    pub(crate) fn push_word(&mut self, record: Record, old: U256) {
        self.records.push(record);
        self.words.push(old);
    }

    /// Whether `record` stands at `position` and no checkpoint was taken after it, so that a
    /// second one for the same thing would undo nothing more.
    #[inline]
    pub(crate) fn covers(&self, position: u32, record: Record) -> bool {
        let position = position as usize;
        position >= self.barrier && self.records.get(position) == Some(&record)
    }
}
