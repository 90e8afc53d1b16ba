//! The curve NIST P-256 (SEC 2, section 2.4.2), verification only.

use crate::EcdsaError;
use eevm_primitives::{B256, U256};
use p256::{
    AffinePoint, FieldBytes, NonZeroScalar, ProjectivePoint, Scalar,
    elliptic_curve::{
        ops::{Invert, MulByGeneratorVartime, Reduce},
        point::AffineCoordinates,
    },
};

/// The order `n` of the group (execution-specs `SECP256R1N`).
pub const ORDER: U256 = U256::from_limbs([
    0xf3b9_cac2_fc63_2551,
    0xbce6_faad_a717_9e84,
    0xffff_ffff_ffff_ffff,
    0xffff_ffff_0000_0000,
]);

/// Checks that the owner of the public key `(x, y)` signed `message_hash` with `(r, s)`, by the
/// rules of EIP-7951: `s` may be high, a key with `x = 0` is a key like any other, and the x
/// coordinate of the result is compared with `r` modulo the order.
///
/// # Errors
/// `r` or `s` zero or not below the order, the key no point of the curve, the result at infinity,
/// or no match.
pub fn verify(
    message_hash: &B256,
    r: &U256,
    s: &U256,
    x: &U256,
    y: &U256,
) -> Result<(), EcdsaError> {
    let r = nonzero_scalar(r).ok_or(EcdsaError::InvalidR)?;
    let s = nonzero_scalar(s).ok_or(EcdsaError::InvalidS)?;
    // Infinity cannot be written as coordinates: (0, 0) does not satisfy the equation.
    let key = AffinePoint::from_coordinates(&field_bytes(x), &field_bytes(y))
        .into_option()
        .ok_or(EcdsaError::InvalidPublicKey)?;
    let s_inverse = *s.invert_vartime();
    let z_over_s = s_inverse * reduced_scalar(&message_hash.0.into());
    let r_over_s = s_inverse * *r;
    let point = ProjectivePoint::mul_by_generator_and_mul_add_vartime(
        &z_over_s,
        &r_over_s,
        &ProjectivePoint::from(key),
    )
    .to_affine();
    if bool::from(point.is_identity()) {
        return Err(EcdsaError::PointAtInfinity);
    }
    if reduced_scalar(&point.x()) == *r { Ok(()) } else { Err(EcdsaError::Mismatch) }
}

fn field_bytes(value: &U256) -> FieldBytes {
    FieldBytes::from(value.to_be_bytes::<32>())
}

/// `value` if it is between 1 and the order.
fn nonzero_scalar(value: &U256) -> Option<NonZeroScalar> {
    NonZeroScalar::from_repr(field_bytes(value)).into_option()
}

/// A big-endian integer as a scalar, reduced by the order.
fn reduced_scalar(bytes: &FieldBytes) -> Scalar {
    <Scalar as Reduce<FieldBytes>>::reduce(bytes)
}
