//! What a transaction changed, and what it read.

use crate::AccountInfo;
use alloc::vec::Vec;
use eevm_primitives::{Address, U256};

/// What a transaction changed, against its start. Nothing is listed that ended as it began.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StateDiff {
    /// The changed accounts, each once, in the order of their first lasting change.
    pub accounts: Vec<AccountDiff>,
}

/// What a transaction changed in one account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountDiff {
    /// The account's address.
    pub address: Address,
    /// The account afterwards, also when only its storage changed; `None` if it was deleted.
    ///
    /// `code` is given exactly when the code changed.
    pub info: Option<AccountInfo>,
    /// Whether everything the account's storage held before was dropped. To be applied before
    /// `storage`.
    ///
    /// It may be said of a storage that held nothing: of a destroyed contract's always.
    pub storage_wiped: bool,
    /// The changed slots and their values afterwards, each key once, in the order of their first
    /// lasting change. After a wipe: the non-zero ones.
    pub storage: Vec<(U256, U256)>,
}

/// The accounts and slots that a transaction accessed, including those in reverted frames and
/// without those that were only made warm beforehand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AccessLog {
    /// The accounts, each once, in the order of first access.
    pub accounts: Vec<AccountAccess>,
}

/// An accessed account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountAccess {
    /// The account's address.
    pub address: Address,
    /// Its accessed slots, each once, in the order of first access.
    pub slots: Vec<U256>,
}
