//! The secret half of a secp256k1 key pair.

use super::{address_of, encode_point};
use crate::EcdsaError;
use core::fmt;
use eevm_primitives::{Address, B256};
use k256::{FieldBytes, ecdsa::SigningKey};

/// A secret key: a scalar between 1 and the group order.
///
/// It is erased from memory when dropped, and its `Debug` output shows nothing of it.
#[derive(Clone)]
pub struct SecretKey(SigningKey);

impl SecretKey {
    /// The key with this big-endian value.
    ///
    /// # Errors
    /// [`EcdsaError::InvalidSecretKey`] when the value is zero or not below the order.
    pub fn new(bytes: &B256) -> Result<Self, EcdsaError> {
        SigningKey::from_bytes(&FieldBytes::from(bytes.0))
            .map(Self)
            .map_err(|_| EcdsaError::InvalidSecretKey)
    }

    /// The public key, as `x ‖ y`.
    #[must_use]
    pub fn public_key(&self) -> [u8; 64] {
        encode_point(self.0.verifying_key().as_affine())
    }

    /// The address of the account this key controls.
    #[must_use]
    pub fn address(&self) -> Address {
        address_of(&self.public_key())
    }

    pub(super) const fn signing_key(&self) -> &SigningKey {
        &self.0
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(..)")
    }
}
