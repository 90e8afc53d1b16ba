//! `0x03`: RIPEMD-160 (Yellow Paper, appendix E.1).

use crate::{
    PrecompileFailure,
    precompile::{Precompile, charge_words},
};
use alloc::vec::Vec;
use eevm_primitives::gas::{GAS_RIPEMD160, GAS_RIPEMD160_WORD};
use ripemd::{Digest, Ripemd160};

/// Since Frontier.
pub(crate) const RIPEMD160: Precompile = Precompile::numbered(0x03, "RIPEMD160", run);

/// Input: anything. Output: its hash, 20 bytes in the low end of a word.
fn run(input: &[u8], gas_limit: u64, output: &mut Vec<u8>) -> Result<u64, PrecompileFailure> {
    output.clear();
    let gas_used = charge_words(GAS_RIPEMD160, GAS_RIPEMD160_WORD, input.len(), gas_limit)?;
    output.extend_from_slice(&[0; 12]);
    output.extend_from_slice(&Ripemd160::digest(input));
    Ok(gas_used)
}
