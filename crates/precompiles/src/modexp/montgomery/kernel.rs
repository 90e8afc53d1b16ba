//! The inner loops of Montgomery multiplication, plain 64-bit code.
//!
//! Two products are added up in each turn of a loop, each with a carry of its own: the two chains
//! run side by side. Slices are cut to one length first, so that no index is checked.

use super::super::limbs::sub_assign;

/// `out = x · y / 2^(64 n)` modulo `modulus`, up to one modulus more, all of n limbs.
#[inline(always)]
pub(super) fn mul(out: &mut [u64], x: &[u64], y: &[u64], modulus: &[u64], minus_inverse: u64) {
    let n = modulus.len();
    let (out, x, y) = (&mut out[..n], &x[..n], &y[..n]);
    out.fill(0);
    let mut top = false;
    for &y in y {
        let (low, mut carry) = x[0].carrying_mul_add(y, out[0], 0);
        let factor = low.wrapping_mul(minus_inverse);
        let (_, mut carry_reduce) = modulus[0].carrying_mul_add(factor, low, 0);
        for i in 1..n {
            let sum;
            (sum, carry) = x[i].carrying_mul_add(y, out[i], carry);
            (out[i - 1], carry_reduce) = modulus[i].carrying_mul_add(factor, sum, carry_reduce);
        }
        (out[n - 1], top) = carry.carrying_add(carry_reduce, top);
    }
    if top {
        sub_assign(out, modulus);
    }
}

/// `out = x / 2^(64 n)` modulo `modulus`, up to one modulus more; `x` has 2n limbs and is spoilt.
#[inline(always)]
pub(super) fn reduce(out: &mut [u64], x: &mut [u64], modulus: &[u64], minus_inverse: u64) {
    let n = modulus.len();
    let mut top = false;
    let mut i = 0;
    // Two limbs at once.
    while i + 2 <= n && n >= 2 {
        let row = &mut x[i..i + n + 2];
        let factor0 = row[0].wrapping_mul(minus_inverse);
        let (_, carry0) = modulus[0].carrying_mul_add(factor0, row[0], 0);
        let (second, mut carry0) = modulus[1].carrying_mul_add(factor0, row[1], carry0);
        let factor1 = second.wrapping_mul(minus_inverse);
        let (_, mut carry1) = modulus[0].carrying_mul_add(factor1, second, 0);
        for j in 2..n {
            let sum;
            (sum, carry0) = modulus[j].carrying_mul_add(factor0, row[j], carry0);
            (row[j], carry1) = modulus[j - 1].carrying_mul_add(factor1, sum, carry1);
        }
        let sum;
        (sum, top) = row[n].carrying_add(carry0, top);
        (row[n], carry1) = modulus[n - 1].carrying_mul_add(factor1, sum, carry1);
        (row[n + 1], top) = row[n + 1].carrying_add(carry1, top);
        i += 2;
    }
    if i < n {
        let row = &mut x[i..=i + n];
        let factor = row[0].wrapping_mul(minus_inverse);
        let mut carry = 0;
        for j in 0..n {
            (row[j], carry) = modulus[j].carrying_mul_add(factor, row[j], carry);
        }
        (row[n], top) = row[n].carrying_add(carry, top);
    }
    let out = &mut out[..n];
    out.copy_from_slice(&x[n..2 * n]);
    if top {
        sub_assign(out, modulus);
    }
}

/// `out = x²`, of 2n limbs.
#[inline(always)]
pub(super) fn square(out: &mut [u64], x: &[u64]) {
    let n = x.len();
    let out = &mut out[..2 * n];
    out.fill(0);
    // Every product of two different limbs, once; two rows at a time.
    let mut i = 0;
    while i + 2 <= n {
        let (a, b) = (x[i], x[i + 1]);
        let rest = &x[i..];
        let len = rest.len();
        let row = &mut out[2 * i..=2 * i + len];
        let mut carry0;
        let mut carry1 = 0;
        (row[1], carry0) = a.carrying_mul_add(b, row[1], 0);
        if len > 2 {
            (row[2], carry0) = a.carrying_mul_add(rest[2], row[2], carry0);
        }
        for j in 3..len {
            let sum;
            (sum, carry0) = a.carrying_mul_add(rest[j], row[j], carry0);
            (row[j], carry1) = b.carrying_mul_add(rest[j - 1], sum, carry1);
        }
        if len > 2 {
            // This limb and the one above it have not been written yet.
            let (low, high) = b.carrying_mul_add(rest[len - 1], carry0, carry1);
            row[len] = low;
            if let Some(above) = out.get_mut(2 * i + len + 1) {
                *above = high;
            }
        } else {
            row[len] = carry0;
        }
        i += 2;
    }
    // Twice that, and the squares.
    let mut carry = false;
    let mut shifted_out = 0;
    for (pair, x) in out.as_chunks_mut::<2>().0.iter_mut().zip(x) {
        let [low, high] = *pair;
        let doubled = [low << 1 | shifted_out, high << 1 | low >> 63];
        shifted_out = high >> 63;
        let (square_low, square_high) = x.carrying_mul(*x, 0);
        (pair[0], carry) = doubled[0].carrying_add(square_low, carry);
        (pair[1], carry) = doubled[1].carrying_add(square_high, carry);
    }
}
