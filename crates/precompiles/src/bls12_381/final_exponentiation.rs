//! The final exponentiation, as far as asking for one goes.

use crate::pairing::tower::{
    Compressed, Fq12, conjugate, cyclotomic_square, cyclotomic_square_times, mul_fq12,
    power_q6_minus_1,
};
use ark_bls12_381::Fq12Config as T;
use ark_ff::Field;

/// Whether the final exponentiation makes one of `f`; never for zero.
///
/// The exponent is (q⁶ − 1)·(q² + 1)·(q⁴ − q² + 1)/r, the last factor times 3, which changes
/// nothing as 3 does not divide r. Three times it is (x − 1)²·(x + q)·(x² + q² − 1) + 3
/// (Hayashida, Hayasaka, Teruya, "Efficient final exponentiation via cyclotomic structure").
pub(super) fn becomes_one(f: &Fq12<T>) -> bool {
    let Some(f) = power_q6_minus_1::<T>(f) else {
        return false;
    };
    let f = mul_fq12::<T>(&f.frobenius_map(2), &f);
    let a = mul_fq12::<T>(&power_x(&f), &conjugate::<T>(&f));
    let b = mul_fq12::<T>(&power_x(&a), &conjugate::<T>(&a));
    let c = mul_fq12::<T>(&power_x(&b), &b.frobenius_map(1));
    let d = mul_fq12::<T>(&power_x(&power_x(&c)), &c.frobenius_map(2));
    let d = mul_fq12::<T>(&d, &conjugate::<T>(&c));
    d == conjugate::<T>(&mul_fq12::<T>(&cyclotomic_square::<T>(&f), &f))
}

/// f to the power of the curve's parameter, where f is in the cyclotomic subgroup.
fn power_x(f: &Fq12<T>) -> Fq12<T> {
    // |x| = 2⁶³ + 2⁶² + 2⁶⁰ + 2⁵⁷ + 2⁴⁸ + 2¹⁶.
    let to_16 = Compressed::of(f).square_times(16);
    let to_48 = to_16.square_times(32);
    let to_57 = to_48.square_times(9);
    let [to_16, to_48, to_57] =
        Compressed::decompress(&[to_16, to_48, to_57]).unwrap_or_else(|| {
            let to_16 = cyclotomic_square_times::<T>(f, 16);
            let to_48 = cyclotomic_square_times::<T>(&to_16, 32);
            [to_16, to_48, cyclotomic_square_times::<T>(&to_48, 9)]
        });
    let to_60 = cyclotomic_square_times::<T>(&to_57, 3);
    let to_62 = cyclotomic_square_times::<T>(&to_60, 2);
    let to_63 = cyclotomic_square::<T>(&to_62);
    let power = [to_48, to_57, to_60, to_62, to_63]
        .iter()
        .fold(to_16, |power, factor| mul_fq12::<T>(&power, factor));
    conjugate::<T>(&power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_bls12_381::{Bls12_381, Fq, Fq2, Fq6, Fq12, Fr, G1Affine, G2Affine};
    use ark_ec::bls12::Bls12Config;
    use ark_ec::{
        AffineRepr,
        pairing::{MillerLoopOutput, Pairing},
    };
    use ark_ff::{AdditiveGroup, CyclotomicMultSubgroup, One, PrimeField};
    use proptest::prelude::*;

    const X: u64 = ark_bls12_381::Config::X[0];
    const X_IS_NEGATIVE: bool = true;

    fn element(seed: u64) -> Fq12 {
        let part = |i: u64| Fq::from(seed.wrapping_add(i)).pow([0x9e37_79b9_7f4a_7c15, seed | 1]);
        Fq12::from_base_prime_field_elems((0..12).map(part)).unwrap_or_default()
    }

    fn cyclotomic(f: Fq12) -> Fq12 {
        let f = power_q6_minus_1::<T>(&f).unwrap_or(Fq12::ONE);
        f.frobenius_map(2) * f
    }

    #[track_caller]
    fn check(f: &Fq12, expected: bool) {
        let exponentiated = Bls12_381::final_exponentiation(MillerLoopOutput(*f));
        assert_eq!(exponentiated.is_some_and(|f| f.0.is_one()), expected, "arkworks on {f}");
        assert_eq!(becomes_one(f), expected, "{f}");
    }

    #[track_caller]
    fn check_power(f: &Fq12) {
        let power = f.cyclotomic_exp([X]);
        assert_eq!(power_x(f), if X_IS_NEGATIVE { conjugate::<T>(&power) } else { power }, "{f}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn elements_become_one_where_they_do_in_arkworks(seed: u64) {
            let f = element(seed);
            check(&f, false);
            // What is an r-th power, or lies in a proper subfield, becomes one.
            check(&f.pow(Fr::MODULUS), true);
            check(&Fq12::new(f.c0, Fq6::ZERO), true);
            check(&(f.pow(Fr::MODULUS) * Fq12::new(f.c1, Fq6::ZERO)), true);
            check(&(f.pow(Fr::MODULUS) * f), false);
        }

        #[test]
        fn powers_are_those_of_arkworks(seed: u64) {
            check_power(&cyclotomic(element(seed)));
        }
    }

    #[test]
    fn special_elements() {
        check(&Fq12::ZERO, false);
        check(&Fq12::ONE, true);
        check(&-Fq12::ONE, true);
        // w: its order divides that of a root of unity times what subfields have.
        check(&Fq12::new(Fq6::ZERO, Fq6::ONE), true);
        check(&Bls12_381::pairing(G1Affine::generator(), G2Affine::generator()).0, false);
        check(&Fq12::new(Fq6::new(Fq2::ZERO, Fq2::ONE, Fq2::ZERO), Fq6::ZERO), true);
    }

    /// Elements of the cyclotomic subgroup with coefficients of zero.
    #[test]
    fn powers_of_elements_with_zeros() {
        check_power(&Fq12::ONE);
        // A power of w has a power of w as its image: all coefficients but one or two are zero.
        for coefficient in 0..12 {
            let mut parts = [Fq::ZERO; 12];
            parts[coefficient] = Fq::ONE;
            parts[0] += Fq::ONE;
            let f = Fq12::from_base_prime_field_elems(parts).unwrap_or_default();
            check_power(&cyclotomic(f));
            check_power(&cyclotomic(f + Fq12::new(Fq6::ZERO, Fq6::ONE)));
        }
    }
}
