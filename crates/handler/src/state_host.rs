//! The interpreter's host over a [`State`] and a [`Database`].

use eevm_bytecode::Bytecode;
use eevm_interpreter::{
    Access, CallTarget, Host, HostError, PeekedAccount, PeekedSlot, SelfDestruct, StorageSlot,
};
use eevm_precompiles::Precompiles;
use eevm_primitives::{Address, B256, Fork, Log, U256};
use eevm_state::{Account, AccountId, AccountInfo, Database, State};

/// Answers what instructions ask, and keeps the database's error when it fails.
#[derive(Debug)]
pub(crate) struct StateHost<'a, D: Database> {
    pub(crate) state: &'a mut State,
    pub(crate) db: &'a D,
    pub(crate) error: &'a mut Option<D::Error>,
    pub(crate) precompiles: &'a Precompiles,
    pub(crate) fork: Fork,
}

impl<D: Database> StateHost<'_, D> {
    /// Notes an error of the database.
    fn note<T>(error: &mut Option<D::Error>, result: Result<T, D::Error>) -> Result<T, HostError> {
        result.map_err(|cause| {
            *error = Some(cause);
            HostError::Database
        })
    }

    /// Accesses an account; precompiles are warm from the start (EIP-2929).
    #[inline]
    fn access(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<(AccountId, bool), HostError> {
        if self.precompiles.contains(address) {
            self.state.warm_account(address);
        }
        Self::note(self.error, self.state.access_account(self.db, address, cold_allowed))?
            .ok_or(HostError::ColdAccess)
    }

    #[inline]
    fn load(&mut self, address: &Address) -> Result<AccountId, HostError> {
        Self::note(self.error, self.state.load_account(self.db, address))
    }

    /// Whether a transfer would bring the account into being.
    fn is_dead(account: &Account, fork: Fork) -> bool {
        if fork >= Fork::SpuriousDragon { !account.is_alive() } else { !account.exists() }
    }
}

impl<D: Database> Host for StateHost<'_, D> {
    fn balance(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<U256>, HostError> {
        let (id, is_cold) = self.access(address, cold_allowed)?;
        Ok(Access { value: self.state.account(id).balance, is_cold })
    }

    fn self_account(&mut self, address: &Address) -> Result<(U256, u64), HostError> {
        let id = self.load(address)?;
        let account = self.state.account(id);
        Ok((account.balance, account.nonce))
    }

    fn code_size(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<usize>, HostError> {
        let (id, is_cold) = self.access(address, cold_allowed)?;
        let code = Self::note(self.error, self.state.code(self.db, id))?;
        Ok(Access { value: code.len(), is_cold })
    }

    fn code_hash(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<B256>, HostError> {
        let (id, is_cold) = self.access(address, cold_allowed)?;
        let account = self.state.account(id);
        let value = if account.is_alive() { account.code_hash } else { B256::ZERO };
        Ok(Access { value, is_cold })
    }

    fn code(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<Bytecode>, HostError> {
        let (id, is_cold) = self.access(address, cold_allowed)?;
        let code = Self::note(self.error, self.state.code(self.db, id))?;
        Ok(Access { value: code.clone(), is_cold })
    }

    fn call_target(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<CallTarget>, HostError> {
        let (id, is_cold) = self.access(address, cold_allowed)?;
        let is_dead = Self::is_dead(self.state.account(id), self.fork);
        let delegate = if self.fork >= Fork::Prague && !is_dead {
            Self::note(self.error, self.state.code(self.db, id))?.delegation()
        } else {
            None
        };
        Ok(Access { value: CallTarget { is_dead, delegate }, is_cold })
    }

    fn access_account(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<()>, HostError> {
        let (_, is_cold) = self.access(address, cold_allowed)?;
        Ok(Access { value: (), is_cold })
    }

    fn storage(
        &mut self,
        address: &Address,
        key: &U256,
        cold_allowed: bool,
    ) -> Result<Access<U256>, HostError> {
        let id = self.load(address)?;
        let access = self.state.access_slot(self.db, id, key, cold_allowed);
        let (slot, is_cold) = Self::note(self.error, access)?.ok_or(HostError::ColdAccess)?;
        Ok(Access { value: self.state.slot(slot).present, is_cold })
    }

    fn storage_slot(
        &mut self,
        address: &Address,
        key: &U256,
        cold_allowed: bool,
    ) -> Result<Access<StorageSlot>, HostError> {
        let id = self.load(address)?;
        let access = self.state.access_slot(self.db, id, key, cold_allowed);
        let (slot, is_cold) = Self::note(self.error, access)?.ok_or(HostError::ColdAccess)?;
        let slot = self.state.slot(slot);
        Ok(Access {
            value: StorageSlot { original: slot.original, current: slot.present },
            is_cold,
        })
    }

    fn set_storage(&mut self, address: &Address, key: &U256, value: U256) -> Result<(), HostError> {
        let id = self.load(address)?;
        let slot = Self::note(self.error, self.state.load_slot(self.db, id, key))?;
        self.state.set_slot(slot, value);
        Ok(())
    }

    fn transient_storage(&mut self, address: &Address, key: &U256) -> Result<U256, HostError> {
        let id = self.load(address)?;
        Ok(self.state.transient(id, key))
    }

    fn set_transient_storage(
        &mut self,
        address: &Address,
        key: &U256,
        value: U256,
    ) -> Result<(), HostError> {
        let id = self.load(address)?;
        self.state.set_transient(id, key, value);
        Ok(())
    }

    fn block_hash(&mut self, number: u64) -> Result<B256, HostError> {
        Self::note(self.error, self.db.block_hash(number))
    }

    fn log(&mut self, log: Log) {
        self.state.log(log);
    }

    fn add_refund(&mut self, amount: i64) {
        self.state.add_refund(amount);
    }

    fn refund_counter(&self) -> i64 {
        self.state.refund_counter()
    }

    fn self_destruct_info(
        &mut self,
        address: &Address,
        beneficiary: &Address,
        cold_allowed: bool,
    ) -> Result<Access<SelfDestruct>, HostError> {
        let (heir, is_cold) = self.access(beneficiary, cold_allowed)?;
        let id = self.load(address)?;
        let value = SelfDestruct {
            beneficiary_is_dead: Self::is_dead(self.state.account(heir), self.fork),
            has_balance: !self.state.account(id).balance.is_zero(),
        };
        Ok(Access { value, is_cold })
    }

    fn self_destruct(
        &mut self,
        address: &Address,
        beneficiary: &Address,
    ) -> Result<bool, HostError> {
        let id = self.load(address)?;
        let heir = self.load(beneficiary)?;
        let balance = self.state.account(id).balance;
        self.state.transfer(id, heir, balance);
        self.state.touch(heir);
        // EIP-6780: from Cancun on only an account of the same transaction goes, and burns what
        // it sends to itself.
        let goes = self.fork < Fork::Cancun || self.state.account(id).created_in_transaction();
        if !goes {
            return Ok(false);
        }
        self.state.set_balance(id, U256::ZERO);
        Ok(self.state.mark_account_to_delete(id))
    }

    fn peek_account(&self, address: &Address) -> Option<PeekedAccount> {
        let info = self.state.peek_account(self.db, address).ok()?;
        let is_dead = if self.fork >= Fork::SpuriousDragon {
            info.as_ref().is_none_or(AccountInfo::is_empty)
        } else {
            info.is_none()
        };
        let delegate = match &info {
            Some(info) if self.fork >= Fork::Prague => {
                self.state.peek_code(self.db, info).ok()?.delegation()
            }
            _ => None,
        };
        Some(PeekedAccount {
            is_warm: self.precompiles.contains(address) || self.state.is_account_warm(address),
            target: CallTarget { is_dead, delegate },
            has_balance: info.is_some_and(|info| !info.balance.is_zero()),
        })
    }

    fn peek_slot(&self, address: &Address, key: &U256) -> Option<PeekedSlot> {
        let (original, current) = self.state.peek_slot(self.db, address, key).ok()?;
        let is_warm = self.state.is_slot_of_address_warm(address, key);
        Some(PeekedSlot { is_warm, slot: StorageSlot { original, current } })
    }
}
