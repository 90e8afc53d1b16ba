//! The types of transactions.

use eevm_primitives::Fork;

/// The type of a transaction (EIP-2718), by its names in execution-specs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
#[non_exhaustive]
pub enum TransactionType {
    /// From before EIP-2718, with or without a chain id (EIP-155).
    #[default]
    Legacy = 0,
    /// With an access list (EIP-2930).
    AccessList = 1,
    /// With a base fee and a priority fee (EIP-1559).
    FeeMarket = 2,
    /// With blobs (EIP-4844).
    Blob = 3,
    /// With authorizations that set the code of accounts (EIP-7702).
    SetCode = 4,
}

impl TransactionType {
    /// The type that the first byte of a typed transaction names; not the legacy one.
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            1 => Some(Self::AccessList),
            2 => Some(Self::FeeMarket),
            3 => Some(Self::Blob),
            4 => Some(Self::SetCode),
            _ => None,
        }
    }

    /// The type's number.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Legacy => 0,
            Self::AccessList => 1,
            Self::FeeMarket => 2,
            Self::Blob => 3,
            Self::SetCode => 4,
        }
    }

    /// The fork that brought it.
    #[must_use]
    pub const fn first_fork(self) -> Fork {
        match self {
            Self::Legacy => Fork::Frontier,
            Self::AccessList => Fork::Berlin,
            Self::FeeMarket => Fork::London,
            Self::Blob => Fork::Cancun,
            Self::SetCode => Fork::Prague,
        }
    }

    /// Whether it says what it pays by a maximal and a priority fee (EIP-1559).
    #[must_use]
    pub const fn has_fee_market(self) -> bool {
        matches!(self, Self::FeeMarket | Self::Blob | Self::SetCode)
    }
}
