//! Finding, loading and warming accounts and their codes.

use super::{ACCESSED, EPOCH_MASK, RECENT_ACCOUNTS, State, WARM};
use crate::{
    Account, AccountId, AccountInfo, Database,
    account::{CODE_EMPTY, CODE_UNKNOWN},
};
use eevm_bytecode::{Bytecode, ProgramId};
use eevm_primitives::{Address, KECCAK_EMPTY};

impl State {
    /// Loads an account without making it warm.
    ///
    /// # Errors
    /// When the database fails.
    #[inline]
    pub fn load_account<D: Database + ?Sized>(
        &mut self,
        db: &D,
        address: &Address,
    ) -> Result<AccountId, D::Error> {
        let found = self.find_account(address);
        if let Some(id) = found
            && self.accounts[id.index()].stamp & !WARM == self.epoch | ACCESSED
        {
            return Ok(id);
        }
        let id = found.unwrap_or_else(|| self.add_account(address));
        self.bring_in_account(db, id)?;
        Ok(id)
    }

    /// Accesses an account as EIP-2929 says: makes it warm until the present frame is reverted,
    /// loads it, and says whether it was cold.
    ///
    /// If it is cold and that is not allowed, for want of gas, the answer is `None`, and nothing
    /// was loaded or recorded.
    ///
    /// # Errors
    /// When the database fails. The account is then as cold as before.
    #[inline]
    pub fn access_account<D: Database + ?Sized>(
        &mut self,
        db: &D,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Option<(AccountId, bool)>, D::Error> {
        let found = self.find_account(address);
        if let Some(id) = found
            && self.accounts[id.index()].stamp == self.epoch | WARM | ACCESSED
        {
            return Ok(Some((id, false)));
        }
        self.access_account_slowly(db, address, found, cold_allowed)
    }

    #[inline(never)]
    fn access_account_slowly<D: Database + ?Sized>(
        &mut self,
        db: &D,
        address: &Address,
        found: Option<AccountId>,
        cold_allowed: bool,
    ) -> Result<Option<(AccountId, bool)>, D::Error> {
        let warm = found.is_some_and(|id| self.is_warm(self.accounts[id.index()].stamp));
        if !warm && !cold_allowed {
            return Ok(None);
        }
        let id = found.unwrap_or_else(|| self.add_account(address));
        self.bring_in_account(db, id)?;
        if !warm {
            self.accounts[id.index()].stamp |= WARM;
            self.journal.push(crate::journal::Record::AccountWarmed(id.0));
        }
        Ok(Some((id, !warm)))
    }

    /// Makes an account warm for the whole transaction, whatever is reverted: the sender, the
    /// target, the coinbase, precompiles, the access list, authorities. Nothing is loaded.
    ///
    /// To be called before the first checkpoint.
    pub fn warm_account(&mut self, address: &Address) {
        let id = self.find_or_add_account(address);
        let epoch = self.epoch;
        let account = &mut self.accounts[id.index()];
        if account.stamp & EPOCH_MASK != epoch {
            account.stamp = epoch;
        }
        account.stamp |= WARM;
    }

    /// Whether an account is warm (execution-specs `accessed_addresses`).
    #[must_use]
    pub fn is_account_warm(&self, address: &Address) -> bool {
        self.look_up_account(address)
            .is_some_and(|id| self.is_warm(self.accounts[id.index()].stamp))
    }

    /// The account as it is now.
    #[must_use]
    #[inline]
    pub fn account(&self, id: AccountId) -> &Account {
        &self.accounts[id.index()]
    }

    /// The account's code, fetched now if it was not yet.
    ///
    /// # Errors
    /// When the database fails.
    #[inline]
    pub fn code<D: Database + ?Sized>(
        &mut self,
        db: &D,
        id: AccountId,
    ) -> Result<&Bytecode, D::Error> {
        if self.accounts[id.index()].code == CODE_UNKNOWN {
            self.fetch_code(db, id)?;
        }
        Ok(&self.codes[self.accounts[id.index()].code as usize])
    }

    #[cold]
    fn fetch_code<D: Database + ?Sized>(&mut self, db: &D, id: AccountId) -> Result<(), D::Error> {
        let code = db.code(&self.accounts[id.index()].code_hash)?;
        self.accounts[id.index()].code = self.add_code(code);
        Ok(())
    }

    /// The program remembered for the account's code by [`set_program`](Self::set_program) with
    /// the same `generation`, unless the code has changed.
    #[must_use]
    #[inline]
    pub fn program(&self, id: AccountId, generation: u32) -> Option<ProgramId> {
        match self.accounts[id.index()].program {
            Some((program, set_in)) if set_in == generation => Some(program),
            _ => None,
        }
    }

    /// Remembers the decoded program of the account's code, until the code changes. `generation`
    /// is that of the cache which `program` belongs to.
    #[inline]
    pub fn set_program(&mut self, id: AccountId, program: ProgramId, generation: u32) {
        self.accounts[id.index()].program = Some((program, generation));
    }

    #[inline]
    pub(super) const fn is_warm(&self, stamp: u32) -> bool {
        stamp & (EPOCH_MASK | WARM) == self.epoch | WARM
    }

    /// Finds an account, loaded or not; one found lately at the cost of a comparison.
    #[inline]
    fn find_account(&mut self, address: &Address) -> Option<AccountId> {
        let place = place_of_account(address);
        let recent = self.recent_accounts[place];
        if let Some(account) = self.accounts.get(recent as usize)
            && account.address == *address
        {
            return Some(AccountId(recent));
        }
        let id = self.look_up_account(address)?;
        self.recent_accounts[place] = id.0;
        Some(id)
    }

    #[inline(never)]
    pub(super) fn look_up_account(&self, address: &Address) -> Option<AccountId> {
        let hash = self.seeds.of_address(address);
        self.account_table
            .find(hash, |index| self.accounts[index as usize].address == *address)
            .map(AccountId)
    }

    #[inline(never)]
    fn add_account(&mut self, address: &Address) -> AccountId {
        let Self { account_table, accounts, seeds, .. } = self;
        let index = super::next_index(accounts.len());
        account_table.insert(seeds.of_address(address), index, |index| {
            seeds.of_address(&accounts[index as usize].address)
        });
        accounts.push(Account::unloaded(*address));
        self.recent_accounts[place_of_account(address)] = index;
        AccountId(index)
    }

    pub(super) fn find_or_add_account(&mut self, address: &Address) -> AccountId {
        match self.find_account(address) {
            Some(id) => id,
            None => self.add_account(address),
        }
    }

    /// Loads an account unless it is there, and lists it as accessed.
    #[inline(never)]
    fn bring_in_account<D: Database + ?Sized>(
        &mut self,
        db: &D,
        id: AccountId,
    ) -> Result<(), D::Error> {
        if !self.accounts[id.index()].loaded {
            let info = db.account(&self.accounts[id.index()].address)?;
            self.take_in(id, info);
        }
        self.note_account_access(id);
        Ok(())
    }

    fn take_in(&mut self, id: AccountId, info: Option<AccountInfo>) {
        let account = &mut self.accounts[id.index()];
        account.loaded = true;
        account.exists = info.is_some();
        let Some(info) = info else {
            account.storage.cleared = true;
            return;
        };
        account.nonce = info.nonce;
        account.balance = info.balance;
        account.code_hash = info.code_hash;
        account.database_has_storage = info.has_storage;
        if info.code_hash == KECCAK_EMPTY {
            account.code = CODE_EMPTY;
        } else if let Some(code) = info.code {
            self.accounts[id.index()].code = self.add_code(code);
        } else {
            account.code = CODE_UNKNOWN;
        }
    }

    pub(super) fn add_code(&mut self, code: Bytecode) -> u32 {
        let index = super::next_index(self.codes.len());
        self.codes.push(code);
        index
    }

    /// Lists an account as accessed in this transaction, once.
    #[inline]
    pub(super) fn note_account_access(&mut self, id: AccountId) {
        let epoch = self.epoch;
        let account = &mut self.accounts[id.index()];
        if account.stamp & EPOCH_MASK != epoch {
            account.stamp = epoch;
        }
        if account.stamp & ACCESSED == 0 {
            account.stamp |= ACCESSED;
            account.accessed_at = super::next_index(self.accessed_accounts.len());
            self.accessed_accounts.push(id);
        }
    }
}

/// Where among the recent accounts this one is noted.
#[inline]
const fn place_of_account(address: &Address) -> usize {
    address.0[19] as usize % RECENT_ACCOUNTS
}
