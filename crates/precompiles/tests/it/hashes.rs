//! SHA-256, RIPEMD-160 and identity.

use crate::call::{call, call_with_gas, hex};
use eevm_precompiles::PrecompileFailure;
use eevm_primitives::Fork;

#[track_caller]
fn check(number: u64, input: &[u8], gas: u64, output: &str) {
    assert_eq!(call(Fork::Frontier, number, input), Ok((gas, hex(output))));
}

#[test]
fn known_hashes() {
    check(2, b"", 60, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check(2, b"abc", 72, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    let zeros = "000000000000000000000000";
    check(3, b"", 600, &format!("{zeros} 9c1185a5c5e9fc54612808977ee8f548b2258d31"));
    check(3, b"abc", 720, &format!("{zeros} 8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"));
}

#[test]
fn identity_copies() {
    check(4, b"", 15, "");
    check(4, b"abc", 18, "616263");
}

#[test]
fn each_begun_word_costs() {
    for (number, base, per_word) in [(2, 60, 12), (3, 600, 120), (4, 15, 3)] {
        for (len, words) in [(0, 0), (1, 1), (31, 1), (32, 1), (33, 2), (64, 2), (65, 3)] {
            let (gas_used, _) = call(Fork::LATEST, number, &vec![7; len]).unwrap();
            assert_eq!(gas_used, base + words * per_word, "{number} {len}");
        }
    }
}

#[test]
fn out_of_gas_leaves_nothing() {
    for number in 1..=4 {
        let outcome = call_with_gas(Fork::LATEST, number, b"abc", 14);
        assert_eq!(outcome, Err(PrecompileFailure::OutOfGas));
    }
}
