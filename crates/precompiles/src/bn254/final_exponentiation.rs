//! The final exponentiation, as far as asking for one goes.

use crate::pairing::tower::{
    Fq12, conjugate, cyclotomic_square, cyclotomic_square_times, mul_fq12, power_q6_minus_1,
};
use ark_bn254::Fq12Config as T;
use ark_ff::Field;

/// Whether the final exponentiation makes one of `f`; never for zero.
///
/// The exponent is (q⁶ − 1)·(q² + 1)·(q⁴ − q² + 1)/r, the last factor times
/// 2·x·(6·x² + 3·x + 1), which changes nothing as r does not divide that (Fuentes-Castañeda,
/// Knapp, Rodríguez-Henríquez, "Faster hashing to G₂").
pub(super) fn becomes_one(f: &Fq12<T>) -> bool {
    let Some(f) = power_q6_minus_1::<T>(f) else {
        return false;
    };
    let f = mul_fq12::<T>(&f.frobenius_map(2), &f);
    let f_2x = cyclotomic_square::<T>(&power_x(&f));
    let f_6x = mul_fq12::<T>(&cyclotomic_square::<T>(&f_2x), &f_2x);
    let f_6x2 = power_x(&f_6x);
    let f_12x3 = power_x(&cyclotomic_square::<T>(&f_6x2));
    // With a = 12·x³ + 6·x² + 6·x and b = a − 2·x the exponent is
    // a + 6·x² + 1 + b·q + a·q² + (b − 1)·q³.
    let a = mul_fq12::<T>(&mul_fq12::<T>(&f_12x3, &f_6x2), &f_6x);
    let b = mul_fq12::<T>(&a, &conjugate::<T>(&f_2x));
    let plain = mul_fq12::<T>(&mul_fq12::<T>(&a, &f_6x2), &f);
    let cubic = mul_fq12::<T>(&b, &conjugate::<T>(&f)).frobenius_map(3);
    let rest = mul_fq12::<T>(&b.frobenius_map(1), &a.frobenius_map(2));
    mul_fq12::<T>(&plain, &rest) == conjugate::<T>(&cubic)
}

/// f to the power of the curve's parameter 4965661367192848881, where f is in the cyclotomic
/// subgroup.
fn power_x(f: &Fq12<T>) -> Fq12<T> {
    /// The odd digits of the parameter below the highest, which is 2⁶²: how many squarings come
    /// before each.
    const DIGITS: [(u32, i8); 13] = [
        (6, 5),
        (5, -3),
        (4, 3),
        (5, 5),
        (4, -5),
        (4, -3),
        (4, 1),
        (5, 5),
        (5, 7),
        (4, -7),
        (7, 5),
        (5, -1),
        (4, 1),
    ];
    let square = cyclotomic_square::<T>(f);
    let third = mul_fq12::<T>(&square, f);
    let fifth = mul_fq12::<T>(&square, &third);
    let odd_powers = [*f, third, fifth, mul_fq12::<T>(&square, &fifth)];
    DIGITS.iter().fold(*f, |power, (squarings, digit)| {
        let power = cyclotomic_square_times::<T>(&power, *squarings);
        let factor = &odd_powers[usize::from(digit.unsigned_abs() / 2)];
        if *digit < 0 {
            mul_fq12::<T>(&power, &conjugate::<T>(factor))
        } else {
            mul_fq12::<T>(&power, factor)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_bn254::{Bn254, Fq, Fq2, Fq6, Fq12, Fr, G1Affine, G2Affine};
    use ark_ec::bn::BnConfig;
    use ark_ec::{
        AffineRepr,
        pairing::{MillerLoopOutput, Pairing},
    };
    use ark_ff::{AdditiveGroup, CyclotomicMultSubgroup, One, PrimeField};
    use proptest::prelude::*;

    const X: u64 = ark_bn254::Config::X[0];
    const X_IS_NEGATIVE: bool = false;

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
        let exponentiated = Bn254::final_exponentiation(MillerLoopOutput(*f));
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
        check(&Bn254::pairing(G1Affine::generator(), G2Affine::generator()).0, false);
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
