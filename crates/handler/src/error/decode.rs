//! Why bytes are not a signed transaction.

use core::fmt;
use eevm_ecdsa::EcdsaError;
use eevm_primitives::U256;

/// Why bytes are not a signed transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The bytes are no RLP list.
    #[error("not the RLP of a transaction: {0}")]
    Rlp(alloy_rlp::Error),
    /// Bytes follow the transaction.
    #[error("{0} bytes after the transaction")]
    TrailingBytes(usize),
    /// No transaction type (EIP-2718) has this number.
    #[error("transaction type {0} is not supported")]
    UnsupportedType(u8),
    /// A field is not what it should be.
    #[error("{field}: {problem}")]
    Field {
        /// Which.
        field: Field,
        /// What is wrong with it.
        problem: FieldProblem,
    },
    /// Fields follow the last one, in the transaction or in a list that it holds.
    #[error("more fields than the transaction has")]
    TooManyFields,
    /// `v` is neither 27, 28, nor of EIP-155's form, or a parity neither 0 nor 1.
    #[error("signature value v is {0}")]
    InvalidV(U256),
    /// `r` or `s` is out of range; `s` above half of the order counts as that (EIP-2).
    #[error("invalid signature")]
    InvalidSignature,
    /// The signature belongs to no key.
    #[error("the signature belongs to no key")]
    RecoveryFailed,
}

/// A field of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Field {
    /// Chain id.
    ChainId,
    /// Nonce.
    Nonce,
    /// Gas price.
    GasPrice,
    /// Maximal priority fee (EIP-1559).
    MaxPriorityFeePerGas,
    /// Maximal fee (EIP-1559).
    MaxFeePerGas,
    /// Gas limit.
    GasLimit,
    /// Recipient.
    To,
    /// Value.
    Value,
    /// Call data or init code.
    Data,
    /// Access list (EIP-2930).
    AccessList,
    /// An address of the access list.
    AccessListAddress,
    /// A storage key of the access list.
    AccessListSlot,
    /// Maximal fee of blob gas (EIP-4844).
    MaxFeePerBlobGas,
    /// Versioned hashes of blobs (EIP-4844).
    BlobVersionedHashes,
    /// Authorizations and what they consist of (EIP-7702).
    AuthorizationList,
    /// The signature's `v` or parity.
    V,
    /// The signature's `r`.
    R,
    /// The signature's `s`.
    S,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ChainId => "chain id",
            Self::Nonce => "nonce",
            Self::GasPrice => "gas price",
            Self::MaxPriorityFeePerGas => "max priority fee per gas",
            Self::MaxFeePerGas => "max fee per gas",
            Self::GasLimit => "gas limit",
            Self::To => "recipient",
            Self::Value => "value",
            Self::Data => "data",
            Self::AccessList => "access list",
            Self::AccessListAddress => "address in the access list",
            Self::AccessListSlot => "storage key in the access list",
            Self::MaxFeePerBlobGas => "max fee per blob gas",
            Self::BlobVersionedHashes => "blob versioned hashes",
            Self::AuthorizationList => "authorization list",
            Self::V => "v",
            Self::R => "r",
            Self::S => "s",
        })
    }
}

/// What is wrong with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FieldProblem {
    /// The list ends before it.
    #[error("missing")]
    Missing,
    /// A list stands where a byte string should.
    #[error("a list")]
    List,
    /// A byte string stands where a list should.
    #[error("not a list")]
    NoList,
    /// A number begins with a zero byte.
    #[error("leading zeros")]
    LeadingZeros,
    /// A number does not fit.
    #[error("too large")]
    Overflow,
    /// A field of fixed length has this many bytes.
    #[error("{0} bytes")]
    Length(usize),
    /// It is not RLP.
    #[error("{0}")]
    Rlp(alloy_rlp::Error),
}

impl From<EcdsaError> for DecodeError {
    fn from(error: EcdsaError) -> Self {
        match error {
            EcdsaError::InvalidR | EcdsaError::InvalidS => Self::InvalidSignature,
            _ => Self::RecoveryFailed,
        }
    }
}

impl DecodeError {
    /// The exception's name in the Execution Spec Tests.
    #[must_use]
    pub fn test_name(&self) -> &'static str {
        match self {
            Self::Rlp(alloy_rlp::Error::UnexpectedString) => "RLP_INVALID_HEADER",
            Self::Rlp(_) | Self::TrailingBytes(_) => "RLP_ERROR_SIZE",
            Self::UnsupportedType(_) => "TYPE_NOT_SUPPORTED",
            Self::Field { field, problem } => field_name(*field, *problem),
            Self::TooManyFields => "RLP_TOO_MANY_ELEMENTS",
            Self::InvalidV(_) | Self::InvalidSignature => "INVALID_SIGNATURE_VRS",
            Self::RecoveryFailed => "EC_RECOVERY_FAIL",
        }
    }
}

fn field_name(field: Field, problem: FieldProblem) -> &'static str {
    match (problem, field) {
        (FieldProblem::Missing, _) => "RLP_TOO_FEW_ELEMENTS",
        (FieldProblem::Length(len), Field::To) => {
            if len < 20 {
                "ADDRESS_TOO_SHORT"
            } else {
                "ADDRESS_TOO_LONG"
            }
        }
        (FieldProblem::Length(len), Field::AccessListAddress) => {
            if len < 20 {
                "RLP_INVALID_ACCESS_LIST_ADDRESS_TOO_SHORT"
            } else {
                "RLP_INVALID_ACCESS_LIST_ADDRESS_TOO_LONG"
            }
        }
        (FieldProblem::Length(len), Field::AccessListSlot) => {
            if len < 32 {
                "RLP_INVALID_ACCESS_LIST_STORAGE_TOO_SHORT"
            } else {
                "RLP_INVALID_ACCESS_LIST_STORAGE_TOO_LONG"
            }
        }
        (FieldProblem::LeadingZeros, Field::Nonce) => "RLP_LEADING_ZEROS_NONCE",
        (FieldProblem::LeadingZeros, Field::GasPrice) => "RLP_LEADING_ZEROS_GASPRICE",
        (FieldProblem::LeadingZeros, Field::MaxFeePerGas) => "RLP_LEADING_ZEROS_BASEFEE",
        (FieldProblem::LeadingZeros, Field::MaxPriorityFeePerGas) => {
            "RLP_LEADING_ZEROS_PRIORITY_FEE"
        }
        (FieldProblem::LeadingZeros, Field::GasLimit) => "RLP_LEADING_ZEROS_GASLIMIT",
        (FieldProblem::LeadingZeros, Field::Value) => "RLP_LEADING_ZEROS_VALUE",
        (FieldProblem::LeadingZeros, Field::V) => "RLP_LEADING_ZEROS_V",
        (FieldProblem::LeadingZeros, Field::R) => "RLP_LEADING_ZEROS_R",
        (FieldProblem::LeadingZeros, Field::S) => "RLP_LEADING_ZEROS_S",
        (FieldProblem::Overflow, Field::Nonce) => "NONCE_OVERFLOW",
        (FieldProblem::Overflow, Field::GasPrice | Field::MaxFeePerGas) => "GASPRICE_OVERFLOW",
        (FieldProblem::Overflow, Field::MaxPriorityFeePerGas) => "PRIORITY_OVERFLOW",
        (FieldProblem::Overflow, Field::GasLimit) => "GASLIMIT_OVERFLOW",
        (FieldProblem::Overflow, Field::Value) => "VALUE_OVERFLOW",
        (FieldProblem::Overflow, Field::V | Field::R | Field::S) => "INVALID_SIGNATURE_VRS",
        (_, Field::ChainId) => "INVALID_CHAINID",
        (_, Field::Nonce) => "RLP_INVALID_NONCE",
        (_, Field::GasPrice | Field::MaxFeePerGas | Field::MaxPriorityFeePerGas) => {
            "RLP_INVALID_GASPRICE"
        }
        (_, Field::GasLimit) => "RLP_INVALID_GASLIMIT",
        (_, Field::To) => "RLP_INVALID_TO",
        (_, Field::Value) => "RLP_INVALID_VALUE",
        (_, Field::Data) => "RLP_INVALID_DATA",
        (_, Field::V) => "RLP_INVALID_SIGNATURE_V",
        (_, Field::R) => "RLP_INVALID_SIGNATURE_R",
        (_, Field::S) => "RLP_INVALID_SIGNATURE_S",
        (_, Field::AuthorizationList) => "TYPE_4_INVALID_AUTHORIZATION_FORMAT",
        (
            _,
            Field::AccessList
            | Field::AccessListAddress
            | Field::AccessListSlot
            | Field::MaxFeePerBlobGas
            | Field::BlobVersionedHashes,
        ) => "RLP_ERROR_SIZE",
    }
}
