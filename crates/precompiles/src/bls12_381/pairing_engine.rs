//! Whether a product of pairings is one.

use super::final_exponentiation::becomes_one;
use crate::{
    invert::Invert,
    pairing::{
        miller::{Line, MillerLoop, Pair, Product, Twist, product_of_monic_lines},
        tower::{Tower, scale_fq2},
    },
};
use alloc::vec::Vec;
use ark_bls12_381::{Config, Fq2, Fq12Config, G1Affine, G2Affine};
use ark_ec::{AffineRepr, bls12::Bls12Config};
use ark_ff::{AdditiveGroup, Field, Fp6Config};

/// The absolute value of the curve's parameter x, which is negative.
const X: u64 = Config::X[0];

impl Tower for Fq12Config {}

impl MillerLoop for Fq12Config {
    const TWIST: Twist = Twist::Multiplicative;

    /// b′ = 4·ξ.
    fn mul_by_3b(a: Fq2) -> Fq2 {
        let four = a.double().double();
        ark_bls12_381::Fq6Config::mul_fp2_by_nonresidue(four.double() + four)
    }
}

/// Whether the product of the pairings of these points is one. A pair with infinity contributes
/// a factor of one; every point has to be in its group of prime order.
pub(super) fn product_is_one(pairs: &[(G1Affine, G2Affine)]) -> bool {
    let mut pairs: Vec<Pair<Fq12Config>> =
        pairs.iter().filter_map(|(p, q)| Some(Pair::new(p.xy()?, q.xy()?))).collect();
    let mut product = Product::one();
    for adds in steps() {
        product.square();
        for pair in &mut pairs {
            product.multiply(pair.double());
        }
        if adds {
            for pair in &mut pairs {
                product.multiply(pair.add_q(false));
            }
        }
    }
    becomes_one(&product.value())
}

/// The steps of the Miller loop: each doubles, and adds the point if this says so.
fn steps() -> impl Iterator<Item = bool> {
    (0..X.ilog2()).rev().map(|bit| X >> bit & 1 == 1)
}

/// The lines of the Miller loop for a point of G2 that is known beforehand, as slope and constant
/// of a line y = slope·x − constant.
pub(crate) struct FixedLines(Vec<[Fq2; 2]>);

impl FixedLines {
    /// For a point of the group of prime order, not infinity.
    pub(crate) fn new(q: G2Affine) -> Self {
        let (x_q, y_q) = (q.x, q.y);
        let (mut x, mut y) = (x_q, y_q);
        // The multiples the loop comes to are below the order, so that no denominator is zero.
        let invert = |a: &Fq2| a.invert().unwrap_or_default();
        let mut lines = Vec::new();
        for adds in steps() {
            let x_squared = x.square();
            let slope = (x_squared.double() + x_squared) * invert(&y.double());
            let other_x = x;
            lines.push(step(slope, &mut x, &mut y, other_x));
            if adds {
                let slope = (y - y_q) * invert(&(x - x_q));
                lines.push(step(slope, &mut x, &mut y, x_q));
            }
        }
        Self(lines)
    }
}

/// The line of this slope through (x, y), which then becomes the sum of it and the other point
/// on that line.
fn step(slope: Fq2, x: &mut Fq2, y: &mut Fq2, other_x: Fq2) -> [Fq2; 2] {
    let constant = slope * *x - *y;
    *x = slope.square() - *x - other_x;
    *y = constant - slope * *x;
    [slope, constant]
}

/// Whether the product of the pairings of these points with fixed ones is one. Every point has to
/// be in its group of prime order.
pub(crate) fn fixed_product_is_one(points: &[G1Affine; 2], lines: &[FixedLines; 2]) -> bool {
    let [first, second] = points;
    let (Some(first), Some(second)) = (first.xy(), second.xy()) else {
        // One pair of non-zero points of prime order never gives one.
        return first.is_zero() && second.is_zero();
    };
    // No point of odd order has y = 0.
    let Some(inverse) = (first.1 * second.1).invert() else {
        return false;
    };
    let scales = [(first, inverse * second.1), (second, inverse * first.1)]
        .map(|((x, _), y_inverse)| (-x * y_inverse, y_inverse));
    let mut product = Product::<Fq12Config>::one();
    let mut lines = lines[0].0.iter().zip(&lines[1].0);
    for adds in steps() {
        product.square();
        for (l, m) in lines.by_ref().take(1 + usize::from(adds)) {
            let [l, m] = [(l, scales[0]), (m, scales[1])].map(
                |([slope, constant], (x_over_y, one_over_y))| Line {
                    a: scale_fq2::<Fq12Config>(constant, &one_over_y),
                    b: scale_fq2::<Fq12Config>(slope, &x_over_y),
                    c: Fq2::ONE,
                },
            );
            product.multiply_by_two(&product_of_monic_lines(&l, &m));
        }
    }
    becomes_one(&product.value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_bls12_381::{Bls12_381, Fr};
    use ark_ec::{CurveGroup, pairing::Pairing};
    use ark_ff::{Field, One, Zero};
    use proptest::prelude::*;

    type Points = Vec<(G1Affine, G2Affine)>;

    fn scalar(seed: u64) -> Fr {
        Fr::from(seed).pow([0x9e37_79b9_7f4a_7c15])
    }

    fn pair(p: Fr, q: Fr) -> (G1Affine, G2Affine) {
        let (g1, g2) = (G1Affine::generator(), G2Affine::generator());
        ((g1 * p).into_affine(), (g2 * q).into_affine())
    }

    /// `count` pairs whose product of pairings is one.
    fn pairs_that_give_one(seed: u64, count: u64) -> Points {
        let mut sum = Fr::zero();
        let mut pairs: Points = (1..count)
            .map(|i| {
                let (p, q) = (scalar(seed ^ i), scalar(seed.rotate_left(32) ^ i));
                sum += p * q;
                pair(p, q)
            })
            .collect();
        let q = scalar(!seed);
        pairs.push(pair(-sum / q, q));
        pairs
    }

    #[track_caller]
    fn check(pairs: &[(G1Affine, G2Affine)], expected: bool) {
        let (p, q): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
        assert_eq!(Bls12_381::multi_pairing(p, q).0.is_one(), expected, "arkworks on {pairs:?}");
        assert_eq!(product_is_one(pairs), expected, "{pairs:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn products_are_one_where_those_of_arkworks_are(
            seed in 2..u64::MAX - 1,
            count in 1_u64..=10,
            changed in any::<prop::sample::Index>(),
        ) {
            let pairs = pairs_that_give_one(seed, count);
            check(&pairs, true);
            let i = changed.index(pairs.len());

            let mut negated = pairs.clone();
            negated[i].0 = -negated[i].0;
            check(&negated, pairs[i].0.is_zero());

            let mut near_miss = pairs.clone();
            near_miss[i].1 = (near_miss[i].1 + G2Affine::generator()).into_affine();
            check(&near_miss, pairs[i].0.is_zero());

            let mut both_negated = pairs.clone();
            both_negated[i] = (-pairs[i].0, -pairs[i].1);
            check(&both_negated, true);

            let mut twice = pairs.clone();
            twice.extend_from_slice(&pairs);
            check(&twice, true);
        }
    }

    #[test]
    fn special_pairs() {
        let (p, q) = pair(scalar(3), scalar(5));
        let infinity = (G1Affine::zero(), G2Affine::zero());
        check(&[], true);
        check(&[(p, q)], false);
        check(&[(p, q), (p, q)], false);
        check(&[(p, q), (-p, q)], true);
        check(&[(p, q), (p, -q)], true);
        check(&[(p, q), (-p, -q)], false);
        check(&[(p, infinity.1), (infinity.0, q), infinity], true);
        check(&[(p, q), (infinity.0, q), (p, infinity.1), (-p, q), infinity], true);
        check(&[(p, q), infinity], false);
        let generators = pair(Fr::one(), Fr::one());
        check(&[generators, generators], false);
        check(&[generators, (-generators.0, generators.1)], true);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn products_with_fixed_points_are_those_with_any(seed in 2..u64::MAX - 1) {
            let (a, b) = (scalar(seed), scalar(!seed));
            let q = [G2Affine::generator(), pair(a, b).1];
            let lines = q.map(FixedLines::new);
            let check = |points: [Fr; 2], expected: bool| {
                let points = points.map(|p| pair(p, b).0);
                let pairs = [(points[0], q[0]), (points[1], q[1])];
                prop_assert_eq!(product_is_one(&pairs), expected);
                prop_assert_eq!(fixed_product_is_one(&points, &lines), expected);
                Ok(())
            };
            check([-a * b, a], true)?;
            check([a * b, -a], true)?;
            check([a * b, a], false)?;
            check([-a * b + Fr::one(), a], false)?;
            check([a, b], false)?;
            check([Fr::zero(), a], false)?;
            check([a, Fr::zero()], false)?;
            check([Fr::zero(), Fr::zero()], true)?;
        }
    }
}
