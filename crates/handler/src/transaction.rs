//! Transactions as values, their sender known.

use eevm_primitives::{Address, Bytes, U256};

/// A transaction to execute. Fields of later types are added as they are supported.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Transaction {
    /// Who pays and acts.
    pub sender: Address,
    /// The sender's nonce.
    pub nonce: u64,
    /// Price of gas in wei.
    pub gas_price: U256,
    /// The most gas it may use.
    pub gas_limit: u64,
    /// Whom it calls; `None` creates a contract.
    pub to: Option<Address>,
    /// Wei transferred.
    pub value: U256,
    /// Call data, or init code.
    pub data: Bytes,
    /// The chain it was signed for (EIP-155), if it names one.
    pub chain_id: Option<u64>,
}

/// Checks on the sender and the block that a simulation may turn off, together or one by one.
///
/// None of them changes what an included transaction does, except `fees`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checks {
    /// The nonce is the sender's, and not the largest (EIP-2681).
    pub nonce: bool,
    /// The sender can pay the upfront cost. Without it, and with `fees`, what the sender lacks is
    /// not charged.
    pub balance: bool,
    /// The gas price reaches the base fee (EIP-1559).
    pub base_fee: bool,
    /// The gas limit is within the block's and within EIP-7825's.
    pub gas_limit: bool,
    /// The sender has no code (EIP-3607).
    pub eip3607: bool,
    /// Gas is bought, returned and paid to the coinbase.
    pub fees: bool,
}

impl Checks {
    /// All on: what consensus needs.
    pub const ALL: Self = Self {
        nonce: true,
        balance: true,
        base_fee: true,
        gas_limit: true,
        eip3607: true,
        fees: true,
    };

    /// All off: what a simulated call needs.
    pub const NONE: Self = Self {
        nonce: false,
        balance: false,
        base_fee: false,
        gas_limit: false,
        eip3607: false,
        fees: false,
    };
}

impl Default for Checks {
    fn default() -> Self {
        Self::ALL
    }
}
