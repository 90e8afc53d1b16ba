//! The two points of G2 from the trusted setup of EIP-4844 that verification needs.

use crate::bls12_381::pairing_engine::FixedLines;
use alloc::boxed::Box;
use ark_bls12_381::{Fq2, G2Affine};
use ark_ec::AffineRepr;
use ark_ff::MontFp;
use once_cell::race::OnceBox;

/// τ·G₂: the second point in `g2_monomial` of the ceremony's output.
#[rustfmt::skip]
const TAU_G2: G2Affine = G2Affine::new_unchecked(
    Fq2::new(
        MontFp!("3749701713850085193403383609513386037494151572263731328608276629425322978272408394373143740944003571525027436289778"),
        MontFp!("3347537128081568434923729147580015899756771550835613107520576615563260658656019591232316627827007503930666726825842"),
    ),
    Fq2::new(
        MontFp!("194392958648403190675529552496435226424111592982833162118538452666741235889530674000225873281133418439621742897817"),
        MontFp!("3447898402727835650716129438012169492682148398295533958400255525306573911008434577489634554212211450783070687991119"),
    ),
);

/// The lines of the Miller loop for G₂ and τ·G₂. They are constants, computed on first use.
pub(super) fn lines() -> &'static [FixedLines; 2] {
    static LINES: OnceBox<[FixedLines; 2]> = OnceBox::new();
    LINES.get_or_init(|| Box::new([G2Affine::generator(), TAU_G2].map(FixedLines::new)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tau_g2_is_a_point_of_the_subgroup() {
        assert!(TAU_G2.is_on_curve());
        assert!(TAU_G2.is_in_correct_subgroup_assuming_on_curve());
    }
}
