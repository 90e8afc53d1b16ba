//! `0x02`: SHA-256 (Yellow Paper, appendix E.1).

use crate::{
    PrecompileFailure,
    precompile::{Precompile, charge_words},
};
use alloc::vec::Vec;
use eevm_primitives::gas::{GAS_SHA256, GAS_SHA256_WORD};
use sha2::{Digest, Sha256};

/// Since Frontier.
pub(crate) const SHA256: Precompile = Precompile::numbered(0x02, "SHA256", run);

/// Input: anything. Output: its hash, 32 bytes.
fn run(input: &[u8], gas_limit: u64, output: &mut Vec<u8>) -> Result<u64, PrecompileFailure> {
    output.clear();
    let gas_used = charge_words(GAS_SHA256, GAS_SHA256_WORD, input.len(), gas_limit)?;
    output.extend_from_slice(&Sha256::digest(input));
    Ok(gas_used)
}
