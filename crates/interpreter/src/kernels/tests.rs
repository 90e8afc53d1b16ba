//! Each kernel against ruint's own operation.

use super::*;
use eevm_primitives::U256;

const EDGES: [u64; 6] = [0, 1, 2, u64::MAX, 1 << 63, 0x0123_4567_89ab_cdef];

/// Words made of edge limbs, and a few dozen from a fixed xorshift.
fn words() -> impl Iterator<Item = U256> + Clone {
    let edges = (0..1296_usize).step_by(5).map(|n| {
        U256::from_limbs([EDGES[n % 6], EDGES[n / 6 % 6], EDGES[n / 36 % 6], EDGES[n / 216]])
    });
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let random = (0..32).map(move |_| U256::from_limbs([next(), next(), next(), next()]));
    let small = (0..300_u64).step_by(7).map(U256::from);
    edges.chain(random).chain(small)
}

#[track_caller]
fn check(name: &str, a: U256, b: U256, got: Limbs, expected: U256) {
    assert_eq!(U256::from_limbs(got), expected, "{name} of {a} and {b}");
}

/// Runs a kernel that works from stack word to stack word; `operands` are given top first.
fn on_stack<const N: usize>(kernel: unsafe fn(*mut U256), operands: [U256; N]) -> U256 {
    let mut stack = operands;
    stack.reverse();
    // SAFETY: the last word is the top and the others lie below it.
    unsafe { kernel(stack.as_mut_ptr().add(N - 1)) };
    stack[0]
}

#[test]
fn binary_kernels_equal_ruint() {
    for a in words() {
        for b in words().step_by(3) {
            let (x, y) = (*a.as_limbs(), *b.as_limbs());
            check("add", a, b, add(x, y), a.wrapping_add(b));
            check("sub", a, b, sub(x, y), a.wrapping_sub(b));
            check("mul", a, b, mul(x, y), a.wrapping_mul(b));
            let small = a.wrapping_mul(U256::from(y[0]));
            check("mul_small", a, b, mul_small(x, y[0]), small);
            assert_eq!(less_than(x, y), a < b, "{a} < {b}");
            let shift = eevm_primitives::to_usize(&b).filter(|&shift| shift < 256);
            check("shl", a, b, shl(x, y), shift.map_or(U256::ZERO, |s| a << s));
            check("shr", a, b, shr(x, y), shift.map_or(U256::ZERO, |s| a >> s));
            let all_sign = if a.bit(255) { U256::MAX } else { U256::ZERO };
            check("sar", a, b, sar(x, y), shift.map_or(all_sign, |s| a.arithmetic_shr(s)));
            let extended = match eevm_primitives::to_usize(&b) {
                Some(k) if k < 31 => (a << (248 - 8 * k)).arithmetic_shr(248 - 8 * k),
                _ => a,
            };
            check("sign_extend", a, b, sign_extend(y, x), extended);
            let quotient = if b.is_zero() { b } else { a / b };
            assert_eq!(on_stack(div, [a, b]), quotient, "{a} / {b}");
            let remainder = if b.is_zero() { b } else { a % b };
            assert_eq!(on_stack(rem, [a, b]), remainder, "{a} % {b}");
        }
    }
}

#[test]
fn ternary_kernels_equal_ruint() {
    for a in words().step_by(11) {
        for b in words().step_by(13) {
            for n in words().step_by(17) {
                assert_eq!(on_stack(add_mod, [a, b, n]), a.add_mod(b, n), "{a} {b} {n}");
                assert_eq!(on_stack(mul_mod, [a, b, n]), a.mul_mod(b, n), "{a} {b} {n}");
            }
        }
    }
}

#[test]
fn signed_division_edges() {
    let (one, minus_one) = (U256::ONE, U256::MAX);
    let lowest = U256::ONE << 255;
    let number = |n: u64| U256::from(n);
    assert_eq!(on_stack(sdiv, [lowest, minus_one]), lowest);
    assert_eq!(on_stack(sdiv, [number(7).wrapping_neg(), number(2)]), number(3).wrapping_neg());
    assert_eq!(on_stack(sdiv, [minus_one, U256::ZERO]), U256::ZERO);
    assert_eq!(on_stack(smod, [number(7).wrapping_neg(), number(3)]), one.wrapping_neg());
    assert_eq!(on_stack(smod, [number(7), number(3).wrapping_neg()]), one);
    assert_eq!(on_stack(smod, [lowest, minus_one]), U256::ZERO);
}

#[test]
fn exp_equals_ruint() {
    for base in words().step_by(7) {
        for exponent in words().step_by(11) {
            assert_eq!(exp(base, exponent), base.wrapping_pow(exponent), "{base}^{exponent}");
        }
    }
    assert_eq!(exp(U256::ZERO, U256::ZERO), U256::ONE);
}
