//! Integration tests: published vectors, edge values and properties.

#![expect(clippy::unwrap_used, reason = "a test helper that fails is a test that fails")]

mod properties;
mod secp256k1;
mod secp256r1;
mod wycheproof;

use eevm_primitives::U256;

/// The number written in hexadecimal.
#[track_caller]
fn number(digits: &str) -> U256 {
    U256::from_str_radix(digits, 16).expect("hexadecimal")
}
