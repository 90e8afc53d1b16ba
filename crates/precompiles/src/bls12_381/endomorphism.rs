//! The endomorphisms of G1 and G2 of BLS12-381.
//!
//! In the subgroup they are the product with the square of the parameter of the curve and with the
//! parameter itself, up to the sign, and nowhere else: so they shorten scalars, and tell who is in
//! the subgroup (Scott, "A note on group membership tests for G1, G2 and GT").

use crate::invert::Invert;
use ark_bls12_381::{Fq, Fq2, Fr, g1, g2};
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ff::{AdditiveGroup, MontFp};

/// The size of the parameter of the curve, which is negative.
pub(super) const X: u64 = 0xd201_0000_0001_0000;
/// A group in which one product is almost free.
pub(crate) trait Endomorphism: SWCurveConfig<ScalarField = Fr, BaseField: Invert> {
    /// The factor is [`X`] to the power of this.
    const POWER: u32;
    /// The factor of that product.
    const BASE: u128 = (X as u128).pow(Self::POWER);
    /// How many digits a scalar has to the base [`Endomorphism::BASE`].
    const PARTS: usize = 4 / Self::POWER as usize;

    /// The product of [`Endomorphism::BASE`] and a point of the subgroup.
    fn times_base(point: &Affine<Self>) -> Affine<Self>;
}

impl Endomorphism for g1::Config {
    const POWER: u32 = 2;

    /// −φ, with φ(x, y) = (β·x, y) and β³ = 1.
    fn times_base(point: &Affine<Self>) -> Affine<Self> {
        const BETA: Fq = MontFp!(
            "793479390729215512621379701633421447060886740281060493010456487427281649075476305620758731620350"
        );
        let mut image = -*point;
        image.x *= BETA;
        image
    }
}

impl Endomorphism for g2::Config {
    const POWER: u32 = 1;

    /// −ψ, with ψ Frobenius' map between untwisting and twisting, which is the product with the
    /// negative parameter.
    fn times_base(point: &Affine<Self>) -> Affine<Self> {
        /// The imaginary part of (1 + u)^(−(p − 1) / 3), whose real part is zero.
        const X_FACTOR: Fq = MontFp!(
            "4002409555221667392624310435006688643935503118305586438271171395842971157480381377015405980053539358417135540939437"
        );
        /// (1 + u)^(−(p − 1) / 2).
        const Y_FACTOR: Fq2 = Fq2::new(
            MontFp!(
                "2973677408986561043442465346520108879172042883009249989176415018091420807192182638567116318576472649347015917690530"
            ),
            MontFp!(
                "1028732146235106349975324479215795277384839936929757896155643118032610843298655225875571310552543014690878354869257"
            ),
        );
        let mut image = *point;
        image.x = Fq2::new(point.x.c1 * X_FACTOR, point.x.c0 * X_FACTOR);
        image.y = Fq2::new(-point.y.c0, point.y.c1) * Y_FACTOR;
        image
    }
}

/// Whether a point of the curve is in the subgroup of prime order.
pub(crate) fn is_in_subgroup<P: Endomorphism>(point: &Affine<P>) -> bool {
    (0..P::POWER).fold(Projective::from(*point), |point, _| times_x(&point)) == P::times_base(point)
}

/// The product of a point and [`X`].
fn times_x<P: SWCurveConfig>(point: &Projective<P>) -> Projective<P> {
    let mut product = *point;
    for bit in (0..X.ilog2()).rev() {
        product.double_in_place();
        if X >> bit & 1 == 1 {
            product += point;
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_ec::{AffineRepr, CurveGroup};
    use ark_ff::{Field, PrimeField};

    #[test]
    fn the_base_is_multiplied_as_said() {
        fn check<P: Endomorphism>() {
            let generator = Affine::<P>::generator();
            for point in [generator, -generator, (generator * Fr::from(77u8)).into_affine()] {
                assert_eq!(P::times_base(&point), (point * Fr::from(P::BASE)).into_affine());
            }
            assert!(P::times_base(&Affine::zero()).is_zero());
        }
        check::<g1::Config>();
        check::<g2::Config>();
    }

    /// Points of the curve for x = 0, 1, 2, …, of which next to none is in the subgroup, and what
    /// clearing the cofactor makes of them.
    fn check_membership<P: Endomorphism>(elements: impl Iterator<Item = P::BaseField>) {
        let mut outside = 0;
        for x in elements {
            let Some(y) = (x.square() * x + P::COEFF_B).sqrt() else { continue };
            for point in [Affine::<P>::new_unchecked(x, y), Affine::new_unchecked(x, -y)] {
                let expected = point.mul_bigint(Fr::MODULUS).into_affine().is_zero();
                outside += usize::from(!expected);
                assert_eq!(is_in_subgroup(&point), expected);
                let cleared = point.clear_cofactor();
                assert!(is_in_subgroup(&cleared));
                // Sums of one inside and one outside are outside.
                assert_eq!(is_in_subgroup(&(point + cleared).into_affine()), expected);
            }
        }
        assert!(outside > 20);
        assert!(is_in_subgroup(&Affine::<P>::zero()));
        assert!(is_in_subgroup(&Affine::<P>::generator()));
    }

    #[test]
    fn membership_is_order_r() {
        check_membership::<g1::Config>((0..40u8).map(Fq::from));
        check_membership::<g2::Config>((0..40u8).map(|k| Fq2::new(k.into(), (k / 3).into())));
    }

    /// Points whose order divides the cofactor, the small factors of it above all.
    #[test]
    fn points_of_small_order_are_outside() {
        // 3 and 11 divide the cofactor of G1; (0, 2) has order 3.
        let three = Affine::<g1::Config>::new_unchecked(0u8.into(), 2u8.into());
        assert!(three.is_on_curve());
        assert!((three + three + three).into_affine().is_zero());
        assert!(!is_in_subgroup(&three));
        let with_three = (three + Affine::<g1::Config>::generator()).into_affine();
        assert!(!is_in_subgroup(&with_three));
    }
}
