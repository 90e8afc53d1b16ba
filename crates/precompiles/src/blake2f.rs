//! `0x09`: the compression function F of BLAKE2b (EIP-152; RFC 7693, section 3.2).

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx2;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx512;
mod compress;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod rounds;

use crate::{
    InvalidInput, PrecompileFailure,
    precompile::{Precompile, charge},
};
use alloc::vec::Vec;
use compress::{Block, compress};
use eevm_primitives::gas::GAS_BLAKE2_PER_ROUND;

/// Since Istanbul.
pub(crate) const BLAKE2F: Precompile = Precompile::numbered(0x09, "BLAKE2F", run);

/// Rounds (4 bytes, big-endian), `h` (64), `m` (128), `t` (16), the final flag (1).
const INPUT_LEN: usize = 213;

/// Output: the new `h`, 64 bytes.
fn run(input: &[u8], gas_limit: u64, output: &mut Vec<u8>) -> Result<u64, PrecompileFailure> {
    output.clear();
    let input: &[u8; INPUT_LEN] = input.try_into().map_err(|_| InvalidInput::Length)?;
    let [r0, r1, r2, r3, ..] = *input;
    let rounds = u32::from_be_bytes([r0, r1, r2, r3]);
    let gas_used = charge(u64::from(rounds) * GAS_BLAKE2_PER_ROUND, gas_limit)?;
    let is_final = match input[INPUT_LEN - 1] {
        0 => false,
        1 => true,
        _ => return Err(InvalidInput::FinalFlag.into()),
    };
    let (words, _) = input[4..].as_chunks();
    let block = Block::new(rounds, words, is_final).ok_or(InvalidInput::Length)?;
    let mut h = [[0; 8]; 8];
    compress(&block, &mut h);
    output.extend_from_slice(h.as_flattened());
    Ok(gas_used)
}
