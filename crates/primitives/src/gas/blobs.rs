//! Blob gas: how many blobs a block may carry, and what they cost (EIP-4844, EIP-7892).

use crate::{Fork, U256};

/// Blob gas of one blob (EIP-4844).
pub const GAS_PER_BLOB: u64 = 1 << 17;
/// The least price of blob gas, in wei (EIP-4844).
pub const MIN_BLOB_GASPRICE: u64 = 1;
/// Blobs of one transaction, from Osaka on (EIP-7594).
pub const BLOB_COUNT_LIMIT: usize = 6;
/// The first byte of a versioned hash (EIP-4844).
pub const VERSIONED_HASH_VERSION_KZG: u8 = 1;

/// How many blobs a block aims at and may carry, and how fast their price moves (EIP-7840).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct BlobSchedule {
    /// Blobs a block aims at.
    pub target: u64,
    /// Blobs a block may carry.
    pub max: u64,
    /// The price of blob gas moves by e every so many units of excess; not zero.
    pub base_fee_update_fraction: u64,
}

impl BlobSchedule {
    /// A schedule of one's own; a fraction of zero is taken as one.
    #[must_use]
    pub const fn new(target: u64, max: u64, base_fee_update_fraction: u64) -> Self {
        Self { target, max, base_fee_update_fraction }
    }

    /// The schedule of `fork`: mainnet's as far as mainnet has one (EIP-4844, EIP-7691, EIP-7892),
    /// from BPO3 on that of public test networks. Without blobs before Cancun.
    #[must_use]
    pub const fn for_fork(fork: Fork) -> Self {
        match fork {
            Fork::Cancun => Self::new(3, 6, 3_338_477),
            Fork::Prague | Fork::Osaka => Self::new(6, 9, 5_007_716),
            Fork::Bpo1 => Self::new(10, 15, 8_346_193),
            Fork::Bpo2 => Self::new(14, 21, 11_684_671),
            Fork::Bpo3 => Self::new(21, 32, 20_609_697),
            Fork::Bpo4 | Fork::Bpo5 => Self::new(14, 21, 13_739_630),
            _ => Self::new(0, 0, 3_338_477),
        }
    }

    /// The price of blob gas in wei at this excess (execution-specs `calculate_blob_gas_price`).
    ///
    /// Exact as long as 256 bits hold every step; 2^256 − 1, which nobody can pay, beyond.
    #[must_use]
    pub fn blob_base_fee(&self, excess_blob_gas: u64) -> U256 {
        let denominator = U256::from(self.base_fee_update_fraction.max(1));
        let numerator = U256::from(excess_blob_gas);
        // execution-specs `taylor_exponential`.
        let mut sum = U256::ZERO;
        let mut term = U256::from(MIN_BLOB_GASPRICE) * denominator;
        let mut i = U256::from(1);
        while !term.is_zero() {
            let (Some(next_sum), Some(product)) =
                (sum.checked_add(term), term.checked_mul(numerator))
            else {
                return U256::MAX;
            };
            sum = next_sum;
            term = product / (denominator * i);
            i += U256::from(1);
        }
        sum / denominator
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fork: Fork, excess: u64, fee: u64) {
        assert_eq!(BlobSchedule::for_fork(fork).blob_base_fee(excess), U256::from(fee));
    }

    #[test]
    fn fault_60_prices_follow_the_schedule_of_the_fork() {
        check(Fork::Cancun, 0, 1);
        check(Fork::Cancun, 2_314_057, 1);
        check(Fork::Cancun, 2_314_058, 2);
        check(Fork::Cancun, 10 << 20, 23);
        check(Fork::Prague, 0, 1);
        check(Fork::Prague, 10 << 20, 8);
        check(Fork::Bpo1, 10 << 20, 3);
    }

    /// The price exceeds 64 bits long before the excess does.
    #[test]
    fn fault_60_prices_beyond_64_bits_neither_wrap_nor_panic() {
        let schedule = BlobSchedule::for_fork(Fork::Cancun);
        assert!(schedule.blob_base_fee(200_000_000) > U256::from(u64::MAX));
        assert_eq!(schedule.blob_base_fee(u64::MAX), U256::MAX);
        assert_eq!(BlobSchedule::new(1, 1, 0).blob_base_fee(u64::MAX), U256::MAX);
    }
}
