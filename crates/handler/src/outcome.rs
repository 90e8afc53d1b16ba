//! What came of a transaction or message.

use alloc::vec::Vec;
use eevm_interpreter::ExceptionalHalt;
use eevm_primitives::{Address, Bytes, Log};

/// How a transaction or message ended.
///
/// `gas_used` is after refunds for a transaction; for a message it is the gas the frame consumed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It succeeded.
    Success {
        /// Gas used.
        gas_used: u64,
        /// Gas refunded, which `gas_used` no longer contains; 0 for a message.
        gas_refunded: u64,
        /// Logs, in order.
        logs: Vec<Log>,
        /// Output of the call, or the code deployed.
        output: Bytes,
        /// The account created, if one was to be.
        created: Option<Address>,
    },
    /// REVERT: changes are undone.
    Revert {
        /// Gas used.
        gas_used: u64,
        /// The reason given.
        output: Bytes,
    },
    /// An exceptional halt: changes are undone and all gas is used.
    Halt {
        /// Gas used.
        gas_used: u64,
        /// Why.
        reason: ExceptionalHalt,
    },
}

impl Outcome {
    /// Gas used.
    #[must_use]
    pub const fn gas_used(&self) -> u64 {
        match self {
            Self::Success { gas_used, .. }
            | Self::Revert { gas_used, .. }
            | Self::Halt { gas_used, .. } => *gas_used,
        }
    }

    /// Whether it succeeded.
    #[must_use]
    pub const fn is_success(&self) -> bool {
        matches!(self, Self::Success { .. })
    }

    /// The output: empty after an exceptional halt.
    #[must_use]
    pub fn output(&self) -> &[u8] {
        match self {
            Self::Success { output, .. } | Self::Revert { output, .. } => output,
            Self::Halt { .. } => &[],
        }
    }

    /// The logs: none unless it succeeded.
    #[must_use]
    pub fn logs(&self) -> &[Log] {
        match self {
            Self::Success { logs, .. } => logs,
            _ => &[],
        }
    }
}
