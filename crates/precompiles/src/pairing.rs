//! What the pairings of bn254 and BLS12-381 have in common: the tower of their fields and the
//! steps of the Miller loop.

pub(crate) mod miller;
pub(crate) mod tower;
