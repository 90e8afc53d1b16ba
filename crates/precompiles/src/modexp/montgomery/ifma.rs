//! Exponentiation modulo odd numbers with AVX-512 IFMA: eight products of 52 bits at once.
//!
//! Values are held as digits to the base 2⁵² in vectors of eight, and kept below twice the
//! modulus; the Montgomery factor is 2⁵² to the power of the number of digits, which is more than
//! four times the modulus (Gueron and Krasnov, "Software implementation of modular exponentiation,
//! using advanced vector instructions architectures").

use super::minus_inverse;
use crate::modexp::{
    division::remainder,
    exponent::Exponent,
    limbs::{is_at_least, shift_left, sub_assign, trim},
    window::{Ring, pow},
};
use alloc::{vec, vec::Vec};
use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_alignr_epi64, _mm512_and_si512, _mm512_broadcastq_epi64,
    _mm512_castsi512_si128, _mm512_cmpgt_epu64_mask, _mm512_loadu_epi64, _mm512_madd52hi_epu64,
    _mm512_madd52lo_epu64, _mm512_maskz_srli_epi64, _mm512_set1_epi64, _mm512_setzero_si512,
    _mm512_srli_epi64, _mm512_storeu_epi64,
};

/// Bits of a digit.
const DIGIT_BITS: usize = 52;
/// The same, as shifts of vectors want it.
const DIGIT_SHIFT: u32 = 52;
const DIGIT_MASK: u64 = (1 << DIGIT_BITS) - 1;
/// Digits in a vector.
const LANES: usize = 8;
/// Below this many limbs plain code is faster.
const SHORTEST: usize = 5;

/// `base ^ exponent mod modulus` as in [`super::pow_odd`], or none where the machine has not the
/// instructions or the length does not suit.
pub(super) fn pow_odd(base: &[u64], exponent: &Exponent<'_>, modulus: &[u64]) -> Option<Vec<u64>> {
    let is_available = std::arch::is_x86_feature_detected!("avx512f")
        && std::arch::is_x86_feature_detected!("avx512ifma");
    if modulus.len() < SHORTEST || !is_available {
        return None;
    }
    let bits = 64 * modulus.len() - modulus.last()?.leading_zeros() as usize;
    // The factor has to exceed four times the modulus.
    let digits = (bits + 2).div_ceil(DIGIT_BITS);
    let pow_odd = match digits.div_ceil(LANES) {
        0..=1 => pow_odd_in::<1>,
        2 => pow_odd_in::<2>,
        3 => pow_odd_in::<3>,
        4 => pow_odd_in::<4>,
        5 => pow_odd_in::<5>,
        6..=7 => pow_odd_in::<7>,
        8 => pow_odd_in::<8>,
        9..=10 => pow_odd_in::<10>,
        11..=14 => pow_odd_in::<14>,
        15..=20 => pow_odd_in::<20>,
        _ => return None,
    };
    // SAFETY: both features are there.
    #[expect(unsafe_code, reason = "four to seven times as fast as plain code")]
    Some(unsafe { pow_odd(base, exponent, modulus, digits) })
}

/// With values of `V` vectors, of which `digits` digits are used.
#[target_feature(enable = "avx512f,avx512ifma")]
fn pow_odd_in<const V: usize>(
    base: &[u64],
    exponent: &Exponent<'_>,
    modulus: &[u64],
    digits: usize,
) -> Vec<u64> {
    let mut ring = Ifma::<V> {
        modulus: vectors(&to_digits(modulus, V)),
        minus_inverse: minus_inverse(modulus[0]) & DIGIT_MASK,
        digits,
    };
    let factor_bits = DIGIT_BITS * digits;
    let (zero_limbs, bits) = (factor_bits / 64, factor_bits % 64);
    let shift = u32::try_from(bits).unwrap_or(0);
    let base = remainder(&shift_left(base, shift), zero_limbs, modulus);
    let mut power = pow(&mut ring, &to_digits(&base, V), exponent);
    // Divided by the factor, the value is at most the modulus.
    let mut one = vec![0; V * LANES];
    one[0] = 1;
    ring.mul_assign(&mut power, &one);
    let mut power = to_limbs(&power, modulus.len());
    if is_at_least(&power, modulus) {
        sub_assign(&mut power, modulus);
    }
    power
}

/// Multiplication modulo a number of at most `V` vectors of digits.
struct Ifma<const V: usize> {
    modulus: [__m512i; V],
    /// Modulo 2⁵².
    minus_inverse: u64,
    /// The digits of the Montgomery factor.
    digits: usize,
}

impl<const V: usize> Ring for Ifma<V> {
    fn mul_assign(&mut self, x: &mut [u64], y: &[u64]) {
        // SAFETY: values of this type are made in `pow_odd_in` only, where the features are there.
        #[expect(unsafe_code, reason = "the trait's functions cannot name features")]
        unsafe {
            self.multiply(x, y);
        }
    }

    fn square_assign(&mut self, x: &mut [u64]) {
        let mut y = [[0; LANES]; V];
        y.as_flattened_mut().copy_from_slice(x);
        self.mul_assign(x, y.as_flattened());
    }
}

impl<const V: usize> Ifma<V> {
    /// `x = x · y` divided by the factor.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn multiply(&self, x: &mut [u64], y: &[u64]) {
        let zero = _mm512_setzero_si512();
        let minus_inverse = _mm512_set1_epi64(self.minus_inverse.cast_signed());
        let m = &self.modulus;
        let factors: [__m512i; V] = vectors(x);
        let y = &y[..V * LANES];
        let digit = |i: usize| _mm512_set1_epi64(y.get(i).copied().unwrap_or(0).cast_signed());

        let mut y_digit = digit(0);
        let mut sum: [__m512i; V] =
            core::array::from_fn(|v| _mm512_madd52lo_epu64(zero, factors[v], y_digit));
        for i in 1..=self.digits {
            let y_next = digit(i);
            let lowest = _mm512_broadcastq_epi64(_mm512_castsi512_si128(sum[0]));
            let q = _mm512_madd52lo_epu64(zero, lowest, minus_inverse);
            for v in 0..V {
                sum[v] = _mm512_madd52lo_epu64(sum[v], m[v], q);
            }
            // The lowest digit is zero now, but for its carry; all others move down by one. What
            // is added to the lowest vector is summed apart, because the next `q` waits for it.
            let carry = _mm512_maskz_srli_epi64::<DIGIT_SHIFT>(1, sum[0]);
            let added = _mm512_madd52hi_epu64(zero, factors[0], y_digit);
            let added = _mm512_madd52lo_epu64(added, factors[0], y_next);
            let added = _mm512_madd52hi_epu64(added, m[0], q);
            for v in 0..V {
                let above = if v + 1 < V { sum[v + 1] } else { zero };
                sum[v] = _mm512_alignr_epi64::<1>(above, sum[v]);
            }
            sum[0] = _mm512_add_epi64(sum[0], _mm512_add_epi64(added, carry));
            for v in 1..V {
                sum[v] = _mm512_madd52hi_epu64(sum[v], factors[v], y_digit);
                sum[v] = _mm512_madd52lo_epu64(sum[v], factors[v], y_next);
                sum[v] = _mm512_madd52hi_epu64(sum[v], m[v], q);
            }
            y_digit = y_next;
        }
        carry_over(&mut sum);
        for (chunk, vector) in x.as_chunks_mut::<LANES>().0.iter_mut().zip(sum) {
            // SAFETY: the chunk has room for the eight lanes.
            #[expect(unsafe_code, reason = "there is no safe store")]
            unsafe {
                _mm512_storeu_epi64(chunk.as_mut_ptr().cast(), vector);
            }
        }
    }
}

/// Brings all digits below 2⁵², which the highest is already. It is mostly done after two turns.
#[target_feature(enable = "avx512f,avx512ifma")]
fn carry_over<const V: usize>(sum: &mut [__m512i; V]) {
    let mask = _mm512_set1_epi64(DIGIT_MASK.cast_signed());
    while sum.iter().any(|vector| _mm512_cmpgt_epu64_mask(*vector, mask) != 0) {
        let mut below = _mm512_setzero_si512();
        for vector in &mut *sum {
            let carries = _mm512_srli_epi64::<DIGIT_SHIFT>(*vector);
            let moved = _mm512_alignr_epi64::<7>(carries, below);
            *vector = _mm512_add_epi64(_mm512_and_si512(*vector, mask), moved);
            below = carries;
        }
    }
}

/// The digits as vectors.
#[target_feature(enable = "avx512f")]
fn vectors<const V: usize>(digits: &[u64]) -> [__m512i; V] {
    let mut vectors = [_mm512_setzero_si512(); V];
    for (vector, chunk) in vectors.iter_mut().zip(digits.as_chunks::<LANES>().0) {
        // SAFETY: the chunk has the eight lanes.
        #[expect(unsafe_code, reason = "there is no safe load")]
        unsafe {
            *vector = _mm512_loadu_epi64(chunk.as_ptr().cast());
        }
    }
    vectors
}

/// The digits of a number that `vectors` vectors have room for.
fn to_digits(limbs: &[u64], vectors: usize) -> Vec<u64> {
    let limb = |i: usize| limbs.get(i).copied().unwrap_or(0);
    let digit = |i: usize| {
        let (index, shift) = (DIGIT_BITS * i / 64, DIGIT_BITS * i % 64);
        let above = if shift == 0 { 0 } else { limb(index + 1) << (64 - shift) };
        (limb(index) >> shift | above) & DIGIT_MASK
    };
    (0..vectors * LANES).map(digit).collect()
}

/// The number of these digits, in so many limbs.
fn to_limbs(digits: &[u64], len: usize) -> Vec<u64> {
    let mut limbs = vec![0; len + 1];
    for (i, digit) in digits.iter().enumerate() {
        let (index, shift) = (DIGIT_BITS * i / 64, DIGIT_BITS * i % 64);
        let parts = u128::from(*digit) << shift;
        for (limb, part) in limbs.iter_mut().skip(index).zip([parts, parts >> 64]) {
            // The low half is meant.
            *limb |= u64::try_from(part & u128::from(u64::MAX)).unwrap_or(0);
        }
    }
    limbs.truncate(trim(&limbs).len().max(len));
    limbs
}
