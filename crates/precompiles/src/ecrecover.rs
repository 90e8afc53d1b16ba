//! `0x01`: the address that signed a hash (Yellow Paper, appendix E.1).

use crate::{
    PrecompileFailure,
    input::{padded, padded_word},
    precompile::{Precompile, charge},
};
use alloc::vec::Vec;
use eevm_ecdsa::secp256k1::{Signature, recover_address};
use eevm_primitives::{B256, U256, gas::GAS_ECRECOVER};

/// Since Frontier.
pub(crate) const ECRECOVER: Precompile = Precompile::numbered(0x01, "ECRECOVER", run);

/// Input: hash, `v` (27 or 28, in a whole word), `r`, `s`. Output: the address as a word, or
/// nothing when there is none; that is no failure.
fn run(input: &[u8], gas_limit: u64, output: &mut Vec<u8>) -> Result<u64, PrecompileFailure> {
    output.clear();
    let gas_used = charge(GAS_ECRECOVER, gas_limit)?;
    let v = padded_word(input, 32);
    let y_parity = if v == U256::from(27) {
        false
    } else if v == U256::from(28) {
        true
    } else {
        return Ok(gas_used);
    };
    let signature = Signature { r: padded_word(input, 64), s: padded_word(input, 96), y_parity };
    if let Ok(address) = recover_address(&B256(padded(input, 0)), &signature) {
        output.extend_from_slice(&[0; 12]);
        output.extend_from_slice(&address.0);
    }
    Ok(gas_used)
}
