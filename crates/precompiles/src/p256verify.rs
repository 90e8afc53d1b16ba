//! `0x100`: verification of a signature over NIST P-256 (EIP-7951).

use crate::{
    PrecompileFailure,
    input::{padded, padded_word},
    precompile::{Precompile, charge},
};
use alloc::vec::Vec;
use eevm_ecdsa::secp256r1;
use eevm_primitives::{B256, gas::GAS_P256VERIFY};

/// Since Osaka.
pub(crate) const P256VERIFY: Precompile = Precompile::numbered(0x100, "P256VERIFY", run);

/// Hash, `r`, `s`, and the key's `x` and `y`.
const INPUT_LEN: usize = 160;

/// Output: the word 1 for a valid signature, nothing otherwise; that is no failure.
fn run(input: &[u8], gas_limit: u64, output: &mut Vec<u8>) -> Result<u64, PrecompileFailure> {
    output.clear();
    let gas_used = charge(GAS_P256VERIFY, gas_limit)?;
    if input.len() == INPUT_LEN {
        let [r, s, x, y] = [32, 64, 96, 128].map(|offset| padded_word(input, offset));
        if secp256r1::verify(&B256(padded(input, 0)), &r, &s, &x, &y).is_ok() {
            output.extend_from_slice(&[0; 31]);
            output.push(1);
        }
    }
    Ok(gas_used)
}
