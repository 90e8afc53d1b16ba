//! Shifts and sign extension by selecting limbs: no array is indexed by a variable.

use crate::word::{Limbs, fits_u64};

/// The upper word of `(high:low) << bits`, `bits` below 64.
#[inline(always)]
const fn funnel_left(high: u64, low: u64, bits: u64) -> u64 {
    (high << bits) | ((low >> 1) >> (63 - bits))
}

/// The lower word of `(high:low) >> bits`, `bits` below 64.
#[inline(always)]
const fn funnel_right(high: u64, low: u64, bits: u64) -> u64 {
    (low >> bits) | ((high << 1) << (63 - bits))
}

/// `value << shift`; zero for a shift of 256 and more.
#[inline(always)]
pub(crate) const fn shl(value: Limbs, shift: Limbs) -> Limbs {
    if !fits_u64(shift) || shift[0] >= 256 {
        return [0; 4];
    }
    let [a, b, c, d] = value;
    let [a, b, c, d] = match shift[0] >> 6 {
        0 => [a, b, c, d],
        1 => [0, a, b, c],
        2 => [0, 0, a, b],
        _ => [0, 0, 0, a],
    };
    let bits = shift[0] & 63;
    [a << bits, funnel_left(b, a, bits), funnel_left(c, b, bits), funnel_left(d, c, bits)]
}

/// `value >> shift` with `fill` coming in from above.
#[inline(always)]
const fn right(value: Limbs, shift: Limbs, fill: u64) -> Limbs {
    if !fits_u64(shift) || shift[0] >= 256 {
        return [fill; 4];
    }
    let [a, b, c, d] = value;
    let [a, b, c, d] = match shift[0] >> 6 {
        0 => [a, b, c, d],
        1 => [b, c, d, fill],
        2 => [c, d, fill, fill],
        _ => [d, fill, fill, fill],
    };
    let bits = shift[0] & 63;
    [
        funnel_right(b, a, bits),
        funnel_right(c, b, bits),
        funnel_right(d, c, bits),
        funnel_right(fill, d, bits),
    ]
}

/// `value >> shift`, unsigned; zero for a shift of 256 and more.
#[inline(always)]
pub(crate) const fn shr(value: Limbs, shift: Limbs) -> Limbs {
    right(value, shift, 0)
}

/// `value >> shift`, signed; 0 or −1 for a shift of 256 and more.
#[inline(always)]
pub(crate) const fn sar(value: Limbs, shift: Limbs) -> Limbs {
    right(value, shift, 0_u64.wrapping_sub(value[3] >> 63))
}

/// Extends the sign of byte `index` (0 is the least significant) over all above it; `index` of 31
/// and more leaves the value.
#[inline(always)]
pub(crate) const fn sign_extend(index: Limbs, value: Limbs) -> Limbs {
    if !fits_u64(index) || index[0] >= 31 {
        return value;
    }
    let unused = [248 - 8 * index[0], 0, 0, 0];
    sar(shl(value, unused), unused)
}
