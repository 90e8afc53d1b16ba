//! How a precompile fails.

/// How a precompile fails: the caller loses all the gas it gave, and there is no output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrecompileFailure {
    /// The gas limit is below the cost. No work was done.
    #[error("out of gas")]
    OutOfGas,
    /// The input is not what the precompile's specification demands.
    #[error("invalid input: {0}")]
    InvalidInput(#[from] InvalidInput),
}

/// What is wrong with an input. The protocol does not tell these apart; people do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidInput {
    /// The length is not the one prescribed, or not a multiple of it.
    #[error("wrong length")]
    Length,
    /// BLAKE2F: the last byte is neither 0 nor 1 (EIP-152).
    #[error("the final block flag is neither 0 nor 1")]
    FinalFlag,
    /// MODEXP: a length exceeds 1,024 bytes (EIP-7823) or the memory that can be addressed.
    #[error("an operand of the modular exponentiation is too long")]
    OperandTooLong,
    /// A coordinate is not below the field's modulus.
    #[error("a field element is not below the modulus")]
    FieldElement,
    /// The sixteen bytes above a BLS12-381 field element are not all zero (EIP-2537).
    #[error("the padding of a field element is not zero")]
    Padding,
    /// A point that does not satisfy the curve's equation.
    #[error("a point is not on the curve")]
    NotOnCurve,
    /// A point outside the subgroup of prime order.
    #[error("a point is not in the subgroup")]
    NotInSubgroup,
    /// A compressed point whose flags are not well formed (EIP-4844).
    #[error("a compressed point has invalid flags")]
    PointEncoding,
    /// A scalar that is not below the group's order (EIP-4844).
    #[error("a scalar is not below the group order")]
    Scalar,
    /// The versioned hash is not that of the commitment (EIP-4844).
    #[error("the versioned hash does not match the commitment")]
    VersionedHash,
    /// The proof does not show what is claimed (EIP-4844).
    #[error("the proof does not verify")]
    Proof,
}
