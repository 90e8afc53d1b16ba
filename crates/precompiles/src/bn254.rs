//! `0x06`, `0x07`, `0x08`: addition, multiplication and the pairing check on the curve that
//! execution-specs call `alt_bn128` (EIP-196, EIP-197; prices of EIP-1108).

mod encoding;
mod final_exponentiation;
mod pairing_engine;

use crate::{
    InvalidInput, PrecompileFailure,
    curve::{sum, to_affine},
    input::padded,
    precompile::{Precompile, charge},
};
use alloc::vec::Vec;
use ark_ec::AffineRepr;
use encoding::{decode_g1, decode_g2, decode_scalar, encode_g1};
use pairing_engine::product_is_one;

/// Addition, from Byzantium to Petersburg.
pub(crate) const ADD_BYZANTIUM: Precompile =
    Precompile::numbered(0x06, "ALT_BN128_ADD", |input, gas_limit, output| {
        add(500, input, gas_limit, output)
    });
/// Addition, since Istanbul.
pub(crate) const ADD: Precompile =
    Precompile::numbered(0x06, "ALT_BN128_ADD", |input, gas_limit, output| {
        add(150, input, gas_limit, output)
    });
/// Multiplication, from Byzantium to Petersburg.
pub(crate) const MUL_BYZANTIUM: Precompile =
    Precompile::numbered(0x07, "ALT_BN128_MUL", |input, gas_limit, output| {
        mul(40_000, input, gas_limit, output)
    });
/// Multiplication, since Istanbul.
pub(crate) const MUL: Precompile =
    Precompile::numbered(0x07, "ALT_BN128_MUL", |input, gas_limit, output| {
        mul(6_000, input, gas_limit, output)
    });
/// The pairing check, from Byzantium to Petersburg.
pub(crate) const PAIRING_CHECK_BYZANTIUM: Precompile =
    Precompile::numbered(0x08, "ALT_BN128_PAIRING_CHECK", |input, gas_limit, output| {
        pairing_check(100_000, 80_000, input, gas_limit, output)
    });
/// The pairing check, since Istanbul.
pub(crate) const PAIRING_CHECK: Precompile =
    Precompile::numbered(0x08, "ALT_BN128_PAIRING_CHECK", |input, gas_limit, output| {
        pairing_check(45_000, 34_000, input, gas_limit, output)
    });

/// A point of G1 and one of G2.
const PAIR_LEN: usize = 192;

/// Input: two points of G1, missing bytes zero. Output: their sum.
fn add(
    cost: u64,
    input: &[u8],
    gas_limit: u64,
    output: &mut Vec<u8>,
) -> Result<u64, PrecompileFailure> {
    output.clear();
    let gas_used = charge(cost, gas_limit)?;
    let a = decode_g1(&padded(input, 0))?;
    let b = decode_g1(&padded(input, 64))?;
    output.extend_from_slice(&encode_g1(&sum(&a, &b)));
    Ok(gas_used)
}

/// Input: a point of G1 and a scalar of 256 bits, missing bytes zero. Output: their product.
fn mul(
    cost: u64,
    input: &[u8],
    gas_limit: u64,
    output: &mut Vec<u8>,
) -> Result<u64, PrecompileFailure> {
    output.clear();
    let gas_used = charge(cost, gas_limit)?;
    let point = decode_g1(&padded(input, 0))?;
    let scalar = decode_scalar(&padded(input, 64));
    output.extend_from_slice(&encode_g1(&to_affine(&(point * scalar))));
    Ok(gas_used)
}

/// Input: pairs of points. Output: the word 1 if the product of their pairings is one, else 0.
fn pairing_check(
    base_cost: u64,
    cost_per_pair: u64,
    input: &[u8],
    gas_limit: u64,
    output: &mut Vec<u8>,
) -> Result<u64, PrecompileFailure> {
    output.clear();
    let pair_count = u64::try_from(input.len() / PAIR_LEN).unwrap_or(u64::MAX);
    let cost = base_cost.saturating_add(cost_per_pair.saturating_mul(pair_count));
    let gas_used = charge(cost, gas_limit)?;
    let (pairs, []) = input.as_chunks::<PAIR_LEN>() else {
        return Err(InvalidInput::Length.into());
    };
    let mut finite = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let p = decode_g1(&padded(pair, 0))?;
        let q = decode_g2(&padded(pair, 64))?;
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
