//! A host in maps, for tests of the interpreter alone.

use eevm_bytecode::Bytecode;
use eevm_interpreter::{Access, CallTarget, Host, HostError, SelfDestruct, StorageSlot};
use eevm_primitives::{Address, B256, Log, U256};
use std::collections::{HashMap, HashSet};

/// An account of the world.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Account {
    pub(crate) balance: U256,
    pub(crate) nonce: u64,
    pub(crate) code: Vec<u8>,
}

/// State in maps, that notes what it was asked.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct World {
    pub(crate) accounts: HashMap<Address, Account>,
    pub(crate) storage: HashMap<(Address, U256), U256>,
    pub(crate) transient: HashMap<(Address, U256), U256>,
    pub(crate) warm: HashSet<Address>,
    pub(crate) warm_slots: HashSet<(Address, U256)>,
    pub(crate) block_hashes: HashMap<u64, B256>,
    pub(crate) logs: Vec<Log>,
    pub(crate) refund: i64,
    pub(crate) destroyed: Vec<(Address, Address)>,
    /// Answer that the database failed from this question on.
    pub(crate) fails_at: Option<usize>,
    pub(crate) asked: usize,
}

impl World {
    fn ask(&mut self) -> Result<(), HostError> {
        self.asked += 1;
        if self.fails_at.is_some_and(|at| self.asked > at) {
            return Err(HostError::Database);
        }
        Ok(())
    }

    fn access(&mut self, address: &Address, cold_allowed: bool) -> Result<bool, HostError> {
        self.ask()?;
        if self.warm.contains(address) {
            return Ok(false);
        }
        if !cold_allowed {
            return Err(HostError::ColdAccess);
        }
        self.warm.insert(*address);
        Ok(true)
    }

    fn access_slot(
        &mut self,
        address: &Address,
        key: &U256,
        cold_allowed: bool,
    ) -> Result<bool, HostError> {
        self.ask()?;
        if self.warm_slots.contains(&(*address, *key)) {
            return Ok(false);
        }
        if !cold_allowed {
            return Err(HostError::ColdAccess);
        }
        self.warm_slots.insert((*address, *key));
        Ok(true)
    }

    fn get(&self, address: &Address) -> Account {
        self.accounts.get(address).cloned().unwrap_or_default()
    }
}

impl Host for World {
    fn balance(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<U256>, HostError> {
        let is_cold = self.access(address, cold_allowed)?;
        Ok(Access { value: self.get(address).balance, is_cold })
    }

    fn self_account(&mut self, address: &Address) -> Result<(U256, u64), HostError> {
        self.ask()?;
        let account = self.get(address);
        Ok((account.balance, account.nonce))
    }

    fn code_size(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<usize>, HostError> {
        let is_cold = self.access(address, cold_allowed)?;
        Ok(Access { value: self.get(address).code.len(), is_cold })
    }

    fn code_hash(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<B256>, HostError> {
        let is_cold = self.access(address, cold_allowed)?;
        let value = match self.accounts.get(address) {
            Some(account) => eevm_primitives::keccak256(&account.code),
            None => B256::ZERO,
        };
        Ok(Access { value, is_cold })
    }

    fn code(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<Bytecode>, HostError> {
        let is_cold = self.access(address, cold_allowed)?;
        Ok(Access { value: Bytecode::unhashed(&self.get(address).code), is_cold })
    }

    fn call_target(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<CallTarget>, HostError> {
        let is_cold = self.access(address, cold_allowed)?;
        let delegate = Bytecode::unhashed(&self.get(address).code).delegation();
        let is_dead = !self.accounts.contains_key(address);
        Ok(Access { value: CallTarget { is_dead, delegate }, is_cold })
    }

    fn access_account(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<()>, HostError> {
        let is_cold = self.access(address, cold_allowed)?;
        Ok(Access { value: (), is_cold })
    }

    fn storage(
        &mut self,
        address: &Address,
        key: &U256,
        cold_allowed: bool,
    ) -> Result<Access<U256>, HostError> {
        let is_cold = self.access_slot(address, key, cold_allowed)?;
        let value = self.storage.get(&(*address, *key)).copied().unwrap_or_default();
        Ok(Access { value, is_cold })
    }

    fn storage_slot(
        &mut self,
        address: &Address,
        key: &U256,
        cold_allowed: bool,
    ) -> Result<Access<StorageSlot>, HostError> {
        let is_cold = self.access_slot(address, key, cold_allowed)?;
        let current = self.storage.get(&(*address, *key)).copied().unwrap_or_default();
        Ok(Access { value: StorageSlot { original: U256::ZERO, current }, is_cold })
    }

    fn set_storage(&mut self, address: &Address, key: &U256, value: U256) -> Result<(), HostError> {
        self.ask()?;
        self.storage.insert((*address, *key), value);
        Ok(())
    }

    fn transient_storage(&mut self, address: &Address, key: &U256) -> Result<U256, HostError> {
        self.ask()?;
        Ok(self.transient.get(&(*address, *key)).copied().unwrap_or_default())
    }

    fn set_transient_storage(
        &mut self,
        address: &Address,
        key: &U256,
        value: U256,
    ) -> Result<(), HostError> {
        self.ask()?;
        self.transient.insert((*address, *key), value);
        Ok(())
    }

    fn block_hash(&mut self, number: u64) -> Result<B256, HostError> {
        self.ask()?;
        self.block_hashes.get(&number).copied().ok_or(HostError::Database)
    }

    fn log(&mut self, log: Log) {
        self.logs.push(log);
    }

    fn add_refund(&mut self, amount: i64) {
        self.refund += amount;
    }

    fn refund_counter(&self) -> i64 {
        self.refund
    }

    fn self_destruct_info(
        &mut self,
        address: &Address,
        beneficiary: &Address,
        cold_allowed: bool,
    ) -> Result<Access<SelfDestruct>, HostError> {
        let is_cold = self.access(beneficiary, cold_allowed)?;
        let value = SelfDestruct {
            beneficiary_is_dead: !self.accounts.contains_key(beneficiary),
            has_balance: !self.get(address).balance.is_zero(),
        };
        Ok(Access { value, is_cold })
    }

    fn self_destruct(
        &mut self,
        address: &Address,
        beneficiary: &Address,
    ) -> Result<bool, HostError> {
        self.ask()?;
        self.destroyed.push((*address, *beneficiary));
        Ok(true)
    }
}
