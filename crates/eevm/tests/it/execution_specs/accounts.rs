//! The accounts before a case, as a database.

use super::model::{self, World};
use eevm::{
    AccountInfo, Address, B256, Bytecode, Database, Fork, U256, keccak256,
    primitives::{KECCAK_EMPTY, decode_hex},
};
use std::{
    collections::{BTreeMap, HashMap},
    rc::Rc,
    str::FromStr,
};

/// One account, parsed.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub(crate) balance: U256,
    pub(crate) nonce: u64,
    pub(crate) code: Bytecode,
    pub(crate) code_hash: B256,
    pub(crate) storage: BTreeMap<U256, U256>,
}

impl Account {
    fn new(model: &model::Account) -> Self {
        let mut account = Self {
            balance: if model.balance.is_empty() { U256::ZERO } else { number(&model.balance) },
            nonce: model.nonce,
            code: Bytecode::new(&[]),
            code_hash: KECCAK_EMPTY,
            storage: model.storage.iter().map(|(k, v)| (number(k), number(v))).collect(),
        };
        account.set_code(&bytes(&model.code));
        account
    }

    /// Puts code into the account.
    pub(crate) fn set_code(&mut self, code: &[u8]) {
        self.code = Bytecode::new(code);
        self.code_hash = keccak256(code);
    }
}

/// The accounts of one fork's world.
pub(crate) type Accounts = HashMap<Address, Account>;

/// All accounts that the world has on `fork`.
pub(crate) fn of_world(world: &World, fork: Fork) -> Accounts {
    let mut accounts = parse(&world.accounts);
    if fork <= super::replay::fork_of(&world.empty_account_until) {
        accounts.insert(address(&world.empty_account), Account::new(&model::Account::default()));
    }
    accounts
}

/// Parses accounts.
pub(crate) fn parse(accounts: &BTreeMap<String, model::Account>) -> Accounts {
    accounts.iter().map(|(key, account)| (address(key), Account::new(account))).collect()
}

/// The world's accounts under those of one case. Codes are asked for by hash.
#[derive(Debug, Clone, Default)]
pub(crate) struct CaseDb {
    pub(crate) world: Rc<Accounts>,
    pub(crate) case: Rc<Accounts>,
    /// The first block whose hash is known, and the hash of block 0 (block n: plus n).
    pub(crate) block_hashes: (u64, U256),
}

impl CaseDb {
    /// The account before the case.
    pub(crate) fn get(&self, address: &Address) -> Option<&Account> {
        self.case.get(address).or_else(|| self.world.get(address))
    }
}

/// What was asked for should not have been.
#[derive(Debug)]
pub(crate) struct NotThere;

impl Database for CaseDb {
    type Error = NotThere;

    fn account(&self, address: &Address) -> Result<Option<AccountInfo>, NotThere> {
        Ok(self.get(address).map(|account| AccountInfo {
            nonce: account.nonce,
            balance: account.balance,
            code_hash: account.code_hash,
            code: None,
            has_storage: !account.storage.is_empty(),
        }))
    }

    fn code(&self, code_hash: &B256) -> Result<Bytecode, NotThere> {
        let mut all = self.case.values().chain(self.world.values());
        all.find(|account| account.code_hash == *code_hash)
            .map(|account| account.code.clone())
            .ok_or(NotThere)
    }

    fn storage(&self, address: &Address, key: &U256) -> Result<U256, NotThere> {
        let account = self.get(address);
        Ok(account.and_then(|account| account.storage.get(key).copied()).unwrap_or_default())
    }

    fn block_hash(&self, number: u64) -> Result<B256, NotThere> {
        let (oldest, zero) = self.block_hashes;
        if number < oldest || number >= oldest + 256 {
            return Err(NotThere);
        }
        Ok(B256::from((zero + U256::from(number)).to_be_bytes()))
    }
}

/// An address.
pub(crate) fn address(text: &str) -> Address {
    Address::from_str(text).unwrap_or_else(|error| panic!("address {text}: {error}"))
}

/// A number, in hexadecimal with `0x`.
pub(crate) fn number(text: &str) -> U256 {
    U256::from_str(text).unwrap_or_else(|error| panic!("number {text}: {error}"))
}

/// A byte string.
pub(crate) fn bytes(text: &str) -> Vec<u8> {
    decode_hex(text).unwrap_or_else(|error| panic!("bytes {text}: {error}"))
}
