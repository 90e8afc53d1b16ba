//! An account as a database knows it.

use eevm_bytecode::Bytecode;
use eevm_primitives::{B256, KECCAK_EMPTY, U256};

/// An account as a [`Database`](crate::Database) knows it: the Yellow Paper's account state
/// (section 4.1) with one bit for the storage root.
///
/// The default is the empty account of EIP-161.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountInfo {
    /// Transactions sent, or contracts created, from this account.
    pub nonce: u64,
    /// Wei.
    pub balance: U256,
    /// The Keccak-256 hash of the code; [`KECCAK_EMPTY`] when there is none.
    pub code_hash: B256,
    /// The code, if the database has it at hand; otherwise
    /// [`Database::code`](crate::Database::code) is asked for it when it is first needed.
    pub code: Option<Bytecode>,
    /// Whether any storage slot is non-zero, that is, whether the storage root is not the empty
    /// trie's. Creation onto such an account fails (EIP-7610).
    ///
    /// It decides something only for an account with neither code nor nonce; a database that
    /// cannot know it should say `false` there, and may say either elsewhere.
    pub has_storage: bool,
}

impl AccountInfo {
    /// Whether nonce and balance are zero and there is no code (EIP-161; storage does not count).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nonce == 0 && self.balance.is_zero() && self.code_hash == KECCAK_EMPTY
    }
}

impl Default for AccountInfo {
    fn default() -> Self {
        Self {
            nonce: 0,
            balance: U256::ZERO,
            code_hash: KECCAK_EMPTY,
            code: None,
            has_storage: false,
        }
    }
}
