//! Why a transaction may not be included in a block.

use crate::transaction::TransactionType;
use eevm_primitives::{B256, Fork, U256};

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
        /// Gas and blob gas at their highest price, and the value; `None` where that exceeds 256
        /// bits.
        required: Option<U256>,
    },
    /// EIP-1559: the gas price, or the most the transaction pays, is below the base fee. Wei.
    #[error("gas price {gas_price} is below the base fee {base_fee}")]
    GasPriceBelowBaseFee {
        /// The transaction's.
        gas_price: U256,
        /// The block's.
        base_fee: U256,
    },
    /// EIP-1559: the priority fee exceeds the fee that includes it. Wei.
    #[error("priority fee {max_priority_fee_per_gas} exceeds the maximal fee {max_fee_per_gas}")]
    PriorityFeeGreaterThanMaxFee {
        /// The transaction's priority fee.
        max_priority_fee_per_gas: U256,
        /// The transaction's maximal fee.
        max_fee_per_gas: U256,
    },
    /// EIP-2718: the type came with a later fork.
    #[error("transaction type {} does not exist in {fork}", transaction_type.number())]
    TypeNotSupported {
        /// The transaction's.
        transaction_type: TransactionType,
        /// The fork in force.
        fork: Fork,
    },
    /// EIP-4844, EIP-7702: the type creates no contracts.
    #[error("transaction type {} creates no contract", transaction_type.number())]
    TypeCreatesNoContract {
        /// The transaction's.
        transaction_type: TransactionType,
    },
    /// EIP-4844: a blob transaction has no blobs.
    #[error("no blobs")]
    NoBlobs,
    /// EIP-4844: the block has less blob gas than the transaction uses. Blob gas.
    #[error("blob gas {blob_gas} exceeds the blob gas of the block, {available}")]
    BlobGasAllowanceExceeded {
        /// The transaction's.
        blob_gas: u64,
        /// What the block has.
        available: u64,
    },
    /// EIP-7594: more blobs than a transaction may have.
    #[error("{count} blobs exceed the limit of a transaction, {limit}")]
    BlobCountExceeded {
        /// The transaction's.
        count: usize,
        /// The most allowed.
        limit: usize,
    },
    /// EIP-4844: a versioned hash is of an unknown version.
    #[error("versioned hash {hash} is of an unknown version")]
    InvalidBlobVersionedHash {
        /// The hash.
        hash: B256,
    },
    /// EIP-4844: the most the transaction pays for blob gas is below its base fee. Wei.
    #[error("blob gas price {max_fee_per_blob_gas} is below the blob base fee {blob_base_fee}")]
    BlobGasPriceBelowBaseFee {
        /// The transaction's.
        max_fee_per_blob_gas: U256,
        /// The block's.
        blob_base_fee: U256,
    },
    /// EIP-7702: a set code transaction has no authorizations.
    #[error("no authorizations")]
    EmptyAuthorizationList,
    /// EIP-3607: the sender has code, and not a delegation (EIP-7702).
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
            Self::PriorityFeeGreaterThanMaxFee { .. } => "PRIORITY_GREATER_THAN_MAX_FEE_PER_GAS",
            Self::TypeNotSupported { transaction_type, .. } => match transaction_type {
                TransactionType::AccessList => "TYPE_1_TX_PRE_FORK",
                TransactionType::FeeMarket => "TYPE_2_TX_PRE_FORK",
                TransactionType::Blob => "TYPE_3_TX_PRE_FORK",
                TransactionType::SetCode => "TYPE_4_TX_PRE_FORK",
                TransactionType::Legacy => "TYPE_NOT_SUPPORTED",
            },
            Self::TypeCreatesNoContract { transaction_type } => match transaction_type {
                TransactionType::SetCode => "TYPE_4_TX_CONTRACT_CREATION",
                _ => "TYPE_3_TX_CONTRACT_CREATION",
            },
            Self::NoBlobs => "TYPE_3_TX_ZERO_BLOBS",
            Self::BlobGasAllowanceExceeded { .. } => "TYPE_3_TX_MAX_BLOB_GAS_ALLOWANCE_EXCEEDED",
            Self::BlobCountExceeded { .. } => "TYPE_3_TX_BLOB_COUNT_EXCEEDED",
            Self::InvalidBlobVersionedHash { .. } => "TYPE_3_TX_INVALID_BLOB_VERSIONED_HASH",
            Self::BlobGasPriceBelowBaseFee { .. } => "INSUFFICIENT_MAX_FEE_PER_BLOB_GAS",
            Self::EmptyAuthorizationList => "TYPE_4_EMPTY_AUTHORIZATION_LIST",
            Self::SenderNotEoa => "SENDER_NOT_EOA",
            Self::InitCodeSizeExceeded { .. } => "INITCODE_SIZE_EXCEEDED",
            Self::InvalidChainId { .. } => "INVALID_CHAINID",
        }
    }
}
