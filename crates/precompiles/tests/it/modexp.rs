//! MODEXP against a big-integer library.

use crate::call::{call, call_with_gas, hex, output};
use eevm_precompiles::{InvalidInput, PrecompileFailure};
use eevm_primitives::Fork;
use num_bigint::BigUint;
use proptest::{collection::vec, prelude::*};

fn header(lengths: [u128; 3]) -> Vec<u8> {
    lengths.iter().flat_map(|len| [[0; 16], len.to_be_bytes()].concat()).collect()
}

fn input(base: &[u8], exponent: &[u8], modulus: &[u8]) -> Vec<u8> {
    let lengths = [base, exponent, modulus].map(|part| u128::try_from(part.len()).unwrap());
    [&header(lengths), base, exponent, modulus].concat()
}

fn oracle(base: &[u8], exponent: &[u8], modulus: &[u8]) -> Vec<u8> {
    let [base, exponent, number] = [base, exponent, modulus].map(BigUint::from_bytes_be);
    let mut result = vec![0; modulus.len()];
    if number != BigUint::ZERO {
        let power = base.modpow(&exponent, &number).to_bytes_be();
        let power = &power[power.len() - power.len().min(modulus.len())..];
        let start = modulus.len() - power.len();
        result[start..].copy_from_slice(power);
    }
    result
}

#[track_caller]
fn check(base: &[u8], exponent: &[u8], modulus: &[u8]) {
    let expected = oracle(base, exponent, modulus);
    assert_eq!(
        output(Fork::Berlin, 5, &input(base, exponent, modulus)),
        expected,
        "{base:02x?} ^ {exponent:02x?} mod {modulus:02x?}"
    );
}

/// Numbers that are easy to get wrong, in `len` bytes.
fn edges(len: usize) -> Vec<Vec<u8>> {
    let number = |low: u8, fill: u8, high: u8| {
        let mut bytes = vec![fill; len];
        if let Some(first) = bytes.first_mut() {
            *first = high;
        }
        if let Some(last) = bytes.last_mut() {
            *last = low;
        }
        bytes
    };
    vec![
        number(0, 0, 0),
        number(1, 0, 0),
        number(2, 0, 0),
        number(1, 0, 0x80),
        number(0, 0, 0x80),
        number(0xff, 0xff, 0xff),
        number(0xfe, 0xff, 0xff),
        number(0x80, 0xff, 0x7f),
    ]
}

#[test]
fn edges_of_every_limb_count() {
    for len in [1, 7, 8, 9, 16, 17, 24, 32, 33, 40, 48, 56, 64, 72, 104] {
        for base in edges(len) {
            for modulus in edges(len) {
                for exponent in [&[][..], &[0], &[1], &[2], &[3], &[16], &[1, 0, 1], &[0xff; 9]] {
                    check(&base, exponent, &modulus);
                }
            }
        }
    }
}

#[test]
fn even_moduli_with_every_number_of_trailing_zeros() {
    let base = [0x37; 40];
    for zeros in 0..200u8 {
        for odd in [1u32, 3, 0xffff_ffff] {
            let modulus = (BigUint::from(odd) << zeros).to_bytes_be();
            for low in [0, 1, 2, 4] {
                let mut base = base;
                base[39] = low;
                check(&base, &[0x9d, 0x01, 0x80], &modulus);
                check(&base[39..], &[zeros], &modulus);
            }
        }
    }
}

#[test]
fn long_operands_of_unlike_lengths() {
    check(&[0xab; 1000], &[0x11; 40], &[0xcd; 3]);
    check(&[0xab; 3], &[0x11; 40], &[0xcd; 1000]);
    check(&[0xab; 256], &[0xff; 256], &[0xcd; 256]);
    check(&[0xab; 256], &[0xff; 256], &[0xcc; 256]);
    check(&[0xab; 250], &[1, 0, 1], &[0xcd; 500]);
}

#[test]
fn fault_65_missing_input_is_zero() {
    // Everything missing; only the exponent missing; only the end of the modulus missing.
    assert_eq!(call(Fork::Berlin, 5, &[]), Ok((200, vec![])));
    assert_eq!(output(Fork::Berlin, 5, &header([1, 1, 2])), [0, 0]);
    let cut = [header([1, 1, 2]), vec![7, 3, 5]].concat();
    assert_eq!(output(Fork::Berlin, 5, &cut), oracle(&[7], &[3], &[5, 0]));
    let whole = input(&[3, 0, 0], &[5, 0, 0, 0, 0], &[0, 0, 7]);
    assert_eq!(output(Fork::Berlin, 5, &whole), oracle(&[3, 0, 0], &[5, 0, 0, 0, 0], &[0, 0, 7]));
    // A modulus that is missing altogether is zero.
    let cut = [header([1, 5, 3]), vec![3, 5]].concat();
    assert_eq!(output(Fork::Berlin, 5, &cut), [0, 0, 0]);
}

#[test]
fn fault_65_zero_lengths() {
    // Base and modulus empty: nothing is computed, however long the exponent claims to be.
    let huge = [header([0, 0, 0])[..32].to_vec(), vec![0xff; 32], vec![0; 32]].concat();
    assert_eq!(call(Fork::Byzantium, 5, &huge), Ok((0, vec![])));
    assert_eq!(call(Fork::Berlin, 5, &huge), Ok((200, vec![])));
    // Only the base empty.
    assert_eq!(output(Fork::Berlin, 5, &input(&[], &[2], &[5])), [0]);
    assert_eq!(output(Fork::Berlin, 5, &input(&[], &[], &[5])), [1]);
    // Only the modulus empty.
    assert!(output(Fork::Berlin, 5, &input(&[9; 40], &[2], &[])).is_empty());
}

#[test]
fn fault_65_lengths_of_2_to_the_64_and_more() {
    for fork in [Fork::Byzantium, Fork::Berlin] {
        for i in [0, 2] {
            for len in [1 << 64, u128::MAX] {
                let mut lengths = [1, 1, 1];
                lengths[i] = len;
                assert_eq!(
                    call_with_gas(fork, 5, &header(lengths), u64::MAX - 1),
                    Err(PrecompileFailure::OutOfGas)
                );
            }
        }
        let mut all_ones = vec![0xff; 96];
        assert!(call(fork, 5, &all_ones).is_err());
        all_ones[..32].fill(0);
        assert!(call(fork, 5, &all_ones).is_err());
    }
}

#[test]
fn boundless_gas_cannot_exhaust_memory() {
    for lengths in [[1 << 30, 1, 1], [1, 1, 1 << 30], [1, 1 << 50, 1]] {
        assert_eq!(
            call(Fork::Berlin, 5, &header(lengths)),
            Err(InvalidInput::OperandTooLong.into())
        );
    }
}

#[test]
fn fault_65_eip7823_limits_come_before_gas_and_early_returns() {
    for lengths in [[1025, 0, 0], [0, 1025, 0], [0, 0, 1025], [0, 1 << 100, 0]] {
        for gas_limit in [0, u64::MAX >> 1] {
            assert_eq!(
                call_with_gas(Fork::Osaka, 5, &header(lengths), gas_limit),
                Err(InvalidInput::OperandTooLong.into())
            );
        }
    }
    assert_eq!(output(Fork::Osaka, 5, &header([1024, 0, 1024])), [0; 1024]);
    assert_eq!(call(Fork::Prague, 5, &header([0, 1025, 0])), Ok((200, vec![])));
}

#[test]
fn fault_66_zero_to_the_zero_and_modulus_one() {
    check(&[0], &[0], &[7]);
    check(&[0; 32], &[0; 32], &[0, 1]);
    check(&[5], &[0], &[1]);
    check(&[5], &[3], &[0, 0, 1]);
    assert_eq!(output(Fork::Berlin, 5, &input(&[0], &[0], &[7])), [1]);
    assert_eq!(output(Fork::Berlin, 5, &input(&[0], &[0], &[0, 1])), [0, 0]);
    assert_eq!(output(Fork::Berlin, 5, &input(&[0], &[0], &[0, 0])), [0, 0]);
}

#[test]
fn fault_66_results_are_padded_on_the_left() {
    assert_eq!(
        output(Fork::Berlin, 5, &input(&[3], &[2], &[0x80; 10])),
        hex("00 000000000000000009")
    );
    assert_eq!(output(Fork::Berlin, 5, &input(&[3], &[2], &[0, 0, 0, 11])), [0, 0, 0, 9]);
}

#[test]
fn fault_66_gas_does_not_overflow() {
    let lengths = header([u128::from(u64::MAX), u128::from(u64::MAX), u128::from(u64::MAX)]);
    for fork in [Fork::Byzantium, Fork::Berlin] {
        assert_eq!(
            call_with_gas(fork, 5, &lengths, u64::MAX - 1),
            Err(PrecompileFailure::OutOfGas)
        );
    }
}

#[test]
fn the_exponent_head_is_cut_to_the_exponent() {
    // Bytes after the exponent must not count as its head: 3 has two bits, one iteration.
    let data = [header([1, 1, 32]), vec![2, 3], vec![0xff; 32]].concat();
    assert_eq!(call(Fork::Berlin, 5, &data).unwrap().0, 200);
    assert_eq!(call(Fork::Byzantium, 5, &data).unwrap().0, 1024 / 20);
    // 33 bytes of 0xff: 8 · 1 + 255 iterations.
    let data = input(&[2], &[0xff; 33], &[0xff; 32]);
    assert_eq!(call(Fork::Byzantium, 5, &data).unwrap().0, 1024 * 263 / 20);
    assert_eq!(call(Fork::Berlin, 5, &data).unwrap().0, 16 * 263 / 3);
    assert_eq!(call(Fork::Osaka, 5, &data).unwrap().0, 16 * 271);
}

/// Bytes that are more often zero or all ones than chance would have it.
fn number(max_len: usize) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => vec(any::<u8>(), 0..max_len),
        2 => vec(prop_oneof![Just(0u8), Just(0xff), any::<u8>()], 0..max_len),
        1 => (vec(any::<u8>(), 0..max_len), 0..max_len).prop_map(|(mut bytes, zeros)| {
            bytes.extend(vec![0; zeros]);
            bytes
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn equals_the_oracle_small(base in number(20), exponent in number(12), modulus in number(20)) {
        prop_assert_eq!(
            output(Fork::Berlin, 5, &input(&base, &exponent, &modulus)),
            oracle(&base, &exponent, &modulus)
        );
    }

    #[test]
    fn equals_the_oracle_large(base in number(160), exponent in number(60), modulus in number(160)) {
        prop_assert_eq!(
            output(Fork::Berlin, 5, &input(&base, &exponent, &modulus)),
            oracle(&base, &exponent, &modulus)
        );
    }

    #[test]
    fn cut_input_equals_padded_input(
        base in number(20), exponent in number(40), modulus in number(20), cut in 0usize..200,
    ) {
        let mut data = input(&base, &exponent, &modulus);
        let cut = cut.min(data.len() - 96);
        let kept = data.len() - cut;
        let whole = data[..kept].to_vec();
        data[kept..].fill(0);
        prop_assert_eq!(call(Fork::Berlin, 5, &whole), call(Fork::Berlin, 5, &data));
    }
}
