//! LT, GT, SLT, SGT, EQ, ISZERO.

use super::instruction;
use crate::{
    kernels::less_than,
    word::{is_zero, small},
};

instruction!(Lt, LT, binary | a, b | small(u64::from(less_than(a, b))));
instruction!(Gt, GT, binary | a, b | small(u64::from(less_than(b, a))));
instruction!(Slt, SLT, binary | a, b | small(u64::from(less_than(flip(a), flip(b)))));
instruction!(Sgt, SGT, binary | a, b | small(u64::from(less_than(flip(b), flip(a)))));
instruction!(
    Eq,
    EQ,
    binary | a,
    b | {
        let difference = (a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]);
        small(u64::from(difference == 0))
    }
);
instruction!(Iszero, ISZERO, unary | a | small(u64::from(is_zero(a))));

/// The word with its sign bit inverted: unsigned order of the results is signed order.
#[inline(always)]
const fn flip([a, b, c, d]: [u64; 4]) -> [u64; 4] {
    [a, b, c, d ^ (1 << 63)]
}
