//! What instructions can read of block and transaction.

use alloc::vec::Vec;
use eevm_primitives::{Address, B256, U256};

/// The block a transaction runs in (execution-specs `BlockEnvironment`).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Block {
    /// Chain id (EIP-155, EIP-1344).
    pub chain_id: u64,
    /// Who receives the fees.
    pub coinbase: Address,
    /// Block number.
    pub number: u64,
    /// Seconds since the epoch.
    pub timestamp: u64,
    /// Gas limit of the block.
    pub gas_limit: u64,
    /// Base fee in wei (EIP-1559); ignored before London.
    pub base_fee_per_gas: U256,
    /// Difficulty, before Paris.
    pub difficulty: U256,
    /// The beacon chain's randomness (EIP-4399), from Paris on.
    pub prev_randao: B256,
    /// Price of blob gas in wei (EIP-4844), from Cancun on.
    pub blob_base_fee: U256,
}

impl Default for Block {
    fn default() -> Self {
        Self {
            chain_id: 1,
            coinbase: Address::ZERO,
            number: 1,
            timestamp: 1,
            gas_limit: 30_000_000,
            base_fee_per_gas: U256::ZERO,
            difficulty: U256::ZERO,
            prev_randao: B256::ZERO,
            blob_base_fee: U256::from(1),
        }
    }
}

/// The transaction a frame belongs to (execution-specs `TransactionEnvironment`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct TransactionEnvironment {
    /// The sender.
    pub origin: Address,
    /// Effective gas price in wei.
    pub gas_price: U256,
    /// Versioned hashes of the blobs (EIP-4844).
    pub blob_versioned_hashes: Vec<B256>,
}
