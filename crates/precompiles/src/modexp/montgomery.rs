//! Exponentiation modulo odd numbers, by Montgomery multiplication.
//!
//! Values are kept below 2^(64 n), n being the limbs of the modulus, and not below the modulus:
//! one comparison fewer in each step ("almost" Montgomery multiplication), one more at the end.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod ifma;
mod kernel;

use super::{
    division::remainder,
    exponent::Exponent,
    limbs::{is_at_least, sub_assign},
    window::{Ring, pow},
};
use alloc::{vec, vec::Vec};
use kernel::{mul, reduce, square};

/// `base ^ exponent mod modulus` for an odd modulus without leading zero limbs, in as many limbs
/// as the modulus has. The exponent is not zero.
pub(super) fn pow_odd(base: &[u64], exponent: &Exponent<'_>, modulus: &[u64]) -> Vec<u64> {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if let Some(power) = ifma::pow_odd(base, exponent, modulus) {
        return power;
    }
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if let Some(power) = pow_odd_bmi2(base, exponent, modulus) {
        return power;
    }
    pow_odd_plain(base, exponent, modulus)
}

/// Plain code, compiled for machines whose multiplications leave the flags alone; none elsewhere.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
fn pow_odd_bmi2(base: &[u64], exponent: &Exponent<'_>, modulus: &[u64]) -> Option<Vec<u64>> {
    #[target_feature(enable = "bmi2,adx")]
    fn compiled(base: &[u64], exponent: &Exponent<'_>, modulus: &[u64]) -> Vec<u64> {
        pow_odd_plain(base, exponent, modulus)
    }

    let is_available =
        std::arch::is_x86_feature_detected!("bmi2") && std::arch::is_x86_feature_detected!("adx");
    // SAFETY: the condition has found both features.
    #[expect(unsafe_code, reason = "a tenth faster at 256 bits")]
    is_available.then(|| unsafe { compiled(base, exponent, modulus) })
}

#[inline(always)]
fn pow_odd_plain(base: &[u64], exponent: &Exponent<'_>, modulus: &[u64]) -> Vec<u64> {
    let base = remainder(base, modulus.len(), modulus);
    // Short moduli are compiled for their length.
    match modulus.len() {
        1 => pow_fixed::<1>(&base, exponent, modulus),
        2 => pow_fixed::<2>(&base, exponent, modulus),
        3 => pow_fixed::<3>(&base, exponent, modulus),
        4 => pow_fixed::<4>(&base, exponent, modulus),
        6 => pow_fixed::<6>(&base, exponent, modulus),
        8 => pow_fixed::<8>(&base, exponent, modulus),
        _ => {
            let mut ring = Montgomery::new(modulus);
            let mut power = pow(&mut ring, &base, exponent);
            ring.leave(&mut power);
            power
        }
    }
}

#[inline(always)]
fn pow_fixed<const N: usize>(base: &[u64], exponent: &Exponent<'_>, modulus: &[u64]) -> Vec<u64> {
    let mut ring = FixedMontgomery::<N>::new(modulus);
    let mut power = pow(&mut ring, base, exponent);
    Montgomery::new(modulus).leave(&mut power);
    power
}

/// Minus the inverse of an odd number, modulo 2⁶⁴.
const fn minus_inverse(odd: u64) -> u64 {
    // Right modulo 2⁵ to begin with, and each step doubles the number of right bits.
    let mut inverse = odd.wrapping_mul(3) ^ 2;
    let mut i = 0;
    while i < 4 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        i += 1;
    }
    inverse.wrapping_neg()
}

/// Multiplication modulo an odd number of any length.
struct Montgomery<'a> {
    modulus: &'a [u64],
    minus_inverse: u64,
    /// Twice as long as the modulus.
    scratch: Vec<u64>,
}

impl<'a> Montgomery<'a> {
    fn new(modulus: &'a [u64]) -> Self {
        Self {
            modulus,
            minus_inverse: minus_inverse(modulus[0]),
            scratch: vec![0; 2 * modulus.len()],
        }
    }

    /// Divides by 2^(64 n) and brings the result below the modulus.
    fn leave(&mut self, value: &mut [u64]) {
        let len = value.len();
        self.scratch[..len].copy_from_slice(value);
        self.scratch[len..].fill(0);
        reduce(value, &mut self.scratch, self.modulus, self.minus_inverse);
        if is_at_least(value, self.modulus) {
            sub_assign(value, self.modulus);
        }
    }
}

impl Ring for Montgomery<'_> {
    #[inline(always)]
    fn mul_assign(&mut self, x: &mut [u64], y: &[u64]) {
        let scratch = &mut self.scratch[..x.len()];
        mul(scratch, x, y, self.modulus, self.minus_inverse);
        x.copy_from_slice(scratch);
    }

    #[inline(always)]
    fn square_assign(&mut self, x: &mut [u64]) {
        square(&mut self.scratch, x);
        reduce(x, &mut self.scratch, self.modulus, self.minus_inverse);
    }
}

/// The same for `N` limbs.
struct FixedMontgomery<const N: usize> {
    modulus: [u64; N],
    minus_inverse: u64,
}

impl<const N: usize> FixedMontgomery<N> {
    fn new(modulus: &[u64]) -> Self {
        let mut limbs = [0; N];
        limbs.copy_from_slice(modulus);
        Self { modulus: limbs, minus_inverse: minus_inverse(limbs[0]) }
    }

    #[inline(always)]
    fn product(&self, x: &[u64; N], y: &[u64; N]) -> [u64; N] {
        let mut product = [0; N];
        mul(&mut product, x, y, &self.modulus, self.minus_inverse);
        product
    }
}

impl<const N: usize> Ring for FixedMontgomery<N> {
    #[inline(always)]
    fn mul_assign(&mut self, x: &mut [u64], y: &[u64]) {
        if let (Some(x), Some(y)) = (x.first_chunk_mut(), y.first_chunk()) {
            *x = self.product(x, y);
        }
    }

    #[inline(always)]
    fn square_assign(&mut self, x: &mut [u64]) {
        if let Some(x) = x.first_chunk_mut() {
            *x = self.product(x, x);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Of moduli of any length, those whose digits are all ones or zeros among them.
        #[test]
        fn whatever_the_machine_runs_equals_plain_code(
            mut modulus in limbs(1..150),
            base in limbs(1..150),
            exponent in prop::collection::vec(any::<u8>(), 1..5),
        ) {
            modulus[0] |= 1;
            if let Some(top) = modulus.last_mut() {
                *top |= 1;
            }
            let exponent = Exponent::new(&exponent, exponent.len() as u64);
            prop_assume!(!exponent.is_zero());
            let plain = pow_odd_plain(&base, &exponent, &modulus);
            prop_assert_eq!(&pow_odd(&base, &exponent, &modulus), &plain);
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            for power in [
                ifma::pow_odd(&base, &exponent, &modulus),
                pow_odd_bmi2(&base, &exponent, &modulus),
            ] {
                prop_assert!(power.is_none_or(|power| power == plain));
            }
        }
    }

    fn limbs(len: core::ops::Range<usize>) -> impl Strategy<Value = Vec<u64>> {
        let limb = prop_oneof![Just(0), Just(u64::MAX), Just(1), Just(1 << 63), any::<u64>()];
        prop_oneof![
            prop::collection::vec(any::<u64>(), len.clone()),
            prop::collection::vec(limb, len.clone()),
            len.prop_map(|len| vec![u64::MAX; len]),
        ]
    }

    #[test]
    fn inverses() {
        for odd in [1, 3, 5, 0xffff_ffff, u64::MAX, 0x8000_0000_0000_0001, 0x1234_5678_9abc_def1] {
            assert_eq!(minus_inverse(odd).wrapping_mul(odd), u64::MAX);
        }
    }
}
