//! The boundary to state: everything an instruction asks of the world outside its frame.

use eevm_bytecode::Bytecode;
use eevm_primitives::{Address, B256, Log, U256};

/// Why the host could not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// The account or slot is cold and the caller cannot pay for a cold access; nothing was
    /// loaded.
    #[error("cold access is not affordable")]
    ColdAccess,
    /// The database failed. The host keeps the reason.
    #[error("database failure")]
    Database,
}

/// A value, and whether its account or slot was cold until now (EIP-2929).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access<T> {
    /// The value.
    pub value: T,
    /// Whether this was the transaction's first access.
    pub is_cold: bool,
}

/// What a call instruction needs to know of the account it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallTarget {
    /// Whether a transfer would bring the account into being: it does not exist (before Spurious
    /// Dragon), or does not exist or is empty (EIP-161).
    pub is_dead: bool,
    /// Where its code delegates to (EIP-7702), from Prague on.
    pub delegate: Option<Address>,
}

/// What SSTORE needs to know of a slot (EIP-2200).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StorageSlot {
    /// The value when the transaction began.
    pub original: U256,
    /// The value now.
    pub current: U256,
}

/// What SELFDESTRUCT needs to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SelfDestruct {
    /// Whether the beneficiary would be brought into being, as in [`CallTarget::is_dead`].
    pub beneficiary_is_dead: bool,
    /// Whether the destroyed account has a balance.
    pub has_balance: bool,
}

/// What is known of an account, see [`Host::peek_account`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeekedAccount {
    /// Whether it was accessed before (EIP-2929); without meaning before Berlin.
    pub is_warm: bool,
    /// What a call would be told.
    pub target: CallTarget,
    /// Whether it has a balance.
    pub has_balance: bool,
}

/// What is known of a slot, see [`Host::peek_slot`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeekedSlot {
    /// Whether it was accessed before (EIP-2929); without meaning before Berlin.
    pub is_warm: bool,
    /// Its values.
    pub slot: StorageSlot,
}

/// State as instructions see it.
///
/// Methods with `cold_allowed` mark what they access as warm; when it is cold and `cold_allowed`
/// is false they load nothing and answer [`HostError::ColdAccess`], and the frame runs out of gas.
/// Before Berlin the answer's `is_cold` is without meaning and costs nothing.
///
/// # Errors
/// Every fallible method answers [`HostError::Database`] when the database failed.
#[expect(clippy::missing_errors_doc, reason = "stated once, for the whole trait")]
pub trait Host {
    /// Balance in wei.
    fn balance(&mut self, address: &Address, cold_allowed: bool)
    -> Result<Access<U256>, HostError>;

    /// Balance and nonce of the executing account; no access is recorded.
    fn self_account(&mut self, address: &Address) -> Result<(U256, u64), HostError>;

    /// Length of the code in bytes; of the designator where the account delegates (EIP-7702).
    fn code_size(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<usize>, HostError>;

    /// Hash of the code; zero for an account that does not exist or is empty (EIP-1052).
    fn code_hash(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<B256>, HostError>;

    /// The code itself.
    fn code(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<Bytecode>, HostError>;

    /// The account that a call names.
    fn call_target(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<CallTarget>, HostError>;

    /// Accesses the account that a delegation points to (EIP-7702).
    fn access_account(
        &mut self,
        address: &Address,
        cold_allowed: bool,
    ) -> Result<Access<()>, HostError>;

    /// Reads a slot.
    fn storage(
        &mut self,
        address: &Address,
        key: &U256,
        cold_allowed: bool,
    ) -> Result<Access<U256>, HostError>;

    /// Reads what the price of a write depends on.
    fn storage_slot(
        &mut self,
        address: &Address,
        key: &U256,
        cold_allowed: bool,
    ) -> Result<Access<StorageSlot>, HostError>;

    /// Writes a slot that [`Host::storage_slot`] has just read.
    fn set_storage(&mut self, address: &Address, key: &U256, value: U256) -> Result<(), HostError>;

    /// Reads transient storage (EIP-1153).
    fn transient_storage(&mut self, address: &Address, key: &U256) -> Result<U256, HostError>;

    /// Writes transient storage (EIP-1153).
    fn set_transient_storage(
        &mut self,
        address: &Address,
        key: &U256,
        value: U256,
    ) -> Result<(), HostError>;

    /// Hash of one of the 256 blocks before the current one.
    fn block_hash(&mut self, number: u64) -> Result<B256, HostError>;

    /// Appends a log.
    fn log(&mut self, log: Log);

    /// Changes the refund counter.
    fn add_refund(&mut self, amount: i64);

    /// The refund counter.
    fn refund_counter(&self) -> i64;

    /// Accesses the beneficiary of a SELFDESTRUCT.
    fn self_destruct_info(
        &mut self,
        address: &Address,
        beneficiary: &Address,
        cold_allowed: bool,
    ) -> Result<Access<SelfDestruct>, HostError>;

    /// Moves the balance and registers the account for deletion by the fork's rules. Answers
    /// whether it had not been registered before.
    fn self_destruct(
        &mut self,
        address: &Address,
        beneficiary: &Address,
    ) -> Result<bool, HostError>;

    /// Looks at an account without loading, warming or recording anything: for inspectors, which
    /// may not change a run. `None` where that cannot be said.
    fn peek_account(&self, address: &Address) -> Option<PeekedAccount> {
        let _ = address;
        None
    }

    /// Looks at a slot in the same way.
    fn peek_slot(&self, address: &Address, key: &U256) -> Option<PeekedSlot> {
        let _ = (address, key);
        None
    }
}
