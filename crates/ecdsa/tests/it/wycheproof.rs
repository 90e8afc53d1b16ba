//! The ECDSA vectors of project Wycheproof, from the directory that `EEVM_FIXTURES` names.

use eevm_ecdsa::{
    secp256k1::{self, Signature},
    secp256r1,
};
use eevm_primitives::{B256, U256, decode_hex};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::{fs, path::PathBuf};

struct Case {
    hash: B256,
    /// `None` when the encoding is malformed.
    signature: Option<(U256, U256)>,
    x: U256,
    y: U256,
}

/// Runs a file: `decode` reads a signature, `verify` judges it.
#[track_caller]
#[expect(clippy::print_stderr, reason = "a run without the data has to be seen")]
fn check(
    file: &str,
    count: usize,
    decode: fn(&[u8]) -> Option<(U256, U256)>,
    verify: fn(&Case, (U256, U256)) -> bool,
) {
    let Some(root) = std::env::var_os("EEVM_FIXTURES") else {
        eprintln!("EEVM_FIXTURES IS NOT SET: {file} WAS NOT RUN, only the vectors in this crate");
        return;
    };
    let path = PathBuf::from(root).join("vectors/wycheproof").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let file: Value = serde_json::from_str(&text).unwrap();
    let mut ran = 0;
    for group in file["testGroups"].as_array().unwrap() {
        let [x, y] = ["wx", "wy"].map(|key| coordinate(group["publicKey"][key].as_str().unwrap()));
        for test in group["tests"].as_array().unwrap() {
            let bytes = |key: &str| decode_hex(test[key].as_str().unwrap()).unwrap();
            let hash = B256(Sha256::digest(bytes("msg")).into());
            let case = Case { hash, signature: decode(&bytes("sig")), x, y };
            let is_valid = case.signature.is_some_and(|signature| verify(&case, signature));
            assert_eq!(is_valid, test["result"] == "valid", "{path:?}: {test}");
            ran += 1;
        }
    }
    assert_eq!(ran, count, "{path:?}");
}

/// A coordinate may have a leading zero byte, or lack leading zeros.
fn coordinate(digits: &str) -> U256 {
    U256::from_str_radix(digits, 16).unwrap()
}

fn secp256k1(case: &Case, (r, s): (U256, U256)) -> bool {
    let mut key = [0; 64];
    key[..32].copy_from_slice(&case.x.to_be_bytes::<32>());
    key[32..].copy_from_slice(&case.y.to_be_bytes::<32>());
    let signature = [false, true].map(|y_parity| Signature { r, s, y_parity });
    let is_valid = secp256k1::verify(&case.hash, &signature[0], &key).is_ok();
    // Whatever verifies is recovered with one of the two parities, unless the ephemeral point's
    // coordinate exceeds the order, which a single bit cannot say.
    let is_recovered = signature
        .iter()
        .any(|signature| secp256k1::recover_public_key(&case.hash, signature) == Ok(key));
    let may_exceed = r < U256::MAX - secp256k1::ORDER;
    assert!(is_recovered == is_valid || (is_valid && may_exceed));
    is_valid
}

fn secp256k1_low_s(case: &Case, (r, s): (U256, U256)) -> bool {
    Signature { r, s, y_parity: false }.is_low_s() && secp256k1(case, (r, s))
}

fn secp256r1(case: &Case, (r, s): (U256, U256)) -> bool {
    secp256r1::verify(&case.hash, &r, &s, &case.x, &case.y).is_ok()
}

/// `r ‖ s`, 64 bytes.
fn p1363(bytes: &[u8]) -> Option<(U256, U256)> {
    let bytes: &[u8; 64] = bytes.try_into().ok()?;
    Some((U256::from_be_slice(&bytes[..32]), U256::from_be_slice(&bytes[32..])))
}

/// Strict DER: a sequence of two positive integers in as few bytes as they need.
fn der(bytes: &[u8]) -> Option<(U256, U256)> {
    let rest = bytes.strip_prefix(&[0x30])?;
    let (len, rest) = rest.split_first()?;
    if usize::from(*len) != rest.len() || rest.len() > 127 {
        return None;
    }
    let (r, rest) = der_integer(rest)?;
    let (s, rest) = der_integer(rest)?;
    rest.is_empty().then_some((r, s))
}

fn der_integer(bytes: &[u8]) -> Option<(U256, &[u8])> {
    let rest = bytes.strip_prefix(&[0x02])?;
    let (len, rest) = rest.split_first()?;
    let (digits, rest) = rest.split_at_checked(usize::from(*len))?;
    let value = match digits {
        [0, next, ..] if *next >= 0x80 => &digits[1..],
        [0, _, ..] | [] => return None,
        [first, ..] if *first >= 0x80 => return None,
        _ => digits,
    };
    (value.len() <= 32).then(|| (U256::from_be_slice(value), rest))
}

#[test]
fn secp256k1_der() {
    check("ecdsa_secp256k1_sha256_test.json", 476, der, secp256k1);
}

#[test]
fn secp256k1_der_low_s() {
    check("ecdsa_secp256k1_sha256_bitcoin_test.json", 463, der, secp256k1_low_s);
}

#[test]
fn secp256k1_p1363() {
    check("ecdsa_secp256k1_sha256_p1363_test.json", 252, p1363, secp256k1);
}

#[test]
fn secp256r1_der() {
    check("ecdsa_secp256r1_sha256_test.json", 484, der, secp256r1);
}

#[test]
fn secp256r1_p1363() {
    check("ecdsa_secp256r1_sha256_p1363_test.json", 262, p1363, secp256r1);
}
