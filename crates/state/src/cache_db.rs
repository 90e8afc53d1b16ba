//! A database that remembers what another one said.

use crate::{
    AccountInfo, Database, StateDiff,
    keys::{AddressKey, WordKey},
};
use core::cell::RefCell;
use eevm_bytecode::Bytecode;
use eevm_primitives::{Address, B256, U256};
use hashbrown::HashMap;

/// A [`Database`] that asks an inner one for each thing once, and on top of whose answers diffs
/// can be committed.
///
/// Errors of the inner database are passed on untouched and not remembered. Reading takes
/// `&self` and remembers behind a [`RefCell`], so a `CacheDb` can be sent to another thread but
/// not shared between threads.
#[derive(Debug, Clone, Default)]
pub struct CacheDb<D> {
    inner: D,
    cache: RefCell<Cache>,
}

#[derive(Debug, Clone, Default)]
struct Cache {
    accounts: HashMap<AddressKey, CachedAccount>,
    codes: HashMap<B256, Bytecode>,
    block_hashes: HashMap<u64, B256>,
}

/// What is known of one account.
#[derive(Debug, Clone, Default)]
struct CachedAccount {
    /// `None`: the inner database was not asked. `Some(None)`: there is no account.
    info: Option<Option<AccountInfo>>,
    /// Zeros included.
    storage: HashMap<WordKey, U256>,
    /// Whether the inner database's storage is gone, and `storage` complete.
    storage_complete: bool,
}

impl<D> CacheDb<D> {
    /// A database that reads through to `inner`.
    pub fn new(inner: D) -> Self {
        Self { inner, cache: RefCell::default() }
    }

    /// The inner database, as it was: commits stay outside of it.
    pub const fn inner(&self) -> &D {
        &self.inner
    }

    /// The inner database, without what was committed on top of it.
    pub fn into_inner(self) -> D {
        self.inner
    }

    /// Applies what a transaction changed, on top of the inner database.
    pub fn commit(&mut self, diff: &StateDiff) {
        let cache = self.cache.get_mut();
        for change in &diff.accounts {
            let account = cache.accounts.entry(AddressKey(change.address)).or_default();
            if change.storage_wiped || change.info.is_none() {
                account.storage.clear();
                account.storage_complete = true;
            }
            account
                .storage
                .extend(change.storage.iter().map(|&(key, value)| (WordKey(key), value)));
            if let Some(info) = &change.info
                && let Some(code) = &info.code
            {
                cache.codes.entry(info.code_hash).or_insert_with(|| code.clone());
            }
            account.info = Some(change.info.clone());
        }
    }
}

impl<D: Database> Database for CacheDb<D> {
    type Error = D::Error;

    // The cache is never borrowed while the inner database works, so that one which leads back
    // here cannot cause a panic.

    fn account(&self, address: &Address) -> Result<Option<AccountInfo>, D::Error> {
        if let Some(account) = self.cache.borrow().accounts.get(&AddressKey(*address))
            && let Some(info) = &account.info
        {
            return Ok(info.clone());
        }
        let info = self.inner.account(address)?;
        self.cache.borrow_mut().accounts.entry(AddressKey(*address)).or_default().info =
            Some(info.clone());
        Ok(info)
    }

    fn code(&self, code_hash: &B256) -> Result<Bytecode, D::Error> {
        if let Some(code) = self.cache.borrow().codes.get(code_hash) {
            return Ok(code.clone());
        }
        let code = self.inner.code(code_hash)?;
        self.cache.borrow_mut().codes.insert(*code_hash, code.clone());
        Ok(code)
    }

    fn storage(&self, address: &Address, key: &U256) -> Result<U256, D::Error> {
        if let Some(account) = self.cache.borrow().accounts.get(&AddressKey(*address)) {
            if let Some(value) = account.storage.get(&WordKey(*key)) {
                return Ok(*value);
            }
            if account.storage_complete {
                return Ok(U256::ZERO);
            }
        }
        let value = self.inner.storage(address, key)?;
        self.cache
            .borrow_mut()
            .accounts
            .entry(AddressKey(*address))
            .or_default()
            .storage
            .insert(WordKey(*key), value);
        Ok(value)
    }

    fn block_hash(&self, number: u64) -> Result<B256, D::Error> {
        if let Some(hash) = self.cache.borrow().block_hashes.get(&number) {
            return Ok(*hash);
        }
        let hash = self.inner.block_hash(number)?;
        self.cache.borrow_mut().block_hashes.insert(number, hash);
        Ok(hash)
    }
}
