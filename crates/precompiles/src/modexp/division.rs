//! Remainders (Knuth, The Art of Computer Programming, volume 2, section 4.3.1, algorithm D).

use super::limbs::{add_assign, shift_left, trim};
use alloc::{vec, vec::Vec};

/// `(dividend · 2^(64 · zero_limbs)) mod divisor`, in as many limbs as the divisor has.
///
/// The divisor has no leading zero limb and is not empty.
pub(super) fn remainder(dividend: &[u64], zero_limbs: usize, divisor: &[u64]) -> Vec<u64> {
    let dividend = trim(dividend);
    let len = divisor.len();
    if let [divisor] = *divisor {
        return vec![single_limb_remainder(dividend, zero_limbs, divisor)];
    }
    let shift = divisor[len - 1].leading_zeros();
    let divisor = shift_left(divisor, shift);
    let divisor = &divisor[..len];
    let mut rest = vec![0; zero_limbs];
    rest.extend_from_slice(&shift_left(dividend, shift));
    if rest.len() <= len {
        rest.resize(len + 1, 0);
    }
    let (high, second) = (divisor[len - 1], divisor[len - 2]);
    for i in (0..rest.len() - len).rev() {
        let window = &mut rest[i..=i + len];
        let quotient = estimate(window[len], window[len - 1], window[len - 2], high, second);
        let (low, top) = window.split_at_mut(len);
        if sub_product(low, &mut top[0], divisor, quotient) {
            // One too many, which is rare.
            let carry = add_assign(low, divisor);
            top[0] = top[0].wrapping_add(u64::from(carry));
        }
    }
    rest.truncate(len);
    if shift != 0 {
        for i in 0..len {
            let above = rest.get(i + 1).copied().unwrap_or(0);
            rest[i] = rest[i] >> shift | above << (64 - shift);
        }
    }
    rest
}

/// An estimate of the next limb of the quotient: right, or one too large (step D3).
fn estimate(top: u64, next: u64, third: u64, high: u64, second: u64) -> u64 {
    let dividend = u128::from(top) << 64 | u128::from(next);
    let mut quotient = if top >= high { u128::from(u64::MAX) } else { dividend / u128::from(high) };
    let mut rest = dividend - quotient * u128::from(high);
    while rest >> 64 == 0 && quotient * u128::from(second) > (rest << 64 | u128::from(third)) {
        quotient -= 1;
        rest += u128::from(high);
    }
    u64::try_from(quotient).unwrap_or(u64::MAX)
}

/// `low − divisor · quotient`, with one more limb on top; returns whether it wrapped.
fn sub_product(low: &mut [u64], top: &mut u64, divisor: &[u64], quotient: u64) -> bool {
    let mut carry = 0;
    for (limb, divisor) in low.iter_mut().zip(divisor) {
        let (product, high) = quotient.carrying_mul(*divisor, carry);
        let (difference, borrow) = limb.overflowing_sub(product);
        *limb = difference;
        carry = high + u64::from(borrow);
    }
    let borrow;
    (*top, borrow) = top.overflowing_sub(carry);
    borrow
}

fn single_limb_remainder(dividend: &[u64], zero_limbs: usize, divisor: u64) -> u64 {
    let zeros = core::iter::repeat_n(&0, zero_limbs);
    dividend.iter().rev().chain(zeros).fold(0, |rest, limb| {
        let rest = (u128::from(rest) << 64 | u128::from(*limb)) % u128::from(divisor);
        u64::try_from(rest).unwrap_or(0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_that_need_the_rare_correction() {
        // 2^128 mod (2^64 + 1) = 1: the first estimate is at its limit.
        assert_eq!(remainder(&[0, 0, 1], 0, &[1, 1]), [1, 0]);
        // (2^191 + 3) = 4 (2^189 + 1) - 1: the estimate 4 is one too large.
        let expected = [0, 0, 1 << 61];
        assert_eq!(remainder(&[3, 0, 1 << 63], 0, &[1, 0, 1 << 61]), expected);
    }

    #[test]
    fn zero_limbs_multiply() {
        assert_eq!(remainder(&[5], 1, &[7]), [3]);
        assert_eq!(remainder(&[], 3, &[7, 1]), [0, 0]);
        assert_eq!(remainder(&[6], 0, &[7, 1]), [6, 0]);
    }
}
