//! The curve of Ethereum's accounts (SEC 2, section 2.4.1; Yellow Paper, appendix F).

mod secret_key;

pub use secret_key::SecretKey;

use crate::EcdsaError;
use eevm_primitives::{Address, B256, U256, keccak256};
use k256::{
    AffinePoint, FieldBytes, NonZeroScalar, ProjectivePoint, Scalar,
    elliptic_curve::{
        group::CurveAffine,
        ops::{Invert, MulByGeneratorVartime, Reduce},
        point::{AffineCoordinates, DecompressPoint},
        subtle::Choice,
    },
};

/// The order `n` of the group (execution-specs `SECP256K1N`).
pub const ORDER: U256 = U256::from_limbs([
    0xbfd2_5e8c_d036_4141,
    0xbaae_dce6_af48_a03b,
    0xffff_ffff_ffff_fffe,
    0xffff_ffff_ffff_ffff,
]);

/// `n / 2` rounded down: the largest `s` that EIP-2 allows in a transaction.
pub const HALF_ORDER: U256 = U256::from_limbs([
    0xdfe9_2f46_681b_20a0,
    0x5d57_6e73_57a4_501d,
    0xffff_ffff_ffff_ffff,
    0x7fff_ffff_ffff_ffff,
]);

/// A signature from which the public key can be recovered.
///
/// The fields may hold any value; the functions that take a signature check it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signature {
    /// The x coordinate of the ephemeral point, modulo the group order.
    pub r: U256,
    /// The proof.
    pub s: U256,
    /// Whether the y coordinate of the ephemeral point is odd (`v − 27` of old transactions).
    pub y_parity: bool,
}

impl Signature {
    /// Whether `s` is in the lower half of the group, as EIP-2 demands of transactions from
    /// Homestead on and EIP-7702 of authorizations.
    ///
    /// Recovery and verification do not ask for it: the ECRECOVER precompile never did.
    #[must_use]
    pub fn is_low_s(&self) -> bool {
        self.s <= HALF_ORDER
    }

    /// `r` and `s` as non-zero scalars.
    fn scalars(&self) -> Result<(NonZeroScalar, NonZeroScalar), EcdsaError> {
        let r = nonzero_scalar(&self.r).ok_or(EcdsaError::InvalidR)?;
        let s = nonzero_scalar(&self.s).ok_or(EcdsaError::InvalidS)?;
        Ok((r, s))
    }
}

/// The address whose key signed `message_hash` (execution-specs `secp256k1_recover` and the last
/// 20 bytes of the key's hash).
///
/// # Errors
/// As [`recover_public_key`].
pub fn recover_address(message_hash: &B256, signature: &Signature) -> Result<Address, EcdsaError> {
    recover_public_key(message_hash, signature).map(|key| address_of(&key))
}

/// The public key that signed `message_hash`, as `x ‖ y` (execution-specs `secp256k1_recover`).
///
/// A high `s` is accepted.
///
/// # Errors
/// `r` or `s` zero or not below the order, `r` no x coordinate of a point, or the key at infinity.
pub fn recover_public_key(
    message_hash: &B256,
    signature: &Signature,
) -> Result<[u8; 64], EcdsaError> {
    let (r, s) = signature.scalars()?;
    let x_bytes = FieldBytes::from(signature.r.to_be_bytes::<32>());
    let ephemeral = AffinePoint::decompress(&x_bytes, Choice::from(u8::from(signature.y_parity)))
        .into_option()
        .ok_or(EcdsaError::NoPoint)?;
    // The key is r⁻¹ (s R − z G).
    let r_inverse = *r.invert_vartime();
    let minus_z_over_r = -(r_inverse * reduced_scalar(message_hash));
    let s_over_r = r_inverse * *s;
    let key = ProjectivePoint::mul_by_generator_and_mul_add_vartime(
        &minus_z_over_r,
        &s_over_r,
        &ProjectivePoint::from(ephemeral),
    )
    .to_affine();
    if bool::from(key.is_identity()) {
        return Err(EcdsaError::PointAtInfinity);
    }
    Ok(encode_point(&key))
}

/// Checks that the owner of `public_key` (`x ‖ y`) signed `message_hash`.
///
/// A high `s` is accepted and [`Signature::y_parity`] is not looked at (SEC 1, section 4.1.4).
///
/// # Errors
/// `r` or `s` zero or not below the order, the key no point of the curve, or no match.
pub fn verify(
    message_hash: &B256,
    signature: &Signature,
    public_key: &[u8; 64],
) -> Result<(), EcdsaError> {
    let (r, s) = signature.scalars()?;
    let key = decode_point(public_key)?;
    let s_inverse = *s.invert_vartime();
    let z_over_s = s_inverse * reduced_scalar(message_hash);
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
    if <Scalar as Reduce<FieldBytes>>::reduce(&point.x()) == *r {
        Ok(())
    } else {
        Err(EcdsaError::Mismatch)
    }
}

/// Signs `message_hash` with the deterministic nonce of RFC 6979 (HMAC over SHA-256), with a low
/// `s` (EIP-2).
///
/// # Errors
/// None for a hash that anyone can produce: an ephemeral x coordinate that exceeds the order
/// (chance about 2⁻¹²⁷) has no two-valued parity and gives [`EcdsaError::InvalidR`].
pub fn sign(message_hash: &B256, secret: &SecretKey) -> Result<Signature, EcdsaError> {
    let (signature, recovery_id) = secret.signing_key().sign_prehash_recoverable(&message_hash.0);
    if recovery_id.is_x_reduced() {
        return Err(EcdsaError::InvalidR);
    }
    let (r, s) = signature.split_bytes();
    Ok(Signature {
        r: U256::from_be_bytes::<32>(r.into()),
        s: U256::from_be_bytes::<32>(s.into()),
        y_parity: recovery_id.is_y_odd(),
    })
}

/// The address of the account that `public_key` (`x ‖ y`) controls (Yellow Paper, equation 323).
#[must_use]
pub fn address_of(public_key: &[u8; 64]) -> Address {
    let mut address = Address::ZERO;
    address.0.copy_from_slice(&keccak256(public_key).0[12..]);
    address
}

/// `value` if it is between 1 and the order.
fn nonzero_scalar(value: &U256) -> Option<NonZeroScalar> {
    NonZeroScalar::from_repr(FieldBytes::from(value.to_be_bytes::<32>())).into_option()
}

/// A hash as a scalar, reduced by the order.
fn reduced_scalar(hash: &B256) -> Scalar {
    <Scalar as Reduce<FieldBytes>>::reduce(&FieldBytes::from(hash.0))
}

fn encode_point(point: &AffinePoint) -> [u8; 64] {
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(&point.x());
    bytes[32..].copy_from_slice(&point.y());
    bytes
}

/// The point with these coordinates. Infinity has none, and `(0, 0)` is not on the curve.
fn decode_point(bytes: &[u8; 64]) -> Result<AffinePoint, EcdsaError> {
    let (mut x, mut y) = ([0; 32], [0; 32]);
    x.copy_from_slice(&bytes[..32]);
    y.copy_from_slice(&bytes[32..]);
    AffinePoint::from_coordinates(&FieldBytes::from(x), &FieldBytes::from(y))
        .into_option()
        .ok_or(EcdsaError::InvalidPublicKey)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_order_is_the_order_halved() {
        assert_eq!(HALF_ORDER, ORDER >> 1);
        assert!(nonzero_scalar(&ORDER).is_none());
        assert!(nonzero_scalar(&(ORDER - U256::from(1))).is_some());
    }
}
