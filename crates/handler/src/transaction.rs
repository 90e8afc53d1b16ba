//! Transactions as values, their sender known.

mod authorization;
mod checks;
mod kind;

pub use authorization::Authorization;
pub use checks::Checks;
pub use kind::TransactionType;

use alloc::vec::Vec;
use eevm_primitives::{Address, B256, Bytes, Fork, U256, gas::GAS_PER_BLOB};

/// A transaction to execute.
///
/// Its type alone says which fields count: those that a type does not have are ignored.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Transaction {
    /// The type (EIP-2718).
    pub transaction_type: TransactionType,
    /// Who pays and acts.
    pub sender: Address,
    /// The sender's nonce.
    pub nonce: u64,
    /// Price of gas in wei; of legacy and access list transactions.
    pub gas_price: U256,
    /// The most gas it may use.
    pub gas_limit: u64,
    /// Whom it calls; `None` creates a contract.
    pub to: Option<Address>,
    /// Wei transferred.
    pub value: U256,
    /// Call data, or init code.
    pub data: Bytes,
    /// The chain it was signed for. Legacy transactions may name none (EIP-155); of the other
    /// types, those read from bytes always name one.
    pub chain_id: Option<u64>,
    /// What is warm from the start (EIP-2930); of all types but the legacy one.
    pub access_list: Vec<AccessListItem>,
    /// The most wei per gas paid beyond the base fee (EIP-1559); of the types from fee market on.
    pub max_priority_fee_per_gas: U256,
    /// The most wei per gas paid in all (EIP-1559); of the types from fee market on.
    pub max_fee_per_gas: U256,
    /// The most wei per blob gas paid (EIP-4844); of blob transactions.
    pub max_fee_per_blob_gas: U256,
    /// What the blobs are committed to (EIP-4844); of blob transactions.
    pub blob_versioned_hashes: Vec<B256>,
    /// The accounts whose code is set (EIP-7702); of set code transactions.
    pub authorization_list: Vec<Authorization>,
}

/// An address of an access list, with slots of its storage (execution-specs `Access`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AccessListItem {
    /// The account.
    pub account: Address,
    /// Slots of its storage.
    pub slots: Vec<U256>,
}

impl Transaction {
    /// The most wei per gas that it pays.
    #[must_use]
    pub const fn highest_gas_price(&self) -> U256 {
        if self.transaction_type.has_fee_market() { self.max_fee_per_gas } else { self.gas_price }
    }

    /// The wei per gas that it pays at this base fee (EIP-1559), and never more than
    /// [`highest_gas_price`](Self::highest_gas_price).
    #[must_use]
    pub fn effective_gas_price(&self, base_fee_per_gas: U256) -> U256 {
        if self.transaction_type.has_fee_market() {
            let wanted = base_fee_per_gas.saturating_add(self.max_priority_fee_per_gas);
            wanted.min(self.max_fee_per_gas)
        } else {
            self.gas_price
        }
    }

    /// The blob gas that it uses (execution-specs `calculate_total_blob_gas`).
    #[must_use]
    pub fn blob_gas(&self) -> u64 {
        if self.transaction_type == TransactionType::Blob {
            GAS_PER_BLOB.saturating_mul(self.blob_versioned_hashes.len() as u64)
        } else {
            0
        }
    }

    /// Gas that it costs before it runs (execution-specs `calculate_intrinsic_cost`).
    #[must_use]
    pub fn intrinsic_gas(&self, fork: Fork) -> u64 {
        crate::intrinsic::intrinsic_gas(self, fork).0
    }

    /// Gas that it uses at least (EIP-7623); 0 before Prague.
    #[must_use]
    pub fn floor_gas(&self, fork: Fork) -> u64 {
        crate::intrinsic::intrinsic_gas(self, fork).1
    }

    /// The access list, where the type has one.
    pub(crate) fn accesses(&self) -> &[AccessListItem] {
        if self.transaction_type == TransactionType::Legacy { &[] } else { &self.access_list }
    }

    /// The authorizations, where the type has them.
    pub(crate) fn authorizations(&self) -> &[Authorization] {
        if self.transaction_type == TransactionType::SetCode {
            &self.authorization_list
        } else {
            &[]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(transaction_type: TransactionType, base_fee: u64, price: u64) {
        let tx = Transaction {
            transaction_type,
            gas_price: U256::from(100),
            max_fee_per_gas: U256::from(50),
            max_priority_fee_per_gas: U256::from(10),
            ..Transaction::default()
        };
        assert_eq!(tx.effective_gas_price(U256::from(base_fee)), U256::from(price));
    }

    /// The fields of another type are set in all of these.
    #[test]
    fn fault_53_the_type_decides_the_price_not_the_fields() {
        check(TransactionType::Legacy, 7, 100);
        check(TransactionType::AccessList, 7, 100);
        check(TransactionType::FeeMarket, 7, 17);
        check(TransactionType::Blob, 45, 50);
        check(TransactionType::SetCode, 0, 10);
    }

    #[test]
    fn only_blob_transactions_use_blob_gas() {
        let mut tx = Transaction {
            blob_versioned_hashes: alloc::vec![B256::ZERO; 3],
            ..Transaction::default()
        };
        assert_eq!(tx.blob_gas(), 0);
        tx.transaction_type = TransactionType::Blob;
        assert_eq!(tx.blob_gas(), 3 << 17);
    }
}
