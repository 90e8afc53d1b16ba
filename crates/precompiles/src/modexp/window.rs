//! Exponentiation with a sliding window.

use super::exponent::Exponent;
use alloc::vec::Vec;

/// Multiplication of residues that all have the same number of limbs.
pub(super) trait Ring {
    /// `x = x · y`.
    fn mul_assign(&mut self, x: &mut [u64], y: &[u64]);

    /// `x = x · x`.
    fn square_assign(&mut self, x: &mut [u64]);
}

/// `base ^ exponent`, for an exponent that is not zero.
#[inline(always)]
pub(super) fn pow<R: Ring>(ring: &mut R, base: &[u64], exponent: &Exponent<'_>) -> Vec<u64> {
    let bit_len = exponent.bit_len();
    let width = window_width(bit_len);
    let odd_powers = odd_powers(ring, base, width);
    let odd_power = |window: usize| &odd_powers[window / 2 * base.len()..][..base.len()];

    let mut power = Vec::new();
    let mut next = bit_len;
    while next > 0 {
        if !exponent.bit(next - 1) {
            ring.square_assign(&mut power);
            next -= 1;
            continue;
        }
        // The longest window that begins here and ends in a one.
        let mut end = next.saturating_sub(width);
        while !exponent.bit(end) {
            end += 1;
        }
        let window =
            (end..next).rev().fold(0, |window, bit| window << 1 | usize::from(exponent.bit(bit)));
        if power.is_empty() {
            power.extend_from_slice(odd_power(window));
        } else {
            for _ in end..next {
                ring.square_assign(&mut power);
            }
            ring.mul_assign(&mut power, odd_power(window));
        }
        next = end;
    }
    power
}

/// The width that needs the fewest multiplications for an exponent of this many bits.
const fn window_width(bit_len: u64) -> u64 {
    match bit_len {
        0..=17 => 1,
        18..=24 => 2,
        25..=80 => 3,
        81..=240 => 4,
        241..=672 => 5,
        673..=1792 => 6,
        _ => 7,
    }
}

/// `base` to the powers 1, 3, 5 and so on, below 2 to the power of `width`.
#[inline(always)]
fn odd_powers<R: Ring>(ring: &mut R, base: &[u64], width: u64) -> Vec<u64> {
    let count = 1 << (width - 1);
    let mut powers = Vec::with_capacity(count * base.len());
    powers.extend_from_slice(base);
    if count > 1 {
        let mut square = base.to_vec();
        ring.square_assign(&mut square);
        let mut power = base.to_vec();
        for _ in 1..count {
            ring.mul_assign(&mut power, &square);
            powers.extend_from_slice(&power);
        }
    }
    powers
}
