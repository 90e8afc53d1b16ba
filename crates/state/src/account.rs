//! One account in the state's cache.

use eevm_bytecode::ProgramId;
use eevm_primitives::{Address, B256, KECCAK_EMPTY, U256};

/// A handle to an account of a [`State`](crate::State), valid until it is cleared.
///
/// A handle from before [`State::clear`](crate::State::clear), or from another state, may panic
/// or name another account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccountId(pub(crate) u32);

impl AccountId {
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The position, among the state's codes, of a code that was not fetched yet.
pub(crate) const CODE_UNKNOWN: u32 = u32::MAX;
/// The position of the empty code.
pub(crate) const CODE_EMPTY: u32 = 0;

/// The generation of a storage that was not wiped here.
pub(crate) const FIRST_GENERATION: u64 = 1;

/// An account as the transaction sees it now.
#[derive(Debug, Clone)]
pub struct Account {
    /// Transactions sent, or contracts created, from this account; 0 if it does not exist.
    pub nonce: u64,
    /// Wei; 0 if it does not exist.
    pub balance: U256,
    /// The hash of the code; [`KECCAK_EMPTY`] without code or if it does not exist.
    pub code_hash: B256,
    pub(crate) address: Address,
    /// Epoch and access flags; see [`crate::state`].
    pub(crate) stamp: u32,
    /// Position among the state's codes, or [`CODE_UNKNOWN`].
    pub(crate) code: u32,
    pub(crate) program: Option<(ProgramId, u32)>,
    pub(crate) storage: StorageStatus,
    /// Position in the list of accessed accounts, meaningful while the stamp says "accessed".
    pub(crate) accessed_at: u32,
    /// One more than the position in a diff under construction, zero otherwise.
    pub(crate) diff_at: u32,
    /// Whether the database said that a slot is non-zero.
    pub(crate) database_has_storage: bool,
    pub(crate) loaded: bool,
    pub(crate) exists: bool,
    pub(crate) created: bool,
    pub(crate) to_delete: bool,
    pub(crate) touched: bool,
}

/// What is known of an account's storage as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StorageStatus {
    /// Slots of another generation are stale: they were wiped, or not loaded yet.
    pub(crate) generation: u64,
    /// Slots that became non-zero here, less those that became zero, in this generation.
    pub(crate) nonzero: i32,
    /// Whether the storage was wiped, so that the database is not to be asked.
    pub(crate) cleared: bool,
}

impl Account {
    pub(crate) fn unloaded(address: Address) -> Self {
        Self {
            nonce: 0,
            balance: U256::ZERO,
            code_hash: KECCAK_EMPTY,
            address,
            stamp: 0,
            code: CODE_EMPTY,
            program: None,
            storage: StorageStatus { generation: FIRST_GENERATION, nonzero: 0, cleared: false },
            accessed_at: 0,
            diff_at: 0,
            database_has_storage: false,
            loaded: false,
            exists: false,
            created: false,
            to_delete: false,
            touched: false,
        }
    }

    /// The account's address.
    #[must_use]
    #[inline]
    pub const fn address(&self) -> Address {
        self.address
    }

    /// Whether the account is in the state, be it empty (execution-specs `account_exists`).
    #[must_use]
    #[inline]
    pub const fn exists(&self) -> bool {
        self.exists
    }

    /// Whether nonce and balance are zero and there is no code (EIP-161). An account that does
    /// not exist is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.nonce == 0 && self.balance.is_zero() && self.code_hash == KECCAK_EMPTY
    }

    /// Whether the account exists and is not empty (execution-specs `is_account_alive`).
    #[must_use]
    #[inline]
    pub fn is_alive(&self) -> bool {
        !self.is_empty()
    }

    /// Whether the account was created in this transaction (execution-specs `created_accounts`,
    /// EIP-6780), and its creation not reverted.
    #[must_use]
    #[inline]
    pub const fn created_in_transaction(&self) -> bool {
        self.created
    }

    /// Whether the account is to be deleted at the end of the transaction (execution-specs
    /// `accounts_to_delete`).
    #[must_use]
    #[inline]
    pub const fn is_to_be_deleted(&self) -> bool {
        self.to_delete
    }

    /// Whether there is code, or the nonce is not zero (EIP-684, execution-specs
    /// `account_has_code_or_nonce`).
    #[must_use]
    #[inline]
    pub fn has_code_or_nonce(&self) -> bool {
        self.nonce != 0 || self.code_hash != KECCAK_EMPTY
    }

    /// Whether any slot is non-zero (EIP-7610, execution-specs `account_has_storage`).
    ///
    /// Exact, but for one case that cannot come about on a chain: all of the non-zero slots that
    /// the database had were set to zero one by one; the answer is then still `true`.
    #[must_use]
    #[inline]
    pub const fn has_storage(&self) -> bool {
        self.storage.nonzero > 0 || (self.database_has_storage && !self.storage.cleared)
    }
}
