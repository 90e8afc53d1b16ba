//! A database held in memory.

use crate::{
    AccountInfo, Database, StateDiff,
    keys::{AddressKey, WordKey},
    trie::{TrieAccount, state_root, storage_root},
};
use eevm_bytecode::Bytecode;
use eevm_primitives::{Address, B256, U256};
use hashbrown::{HashMap, hash_map::Entry};

/// What an [`InMemoryDb`] was asked for and does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MissingData {
    /// No code with this hash was inserted, but an account names it.
    #[error("no code with hash {0}")]
    Code(B256),
    /// No hash was inserted for the block with this number.
    #[error("no hash of block {0}")]
    BlockHash(u64),
}

/// A [`Database`] in hash maps: complete in itself, so that an account or slot that was not
/// inserted does not exist; a code or block hash that was not inserted is an error.
///
/// The maps hash with secret seeds (foldhash), so that keys chosen by a stranger do not degrade
/// them where the platform has any randomness.
#[derive(Debug, Clone, Default)]
pub struct InMemoryDb {
    accounts: HashMap<AddressKey, Record>,
    codes: HashMap<B256, Bytecode>,
    block_hashes: HashMap<u64, B256>,
}

/// **Invariants:** `info.has_storage` says whether `storage` holds anything; `storage` holds no
/// zeros; `info.code`, if given, has the hash `info.code_hash`.
#[derive(Debug, Clone, Default)]
struct Record {
    info: AccountInfo,
    storage: HashMap<WordKey, U256>,
}

impl InMemoryDb {
    /// A database of nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an account, or replaces all of it but its storage.
    ///
    /// If `info.code` is given, `info.code_hash` is set to its hash; otherwise
    /// [`insert_code`](Self::insert_code) has to bring the code, unless the hash is that of no
    /// code. `info.has_storage` is ignored: it follows from the slots inserted.
    pub fn insert_account(&mut self, address: Address, mut info: AccountInfo) {
        if let Some(code) = &info.code {
            info.code_hash = code.hash();
            self.codes.insert(info.code_hash, code.clone());
        }
        let record = self.accounts.entry(AddressKey(address)).or_default();
        info.has_storage = !record.storage.is_empty();
        record.info = info;
    }

    /// Adds a code, to be found under its hash.
    pub fn insert_code(&mut self, code: Bytecode) {
        self.codes.insert(code.hash(), code);
    }

    /// Sets a slot; zero removes it. Storing anything but zero makes the account exist.
    pub fn insert_storage(&mut self, address: Address, key: U256, value: U256) {
        let record = match self.accounts.entry(AddressKey(address)) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(_) if value.is_zero() => return,
            Entry::Vacant(entry) => entry.insert(Record::default()),
        };
        record.set(key, value);
    }

    /// Sets the hash of the block with this number.
    pub fn insert_block_hash(&mut self, number: u64, hash: B256) {
        self.block_hashes.insert(number, hash);
    }

    /// Removes an account and its storage.
    pub fn remove_account(&mut self, address: &Address) {
        self.accounts.remove(&AddressKey(*address));
    }

    /// The account at `address`.
    #[must_use]
    pub fn get_account(&self, address: &Address) -> Option<&AccountInfo> {
        self.accounts.get(&AddressKey(*address)).map(|record| &record.info)
    }

    /// The value of a slot, zero if it is not set.
    #[must_use]
    pub fn get_storage(&self, address: &Address, key: &U256) -> U256 {
        self.accounts
            .get(&AddressKey(*address))
            .and_then(|record| record.storage.get(&WordKey(*key)))
            .copied()
            .unwrap_or(U256::ZERO)
    }

    /// The code with this hash.
    #[must_use]
    pub fn get_code(&self, code_hash: &B256) -> Option<&Bytecode> {
        self.codes.get(code_hash)
    }

    /// All accounts, in no particular order.
    pub fn accounts(&self) -> impl Iterator<Item = (&Address, &AccountInfo)> {
        self.accounts.iter().map(|(address, record)| (&address.0, &record.info))
    }

    /// The non-zero slots of an account, in no particular order.
    pub fn storage_of(&self, address: &Address) -> impl Iterator<Item = (&U256, &U256)> {
        self.accounts
            .get(&AddressKey(*address))
            .into_iter()
            .flat_map(|record| &record.storage)
            .map(|(key, value)| (&key.0, value))
    }

    /// The state root of all accounts, as a block's header has it.
    #[must_use]
    pub fn state_root(&self) -> B256 {
        state_root(self.accounts.iter().map(|(address, record)| {
            let slots = record.storage.iter().map(|(key, value)| (key.0, *value));
            let account = TrieAccount {
                nonce: record.info.nonce,
                balance: record.info.balance,
                storage_root: storage_root(slots),
                code_hash: record.info.code_hash,
            };
            (address.0, account)
        }))
    }

    /// Applies what a transaction changed.
    pub fn commit(&mut self, diff: &StateDiff) {
        for change in &diff.accounts {
            let Some(info) = &change.info else {
                self.accounts.remove(&AddressKey(change.address));
                continue;
            };
            if let Some(code) = &info.code {
                self.codes.entry(info.code_hash).or_insert_with(|| code.clone());
            }
            let record = self.accounts.entry(AddressKey(change.address)).or_default();
            let old = core::mem::replace(&mut record.info, info.clone());
            if old.code_hash == info.code_hash {
                record.info.code = old.code;
            }
            if change.storage_wiped {
                record.storage.clear();
            }
            for &(key, value) in &change.storage {
                record.set(key, value);
            }
            record.info.has_storage = !record.storage.is_empty();
        }
    }
}

impl Record {
    fn set(&mut self, key: U256, value: U256) {
        if value.is_zero() {
            self.storage.remove(&WordKey(key));
        } else {
            self.storage.insert(WordKey(key), value);
        }
        self.info.has_storage = !self.storage.is_empty();
    }
}

impl Database for InMemoryDb {
    type Error = MissingData;

    #[inline]
    fn account(&self, address: &Address) -> Result<Option<AccountInfo>, MissingData> {
        Ok(self.get_account(address).cloned())
    }

    fn code(&self, code_hash: &B256) -> Result<Bytecode, MissingData> {
        self.codes.get(code_hash).cloned().ok_or(MissingData::Code(*code_hash))
    }

    #[inline]
    fn storage(&self, address: &Address, key: &U256) -> Result<U256, MissingData> {
        Ok(self.get_storage(address, key))
    }

    fn block_hash(&self, number: u64) -> Result<B256, MissingData> {
        self.block_hashes.get(&number).copied().ok_or(MissingData::BlockHash(number))
    }
}
