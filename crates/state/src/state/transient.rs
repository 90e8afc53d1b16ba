//! Transient storage (EIP-1153).

use super::State;
use crate::{
    AccountId,
    journal::Record,
    table::{Seeds, Table},
};
use alloc::vec::Vec;
use eevm_primitives::U256;

/// The transient storage of one transaction: the slots that were ever set in it.
#[derive(Debug, Clone)]
pub(super) struct TransientStorage {
    table: Table,
    slots: Vec<TransientSlot>,
}

#[derive(Debug, Clone)]
struct TransientSlot {
    key: U256,
    value: U256,
    account: u32,
    /// Where in the journal the last value was recorded.
    recorded_at: u32,
}

impl TransientStorage {
    pub(super) fn new() -> Self {
        Self { table: Table::new(), slots: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.slots.clear();
    }

    pub(super) fn undo(&mut self, index: u32, old: U256) {
        self.slots[index as usize].value = old;
    }

    fn find(&self, seeds: &Seeds, account: AccountId, key: &U256) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        self.table.find(seeds.of_slot(account.0, key), |index| {
            let slot = &self.slots[index as usize];
            slot.key == *key && slot.account == account.0
        })
    }

    fn add(&mut self, seeds: &Seeds, account: AccountId, key: &U256) -> u32 {
        let Self { table, slots } = self;
        let index = super::next_index(slots.len());
        table.insert(seeds.of_slot(account.0, key), index, |index| {
            let slot = &slots[index as usize];
            seeds.of_slot(slot.account, &slot.key)
        });
        slots.push(TransientSlot {
            key: *key,
            value: U256::ZERO,
            account: account.0,
            recorded_at: u32::MAX,
        });
        index
    }
}

impl State {
    /// The value of a transient slot, zero if it was not set in this transaction.
    #[must_use]
    pub fn transient(&self, account: AccountId, key: &U256) -> U256 {
        self.transient
            .find(&self.seeds, account, key)
            .map_or(U256::ZERO, |index| self.transient.slots[index as usize].value)
    }

    /// Sets a transient slot.
    pub fn set_transient(&mut self, account: AccountId, key: &U256, value: U256) {
        let index = match self.transient.find(&self.seeds, account, key) {
            Some(index) => index,
            None if value.is_zero() => return,
            None => self.transient.add(&self.seeds, account, key),
        };
        let slot = &mut self.transient.slots[index as usize];
        if slot.value == value {
            return;
        }
        let record = Record::Transient(index);
        if !self.journal.covers(slot.recorded_at, record) {
            slot.recorded_at = super::next_position(self.journal.records.len());
            self.journal.push_word(record, slot.value);
        }
        slot.value = value;
    }
}
