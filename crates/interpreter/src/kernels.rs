//! 256-bit arithmetic on limbs. Each kernel has ruint's as its plain twin in the tests.

mod divide;
mod shift;

pub(crate) use divide::{add_mod, div, exp, mul_mod, rem, sdiv, smod};
pub(crate) use shift::{sar, shl, shr, sign_extend};

use crate::word::Limbs;

/// `a + b` modulo 2^256.
#[inline(always)]
pub(crate) fn add(a: Limbs, b: Limbs) -> Limbs {
    let (r0, c) = a[0].carrying_add(b[0], false);
    let (r1, c) = a[1].carrying_add(b[1], c);
    let (r2, c) = a[2].carrying_add(b[2], c);
    let (r3, _) = a[3].carrying_add(b[3], c);
    [r0, r1, r2, r3]
}

/// `a - b` modulo 2^256.
#[inline(always)]
pub(crate) fn sub(a: Limbs, b: Limbs) -> Limbs {
    let (r0, c) = a[0].borrowing_sub(b[0], false);
    let (r1, c) = a[1].borrowing_sub(b[1], c);
    let (r2, c) = a[2].borrowing_sub(b[2], c);
    let (r3, _) = a[3].borrowing_sub(b[3], c);
    [r0, r1, r2, r3]
}

/// `a * b` modulo 2^256.
#[inline(always)]
pub(crate) fn mul(a: Limbs, b: Limbs) -> Limbs {
    let (r0, c) = a[0].carrying_mul(b[0], 0);
    let (r1, c) = a[1].carrying_mul(b[0], c);
    let (r2, c) = a[2].carrying_mul(b[0], c);
    let r3 = a[3].wrapping_mul(b[0]).wrapping_add(c);

    let (r1, c) = a[0].carrying_mul(b[1], r1);
    let (r2, c) = a[1].carrying_mul_add(b[1], r2, c);
    let r3 = a[2].wrapping_mul(b[1]).wrapping_add(r3).wrapping_add(c);

    let (r2, c) = a[0].carrying_mul(b[2], r2);
    let r3 = a[1].wrapping_mul(b[2]).wrapping_add(r3).wrapping_add(c);

    let r3 = a[0].wrapping_mul(b[3]).wrapping_add(r3);
    [r0, r1, r2, r3]
}

/// `a * b` modulo 2^256 for `b` below 2^64.
#[inline(always)]
pub(crate) fn mul_small(a: Limbs, b: u64) -> Limbs {
    let (r0, c) = a[0].carrying_mul(b, 0);
    let (r1, c) = a[1].carrying_mul(b, c);
    let (r2, c) = a[2].carrying_mul(b, c);
    [r0, r1, r2, a[3].wrapping_mul(b).wrapping_add(c)]
}

/// Whether `a < b`, unsigned.
#[inline(always)]
pub(crate) fn less_than(a: Limbs, b: Limbs) -> bool {
    eevm_primitives::U256::from_limbs(a) < eevm_primitives::U256::from_limbs(b)
}

#[cfg(test)]
mod tests;
