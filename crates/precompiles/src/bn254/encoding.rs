//! Points and scalars of bn254 as bytes (EIP-196 and EIP-197, section "Encoding").

use super::pairing_engine::is_in_subgroup;
use crate::InvalidInput;
use ark_bn254::{Fq, Fq2, Fr, G1Affine, G2Affine};
use ark_ec::AffineRepr;
use ark_ff::{AdditiveGroup, BigInt, BigInteger, PrimeField, Zero};

/// A point of G1: `x ‖ y`, and all zero for infinity. The group is the whole curve.
pub(super) fn decode_g1(bytes: &[u8; 64]) -> Result<G1Affine, InvalidInput> {
    let [x, y] = field_elements(bytes)?;
    if x.is_zero() && y.is_zero() {
        return Ok(G1Affine::zero());
    }
    let point = G1Affine::new_unchecked(x, y);
    if point.is_on_curve() { Ok(point) } else { Err(InvalidInput::NotOnCurve) }
}

/// A point of G2: `x ‖ y` with the imaginary part of each coordinate first, all zero for infinity.
pub(super) fn decode_g2(bytes: &[u8; 128]) -> Result<G2Affine, InvalidInput> {
    let [x1, x0, y1, y0] = field_elements(bytes)?;
    let (x, y) = (Fq2::new(x0, x1), Fq2::new(y0, y1));
    if x.is_zero() && y.is_zero() {
        return Ok(G2Affine::zero());
    }
    let point = G2Affine::new_unchecked(x, y);
    if !point.is_on_curve() {
        return Err(InvalidInput::NotOnCurve);
    }
    if !is_in_subgroup(&point) {
        return Err(InvalidInput::NotInSubgroup);
    }
    Ok(point)
}

/// Any 256-bit number, reduced by the order of the group.
pub(super) fn decode_scalar(bytes: &[u8; 32]) -> Fr {
    let mut scalar = limbs(bytes);
    // The order exceeds 2²⁵³, so this turns at most five times.
    while scalar >= Fr::MODULUS {
        scalar.sub_with_borrow(&Fr::MODULUS);
    }
    Fr::from_bigint(scalar).unwrap_or_default()
}

pub(super) fn encode_g1(point: &G1Affine) -> [u8; 64] {
    let mut bytes = [0; 64];
    if let Some((x, y)) = point.xy() {
        write_field_element(x, &mut bytes[..32]);
        write_field_element(y, &mut bytes[32..]);
    }
    bytes
}

fn write_field_element(element: Fq, bytes: &mut [u8]) {
    for (chunk, limb) in bytes.rchunks_mut(8).zip(element.into_bigint().0) {
        chunk.copy_from_slice(&limb.to_be_bytes());
    }
}

/// The `N` field elements in `bytes`, each in 32 bytes and below the modulus.
fn field_elements<const N: usize>(bytes: &[u8]) -> Result<[Fq; N], InvalidInput> {
    let mut elements = [Fq::ZERO; N];
    for (element, chunk) in elements.iter_mut().zip(bytes.as_chunks().0) {
        *element = Fq::from_bigint(limbs(chunk)).ok_or(InvalidInput::FieldElement)?;
    }
    Ok(elements)
}

/// A big-endian integer as limbs, the least significant first.
fn limbs(bytes: &[u8; 32]) -> BigInt<4> {
    let mut limbs = [0; 4];
    for (limb, chunk) in limbs.iter_mut().zip(bytes.as_rchunks().1.iter().rev()) {
        *limb = u64::from_be_bytes(*chunk);
    }
    BigInt(limbs)
}
