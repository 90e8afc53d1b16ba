//! Whether a product of pairings is one, and a point of G2 in its group.

mod subgroup;

pub(super) use subgroup::is_in_subgroup;

use super::final_exponentiation::becomes_one;
use crate::pairing::{
    miller::{MillerLoop, Pair, Product, Twist},
    tower::{Tower, mul_fq2},
};
use alloc::vec::Vec;
use ark_bn254::{Config, Fq2, Fq12Config, G1Affine, G2Affine};
use ark_ec::{AffineRepr, bn::BnConfig, short_weierstrass::SWCurveConfig};
use ark_ff::{AdditiveGroup, Field};

impl Tower for Fq12Config {}

impl MillerLoop for Fq12Config {
    const TWIST: Twist = Twist::Divisive;

    fn mul_by_3b(a: Fq2) -> Fq2 {
        mul_fq2::<Self>(&(a.double() + a), &ark_bn254::g2::Config::COEFF_B)
    }
}

/// Whether the product of the pairings of these points is one. A pair with infinity contributes
/// a factor of one; every point has to be in its group of prime order.
pub(super) fn product_is_one(pairs: &[(G1Affine, G2Affine)]) -> bool {
    let points: Vec<_> = pairs.iter().filter_map(|(p, q)| Some((p.xy()?, q.xy()?))).collect();
    let mut pairs: Vec<Pair<Fq12Config>> = points.iter().map(|(p, q)| Pair::new(*p, *q)).collect();
    let mut product = Product::one();
    // The digits of 6·x + 2, the lowest first; the highest is 1.
    for digit in Config::ATE_LOOP_COUNT.iter().rev().skip(1) {
        product.square();
        for pair in &mut pairs {
            product.multiply(pair.double());
        }
        if *digit != 0 {
            for pair in &mut pairs {
                product.multiply(pair.add_q(*digit < 0));
            }
        }
    }
    for (pair, (_, q)) in pairs.iter_mut().zip(&points) {
        let q1 = power_q(*q);
        let (x, y) = power_q(q1);
        product.multiply(pair.add(q1));
        product.multiply(pair.add((x, -y)));
    }
    becomes_one(&product.value())
}

/// The point that has its coordinates to the power of q on the untwisted curve.
fn power_q((x, y): (Fq2, Fq2)) -> (Fq2, Fq2) {
    let (x, y) = (x.frobenius_map(1), y.frobenius_map(1));
    (
        mul_fq2::<Fq12Config>(&x, &Config::TWIST_MUL_BY_Q_X),
        mul_fq2::<Fq12Config>(&y, &Config::TWIST_MUL_BY_Q_Y),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_bn254::{Bn254, Fr};
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
        assert_eq!(Bn254::multi_pairing(p, q).0.is_one(), expected, "arkworks on {pairs:?}");
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
}
