//! `0x0a`: the point evaluation of a blob's polynomial (EIP-4844).

mod setup;

use crate::{
    InvalidInput, PrecompileFailure,
    bls12_381::{
        encoding::{field_element, limbs},
        endomorphism::is_in_subgroup,
        pairing_engine::fixed_product_is_one,
        products::sum_of_products,
    },
    curve::to_affine,
    precompile::{Precompile, charge},
};
use alloc::vec::Vec;
use ark_bls12_381::{Fq, Fr, G1Affine};
use ark_ec::AffineRepr;
use ark_ff::{BigInt, Field, PrimeField};
use eevm_primitives::gas::GAS_POINT_EVALUATION;
use sha2::{Digest, Sha256};

/// Since Cancun.
pub(crate) const POINT_EVALUATION: Precompile =
    Precompile::numbered(0x0a, "KZG_POINT_EVALUATION", run);

/// Versioned hash (32), `z` (32), `y` (32), commitment (48), proof (48).
const INPUT_LEN: usize = 192;
/// The first byte of a versioned hash.
const VERSIONED_HASH_VERSION_KZG: u8 = 0x01;

/// The two words of a successful answer: `FIELD_ELEMENTS_PER_BLOB` and `BLS_MODULUS`.
const ANSWER: [u8; 64] = {
    let mut answer = [0; 64];
    answer[30] = 0x10;
    let mut i = 0;
    while i < 32 {
        answer[32 + i] = Fr::MODULUS.0[3 - i / 8].to_be_bytes()[i % 8];
        i += 1;
    }
    answer
};

/// Output: [`ANSWER`] if the polynomial of the commitment has the value `y` at `z`, else a failure.
fn run(input: &[u8], gas_limit: u64, output: &mut Vec<u8>) -> Result<u64, PrecompileFailure> {
    output.clear();
    let gas_used = charge(GAS_POINT_EVALUATION, gas_limit)?;
    let input: &[u8; INPUT_LEN] = input.try_into().map_err(|_| InvalidInput::Length)?;
    let (versioned_hash, rest) = input.split_at(32);
    let (z, rest) = rest.split_at(32);
    let (y, rest) = rest.split_at(32);
    let (commitment, proof) = rest.split_at(48);

    let mut hash = Sha256::digest(commitment);
    hash[0] = VERSIONED_HASH_VERSION_KZG;
    if versioned_hash != hash.as_slice() {
        return Err(InvalidInput::VersionedHash.into());
    }
    let (z, y) = (decode_scalar(z)?, decode_scalar(y)?);
    let (commitment, proof) = (decode_compressed_g1(commitment)?, decode_compressed_g1(proof)?);
    if !verify(&commitment, &z, &y, &proof) {
        return Err(InvalidInput::Proof.into());
    }
    output.extend_from_slice(&ANSWER);
    Ok(gas_used)
}

/// Whether `proof` shows that the committed polynomial has the value `y` at `z`
/// (consensus-specs `verify_kzg_proof_impl`).
///
/// The equation e(C − y·G₁, G₂) = e(π, (τ − z)·G₂) is checked as
/// e(y·G₁ − C − z·π, G₂) · e(π, τ·G₂) = 1, so that both points of G2 are fixed.
fn verify(commitment: &G1Affine, z: &Fr, y: &Fr, proof: &G1Affine) -> bool {
    let left = sum_of_products(&[G1Affine::generator(), -*proof], &[*y, *z]) - commitment;
    fixed_product_is_one(&[to_affine(&left), *proof], setup::lines())
}

/// A scalar, which has to be below the order (consensus-specs `bytes_to_bls_field`).
fn decode_scalar(bytes: &[u8]) -> Result<Fr, InvalidInput> {
    Fr::from_bigint(BigInt(limbs(bytes))).ok_or(InvalidInput::Scalar)
}

/// A point of G1 in 48 bytes, in the subgroup (consensus-specs `validate_kzg_g1`).
///
/// The top three bits say that it is compressed, that it is infinity, and that `y` is the larger
/// one of the two.
fn decode_compressed_g1(bytes: &[u8]) -> Result<G1Affine, InvalidInput> {
    let mut x_bytes = [0; 48];
    x_bytes.copy_from_slice(bytes);
    let [is_compressed, is_infinity, is_largest] =
        [0x80, 0x40, 0x20].map(|flag| x_bytes[0] & flag != 0);
    x_bytes[0] &= 0x1f;
    if !is_compressed {
        return Err(InvalidInput::PointEncoding);
    }
    if is_infinity {
        return if is_largest || x_bytes != [0; 48] {
            Err(InvalidInput::PointEncoding)
        } else {
            Ok(G1Affine::zero())
        };
    }
    let x = field_element(&x_bytes)?;
    let y = (x.square() * x + Fq::from(4u8)).sqrt().ok_or(InvalidInput::NotOnCurve)?;
    let y = if (y.into_bigint() > (-y).into_bigint()) == is_largest { y } else { -y };
    let point = G1Affine::new_unchecked(x, y);
    if is_in_subgroup(&point) { Ok(point) } else { Err(InvalidInput::NotInSubgroup) }
}
