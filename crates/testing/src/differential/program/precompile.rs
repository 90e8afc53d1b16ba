//! Inputs that precompiles may take.

use crate::differential::random::Random;
use alloc::{vec, vec::Vec};
use eevm_ecdsa::secp256k1::{SecretKey, sign};
use eevm_primitives::{B256, U256};

/// The address of a precompile, and input for it: right, nearly right, or wrong.
pub(super) fn input(random: &mut Random) -> (u64, Vec<u8>) {
    let address =
        *random.choose(&[1, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 9, 9, 0x0a, 0x0b, 0x0d, 0x100]);
    let mut input = match address {
        1 => signature(random),
        2..=4 => bytes(random, 70),
        5 => modular_power(random),
        6 => [point(random), point(random)].concat(),
        7 => [point(random), word(random.next()).to_vec()].concat(),
        9 => compression(random),
        // A point that is infinity.
        0x0b => vec![0; 256],
        0x0d => vec![0; 512],
        0x0a => bytes(random, 192),
        0x100 => bytes(random, 160),
        _ => Vec::new(),
    };
    match random.below(12) {
        0 => input.truncate(random.size_below(input.len() as u64 + 1)),
        1 => input.push(random.byte()),
        2 => {
            let at = random.size_below(input.len() as u64);
            if let Some(byte) = input.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        _ => {}
    }
    (address, input)
}

fn bytes(random: &mut Random, most: u64) -> Vec<u8> {
    let len = random.size_below(most + 1);
    (0..len).map(|_| random.byte()).collect()
}

fn word(number: u64) -> [u8; 32] {
    U256::from(number).to_be_bytes()
}

/// Hash, v, r, s of a real signature.
fn signature(random: &mut Random) -> Vec<u8> {
    let hash = B256(word(random.next()));
    let secret = SecretKey::new(&B256(word(random.between(1, 1_000))));
    let Some(signature) = secret.and_then(|secret| sign(&hash, &secret)).ok() else {
        return Vec::new();
    };
    let v = word(27 + u64::from(signature.y_parity));
    [hash.0, v, signature.r.to_be_bytes(), signature.s.to_be_bytes()].concat()
}

/// A point of bn254: a generator, infinity, or none.
fn point(random: &mut Random) -> Vec<u8> {
    let (x, y) = *random.choose(&[(1, 2), (1, 2), (1, 2), (0, 0), (1, 1), (0, 1)]);
    [word(x), word(y)].concat()
}

/// Lengths, base, exponent and modulus (EIP-198).
fn modular_power(random: &mut Random) -> Vec<u8> {
    let mut length = || *random.choose(&[0, 1, 1, 2, 31, 32, 33, 40]);
    let lengths = [length(), length(), length()];
    let mut input: Vec<u8> = lengths.iter().flat_map(|length| word(*length)).collect();
    for _ in 0..lengths.iter().sum::<u64>() {
        let byte = if random.one_in(4) { 0 } else { random.byte() };
        input.push(byte);
    }
    input
}

/// Rounds, state, message, offset and flag (EIP-152).
fn compression(random: &mut Random) -> Vec<u8> {
    let mut input = vec![0, 0, 0, u8::try_from(random.below(14)).unwrap_or(0)];
    input.extend((0..208).map(|_| random.byte()));
    input.push(u8::try_from(random.below(7) / 3).unwrap_or(0));
    input
}
