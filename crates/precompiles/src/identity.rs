//! `0x04`: a copy of the input (Yellow Paper, appendix E.1).

use crate::{
    PrecompileFailure,
    precompile::{Precompile, charge_words},
};
use alloc::vec::Vec;
use eevm_primitives::gas::{GAS_IDENTITY, GAS_IDENTITY_WORD};

/// Since Frontier.
pub(crate) const IDENTITY: Precompile = Precompile::numbered(0x04, "IDENTITY", run);

/// Input: anything. Output: the same.
fn run(input: &[u8], gas_limit: u64, output: &mut Vec<u8>) -> Result<u64, PrecompileFailure> {
    output.clear();
    let gas_used = charge_words(GAS_IDENTITY, GAS_IDENTITY_WORD, input.len(), gas_limit)?;
    output.extend_from_slice(input);
    Ok(gas_used)
}
