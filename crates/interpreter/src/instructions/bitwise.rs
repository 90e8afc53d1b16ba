//! AND, OR, XOR, NOT, BYTE, SHL, SHR, SAR, CLZ.

use super::instruction;
use crate::{
    kernels::{sar, shl, shr},
    word::{fits_u64, index, load, small, store},
};

instruction!(And, AND, binary | a, b | [a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]]);
instruction!(Or, OR, binary | a, b | [a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]]);
instruction!(Xor, XOR, binary | a, b | [a[0] ^ b[0], a[1] ^ b[1], a[2] ^ b[2], a[3] ^ b[3]]);
instruction!(Not, NOT, unary | a | [!a[0], !a[1], !a[2], !a[3]]);
instruction!(Shl, SHL, binary | shift, value | shl(value, shift));
instruction!(Shr, SHR, binary | shift, value | shr(value, shift));
instruction!(Sar, SAR, binary | shift, value | sar(value, shift));
instruction!(Clz, CLZ, unary | a | small(u64::from(leading_zeros(a))));
instruction!(@ Byte, BYTE, |regs, _ctx| {
    let (top, word) = (regs.sp.sub(1), regs.sp.sub(2));
    let i = load(top);
    // Byte 0 is the most significant one; in memory the least significant comes first.
    let byte = if fits_u64(i) && i[0] < 32 {
        u64::from(*word.cast::<u8>().add(31 - index(i[0])))
    } else {
        0
    };
    store(word, small(byte));
    regs.next(top)
});

/// EIP-7939: 256 for zero.
#[inline(always)]
const fn leading_zeros([a, b, c, d]: [u64; 4]) -> u32 {
    if d != 0 {
        d.leading_zeros()
    } else if c != 0 {
        64 + c.leading_zeros()
    } else if b != 0 {
        128 + b.leading_zeros()
    } else {
        192 + a.leading_zeros()
    }
}
