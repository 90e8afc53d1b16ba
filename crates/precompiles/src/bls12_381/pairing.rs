//! `0x0f`: the pairing check.

use super::{
    encoding::{G1_LEN, G2_LEN, decode_g1_in_subgroup, decode_g2_in_subgroup},
    pairing_engine::product_is_one,
};
use crate::{
    InvalidInput, PrecompileFailure,
    input::padded,
    precompile::{Precompile, charge},
};
use alloc::vec::Vec;
use ark_ec::AffineRepr;

/// Since Prague.
pub(crate) const PAIRING_CHECK: Precompile = Precompile::numbered(0x0f, "BLS12_PAIRING", run);

const PAIR_LEN: usize = G1_LEN + G2_LEN;
/// Gas, whatever the number of pairs (EIP-2537).
const GAS_BASE: u64 = 37_700;
/// Gas of each pair (EIP-2537).
const GAS_PER_PAIR: u64 = 32_600;

/// Input: pairs of a point of G1 and one of G2, at least one. Output: the word 1 if the product of
/// their pairings is one, else 0.
fn run(input: &[u8], gas_limit: u64, output: &mut Vec<u8>) -> Result<u64, PrecompileFailure> {
    output.clear();
    let (pairs, []) = input.as_chunks::<PAIR_LEN>() else {
        return Err(InvalidInput::Length.into());
    };
    if pairs.is_empty() {
        return Err(InvalidInput::Length.into());
    }
    let pair_count = u64::try_from(pairs.len()).unwrap_or(u64::MAX);
    let cost = GAS_BASE.saturating_add(GAS_PER_PAIR.saturating_mul(pair_count));
    let gas_used = charge(cost, gas_limit)?;
    let mut finite = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let p = decode_g1_in_subgroup(&padded(pair, 0))?;
        let q = decode_g2_in_subgroup(&padded(pair, G1_LEN))?;
        // A pair with infinity contributes a factor of one, once both points are valid.
        if !p.is_zero() && !q.is_zero() {
            finite.push((p, q));
        }
    }
    // One pair of non-zero points of prime order never gives one.
    let is_one = match finite.len() {
        0 => true,
        1 => false,
        _ => product_is_one(&finite),
    };
    output.extend_from_slice(&[0; 31]);
    output.push(u8::from(is_one));
    Ok(gas_used)
}
