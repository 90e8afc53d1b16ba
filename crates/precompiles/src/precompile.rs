//! What a precompile is.

use crate::PrecompileFailure;
use alloc::vec::Vec;
use eevm_primitives::Address;

/// Runs a precompile over `input` with at most `gas_limit` gas, and returns the gas used, which is
/// never more.
///
/// `output` is cleared first, whatever was in it, and is empty after a failure; give the same
/// buffer again and again, and the simple precompiles allocate nothing.
pub type Run =
    fn(input: &[u8], gas_limit: u64, output: &mut Vec<u8>) -> Result<u64, PrecompileFailure>;

/// A precompiled contract: a pure function at an address.
#[derive(Debug, Clone, Copy)]
pub struct Precompile {
    /// Where calls find it.
    pub address: Address,
    /// Its name in execution-specs, in capitals; for people.
    pub name: &'static str,
    /// The function.
    pub run: Run,
}

impl Precompile {
    /// A precompile at the address numbered `number`.
    pub(crate) const fn numbered(number: u64, name: &'static str, run: Run) -> Self {
        Self { address: Address::from_low_u64(number), name, run }
    }
}

/// `cost`, if `gas_limit` pays for it.
#[inline]
pub(crate) const fn charge(cost: u64, gas_limit: u64) -> Result<u64, PrecompileFailure> {
    if cost > gas_limit { Err(PrecompileFailure::OutOfGas) } else { Ok(cost) }
}

/// `base + per_word · ⌈len / 32⌉`, if `gas_limit` pays for it.
#[inline]
pub(crate) fn charge_words(
    base: u64,
    per_word: u64,
    len: usize,
    gas_limit: u64,
) -> Result<u64, PrecompileFailure> {
    let words = u64::try_from(len.div_ceil(32)).unwrap_or(u64::MAX);
    charge(base.saturating_add(words.saturating_mul(per_word)), gas_limit)
}
