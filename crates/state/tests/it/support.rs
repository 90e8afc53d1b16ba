//! Shorthands.

use eevm_bytecode::Bytecode;
use eevm_primitives::{Address, B256, Fork, U256};
use eevm_state::{AccountId, AccountInfo, Database, InMemoryDb, MissingData, SlotId, State};
use std::{
    cell::{Cell, RefCell},
    string::String,
};

pub(crate) fn address(number: u64) -> Address {
    Address::from_low_u64(number)
}

pub(crate) fn word(number: u64) -> U256 {
    U256::from(number)
}

pub(crate) fn funded(balance: u64) -> AccountInfo {
    AccountInfo { balance: word(balance), ..AccountInfo::default() }
}

pub(crate) fn contract(code: &[u8]) -> AccountInfo {
    AccountInfo { nonce: 1, code: Some(Bytecode::new(code)), ..AccountInfo::default() }
}

/// A state within a first transaction.
pub(crate) fn begun(fork: Fork) -> State {
    let mut state = State::new(fork);
    state.begin_transaction();
    state
}

/// Loads what a database that cannot fail is known to have.
pub(crate) fn load<D: Database>(state: &mut State, db: &D, number: u64) -> AccountId
where
    D::Error: std::fmt::Debug,
{
    state.load_account(db, &address(number)).unwrap()
}

/// Accesses a slot and says whether it was cold.
pub(crate) fn access<D: Database>(
    state: &mut State,
    db: &D,
    account: AccountId,
    key: u64,
) -> (SlotId, bool)
where
    D::Error: std::fmt::Debug,
{
    state.access_slot(db, account, &word(key), true).unwrap().unwrap()
}

/// A database that notes each question, and fails from a given one on.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    pub(crate) inner: InMemoryDb,
    pub(crate) asked: RefCell<Vec<String>>,
    /// Questions that are answered before one fails; `None`: all.
    pub(crate) answers_left: Cell<Option<u64>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WatchedError {
    OutOfAnswers,
    Missing(MissingData),
}

impl Watched {
    pub(crate) fn new(inner: InMemoryDb) -> Self {
        Self { inner, ..Self::default() }
    }

    pub(crate) fn take_asked(&self) -> Vec<String> {
        self.asked.take()
    }

    fn ask(&self, question: String) -> Result<(), WatchedError> {
        self.asked.borrow_mut().push(question);
        match self.answers_left.get() {
            None => Ok(()),
            Some(0) => {
                // The next question is answered again.
                self.answers_left.set(None);
                Err(WatchedError::OutOfAnswers)
            }
            Some(left) => {
                self.answers_left.set(Some(left - 1));
                Ok(())
            }
        }
    }
}

impl Database for Watched {
    type Error = WatchedError;

    fn account(&self, address: &Address) -> Result<Option<AccountInfo>, WatchedError> {
        self.ask(format!("account {:x}", address.0[19]))?;
        // The code is to be asked for apart.
        let info = self.inner.account(address).map_err(WatchedError::Missing)?;
        Ok(info.map(|info| AccountInfo { code: None, ..info }))
    }

    fn code(&self, code_hash: &B256) -> Result<Bytecode, WatchedError> {
        self.ask("code".into())?;
        self.inner.code(code_hash).map_err(WatchedError::Missing)
    }

    fn storage(&self, address: &Address, key: &U256) -> Result<U256, WatchedError> {
        self.ask(format!("storage {:x} {key}", address.0[19]))?;
        self.inner.storage(address, key).map_err(WatchedError::Missing)
    }

    fn block_hash(&self, number: u64) -> Result<B256, WatchedError> {
        self.ask(format!("block {number}"))?;
        self.inner.block_hash(number).map_err(WatchedError::Missing)
    }
}
