//! What a sender did wrong, and what a database could not do.

use eevm_primitives::U256;

/// Why a transaction may not be included in a block. It changed nothing.
///
/// [`InvalidTransaction::test_name`] gives the name that the Execution Spec Tests use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidTransaction {
    /// The gas limit does not cover what the transaction costs before it runs. Gas.
    #[error("gas limit {gas_limit} is below the intrinsic gas {required}")]
    IntrinsicGasTooLow {
        /// The transaction's.
        gas_limit: u64,
        /// What it costs.
        required: u64,
    },
    /// EIP-7623: the gas limit is below the floor for its data. Gas.
    #[error("gas limit {gas_limit} is below the calldata floor {required}")]
    FloorGasTooLow {
        /// The transaction's.
        gas_limit: u64,
        /// The floor.
        required: u64,
    },
    /// EIP-7825: the gas limit exceeds the most a transaction may have. Gas.
    #[error("gas limit {gas_limit} exceeds the limit of a transaction, {limit}")]
    GasLimitExceedsMaximum {
        /// The transaction's.
        gas_limit: u64,
        /// The most allowed.
        limit: u64,
    },
    /// The block has less gas left than the transaction may use. Gas.
    #[error("gas limit {gas_limit} exceeds the gas of the block, {available}")]
    GasAllowanceExceeded {
        /// The transaction's.
        gas_limit: u64,
        /// What the block has.
        available: u64,
    },
    /// The nonce is below the sender's.
    #[error("nonce {nonce} is below the sender's, {expected}")]
    NonceTooLow {
        /// The transaction's.
        nonce: u64,
        /// The sender's.
        expected: u64,
    },
    /// The nonce is above the sender's.
    #[error("nonce {nonce} is above the sender's, {expected}")]
    NonceTooHigh {
        /// The transaction's.
        nonce: u64,
        /// The sender's.
        expected: u64,
    },
    /// EIP-2681: the nonce is 2^64 − 1.
    #[error("nonce is the largest there is")]
    NonceIsMaximum,
    /// The sender cannot pay the most the transaction may cost. Wei.
    #[error("balance {balance} is below the upfront cost")]
    InsufficientFunds {
        /// The sender's.
        balance: U256,
        /// `gas_limit × gas_price + value`, or `None` where that exceeds 256 bits.
        required: Option<U256>,
    },
    /// EIP-1559: the gas price is below the base fee. Wei.
    #[error("gas price {gas_price} is below the base fee {base_fee}")]
    GasPriceBelowBaseFee {
        /// The transaction's.
        gas_price: U256,
        /// The block's.
        base_fee: U256,
    },
    /// EIP-3607: the sender has code.
    #[error("sender is a contract")]
    SenderNotEoa,
    /// EIP-3860: init code is larger than the limit. Bytes.
    #[error("init code of {len} bytes exceeds the limit {limit}")]
    InitCodeSizeExceeded {
        /// The transaction's.
        len: usize,
        /// The most allowed.
        limit: usize,
    },
    /// EIP-155: signed for another chain.
    #[error("chain id {chain_id} is not this chain's, {expected}")]
    InvalidChainId {
        /// The transaction's.
        chain_id: u64,
        /// The chain's.
        expected: u64,
    },
}

impl InvalidTransaction {
    /// The exception's name in the Execution Spec Tests.
    #[must_use]
    pub const fn test_name(&self) -> &'static str {
        match self {
            Self::IntrinsicGasTooLow { .. } => "INTRINSIC_GAS_TOO_LOW",
            Self::FloorGasTooLow { .. } => "INTRINSIC_GAS_BELOW_FLOOR_GAS_COST",
            Self::GasLimitExceedsMaximum { .. } => "GAS_LIMIT_EXCEEDS_MAXIMUM",
            Self::GasAllowanceExceeded { .. } => "GAS_ALLOWANCE_EXCEEDED",
            Self::NonceTooLow { .. } => "NONCE_MISMATCH_TOO_LOW",
            Self::NonceTooHigh { .. } => "NONCE_MISMATCH_TOO_HIGH",
            Self::NonceIsMaximum => "NONCE_IS_MAX",
            Self::InsufficientFunds { .. } => "INSUFFICIENT_ACCOUNT_FUNDS",
            Self::GasPriceBelowBaseFee { .. } => "INSUFFICIENT_MAX_FEE_PER_GAS",
            Self::SenderNotEoa => "SENDER_NOT_EOA",
            Self::InitCodeSizeExceeded { .. } => "INITCODE_SIZE_EXCEEDED",
            Self::InvalidChainId { .. } => "INVALID_CHAINID",
        }
    }
}

/// Why a transaction or message did not run. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvmError<E> {
    /// The transaction is invalid.
    #[error(transparent)]
    Invalid(#[from] InvalidTransaction),
    /// The database failed.
    #[error("database: {0}")]
    Database(E),
}

/// Why bytes are not a signed transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The bytes are not the RLP that the type needs.
    #[error("not the RLP of a transaction: {0}")]
    Rlp(alloy_rlp::Error),
    /// Bytes follow the transaction.
    #[error("{0} bytes after the transaction")]
    TrailingBytes(usize),
    /// A transaction type (EIP-2718) that this version does not read.
    #[error("transaction type {0} is not supported")]
    UnsupportedType(u8),
    /// `to` is neither empty nor 20 bytes.
    #[error("recipient of {0} bytes")]
    InvalidRecipient(usize),
    /// `v` is neither 27, 28, nor of EIP-155's form.
    #[error("signature value v is {0}")]
    InvalidV(U256),
    /// The signature belongs to no key, or its `s` is not in the lower half (EIP-2).
    #[error("invalid signature")]
    InvalidSignature,
}
