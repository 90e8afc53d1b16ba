//! Looking at accounts and slots without loading, warming or recording them.

use super::{EPOCH_MASK, State};
use crate::{Account, AccountId, AccountInfo, Database, account::CODE_UNKNOWN, slot::UNLOADED};
use eevm_bytecode::Bytecode;
use eevm_primitives::{Address, U256};

impl State {
    /// What is known of an account now, from `db` where it was not loaded; `None` if it does not
    /// exist. Nothing is loaded by this.
    ///
    /// # Errors
    /// When the database fails.
    pub fn peek_account<D: Database + ?Sized>(
        &self,
        db: &D,
        address: &Address,
    ) -> Result<Option<AccountInfo>, D::Error> {
        match self.loaded_account(address) {
            Some((id, account)) if account.exists => Ok(Some(AccountInfo {
                nonce: account.nonce,
                balance: account.balance,
                code_hash: account.code_hash,
                code: self.known_code(id).cloned(),
                has_storage: account.has_storage(),
            })),
            Some(_) => Ok(None),
            None => db.account(address),
        }
    }

    /// The code of an account that [`peek_account`](Self::peek_account) answered.
    ///
    /// # Errors
    /// When the database fails.
    pub fn peek_code<D: Database + ?Sized>(
        &self,
        db: &D,
        info: &AccountInfo,
    ) -> Result<Bytecode, D::Error> {
        match &info.code {
            Some(code) => Ok(code.clone()),
            None if info.code_hash == eevm_primitives::KECCAK_EMPTY => Ok(Bytecode::default()),
            None => db.code(&info.code_hash),
        }
    }

    /// A slot's value at the start of the transaction and now, in the same way.
    ///
    /// # Errors
    /// When the database fails.
    pub fn peek_slot<D: Database + ?Sized>(
        &self,
        db: &D,
        address: &Address,
        key: &U256,
    ) -> Result<(U256, U256), D::Error> {
        let Some((id, account)) = self.loaded_account(address) else {
            let value = db.storage(address, key)?;
            return Ok((value, value));
        };
        let status = account.storage;
        if let Some(slot) = self.look_up_slot(id, key).map(|slot| self.slot(slot))
            && slot.generation != UNLOADED
            && slot.generation == status.generation
        {
            // A slot of an earlier transaction begins this one as that one left it.
            let is_of_this = slot.stamp & EPOCH_MASK == self.epoch;
            let original = if is_of_this { slot.original } else { slot.present };
            return Ok((original, slot.present));
        }
        let value = if status.cleared { U256::ZERO } else { db.storage(address, key)? };
        Ok((value, value))
    }

    /// Whether a slot is warm, by the account's address.
    #[must_use]
    pub fn is_slot_of_address_warm(&self, address: &Address, key: &U256) -> bool {
        self.look_up_account(address).is_some_and(|account| self.is_slot_warm(account, key))
    }

    fn loaded_account(&self, address: &Address) -> Option<(AccountId, &Account)> {
        let id = self.look_up_account(address)?;
        let account = self.account(id);
        account.loaded.then_some((id, account))
    }

    fn known_code(&self, id: AccountId) -> Option<&Bytecode> {
        match self.account(id).code {
            CODE_UNKNOWN => None,
            code => self.codes.get(code as usize),
        }
    }
}
