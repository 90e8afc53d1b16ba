//! Division, modular arithmetic and powers, from stack word to stack word.
//!
//! They are functions of pointers, kept out of line, so that instruction bodies hold no local
//! whose address is taken.

use eevm_primitives::U256;

/// Reads an operand of a function below.
#[inline(always)]
fn get(p: *const U256) -> U256 {
    // SAFETY: the functions below are called with pointers to initialised words.
    unsafe { U256::from_limbs(crate::word::load(p)) }
}

macro_rules! binary {
    ($(#[$doc:meta])* $name:ident |$a:ident, $b:ident| $body:expr) => {
        $(#[$doc])*
        ///
        /// # Safety
        /// `top` and the word below it are initialised; the result replaces the lower one.
        #[inline(never)]
        pub(crate) unsafe fn $name(top: *mut U256) {
            // SAFETY: by the caller.
            unsafe {
                let ($a, $b) = (get(top), get(top.sub(1)));
                top.sub(1).write($body);
            }
        }
    };
}

binary!(
    /// `a / b`; zero when `b` is.
    div |a, b| a.checked_div(b).unwrap_or_default()
);
binary!(
    /// `a % b`; zero when `b` is.
    rem |a, b| a.checked_rem(b).unwrap_or_default()
);
binary!(
    /// `a / b` on two's complement, towards zero; −2^255 / −1 stays −2^255.
    sdiv |a, b| {
        let quotient = magnitude(a).checked_div(magnitude(b)).unwrap_or_default();
        if is_negative(a) == is_negative(b) { quotient } else { quotient.wrapping_neg() }
    }
);
binary!(
    /// `a % b` on two's complement; the sign is the dividend's.
    smod |a, b| {
        let remainder = magnitude(a).checked_rem(magnitude(b)).unwrap_or_default();
        if is_negative(a) { remainder.wrapping_neg() } else { remainder }
    }
);

fn is_negative(word: U256) -> bool {
    word.bit(255)
}

fn magnitude(word: U256) -> U256 {
    if is_negative(word) { word.wrapping_neg() } else { word }
}

macro_rules! ternary {
    ($(#[$doc:meta])* $name:ident |$a:ident, $b:ident, $n:ident| $body:expr) => {
        $(#[$doc])*
        ///
        /// # Safety
        /// `top` and the two words below it are initialised; the result replaces the lowest.
        #[inline(never)]
        pub(crate) unsafe fn $name(top: *mut U256) {
            // SAFETY: by the caller.
            unsafe {
                let ($a, $b, $n) = (get(top), get(top.sub(1)), get(top.sub(2)));
                top.sub(2).write($body);
            }
        }
    };
}

ternary!(
    /// `(a + b) % n` without overflow; zero when `n` is.
    add_mod |a, b, n| a.add_mod(b, n)
);
ternary!(
    /// `(a * b) % n` without overflow; zero when `n` is.
    mul_mod |a, b, n| a.mul_mod(b, n)
);

/// `base` to the power `exponent` modulo 2^256; 0^0 is 1.
///
/// Squares from the exponent's highest bit down.
pub(crate) fn exp(base: U256, exponent: U256) -> U256 {
    if base == U256::from(2) {
        return match eevm_primitives::to_usize(&exponent) {
            Some(shift) if shift < 256 => U256::ONE << shift,
            _ => U256::ZERO,
        };
    }
    let mut result = [1, 0, 0, 0];
    let base = base.into_limbs();
    for bit in (0..exponent.bit_len()).rev() {
        result = super::mul(result, result);
        if exponent.bit(bit) {
            result = super::mul(result, base);
        }
    }
    U256::from_limbs(result)
}
