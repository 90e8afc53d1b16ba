//! `0x0d`, `0x0e`, `0x11`: addition, multi-scalar multiplication and the map to G2.

use super::{
    encoding::{
        FP2_LEN, G2_LEN, SCALAR_LEN, decode_g2, decode_g2_in_subgroup, decode_scalar, encode_g2,
        field_elements,
    },
    msm_gas::{G2_DISCOUNTS, msm_gas},
    products::sum_of_products,
};
use crate::{
    InvalidInput, PrecompileFailure,
    curve::{sum, to_affine},
    input::padded,
    precompile::{Precompile, charge},
};
use alloc::vec::Vec;
use ark_bls12_381::{Fq2, g2};
use ark_ec::{
    AffineRepr,
    hashing::{curve_maps::wb::WBMap, map_to_curve_hasher::MapToCurve},
};
use ark_ff::Zero;
use eevm_primitives::gas::{GAS_BLS_G2_ADD, GAS_BLS_G2_MAP, GAS_BLS_G2_MUL};

/// Since Prague.
pub(crate) const G2_ADD: Precompile = Precompile::numbered(0x0d, "BLS12_G2_ADD", add);
/// Since Prague.
pub(crate) const G2_MSM: Precompile = Precompile::numbered(0x0e, "BLS12_G2_MSM", msm);
/// Since Prague.
pub(crate) const MAP_FP2_TO_G2: Precompile =
    Precompile::numbered(0x11, "BLS12_MAP_FP2_TO_G2", map_fp2_to_g2);

const PAIR_LEN: usize = G2_LEN + SCALAR_LEN;

/// Input: two points, which need not be in the subgroup. Output: their sum.
fn add(input: &[u8], gas_limit: u64, output: &mut Vec<u8>) -> Result<u64, PrecompileFailure> {
    output.clear();
    let gas_used = charge(GAS_BLS_G2_ADD, gas_limit)?;
    let ([a, b], []) = input.as_chunks() else {
        return Err(InvalidInput::Length.into());
    };
    let (a, b) = (decode_g2(a)?, decode_g2(b)?);
    encode_g2(&sum(&a, &b), output);
    Ok(gas_used)
}

/// Input: pairs of a point and a scalar. Output: the sum of their products.
fn msm(input: &[u8], gas_limit: u64, output: &mut Vec<u8>) -> Result<u64, PrecompileFailure> {
    output.clear();
    let (pairs, []) = input.as_chunks::<PAIR_LEN>() else {
        return Err(InvalidInput::Length.into());
    };
    if pairs.is_empty() {
        return Err(InvalidInput::Length.into());
    }
    let gas_used = charge(msm_gas(pairs.len(), GAS_BLS_G2_MUL, &G2_DISCOUNTS), gas_limit)?;
    let mut points = Vec::with_capacity(pairs.len());
    let mut scalars = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let point = decode_g2_in_subgroup(&padded(pair, 0))?;
        let scalar = decode_scalar(&padded(pair, G2_LEN));
        if !point.is_zero() && !scalar.is_zero() {
            points.push(point);
            scalars.push(scalar);
        }
    }
    encode_g2(&to_affine(&sum_of_products(&points, &scalars)), output);
    Ok(gas_used)
}

/// Input: an element of the extension field. Output: its image under the simplified SWU map of RFC 9380, moved into
/// the subgroup.
fn map_fp2_to_g2(
    input: &[u8],
    gas_limit: u64,
    output: &mut Vec<u8>,
) -> Result<u64, PrecompileFailure> {
    output.clear();
    let gas_used = charge(GAS_BLS_G2_MAP, gas_limit)?;
    let input: &[u8; FP2_LEN] = input.try_into().map_err(|_| InvalidInput::Length)?;
    let [c0, c1] = field_elements(input)?;
    let point = WBMap::<g2::Config>::map_to_curve(Fq2::new(c0, c1))
        .map_err(|_| InvalidInput::NotOnCurve)?;
    encode_g2(&point.clear_cofactor(), output);
    Ok(gas_used)
}
