//! Natural numbers as slices of 64-bit limbs, the least significant first.

use alloc::{vec, vec::Vec};

/// The number of `len` bytes that begins with the big-endian `bytes` and has zeros where they end;
/// without leading zero limbs.
pub(super) fn from_be_bytes(bytes: &[u8], len: usize) -> Vec<u64> {
    let mut limbs = Vec::new();
    let Some(first) = bytes.iter().position(|byte| *byte != 0) else {
        return limbs;
    };
    let significant = len.saturating_sub(first);
    limbs.resize(significant.div_ceil(8), 0);
    for (i, byte) in bytes[first..].iter().enumerate() {
        let index = significant - 1 - i;
        limbs[index / 8] |= u64::from(*byte) << (8 * (index % 8));
    }
    limbs
}

/// Writes `limbs` big-endian to the end of `bytes`, which is zero and has room for them.
pub(super) fn write_be_bytes(limbs: &[u64], bytes: &mut [u8]) {
    for (chunk, limb) in bytes.rchunks_mut(8).zip(limbs) {
        let limb = limb.to_be_bytes();
        let skip = limb.len() - chunk.len();
        chunk.copy_from_slice(&limb[skip..]);
    }
}

/// `limbs` without the zero limbs at its end.
pub(super) fn trim(limbs: &[u64]) -> &[u64] {
    let len = limbs.iter().rposition(|limb| *limb != 0).map_or(0, |last| last + 1);
    &limbs[..len]
}

/// The number of zero bits below the lowest one that is set; 0 for zero.
pub(super) fn trailing_zeros(limbs: &[u64]) -> usize {
    limbs
        .iter()
        .position(|limb| *limb != 0)
        .map_or(0, |i| 64 * i + limbs[i].trailing_zeros() as usize)
}

/// `limbs << bits` with one more limb, for fewer than 64 bits.
pub(super) fn shift_left(limbs: &[u64], bits: u32) -> Vec<u64> {
    let mut shifted = Vec::with_capacity(limbs.len() + 1);
    let mut carry = 0;
    for limb in limbs {
        shifted.push(limb << bits | carry);
        carry = limb.checked_shr(64 - bits).unwrap_or(0);
    }
    shifted.push(carry);
    shifted
}

/// `limbs >> bits`, without leading zero limbs.
pub(super) fn shift_right(limbs: &[u64], bits: usize) -> Vec<u64> {
    let (skip, shift) = (bits / 64, bits % 64);
    let limbs = limbs.get(skip..).unwrap_or(&[]);
    let mut shifted = limbs.to_vec();
    if shift != 0 {
        for i in 0..shifted.len() {
            let above = limbs.get(i + 1).copied().unwrap_or(0);
            shifted[i] = limbs[i] >> shift | above << (64 - shift);
        }
    }
    shifted.truncate(trim(&shifted).len());
    shifted
}

/// `a -= b`, for `b` not longer than `a`; returns whether it wrapped.
#[inline]
pub(super) fn sub_assign(a: &mut [u64], b: &[u64]) -> bool {
    let mut borrow = false;
    let (low, high) = a.split_at_mut(b.len());
    for (a, b) in low.iter_mut().zip(b) {
        (*a, borrow) = a.borrowing_sub(*b, borrow);
    }
    for a in high {
        if !borrow {
            return false;
        }
        (*a, borrow) = a.overflowing_sub(1);
    }
    borrow
}

/// `a += b`, for `b` not longer than `a`; returns whether it wrapped.
#[inline]
pub(super) fn add_assign(a: &mut [u64], b: &[u64]) -> bool {
    let mut carry = false;
    let (low, high) = a.split_at_mut(b.len());
    for (a, b) in low.iter_mut().zip(b) {
        (*a, carry) = a.carrying_add(*b, carry);
    }
    for a in high {
        if !carry {
            return false;
        }
        (*a, carry) = a.overflowing_add(1);
    }
    carry
}

/// Whether `a ≥ b`, both of the same length.
#[inline]
pub(super) fn is_at_least(a: &[u64], b: &[u64]) -> bool {
    a.iter().rev().ge(b.iter().rev())
}

/// `a · b`.
pub(super) fn mul(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0; a.len() + b.len()];
    for (i, a) in a.iter().enumerate() {
        let mut carry = 0;
        for (p, b) in product[i..].iter_mut().zip(b) {
            (*p, carry) = a.carrying_mul_add(*b, *p, carry);
        }
        product[i + b.len()] = carry;
    }
    product
}

/// `product = a · b` modulo 2 to the power of 64 times the length of `product`.
pub(super) fn mul_low(product: &mut [u64], a: &[u64], b: &[u64]) {
    product.fill(0);
    let len = product.len();
    for (i, a) in a.iter().enumerate().take(len) {
        let mut carry = 0;
        let (row, rest) = product[i..].split_at_mut(b.len().min(len - i));
        for (p, b) in row.iter_mut().zip(b) {
            (*p, carry) = a.carrying_mul_add(*b, *p, carry);
        }
        if let Some(p) = rest.first_mut() {
            *p = carry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_round_trip_with_missing_zeros() {
        assert_eq!(from_be_bytes(&[0, 0, 1, 2], 12), [0, 0x0102]);
        assert_eq!(from_be_bytes(&[0, 0], 100), []);
        let mut bytes = [0; 10];
        write_be_bytes(&[0x1122_3344_5566_7788, 0x99aa], &mut bytes);
        assert_eq!(bytes, [0x99, 0xaa, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88]);
    }

    #[test]
    fn shifts() {
        assert_eq!(shift_right(&[0, 6], 65), [3]);
        assert_eq!(shift_right(&[1, 3], 1), [1 << 63, 1]);
        assert_eq!(shift_right(&[1, 3], 200), []);
        assert_eq!(trailing_zeros(&[0, 6]), 65);
    }
}
