//! Arithmetic modulo powers of two.

use super::{
    exponent::Exponent,
    limbs::{mul_low, trailing_zeros},
    window::{Ring, pow},
};
use alloc::{vec, vec::Vec};

/// `base ^ exponent mod 2^bits`, in as many limbs as that needs. Exponent and `bits` are not zero.
pub(super) fn pow_power_of_two(base: &[u64], exponent: &Exponent<'_>, bits: usize) -> Vec<u64> {
    let base = truncated(base, bits);
    if base.iter().all(|limb| *limb == 0) {
        return base;
    }
    let zeros = trailing_zeros(&base);
    let exponent = if zeros == 0 {
        // The order of every odd number divides 2^(bits − 1).
        exponent.low_bytes(u64::try_from(bits.div_ceil(8)).unwrap_or(u64::MAX))
    } else {
        let power_of_two = exponent
            .to_u64()
            .and_then(|exponent| usize::try_from(exponent).ok())
            .and_then(|exponent| exponent.checked_mul(zeros));
        if power_of_two.is_none_or(|power_of_two| power_of_two >= bits) {
            return vec![0; base.len()];
        }
        *exponent
    };
    if exponent.is_zero() {
        let mut one = vec![0; base.len()];
        one[0] = 1;
        return truncated(&one, bits);
    }
    let mut ring = Low { scratch: vec![0; base.len()] };
    truncated(&pow(&mut ring, &base, &exponent), bits)
}

/// The inverse of `odd` modulo 2 to the power of `64 · len`.
pub(super) fn inverse(odd: &[u64], len: usize) -> Vec<u64> {
    let mut inverse = vec![0; len];
    let mut product = vec![0; len];
    let mut next = vec![0; len];
    // Right modulo 2⁵ to begin with, and each step doubles the number of right bits.
    inverse[0] = odd[0].wrapping_mul(3) ^ 2;
    let mut right_bits: usize = 5;
    while right_bits < 64 * len {
        right_bits *= 2;
        let len = right_bits.div_ceil(64).min(len);
        // inverse · (2 − odd · inverse)
        mul_low(&mut product[..len], &odd[..odd.len().min(len)], &inverse[..len]);
        negate(&mut product[..len]);
        let (low, wrapped) = product[0].overflowing_add(2);
        product[0] = low;
        if wrapped {
            increment(&mut product[1..len]);
        }
        mul_low(&mut next[..len], &inverse[..len], &product[..len]);
        inverse[..len].copy_from_slice(&next[..len]);
    }
    inverse
}

/// The lowest `bits` bits, in as many limbs as they need.
pub(super) fn truncated(limbs: &[u64], bits: usize) -> Vec<u64> {
    let mut low = limbs[..limbs.len().min(bits.div_ceil(64))].to_vec();
    low.resize(bits.div_ceil(64), 0);
    if !bits.is_multiple_of(64)
        && let Some(last) = low.last_mut()
    {
        *last &= (1 << (bits % 64)) - 1;
    }
    low
}

fn negate(limbs: &mut [u64]) {
    for limb in &mut *limbs {
        *limb = !*limb;
    }
    increment(limbs);
}

fn increment(limbs: &mut [u64]) {
    for limb in limbs {
        *limb = limb.wrapping_add(1);
        if *limb != 0 {
            return;
        }
    }
}

/// Multiplication modulo a power of 2⁶⁴.
struct Low {
    scratch: Vec<u64>,
}

impl Ring for Low {
    fn mul_assign(&mut self, x: &mut [u64], y: &[u64]) {
        mul_low(&mut self.scratch, x, y);
        x.copy_from_slice(&self.scratch);
    }

    fn square_assign(&mut self, x: &mut [u64]) {
        mul_low(&mut self.scratch, x, x);
        x.copy_from_slice(&self.scratch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_of_every_length() {
        let odd = [0x1234_5678_9abc_def1, 7, 0, u64::MAX, 3];
        for len in 1..9 {
            let mut product = vec![0; len];
            mul_low(&mut product, &odd[..odd.len().min(len)], &inverse(&odd, len));
            assert_eq!(product[0], 1);
            assert!(product[1..].iter().all(|limb| *limb == 0));
        }
    }

    #[test]
    fn high_powers_of_even_numbers_vanish() {
        let huge = [0xff; 100];
        assert_eq!(pow_power_of_two(&[6], &Exponent::new(&huge, 100), 130), [0, 0, 0]);
        assert_eq!(pow_power_of_two(&[6], &Exponent::new(&[3], 1), 130), [216, 0, 0]);
        assert_eq!(pow_power_of_two(&[2], &Exponent::new(&[129], 1), 130), [0, 0, 2]);
        assert_eq!(pow_power_of_two(&[2], &Exponent::new(&[130], 1), 130), [0, 0, 0]);
    }
}
