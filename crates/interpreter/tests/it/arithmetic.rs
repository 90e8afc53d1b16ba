//! Every arithmetic, comparison and bitwise instruction on edge values, against ruint.
//!
//! The twins are written from the Yellow Paper's appendix H and execution-specs
//! `instructions/{arithmetic,comparison,bitwise}.py`.

use crate::support::{Setting, apply, pow2, word};
use eevm_bytecode::opcode::{
    ADD, ADDMOD, AND, BYTE, CLZ, DIV, EQ, EXP, GT, ISZERO, LT, MOD, MUL, MULMOD, NOT, OR, SAR,
    SDIV, SGT, SHL, SHR, SIGNEXTEND, SLT, SMOD, SUB, XOR,
};
use eevm_primitives::{U256, to_usize};
use ruint::aliases::U512;

fn edges() -> Vec<U256> {
    let mut values: Vec<_> =
        [0, 1, 2, 3, 7, 30, 31, 32, 33, 63, 64, 127, 128, 192, 248, 255, 256, 257, 0x80, 0x7fff]
            .map(word)
            .to_vec();
    for bits in [31, 32, 63, 64, 127, 128, 191, 192, 254, 255] {
        values.extend([pow2(bits) - U256::ONE, pow2(bits), pow2(bits) + U256::ONE]);
    }
    values.extend([U256::MAX, U256::MAX - U256::ONE, U256::MAX - word(255)]);
    let mixed = word(0x1122_3344_5566_7788) * pow2(130) + word(0x0102_0304_0506_0708);
    values.extend([mixed, U256::MAX - mixed]);
    values
}

fn is_negative(a: U256) -> bool {
    a >= pow2(255)
}

fn abs(a: U256) -> U256 {
    if is_negative(a) { U256::ZERO.wrapping_sub(a) } else { a }
}

fn with_sign(negative: bool, a: U256) -> U256 {
    if negative { U256::ZERO.wrapping_sub(a) } else { a }
}

fn or_zero(b: U256, op: impl FnOnce() -> U256) -> U256 {
    if b.is_zero() { U256::ZERO } else { op() }
}

fn less_signed(a: U256, b: U256) -> bool {
    match (is_negative(a), is_negative(b)) {
        (true, false) => true,
        (false, true) => false,
        _ => a < b,
    }
}

fn shifted(shift: U256, beyond: U256, op: impl FnOnce(usize) -> U256) -> U256 {
    match to_usize(&shift) {
        Some(shift) if shift < 256 => op(shift),
        _ => beyond,
    }
}

fn sar(shift: U256, a: U256) -> U256 {
    let fill = if is_negative(a) { U256::MAX } else { U256::ZERO };
    shifted(shift, fill, |shift| {
        let high = if shift == 0 { U256::ZERO } else { fill << (256 - shift) };
        (a >> shift) | high
    })
}

fn sign_extend(k: U256, a: U256) -> U256 {
    let Some(k) = to_usize(&k).filter(|&k| k < 31) else { return a };
    let bits = 8 * (k + 1);
    let low = a & (pow2(bits) - U256::ONE);
    if a.bit(bits - 1) { low | (U256::MAX << bits) } else { low }
}

fn power(base: U256, exponent: U256) -> U256 {
    let mut result = U256::ONE;
    for bit in (0..256).rev() {
        result = result.wrapping_mul(result);
        if exponent.bit(bit) {
            result = result.wrapping_mul(base);
        }
    }
    result
}

type Binary = (u8, fn(U256, U256) -> U256);

const BINARY: [Binary; 21] = [
    (ADD, |a, b| a.wrapping_add(b)),
    (MUL, |a, b| a.wrapping_mul(b)),
    (SUB, |a, b| a.wrapping_sub(b)),
    (DIV, |a, b| or_zero(b, || a / b)),
    (SDIV, |a, b| or_zero(b, || with_sign(is_negative(a) != is_negative(b), abs(a) / abs(b)))),
    (MOD, |a, b| or_zero(b, || a % b)),
    (SMOD, |a, b| or_zero(b, || with_sign(is_negative(a), abs(a) % abs(b)))),
    (EXP, power),
    (SIGNEXTEND, sign_extend),
    (LT, |a, b| U256::from(a < b)),
    (GT, |a, b| U256::from(a > b)),
    (SLT, |a, b| U256::from(less_signed(a, b))),
    (SGT, |a, b| U256::from(less_signed(b, a))),
    (EQ, |a, b| U256::from(a == b)),
    (AND, |a, b| a & b),
    (OR, |a, b| a | b),
    (XOR, |a, b| a ^ b),
    (BYTE, |i, a| {
        shifted(i, U256::ZERO, |i| if i < 32 { word(a.byte(31 - i).into()) } else { U256::ZERO })
    }),
    (SHL, |shift, a| shifted(shift, U256::ZERO, |shift| a << shift)),
    (SHR, |shift, a| shifted(shift, U256::ZERO, |shift| a >> shift)),
    (SAR, sar),
];

#[test]
fn binary_operations() {
    let setting = Setting::default();
    for (op, twin) in BINARY {
        for a in edges() {
            for b in edges().into_iter().step_by(if a < word(40) { 1 } else { 3 }) {
                let got = setting.top(&apply(op, &[a, b]));
                assert_eq!(got, twin(a, b), "{op:#x} of top {a:#x}, below {b:#x}");
            }
        }
    }
}

#[test]
fn unary_operations() {
    let setting = Setting::default();
    for a in edges() {
        assert_eq!(setting.top(&apply(ISZERO, &[a])), U256::from(a == U256::ZERO), "{a:#x}");
        assert_eq!(setting.top(&apply(NOT, &[a])), U256::MAX - a, "{a:#x}");
        let zeros = (0..256).rev().take_while(|&bit| !a.bit(bit)).count();
        assert_eq!(setting.top(&apply(CLZ, &[a])), U256::from(zeros), "{a:#x}");
    }
}

#[test]
fn modular_operations() {
    let setting = Setting::default();
    let wide = |a: U256| U512::from(a);
    let narrow = |a: U512| U256::from(a);
    for a in edges().into_iter().step_by(4) {
        for b in edges().into_iter().step_by(5) {
            for n in edges().into_iter().step_by(3) {
                let sum = or_zero(n, || narrow((wide(a) + wide(b)) % wide(n)));
                let got = setting.top(&apply(ADDMOD, &[a, b, n]));
                assert_eq!(got, sum, "({a:#x} + {b:#x}) % {n:#x}");
                let product = or_zero(n, || narrow(wide(a) * wide(b) % wide(n)));
                let got = setting.top(&apply(MULMOD, &[a, b, n]));
                assert_eq!(got, product, "({a:#x} * {b:#x}) % {n:#x}");
            }
        }
    }
}

/// Fault: operands bound in the wrong order. Results by hand, none of them symmetric.
#[test]
fn distinct_operands_by_hand() {
    let setting = Setting::default();
    let check = |op, operands: &[u64], expected: u64| {
        let operands: Vec<_> = operands.iter().map(|&n| word(n)).collect();
        assert_eq!(setting.top(&apply(op, &operands)), word(expected), "{op:#x}");
    };
    check(SUB, &[10, 3], 7);
    check(DIV, &[17, 5], 3);
    check(MOD, &[17, 5], 2);
    check(SDIV, &[17, 5], 3);
    check(SMOD, &[17, 5], 2);
    check(ADDMOD, &[10, 7, 6], 5);
    check(MULMOD, &[10, 7, 6], 4);
    check(EXP, &[3, 5], 243);
    check(SIGNEXTEND, &[1, 0x1234], 0x1234);
    check(LT, &[3, 10], 1);
    check(GT, &[10, 3], 1);
    check(SLT, &[3, 10], 1);
    check(SGT, &[10, 3], 1);
    check(BYTE, &[31, 0x1234], 0x34);
    check(BYTE, &[30, 0x1234], 0x12);
    check(SHL, &[4, 0x12], 0x120);
    check(SHR, &[4, 0x120], 0x12);
    check(SAR, &[4, 0x120], 0x12);
}
