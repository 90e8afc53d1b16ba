//! Changes to accounts.

use super::State;
use crate::{
    AccountId,
    account::CODE_EMPTY,
    journal::{OldCode, Record},
};
use eevm_bytecode::Bytecode;
use eevm_primitives::{Fork, KECCAK_EMPTY, U256};

/// Every change counts as a modification in the sense of execution-specs `modify_state`: before
/// Spurious Dragon it makes the account exist; from Spurious Dragon to London an account that it
/// leaves empty is touched, and so deleted at the end; from Paris on such an account is deleted at
/// once.
impl State {
    /// Adds wei to a balance; adding zero is a modification as well.
    ///
    /// The sum of all balances is far below 2^256 on every chain; in a made-up world where it is
    /// not, the balance stays at 2^256 − 1.
    pub fn add_balance(&mut self, id: AccountId, amount: U256) {
        let balance = self.accounts[id.index()].balance.saturating_add(amount);
        self.set_balance(id, balance);
    }

    /// Takes wei from a balance; `false`, and no change, if there are not enough.
    pub fn sub_balance(&mut self, id: AccountId, amount: U256) -> bool {
        match self.accounts[id.index()].balance.checked_sub(amount) {
            Some(balance) => {
                self.set_balance(id, balance);
                true
            }
            None => false,
        }
    }

    /// Moves wei (execution-specs `move_ether`); `false`, and no change, if `from` has not enough,
    /// also if it is `to`. A value of zero modifies both accounts, so that it touches them; a
    /// message without value does not come here (execution-specs `process_message`).
    pub fn transfer(&mut self, from: AccountId, to: AccountId, value: U256) -> bool {
        if !self.sub_balance(from, value) {
            return false;
        }
        self.add_balance(to, value);
        true
    }

    /// Sets a balance. Wei.
    #[inline]
    pub fn set_balance(&mut self, id: AccountId, balance: U256) {
        self.write_balance(id, balance);
        self.settle(id);
    }

    /// Adds one to the nonce and returns what it was, or `None`, and no change, at 2^64 − 1
    /// (EIP-2681).
    pub fn increment_nonce(&mut self, id: AccountId) -> Option<u64> {
        let old = self.accounts[id.index()].nonce;
        self.set_nonce(id, old.checked_add(1)?);
        Some(old)
    }

    /// Sets the nonce.
    pub fn set_nonce(&mut self, id: AccountId, nonce: u64) {
        self.write_nonce(id, nonce);
        self.settle(id);
    }

    /// Sets the code: a deployed contract's, or a delegation designator (EIP-7702); the empty code
    /// removes it.
    pub fn set_code(&mut self, id: AccountId, code: Bytecode) {
        let code_hash = code.hash();
        if code_hash != self.accounts[id.index()].code_hash {
            let index = if code_hash == KECCAK_EMPTY { CODE_EMPTY } else { self.add_code(code) };
            self.record_code(id);
            let account = &mut self.accounts[id.index()];
            account.code_hash = code_hash;
            account.code = index;
            account.program = None;
        }
        self.settle(id);
    }

    /// Touches an account, as the target of a message does (execution-specs `touch_account`, and
    /// `touched_accounts` from Spurious Dragon on): it comes to exist, and from Spurious Dragon on
    /// it is deleted at the end if it is then empty. From Paris on there is nothing to do, since
    /// empty accounts neither exist (EIP-7523) nor come to exist.
    #[inline]
    pub fn touch(&mut self, id: AccountId) {
        if self.fork >= Fork::Paris {
            return;
        }
        self.set_existence(id, true);
        if self.fork >= Fork::SpuriousDragon {
            self.mark_touched(id);
        }
    }

    /// Marks an account as created in this transaction and wipes its storage (execution-specs
    /// `destroy_storage`, `mark_account_created`), so that every slot and its original value are
    /// zero. Balance, nonce and code stay; the nonce's start is up to the caller, by fork.
    pub fn create_account(&mut self, id: AccountId) {
        self.wipe_storage(id);
        if !self.accounts[id.index()].created {
            self.accounts[id.index()].created = true;
            self.created.push(id);
            self.journal.push(Record::Created(id.0));
        }
        self.set_existence(id, true);
        if self.fork >= Fork::SpuriousDragon {
            self.mark_touched(id);
        }
    }

    /// Marks an account for deletion at the end of the transaction (execution-specs
    /// `accounts_to_delete`), and says whether it was not marked yet. Whether it may be, by
    /// EIP-6780, is up to the caller.
    pub fn mark_account_to_delete(&mut self, id: AccountId) -> bool {
        let account = &mut self.accounts[id.index()];
        if account.to_delete {
            return false;
        }
        account.to_delete = true;
        self.accounts_to_delete.push(id);
        self.journal.push(Record::MarkedToDelete(id.0));
        true
    }

    /// Whether there is code, or the nonce is not zero (EIP-684).
    #[must_use]
    #[inline]
    pub fn has_code_or_nonce(&self, id: AccountId) -> bool {
        self.account(id).has_code_or_nonce()
    }

    /// Whether any slot is non-zero, written here or not (EIP-7610); see
    /// [`Account::has_storage`](crate::Account::has_storage).
    #[must_use]
    #[inline]
    pub fn has_storage(&self, id: AccountId) -> bool {
        self.account(id).has_storage()
    }

    /// Removes an account and its storage (execution-specs `destroy_account`).
    pub(super) fn destroy_account(&mut self, id: AccountId) {
        self.wipe_storage(id);
        self.write_balance(id, U256::ZERO);
        self.write_nonce(id, 0);
        if self.accounts[id.index()].code_hash != KECCAK_EMPTY {
            self.record_code(id);
            let account = &mut self.accounts[id.index()];
            account.code_hash = KECCAK_EMPTY;
            account.code = CODE_EMPTY;
            account.program = None;
        }
        self.set_existence(id, false);
    }

    /// What follows every modification (EIP-161); see the top of this block.
    #[inline]
    fn settle(&mut self, id: AccountId) {
        let account = &self.accounts[id.index()];
        if account.exists && !account.is_empty() {
            return;
        }
        self.settle_slowly(id);
    }

    #[cold]
    fn settle_slowly(&mut self, id: AccountId) {
        let empty = self.accounts[id.index()].is_empty();
        if empty && self.fork >= Fork::Paris {
            if self.accounts[id.index()].exists {
                self.destroy_account(id);
            }
            return;
        }
        self.set_existence(id, true);
        if empty && self.fork >= Fork::SpuriousDragon {
            self.mark_touched(id);
        }
    }

    pub(super) fn mark_touched(&mut self, id: AccountId) {
        let account = &mut self.accounts[id.index()];
        if !account.touched {
            account.touched = true;
            self.touched.push(id);
            self.journal.push(Record::Touched(id.0));
        }
    }

    pub(super) fn undo_code(&mut self, index: u32) {
        let Some(old) = self.journal.codes.pop() else { return };
        let account = &mut self.accounts[index as usize];
        let new = account.code;
        account.code_hash = old.code_hash;
        account.code = old.code;
        account.program = old.program;
        // Where possible, drop the code, so that failing creations do not pile up.
        if new != CODE_EMPTY && new as usize + 1 == self.codes.len() {
            self.codes.pop();
        }
    }

    #[inline]
    fn write_balance(&mut self, id: AccountId, balance: U256) {
        let account = &mut self.accounts[id.index()];
        if account.balance != balance {
            self.journal.push_word(Record::Balance(id.0), account.balance);
            account.balance = balance;
        }
    }

    #[inline]
    fn write_nonce(&mut self, id: AccountId, nonce: u64) {
        let account = &mut self.accounts[id.index()];
        if account.nonce != nonce {
            self.journal.push(Record::Nonce(id.0));
            self.journal.nonces.push(account.nonce);
            account.nonce = nonce;
        }
    }

    fn record_code(&mut self, id: AccountId) {
        let account = &self.accounts[id.index()];
        let old =
            OldCode { code_hash: account.code_hash, code: account.code, program: account.program };
        self.journal.push(Record::Code(id.0));
        self.journal.codes.push(old);
    }

    fn set_existence(&mut self, id: AccountId, exists: bool) {
        let account = &mut self.accounts[id.index()];
        if account.exists != exists {
            account.exists = exists;
            self.journal.push(Record::Existence(id.0));
        }
    }

    /// Makes every slot of the account stale, and zero when it is next accessed.
    fn wipe_storage(&mut self, id: AccountId) {
        let account = &mut self.accounts[id.index()];
        self.journal.push(Record::StorageWiped(id.0));
        self.journal.storages.push(account.storage);
        account.storage.generation = self.next_generation;
        account.storage.nonzero = 0;
        account.storage.cleared = true;
        self.next_generation += 1;
    }
}
