//! Points of short Weierstrass curves: what is faster with fast inversion.

use crate::invert::Invert;
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::{AdditiveGroup, Field, Zero};

/// The point in affine coordinates.
pub(crate) fn to_affine<P: SWCurveConfig>(point: &Projective<P>) -> Affine<P>
where
    P::BaseField: Invert,
{
    match point.z.invert() {
        None => Affine::zero(),
        Some(inverse) => scaled(point, inverse),
    }
}

/// The affine form of a point in Jacobian coordinates whose `z` has the inverse given.
fn scaled<P: SWCurveConfig>(point: &Projective<P>, inverse: P::BaseField) -> Affine<P> {
    let square = inverse.square();
    Affine::new_unchecked(point.x * square, point.y * (square * inverse))
}

/// The sum of two points of a curve y² = x³ + b.
pub(crate) fn sum<P: SWCurveConfig>(a: &Affine<P>, b: &Affine<P>) -> Affine<P>
where
    P::BaseField: Invert,
{
    let mut points = [*a, *b];
    add_pairs(&mut points, &[(0, 1)], &mut Vec::new());
    points[0]
}

/// Adds to each first point of the pairs, given by their places, the second one, with one
/// inversion for all. The curve is one y² = x³ + b.
///
/// No place may be that of a first point twice, or of a first and a second one.
pub(crate) fn add_pairs<P: SWCurveConfig>(
    points: &mut [Affine<P>],
    pairs: &[(usize, usize)],
    products: &mut Vec<P::BaseField>,
) where
    P::BaseField: Invert,
{
    // The products of all runs before a pair's (Montgomery's trick).
    products.clear();
    let mut product = P::BaseField::ONE;
    for (a, b) in pairs {
        products.push(product);
        if let Some((_, run)) = slope(&points[*a], &points[*b]) {
            product *= run;
        }
    }
    // No run is zero, so the product is not.
    let mut inverse = product.invert().unwrap_or(P::BaseField::ONE);
    for ((a, b), product) in pairs.iter().zip(products.iter()).rev() {
        let (first, second) = (points[*a], points[*b]);
        points[*a] = match slope(&first, &second) {
            Some((rise, run)) => {
                let slope = rise * (inverse * product);
                inverse *= run;
                let x = slope.square() - first.x - second.x;
                Affine::new_unchecked(x, slope * (first.x - x) - first.y)
            }
            None if first.is_zero() => second,
            None if second.is_zero() => first,
            None => Affine::zero(),
        };
    }
}

/// Rise and run, which is not zero, of the chord or tangent; `None` if a point or the sum is
/// infinity.
#[inline]
fn slope<P: SWCurveConfig>(a: &Affine<P>, b: &Affine<P>) -> Option<(P::BaseField, P::BaseField)> {
    let (x1, y1) = a.xy()?;
    let (x2, y2) = b.xy()?;
    if x1 != x2 {
        return Some((y2 - y1, x2 - x1));
    }
    // The double of a point of order two is infinity.
    if y1 != y2 || y1.is_zero() {
        return None;
    }
    let square = x1.square();
    Some((square.double() + square, y1.double()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_bls12_381::{G1Affine, g1, g2};
    use ark_ec::CurveGroup;
    use proptest::prelude::*;

    fn check_sum<P: SWCurveConfig>(a: Affine<P>, b: Affine<P>)
    where
        P::BaseField: Invert,
    {
        assert_eq!(sum(&a, &b), (a + b).into_affine());
        assert_eq!(sum(&a, &b), to_affine(&(a + b)));
    }

    fn check_sums<P: SWCurveConfig>(a: P::ScalarField, b: P::ScalarField)
    where
        P::BaseField: Invert,
    {
        let [a, b] = [a, b].map(|k| (Affine::<P>::generator() * k).into_affine());
        let zero = Affine::zero();
        for (a, b) in [(a, b), (a, a), (a, -a), (a, zero), (zero, a), (zero, zero)] {
            check_sum(a, b);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn sums_are_those_of_arkworks(a: u64, b: u64) {
            check_sums::<g1::Config>(a.into(), b.into());
            check_sums::<g2::Config>(a.into(), b.into());
            check_sums::<ark_bn254::g1::Config>(a.into(), b.into());
        }

        #[test]
        fn pairs_are_added_as_by_arkworks(factors in prop::collection::vec(-2i8..3, 2..20)) {
            let generator = G1Affine::generator();
            let mut points: Vec<_> = factors
                .iter()
                .map(|k| (generator * ark_bls12_381::Fr::from(*k)).into_affine())
                .collect();
            let half = points.len() / 2;
            let mut expected = points.clone();
            let pairs: Vec<_> = (0..half).map(|k| (k, half + k)).collect();
            for (a, b) in &pairs {
                expected[*a] = (points[*a] + points[*b]).into_affine();
            }
            add_pairs(&mut points, &pairs, &mut Vec::new());
            prop_assert_eq!(points, expected);
        }
    }

    #[test]
    fn a_point_of_order_two_doubles_to_infinity() {
        // (−3)^(1/3) is no element of either field, so that the case is built on no real curve.
        let x = ark_bn254::Fq::from(5u8);
        let point = Affine::<ark_bn254::g1::Config>::new_unchecked(x, ark_bn254::Fq::zero());
        assert!(sum(&point, &point).is_zero());
    }
}
