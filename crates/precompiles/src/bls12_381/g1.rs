//! `0x0b`, `0x0c`, `0x10`: addition, multi-scalar multiplication and the map to G1.

use super::{
    encoding::{
        FP_LEN, G1_LEN, SCALAR_LEN, decode_g1, decode_g1_in_subgroup, decode_scalar, encode_g1,
        field_elements,
    },
    msm_gas::{G1_DISCOUNTS, msm_gas},
    products::sum_of_products,
};
use crate::{
    InvalidInput, PrecompileFailure,
    curve::{sum, to_affine},
    input::padded,
    precompile::{Precompile, charge},
};
use alloc::vec::Vec;
use ark_bls12_381::g1;
use ark_ec::{
    AffineRepr,
    hashing::{curve_maps::wb::WBMap, map_to_curve_hasher::MapToCurve},
};
use ark_ff::Zero;
use eevm_primitives::gas::{GAS_BLS_G1_ADD, GAS_BLS_G1_MAP, GAS_BLS_G1_MUL};

/// Since Prague.
pub(crate) const G1_ADD: Precompile = Precompile::numbered(0x0b, "BLS12_G1_ADD", add);
/// Since Prague.
pub(crate) const G1_MSM: Precompile = Precompile::numbered(0x0c, "BLS12_G1_MSM", msm);
/// Since Prague.
pub(crate) const MAP_FP_TO_G1: Precompile =
    Precompile::numbered(0x10, "BLS12_MAP_FP_TO_G1", map_fp_to_g1);

const PAIR_LEN: usize = G1_LEN + SCALAR_LEN;

/// Input: two points, which need not be in the subgroup. Output: their sum.
fn add(input: &[u8], gas_limit: u64, output: &mut Vec<u8>) -> Result<u64, PrecompileFailure> {
    output.clear();
    let gas_used = charge(GAS_BLS_G1_ADD, gas_limit)?;
    let ([a, b], []) = input.as_chunks() else {
        return Err(InvalidInput::Length.into());
    };
    let (a, b) = (decode_g1(a)?, decode_g1(b)?);
    encode_g1(&sum(&a, &b), output);
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
    let gas_used = charge(msm_gas(pairs.len(), GAS_BLS_G1_MUL, &G1_DISCOUNTS), gas_limit)?;
    let mut points = Vec::with_capacity(pairs.len());
    let mut scalars = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let point = decode_g1_in_subgroup(&padded(pair, 0))?;
        let scalar = decode_scalar(&padded(pair, G1_LEN));
        if !point.is_zero() && !scalar.is_zero() {
            points.push(point);
            scalars.push(scalar);
        }
    }
    encode_g1(&to_affine(&sum_of_products(&points, &scalars)), output);
    Ok(gas_used)
}

/// Input: a field element. Output: its image under the simplified SWU map of RFC 9380, moved into
/// the subgroup.
fn map_fp_to_g1(
    input: &[u8],
    gas_limit: u64,
    output: &mut Vec<u8>,
) -> Result<u64, PrecompileFailure> {
    output.clear();
    let gas_used = charge(GAS_BLS_G1_MAP, gas_limit)?;
    let input: &[u8; FP_LEN] = input.try_into().map_err(|_| InvalidInput::Length)?;
    let [element] = field_elements(input)?;
    let point = WBMap::<g1::Config>::map_to_curve(element).map_err(|_| InvalidInput::NotOnCurve)?;
    encode_g1(&point.clear_cofactor(), output);
    Ok(gas_used)
}
