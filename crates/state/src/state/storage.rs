//! Finding, loading, warming and changing storage slots.

use super::{ACCESSED, EPOCH_MASK, RECENT_SLOTS, State, WARM};
use crate::{
    AccountId, Database, Slot, SlotId,
    journal::{OldSlot, Record},
    slot::{UNLOADED, same},
};
use eevm_primitives::{Address, U256};

impl State {
    /// Loads a slot without making it warm.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load_slot<D: Database + ?Sized>(
        &mut self,
        db: &D,
        account: AccountId,
        key: &U256,
    ) -> Result<SlotId, D::Error> {
        let id = match self.find_slot(account, key) {
            Some(id) => id,
            None => self.add_slot(account, key),
        };
        self.bring_in_slot(db, id)?;
        Ok(id)
    }

    /// Accesses a slot as EIP-2929 says: makes it warm until the present frame is reverted, loads
    /// it, and says whether it was cold.
    ///
    /// If it is cold and that is not allowed, for want of gas, the answer is `None`, and nothing
    /// was loaded or recorded.
    ///
    /// # Errors
    /// When the database fails. The slot is then as cold as before.
    #[inline]
    pub fn access_slot<D: Database + ?Sized>(
        &mut self,
        db: &D,
        account: AccountId,
        key: &U256,
        cold_allowed: bool,
    ) -> Result<Option<(SlotId, bool)>, D::Error> {
        let found = self.find_slot(account, key);
        if let Some(id) = found
            && let slot = &self.slots[id.index()]
            && slot.stamp == self.epoch | WARM | ACCESSED
            && slot.generation == self.accounts[account.index()].storage.generation
        {
            return Ok(Some((id, false)));
        }
        self.access_slot_slowly(db, account, key, found, cold_allowed)
    }

    #[inline(never)]
    fn access_slot_slowly<D: Database + ?Sized>(
        &mut self,
        db: &D,
        account: AccountId,
        key: &U256,
        found: Option<SlotId>,
        cold_allowed: bool,
    ) -> Result<Option<(SlotId, bool)>, D::Error> {
        let warm = found.is_some_and(|id| self.is_warm(self.slots[id.index()].stamp));
        if !warm && !cold_allowed {
            return Ok(None);
        }
        let id = found.unwrap_or_else(|| self.add_slot(account, key));
        self.bring_in_slot(db, id)?;
        if !warm {
            self.slots[id.index()].stamp |= WARM;
            self.journal.push(Record::SlotWarmed(id.0));
        }
        Ok(Some((id, !warm)))
    }

    /// Makes a slot warm for the whole transaction, whatever is reverted: the access list's
    /// (EIP-2930). Nothing is loaded, and the account does not become warm by it.
    ///
    /// To be called before the first checkpoint.
    pub fn warm_slot(&mut self, address: &Address, key: &U256) {
        let account = self.find_or_add_account(address);
        let id = match self.find_slot(account, key) {
            Some(id) => id,
            None => self.add_slot(account, key),
        };
        self.begin_slot(id);
        self.slots[id.index()].stamp |= WARM;
    }

    /// Whether a slot is warm (execution-specs `accessed_storage_keys`).
    #[must_use]
    pub fn is_slot_warm(&self, account: AccountId, key: &U256) -> bool {
        self.look_up_slot(account, key).is_some_and(|id| self.is_warm(self.slots[id.index()].stamp))
    }

    /// The slot as it is now.
    #[must_use]
    #[inline]
    pub fn slot(&self, id: SlotId) -> &Slot {
        &self.slots[id.index()]
    }

    /// Sets a slot's value. The handle must be as new as [`Slot`] asks for.
    #[inline]
    pub fn set_slot(&mut self, id: SlotId, value: U256) {
        if self.slots[id.index()].stamp & EPOCH_MASK != self.epoch {
            self.begin_slot(id);
        }
        let slot = &mut self.slots[id.index()];
        let old = slot.present;
        if same(&old, &value) {
            return;
        }
        let record = Record::SlotValue(id.0);
        if !self.journal.covers(slot.recorded_at, record) {
            slot.recorded_at = super::next_position(self.journal.records.len());
            self.journal.push_word(record, old);
        }
        slot.present = value;
        let account = slot.account;
        if old.is_zero() != value.is_zero() {
            self.count_nonzero(account, &old, &value);
        }
    }

    pub(super) fn undo_slot_value(&mut self, index: u32) {
        let Some(old) = self.journal.words.pop() else { return };
        let slot = &mut self.slots[index as usize];
        let new = core::mem::replace(&mut slot.present, old);
        let account = slot.account;
        self.count_nonzero(account, &new, &old);
    }

    pub(super) fn undo_slot_wiped(&mut self, index: u32) {
        let Some(old) = self.journal.slots.pop() else { return };
        let slot = &mut self.slots[index as usize];
        slot.present = old.present;
        slot.original = old.original;
        slot.generation = old.generation;
    }

    /// Keeps count of the account's non-zero slots when one changes.
    #[inline]
    fn count_nonzero(&mut self, account: u32, old: &U256, new: &U256) {
        let change = i32::from(old.is_zero()) - i32::from(new.is_zero());
        self.accounts[account as usize].storage.nonzero += change;
    }

    /// Finds a slot, loaded or not; one found lately at the cost of a comparison.
    #[inline]
    fn find_slot(&mut self, account: AccountId, key: &U256) -> Option<SlotId> {
        let place = place_of_slot(account, key);
        let recent = self.recent_slots[place];
        if let Some(slot) = self.slots.get(recent as usize)
            && slot.is(account.0, key)
        {
            return Some(SlotId(recent));
        }
        let id = self.look_up_slot(account, key)?;
        self.recent_slots[place] = id.0;
        Some(id)
    }

    #[inline(never)]
    pub(super) fn look_up_slot(&self, account: AccountId, key: &U256) -> Option<SlotId> {
        let hash = self.seeds.of_slot(account.0, key);
        self.slot_table
            .find(hash, |index| self.slots[index as usize].is(account.0, key))
            .map(SlotId)
    }

    #[inline(never)]
    fn add_slot(&mut self, account: AccountId, key: &U256) -> SlotId {
        let Self { slot_table, slots, seeds, .. } = self;
        let index = super::next_index(slots.len());
        slot_table.insert(seeds.of_slot(account.0, key), index, |index| {
            let slot = &slots[index as usize];
            seeds.of_slot(slot.account, &slot.key)
        });
        slots.push(Slot::unloaded(account.0, *key));
        self.recent_slots[place_of_slot(account, key)] = index;
        SlotId(index)
    }

    /// Prepares a slot for this transaction: what it holds at its start is the original value.
    #[inline]
    fn begin_slot(&mut self, id: SlotId) {
        let epoch = self.epoch;
        let slot = &mut self.slots[id.index()];
        if slot.stamp & EPOCH_MASK != epoch {
            slot.stamp = epoch;
            slot.original = slot.present;
        }
    }

    /// Brings a slot up to date and lists it as accessed.
    fn bring_in_slot<D: Database + ?Sized>(&mut self, db: &D, id: SlotId) -> Result<(), D::Error> {
        self.begin_slot(id);
        let slot = &mut self.slots[id.index()];
        let account_id = AccountId(slot.account);
        let account = &self.accounts[account_id.index()];
        let status = account.storage;
        if slot.generation != status.generation {
            let value = if status.cleared {
                if slot.generation != UNLOADED {
                    let Slot { present, original, generation, .. } = *slot;
                    self.journal.slots.push(OldSlot { present, original, generation });
                    self.journal.push(Record::SlotWiped(id.0));
                }
                U256::ZERO
            } else {
                // Either it was never loaded, or only in a creation that was reverted since.
                db.storage(&account.address, &slot.key)?
            };
            slot.present = value;
            slot.original = value;
            slot.generation = status.generation;
        }
        if slot.stamp & ACCESSED == 0 {
            slot.stamp |= ACCESSED;
            self.accessed_slots.push(id);
            self.note_account_access(account_id);
        }
        Ok(())
    }
}

/// Where among the recent slots this one is noted.
#[inline]
const fn place_of_slot(account: AccountId, key: &U256) -> usize {
    let low = key.as_limbs()[0].to_le_bytes()[0] ^ account.0.to_le_bytes()[0];
    low as usize % RECENT_SLOTS
}
