//! BLAKE2F against whole BLAKE2b hashes and against a plain twin.

use crate::call::{call, call_with_gas, output};
use blake2::{Blake2b, Digest, digest::consts::U64};
use eevm_precompiles::{InvalidInput, PrecompileFailure};
use eevm_primitives::Fork;
use proptest::prelude::*;

const IV: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

fn input(rounds: u32, h: &[u64; 8], m: &[u8; 128], t: [u64; 2], flag: u8) -> Vec<u8> {
    let mut input = rounds.to_be_bytes().to_vec();
    h.iter().for_each(|word| input.extend(word.to_le_bytes()));
    input.extend(m);
    t.iter().for_each(|word| input.extend(word.to_le_bytes()));
    input.push(flag);
    input
}

fn words(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks(8).map(|chunk| u64::from_le_bytes(chunk.try_into().unwrap())).collect()
}

/// BLAKE2b-512 without a key, by the precompile (RFC 7693, section 3.3).
fn hash(message: &[u8]) -> Vec<u8> {
    let mut h = IV;
    h[0] ^= 0x0101_0040;
    let count = message.len().div_ceil(128).max(1);
    for i in 0..count {
        let chunk = &message[i * 128..message.len().min((i + 1) * 128)];
        let mut block = [0; 128];
        block[..chunk.len()].copy_from_slice(chunk);
        let so_far = u64::try_from(i * 128 + chunk.len()).unwrap();
        let flag = u8::from(i + 1 == count);
        let next = output(Fork::Istanbul, 9, &input(12, &h, &block, [so_far, 0], flag));
        h.copy_from_slice(&words(&next));
    }
    h.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// F, word for word as RFC 7693, section 3.2, has it.
fn plain(rounds: u32, h: &[u64; 8], m: &[u8; 128], t: [u64; 2], is_final: bool) -> Vec<u8> {
    const SIGMA: [&[u8; 16]; 10] = [
        b"0123456789abcdef",
        b"ea489fd61c02b753",
        b"b8c052fdae367194",
        b"7931dcbe265a40f8",
        b"905724afe1bc683d",
        b"2c6a0b834d75fe19",
        b"c51fed4a0763928b",
        b"db7ec13950f4862a",
        b"6fe9b308c2d714a5",
        b"a2847615fb9e3cd0",
    ];
    let m = words(m);
    let mut v = [h.as_slice(), &IV].concat();
    v[12] ^= t[0];
    v[13] ^= t[1];
    if is_final {
        v[14] ^= u64::MAX;
    }
    for round in 0..rounds {
        let row = SIGMA[usize::try_from(round % 10).unwrap()];
        let word = |i: usize| m[usize::try_from(char::from(row[i]).to_digit(16).unwrap()).unwrap()];
        let quarters = [
            [0, 4, 8, 12],
            [1, 5, 9, 13],
            [2, 6, 10, 14],
            [3, 7, 11, 15],
            [0, 5, 10, 15],
            [1, 6, 11, 12],
            [2, 7, 8, 13],
            [3, 4, 9, 14],
        ];
        for (i, [a, b, c, d]) in quarters.into_iter().enumerate() {
            for (x, r1, r2) in [(word(2 * i), 32, 24), (word(2 * i + 1), 16, 63)] {
                v[a] = v[a].wrapping_add(v[b]).wrapping_add(x);
                v[d] = (v[d] ^ v[a]).rotate_right(r1);
                v[c] = v[c].wrapping_add(v[d]);
                v[b] = (v[b] ^ v[c]).rotate_right(r2);
            }
        }
    }
    (0..8).flat_map(|i| (h[i] ^ v[i] ^ v[i + 8]).to_le_bytes()).collect()
}

#[test]
fn whole_hashes_agree() {
    for len in [0, 1, 127, 128, 129, 255, 256, 257, 1000] {
        let message: Vec<u8> = (0..=255).cycle().take(len).collect();
        assert_eq!(hash(&message), Blake2b::<U64>::digest(&message).to_vec(), "{len}");
    }
}

#[test]
fn fault_67_the_period_of_sigma_is_ten() {
    let h = [0x0123_4567_89ab_cdef; 8];
    let m: [u8; 128] = std::array::from_fn(|i| u8::try_from(i * 3 / 2).unwrap());
    for rounds in (0..45).chain([1000, 1009, 1010, 1011]) {
        for flag in [0, 1] {
            let t = [u64::from(rounds), 5];
            assert_eq!(
                output(Fork::Istanbul, 9, &input(rounds, &h, &m, t, flag)),
                plain(rounds, &h, &m, t, flag == 1),
                "{rounds}"
            );
        }
    }
}

#[test]
fn fault_67_length_and_flag() {
    let valid = input(12, &IV, &[1; 128], [128, 0], 1);
    assert_eq!(call(Fork::Istanbul, 9, &valid).unwrap().0, 12);
    for len in [0, 4, 212, 214] {
        let mut wrong = valid.clone();
        wrong.resize(len, 0);
        assert_eq!(call(Fork::Istanbul, 9, &wrong), Err(InvalidInput::Length.into()));
    }
    for flag in 2..=255 {
        let wrong = input(12, &IV, &[1; 128], [128, 0], flag);
        assert_eq!(call(Fork::Istanbul, 9, &wrong), Err(InvalidInput::FinalFlag.into()));
    }
}

#[test]
fn four_billion_rounds_are_not_run_unpaid() {
    let input = input(u32::MAX, &IV, &[1; 128], [128, 0], 1);
    let outcome = call_with_gas(Fork::Istanbul, 9, &input, u64::from(u32::MAX) - 1);
    assert_eq!(outcome, Err(PrecompileFailure::OutOfGas));
}

proptest! {
    #[test]
    fn equals_its_plain_twin(
        rounds in 0u32..64,
        h: [u64; 8],
        m in proptest::collection::vec(any::<u8>(), 128),
        t: [u64; 2],
        is_final: bool,
    ) {
        let m: [u8; 128] = m.try_into().unwrap();
        let input = input(rounds, &h, &m, t, u8::from(is_final));
        prop_assert_eq!(output(Fork::Istanbul, 9, &input), plain(rounds, &h, &m, t, is_final));
    }
}
