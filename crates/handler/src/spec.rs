//! A chain at a fork: rules and precompiles, as a value.

use eevm_interpreter::Rules;
use eevm_precompiles::Precompiles;
use eevm_primitives::{Fork, gas::BlobSchedule};

/// What an [`crate::Evm`] follows: built from a fork, and edited where a chain differs.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Spec {
    /// Instructions, prices, limits.
    pub rules: Rules,
    /// Precompiled contracts.
    pub precompiles: Precompiles,
    /// How many blobs a block may carry, and what they cost.
    pub blobs: BlobSchedule,
}

impl Spec {
    /// Mainnet's rules at `fork`.
    #[must_use]
    pub fn for_fork(fork: Fork) -> Self {
        Self {
            rules: Rules::for_fork(fork),
            precompiles: Precompiles::for_fork(fork),
            blobs: BlobSchedule::for_fork(fork),
        }
    }
}

impl From<Fork> for Spec {
    fn from(fork: Fork) -> Self {
        Self::for_fork(fork)
    }
}
