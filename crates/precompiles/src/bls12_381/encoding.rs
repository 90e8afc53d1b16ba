//! Points and scalars of BLS12-381 as bytes (EIP-2537, "Fine points and encoding of base
//! elements").

use super::endomorphism::is_in_subgroup;
use crate::InvalidInput;
use alloc::vec::Vec;
use ark_bls12_381::{Fq, Fq2, Fr, G1Affine, G2Affine};
use ark_ec::AffineRepr;
use ark_ff::{AdditiveGroup, BigInt, BigInteger, PrimeField, Zero};

/// A field element: 48 bytes under 16 of padding.
pub(super) const FP_LEN: usize = 64;
/// An element of the quadratic extension: real part, imaginary part.
pub(super) const FP2_LEN: usize = 2 * FP_LEN;
/// A point of G1: `x ‖ y`.
pub(super) const G1_LEN: usize = 2 * FP_LEN;
/// A point of G2: `x ‖ y`.
pub(super) const G2_LEN: usize = 2 * FP2_LEN;
/// A scalar.
pub(super) const SCALAR_LEN: usize = 32;

/// A point of the curve over the base field, in the subgroup or not; all zero for infinity.
pub(super) fn decode_g1(bytes: &[u8; G1_LEN]) -> Result<G1Affine, InvalidInput> {
    let [x, y] = field_elements(bytes)?;
    if x.is_zero() && y.is_zero() {
        return Ok(G1Affine::zero());
    }
    let point = G1Affine::new_unchecked(x, y);
    if point.is_on_curve() { Ok(point) } else { Err(InvalidInput::NotOnCurve) }
}

/// A point of the curve over the extension, in the subgroup or not; all zero for infinity.
pub(super) fn decode_g2(bytes: &[u8; G2_LEN]) -> Result<G2Affine, InvalidInput> {
    let [x0, x1, y0, y1] = field_elements(bytes)?;
    let (x, y) = (Fq2::new(x0, x1), Fq2::new(y0, y1));
    if x.is_zero() && y.is_zero() {
        return Ok(G2Affine::zero());
    }
    let point = G2Affine::new_unchecked(x, y);
    if point.is_on_curve() { Ok(point) } else { Err(InvalidInput::NotOnCurve) }
}

/// A point of G1, in the subgroup.
pub(super) fn decode_g1_in_subgroup(bytes: &[u8; G1_LEN]) -> Result<G1Affine, InvalidInput> {
    let point = decode_g1(bytes)?;
    if is_in_subgroup(&point) { Ok(point) } else { Err(InvalidInput::NotInSubgroup) }
}

/// A point of G2, in the subgroup.
pub(super) fn decode_g2_in_subgroup(bytes: &[u8; G2_LEN]) -> Result<G2Affine, InvalidInput> {
    let point = decode_g2(bytes)?;
    if is_in_subgroup(&point) { Ok(point) } else { Err(InvalidInput::NotInSubgroup) }
}

/// Any 256-bit number, reduced by the order of the group.
pub(super) fn decode_scalar(bytes: &[u8; SCALAR_LEN]) -> Fr {
    let mut scalar = BigInt(limbs(bytes));
    // The order exceeds 2²⁵⁴, so this turns at most twice.
    while scalar >= Fr::MODULUS {
        scalar.sub_with_borrow(&Fr::MODULUS);
    }
    Fr::from_bigint(scalar).unwrap_or_default()
}

/// The `N` field elements in `bytes`, which has [`FP_LEN`] bytes for each.
pub(super) fn field_elements<const N: usize>(bytes: &[u8]) -> Result<[Fq; N], InvalidInput> {
    let mut elements = [Fq::ZERO; N];
    for (element, chunk) in elements.iter_mut().zip(bytes.as_chunks::<FP_LEN>().0) {
        let ([padding], value) = chunk.as_chunks::<16>().0.split_at(1) else {
            return Err(InvalidInput::Length);
        };
        if *padding != [0; 16] {
            return Err(InvalidInput::Padding);
        }
        *element = field_element(value.as_flattened())?;
    }
    Ok(elements)
}

/// A field element in 48 bytes, below the modulus.
pub(crate) fn field_element(bytes: &[u8]) -> Result<Fq, InvalidInput> {
    Fq::from_bigint(BigInt(limbs(bytes))).ok_or(InvalidInput::FieldElement)
}

pub(super) fn encode_g1(point: &G1Affine, output: &mut Vec<u8>) {
    let (x, y) = point.xy().unwrap_or_default();
    for element in [x, y] {
        encode_field_element(&element, output);
    }
}

pub(super) fn encode_g2(point: &G2Affine, output: &mut Vec<u8>) {
    let (x, y) = point.xy().unwrap_or_default();
    for element in [x.c0, x.c1, y.c0, y.c1] {
        encode_field_element(&element, output);
    }
}

fn encode_field_element(element: &Fq, output: &mut Vec<u8>) {
    output.extend_from_slice(&[0; 16]);
    for limb in element.into_bigint().0.iter().rev() {
        output.extend_from_slice(&limb.to_be_bytes());
    }
}

/// A big-endian integer as limbs, the least significant first.
pub(crate) fn limbs<const N: usize>(bytes: &[u8]) -> [u64; N] {
    let mut limbs = [0; N];
    for (limb, chunk) in limbs.iter_mut().zip(bytes.as_rchunks().1.iter().rev()) {
        *limb = u64::from_be_bytes(*chunk);
    }
    limbs
}
