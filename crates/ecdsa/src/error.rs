//! Why a signature, a key or a point is refused.

/// Why a signature, a key or a point is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EcdsaError {
    /// `r` is zero or at least the order of the group.
    #[error("r is not between 1 and the group order")]
    InvalidR,
    /// `s` is zero or at least the order of the group.
    #[error("s is not between 1 and the group order")]
    InvalidS,
    /// Recovery: no point of the curve has `r` as its x coordinate.
    #[error("no point of the curve has r as its x coordinate")]
    NoPoint,
    /// The computation ended in the point at infinity, which is no public key and no signature.
    #[error("the result is the point at infinity")]
    PointAtInfinity,
    /// The public key is the point at infinity, has a coordinate that is not reduced, or lies off
    /// the curve.
    #[error("the public key is not a point of the curve")]
    InvalidPublicKey,
    /// The signature is well formed but was not made over this hash by this key.
    #[error("the signature does not match hash and public key")]
    Mismatch,
    /// The secret key is zero or at least the order of the group.
    #[error("the secret key is not between 1 and the group order")]
    InvalidSecretKey,
}
