//! The end of a transaction: deletions, the diff, the access log, and keeping or dropping it all.

use super::{IN_DIFF, State};
use crate::{
    AccessLog, AccountAccess, AccountDiff, AccountId, AccountInfo, Checkpoint, StateDiff,
    account::StorageStatus, journal::Record,
};
use alloc::vec::Vec;
use eevm_primitives::{B256, KECCAK_EMPTY, U256};

/// What an account was at the start of the transaction, as far as the journal says.
#[derive(Debug, Default)]
struct Start {
    exists: Option<bool>,
    nonce: Option<u64>,
    balance: Option<U256>,
    code_hash: Option<B256>,
    /// From before the first wipe.
    storage: Option<StorageStatus>,
    /// Whether a slot changed before the first wipe, so that the count of non-zero slots in
    /// `storage` is not that of the start.
    stored_before_wipe: bool,
}

impl State {
    /// Applies what waits for the end of the transaction: deletes the accounts marked for it, and
    /// those touched that are empty (EIP-161, from Spurious Dragon on). To be called after the
    /// last payment, refunds and fees included.
    pub fn finish_transaction(&mut self) {
        // Deleting neither marks nor touches, so the lists stay as they are.
        for position in 0..self.accounts_to_delete.len() {
            let id = self.accounts_to_delete[position];
            self.destroy_account(id);
        }
        for position in 0..self.touched.len() {
            let id = self.touched[position];
            let account = self.account(id);
            if account.touched && account.exists && account.is_empty() {
                self.destroy_account(id);
            }
        }
    }

    /// What the transaction changed so far, against its start.
    ///
    /// Takes time in proportion to the number of changes. Call it after
    /// [`finish_transaction`](Self::finish_transaction), before
    /// [`commit_transaction`](Self::commit_transaction) or
    /// [`discard_transaction`](Self::discard_transaction).
    #[must_use]
    pub fn state_diff(&mut self) -> StateDiff {
        let (accounts, starts, slots) = self.changed();
        let mut diffs: Vec<_> =
            accounts.iter().zip(&starts).map(|(&id, start)| self.account_diff(id, start)).collect();
        for &index in &slots {
            let slot = &self.slots[index as usize];
            let account = &self.accounts[slot.account as usize];
            if slot.generation == account.storage.generation && slot.present != slot.original {
                let position = account.diff_at as usize - 1;
                diffs[position].1.storage.push((slot.key, slot.present));
            }
        }
        for &id in &accounts {
            self.accounts[id.index()].diff_at = 0;
        }
        for &index in &slots {
            self.slots[index as usize].stamp &= !IN_DIFF;
        }
        let accounts = diffs
            .into_iter()
            .filter(|(changed, diff)| *changed || diff.storage_wiped || !diff.storage.is_empty())
            .map(|(_, diff)| diff)
            .collect();
        StateDiff { accounts }
    }

    /// The accounts and slots accessed in this transaction, in the order of first access, whether
    /// warm or not before, reverted or not. Needs no [`finish`](Self::finish_transaction).
    #[must_use]
    pub fn access_log(&self) -> AccessLog {
        let mut accounts: Vec<_> = self
            .accessed_accounts
            .iter()
            .map(|id| AccountAccess { address: self.account(*id).address, slots: Vec::new() })
            .collect();
        for id in &self.accessed_slots {
            let slot = self.slot(*id);
            let position = self.accounts[slot.account as usize].accessed_at as usize;
            accounts[position].slots.push(slot.key);
        }
        AccessLog { accounts }
    }

    /// Ends the transaction and keeps its changes as the base of later ones.
    pub fn commit_transaction(&mut self) {
        for id in self.created.drain(..) {
            self.accounts[id.index()].created = false;
        }
        for id in self.touched.drain(..) {
            self.accounts[id.index()].touched = false;
        }
        for id in self.accounts_to_delete.drain(..) {
            self.accounts[id.index()].to_delete = false;
        }
        self.journal.clear();
    }

    /// Ends the transaction and undoes all of it, logs and refunds included; what was read stays
    /// as a cache.
    pub fn discard_transaction(&mut self) {
        self.undo(Checkpoint { records: 0, logs: 0, refund_counter: 0 });
        self.transient.clear();
    }

    /// The accounts and slots with records in the journal, each once, in order, accounts with what
    /// they were. Marks them.
    fn changed(&mut self) -> (Vec<AccountId>, Vec<Start>, Vec<u32>) {
        let mut found = Found { accounts: Vec::new(), starts: Vec::new(), slots: Vec::new() };
        let Self { journal, accounts, slots, .. } = self;
        let mut words = journal.words.iter();
        let mut nonces = journal.nonces.iter();
        let mut codes = journal.codes.iter();
        let mut storages = journal.storages.iter();
        for &record in &journal.records {
            match record {
                Record::Balance(index) => {
                    let start = found.start(accounts, index);
                    start.balance = start.balance.or(words.next().copied());
                }
                Record::Nonce(index) => {
                    let start = found.start(accounts, index);
                    start.nonce = start.nonce.or(nonces.next().copied());
                }
                Record::Code(index) => {
                    let start = found.start(accounts, index);
                    start.code_hash = start.code_hash.or(codes.next().map(|old| old.code_hash));
                }
                Record::StorageWiped(index) => {
                    let start = found.start(accounts, index);
                    start.storage = start.storage.or(storages.next().copied());
                }
                Record::Existence(index) => {
                    // Records of existence alternate: an odd number of them is a change.
                    let now = accounts[index as usize].exists;
                    let start = found.start(accounts, index);
                    start.exists = Some(!start.exists.unwrap_or(now));
                }
                Record::SlotValue(index) => {
                    words.next();
                    let slot = &mut slots[index as usize];
                    if slot.stamp & IN_DIFF == 0 {
                        slot.stamp |= IN_DIFF;
                        let start = found.start(accounts, slot.account);
                        start.stored_before_wipe |= start.storage.is_none();
                        found.slots.push(index);
                    }
                }
                Record::Transient(_) => {
                    words.next();
                }
                Record::AccountWarmed(_)
                | Record::SlotWarmed(_)
                | Record::SlotWiped(_)
                | Record::Touched(_)
                | Record::Created(_)
                | Record::MarkedToDelete(_) => {}
            }
        }
        (found.accounts, found.starts, found.slots)
    }

    /// Whether the account itself changed, and its diff without the slots.
    fn account_diff(&self, id: AccountId, start: &Start) -> (bool, AccountDiff) {
        let account = self.account(id);
        let existed = start.exists.unwrap_or(account.exists);
        let code_hash = start.code_hash.unwrap_or(account.code_hash);
        let had_code = code_hash != KECCAK_EMPTY;
        let code_changed = code_hash != account.code_hash;
        let storage_wiped = existed
            && start.storage.is_some_and(|old| {
                had_code
                    || old.nonzero > 0
                    || start.stored_before_wipe
                    || (account.database_has_storage && !old.cleared)
            });
        let changed = existed != account.exists
            || code_changed
            || start.nonce.is_some_and(|nonce| nonce != account.nonce)
            || start.balance.is_some_and(|balance| balance != account.balance);
        let info = account.exists.then(|| AccountInfo {
            nonce: account.nonce,
            balance: account.balance,
            code_hash: account.code_hash,
            code: code_changed.then(|| self.codes[account.code as usize].clone()),
            has_storage: account.has_storage(),
        });
        (
            changed,
            AccountDiff { address: account.address, info, storage_wiped, storage: Vec::new() },
        )
    }
}

struct Found {
    accounts: Vec<AccountId>,
    starts: Vec<Start>,
    slots: Vec<u32>,
}

impl Found {
    fn start(&mut self, accounts: &mut [crate::Account], index: u32) -> &mut Start {
        let account = &mut accounts[index as usize];
        if account.diff_at == 0 {
            self.accounts.push(AccountId(index));
            self.starts.push(Start::default());
            account.diff_at = super::next_index(self.starts.len());
        }
        &mut self.starts[account.diff_at as usize - 1]
    }
}
