//! Gas that a transaction costs before it runs.

use crate::transaction::Transaction;
use eevm_primitives::{
    Fork,
    gas::{
        FLOOR_CALLDATA_COST, GAS_INIT_CODE_WORD_COST, TOKENS_PER_NON_ZERO_BYTE, TX_BASE_COST,
        TX_CREATE_COST, TX_DATA_COST_PER_NON_ZERO, TX_DATA_COST_PER_NON_ZERO_BEFORE_ISTANBUL,
        TX_DATA_COST_PER_ZERO,
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
    use eevm_primitives::{Address, Bytes};

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
}
