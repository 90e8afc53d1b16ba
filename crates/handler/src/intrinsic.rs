//! Gas that a transaction costs before it runs.

use crate::transaction::Transaction;
use eevm_primitives::{
    Fork,
    gas::{
        FLOOR_CALLDATA_COST, GAS_INIT_CODE_WORD_COST, PER_EMPTY_ACCOUNT_COST,
        TOKENS_PER_NON_ZERO_BYTE, TX_ACCESS_LIST_ADDRESS_COST, TX_ACCESS_LIST_STORAGE_KEY_COST,
        TX_BASE_COST, TX_CREATE_COST, TX_DATA_COST_PER_NON_ZERO,
        TX_DATA_COST_PER_NON_ZERO_BEFORE_ISTANBUL, TX_DATA_COST_PER_ZERO,
    },
};

/// Intrinsic gas, and the floor below which the gas used does not fall (EIP-7623; 0 before
/// Prague). Source: execution-specs `calculate_intrinsic_cost`.
pub(crate) fn intrinsic_gas(tx: &Transaction, fork: Fork) -> (u64, u64) {
    let zeros = tx.data.iter().filter(|&&byte| byte == 0).count() as u64;
    let others = tx.data.len() as u64 - zeros;
    let per_other = if fork >= Fork::Istanbul {
        TX_DATA_COST_PER_NON_ZERO
    } else {
        TX_DATA_COST_PER_NON_ZERO_BEFORE_ISTANBUL
    };
    let mut gas = TX_BASE_COST + zeros * TX_DATA_COST_PER_ZERO + others * per_other;
    if tx.to.is_none() {
        if fork >= Fork::Homestead {
            gas += TX_CREATE_COST;
        }
        if fork >= Fork::Shanghai {
            gas += GAS_INIT_CODE_WORD_COST * tx.data.len().div_ceil(32) as u64;
        }
    }
    for access in tx.accesses() {
        gas += TX_ACCESS_LIST_ADDRESS_COST;
        gas += TX_ACCESS_LIST_STORAGE_KEY_COST * access.slots.len() as u64;
    }
    gas += PER_EMPTY_ACCOUNT_COST * tx.authorizations().len() as u64;
    let floor = if fork >= Fork::Prague {
        TX_BASE_COST + FLOOR_CALLDATA_COST * (zeros + others * TOKENS_PER_NON_ZERO_BYTE)
    } else {
        0
    };
    (gas, floor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transaction::{AccessListItem, Authorization, TransactionType};
    use eevm_primitives::{Address, Bytes, U256};

    #[track_caller]
    fn check(fork: Fork, to: Option<Address>, data: &[u8], expected: (u64, u64)) {
        let tx = Transaction { to, data: Bytes::copy_from_slice(data), ..Transaction::default() };
        assert_eq!(intrinsic_gas(&tx, fork), expected);
    }

    #[test]
    fn by_fork() {
        let to = Some(Address::ZERO);
        check(Fork::Frontier, to, &[], (21_000, 0));
        check(Fork::Frontier, to, &[0, 1], (21_072, 0));
        check(Fork::Istanbul, to, &[0, 1], (21_020, 0));
        check(Fork::Prague, to, &[0, 1], (21_020, 21_050));
        check(Fork::Frontier, None, &[1], (21_068, 0));
        check(Fork::Homestead, None, &[1], (53_068, 0));
        check(Fork::Shanghai, None, &[1; 33], (53_528 + 4, 0));
    }

    /// Each mention of an address or slot costs, also the second one.
    #[test]
    fn access_lists_and_authorizations() {
        let slots = alloc::vec![U256::from(1), U256::from(1)];
        let item = AccessListItem { account: Address::ZERO, slots };
        let mut tx = Transaction {
            to: Some(Address::ZERO),
            access_list: alloc::vec![item.clone(), item],
            authorization_list: alloc::vec![Authorization::default(); 3],
            ..Transaction::default()
        };
        assert_eq!(intrinsic_gas(&tx, Fork::Osaka), (21_000, 21_000));
        tx.transaction_type = TransactionType::FeeMarket;
        assert_eq!(intrinsic_gas(&tx, Fork::Osaka), (21_000 + 2 * 2_400 + 4 * 1_900, 21_000));
        tx.transaction_type = TransactionType::SetCode;
        assert_eq!(intrinsic_gas(&tx, Fork::Osaka), (33_400 + 75_000, 21_000));
    }
}
