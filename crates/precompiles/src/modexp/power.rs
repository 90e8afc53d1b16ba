//! Exponentiation modulo any number.

use super::{
    division::remainder,
    exponent::Exponent,
    limbs::{add_assign, mul, mul_low, shift_right, sub_assign, trailing_zeros},
    montgomery::pow_odd,
    power_of_two::{inverse, pow_power_of_two, truncated},
};
use alloc::{vec, vec::Vec};

/// `base ^ exponent mod modulus`, where 0⁰ is 1; 0 for a modulus of zero. Base and modulus have no
/// leading zero limbs; the result may have some.
pub(super) fn mod_pow(base: &[u64], exponent: &Exponent<'_>, modulus: &[u64]) -> Vec<u64> {
    if matches!(modulus, [] | [1]) {
        return Vec::new();
    }
    if exponent.is_zero() || base == [1] {
        return vec![1];
    }
    if base.is_empty() {
        return Vec::new();
    }
    if exponent.is_one() {
        return remainder(base, 0, modulus);
    }
    let zeros = trailing_zeros(modulus);
    if zeros == 0 {
        return pow_odd(base, exponent, modulus);
    }
    let odd = shift_right(modulus, zeros);
    let low = pow_power_of_two(base, exponent, zeros);
    if odd == [1] {
        return low;
    }
    let high = pow_odd(base, exponent, &odd);
    combine(&high, &odd, &low, zeros)
}

/// The number below `odd · 2^bits` that is `high` modulo `odd` and `low` modulo `2^bits`
/// (Chinese remainder theorem).
fn combine(high: &[u64], odd: &[u64], low: &[u64], bits: usize) -> Vec<u64> {
    // high + odd · ((low − high) / odd mod 2^bits)
    let mut difference = low.to_vec();
    sub_assign(&mut difference, &truncated(high, bits));
    let mut quotient = vec![0; low.len()];
    mul_low(&mut quotient, &difference, &inverse(odd, low.len()));
    let mut sum = mul(odd, &truncated(&quotient, bits));
    add_assign(&mut sum, high);
    sum
}
