//! Published vectors, from the directory that the environment variable `EEVM_FIXTURES` names.

use crate::call::{call, hex};
use eevm_primitives::Fork;
use serde_json::Value;
use std::{fs, path::PathBuf};

/// The file below `vectors/`, or `None` with a loud word when there are no fixtures.
#[expect(clippy::print_stderr, reason = "a run without the data has to be seen")]
#[track_caller]
pub(crate) fn load(path: &str) -> Option<Value> {
    let Some(root) = std::env::var_os("EEVM_FIXTURES") else {
        eprintln!("EEVM_FIXTURES IS NOT SET: {path} WAS NOT RUN, only the vectors in this crate");
        return None;
    };
    let path = PathBuf::from(root).join("vectors").join(path);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    Some(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path:?}: {error}")))
}

pub(crate) fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_else(|| panic!("{key} is no text in {case}"))
}

/// Runs a file of geth's shape and returns how many cases it has. `gas` replaces the file's gas.
#[track_caller]
fn run_file(path: &str, fork: Fork, number: u64, gas: Option<u64>) -> usize {
    let Some(file) = load(path) else {
        return 0;
    };
    let cases = file.as_array().expect("a list");
    for case in cases {
        let name = text(case, "Name");
        let outcome = call(fork, number, &hex(text(case, "Input")));
        if case["ExpectedError"].is_string() {
            assert!(outcome.is_err(), "{path}: {name} should fail");
        } else {
            let gas = gas.or_else(|| case["Gas"].as_u64()).expect("gas");
            let expected = Ok((gas, hex(text(case, "Expected"))));
            assert_eq!(outcome, expected, "{path}: {name}");
        }
    }
    cases.len()
}

#[track_caller]
fn check(path: &str, fork: Fork, number: u64, count: usize) {
    let ran = run_file(path, fork, number, None);
    assert!(ran == count || std::env::var_os("EEVM_FIXTURES").is_none(), "{path}: {ran} cases");
}

#[test]
fn ecrecover() {
    check("precompiles/geth/ecRecover.json", Fork::LATEST, 0x01, 5);
}

#[test]
fn modexp_by_fork() {
    check("precompiles/geth/modexp.json", Fork::Byzantium, 0x05, 17);
    check("precompiles/geth/modexp.json", Fork::Istanbul, 0x05, 17);
    check("precompiles/geth/modexp_eip2565.json", Fork::Berlin, 0x05, 47);
    check("precompiles/geth/modexp_eip2565.json", Fork::Prague, 0x05, 47);
    check("precompiles/geth/modexp_eip7883.json", Fork::Osaka, 0x05, 45);
}

#[test]
fn bn254() {
    check("precompiles/geth/bn256Add.json", Fork::Istanbul, 0x06, 16);
    check("precompiles/geth/bn256ScalarMul.json", Fork::Istanbul, 0x07, 19);
    check("precompiles/geth/bn256Pairing.json", Fork::Istanbul, 0x08, 14);
}

#[test]
fn bn254_prices_before_istanbul() {
    run_file("precompiles/geth/bn256Add.json", Fork::Byzantium, 0x06, Some(500));
    run_file("precompiles/geth/bn256ScalarMul.json", Fork::Petersburg, 0x07, Some(40_000));
}

#[test]
fn blake2f() {
    check("precompiles/geth/blake2F.json", Fork::Istanbul, 0x09, 5);
    check("precompiles/geth/fail-blake2f.json", Fork::Istanbul, 0x09, 4);
}

#[test]
fn point_evaluation() {
    check("precompiles/geth/pointEvaluation.json", Fork::Cancun, 0x0a, 1);
}

#[test]
fn bls12_381_g1() {
    check("precompiles/geth/blsG1Add.json", Fork::Prague, 0x0b, 112);
    check("precompiles/geth/fail-blsG1Add.json", Fork::Prague, 0x0b, 6);
    check("precompiles/geth/blsG1Mul.json", Fork::Prague, 0x0c, 11);
    check("precompiles/geth/fail-blsG1Mul.json", Fork::Prague, 0x0c, 7);
    check("precompiles/geth/fail-blsG1MultiExp.json", Fork::Prague, 0x0c, 7);
    check("precompiles/geth/blsMapG1.json", Fork::Prague, 0x10, 105);
    check("precompiles/geth/fail-blsMapG1.json", Fork::Prague, 0x10, 5);
    check("eip2537/add_G1_bls.json", Fork::Prague, 0x0b, 9);
    check("eip2537/fail-add_G1_bls.json", Fork::Prague, 0x0b, 7);
    check("eip2537/mul_G1_bls.json", Fork::Prague, 0x0c, 11);
    check("eip2537/fail-mul_G1_bls.json", Fork::Prague, 0x0c, 8);
    check("eip2537/fail-msm_G1_bls.json", Fork::Prague, 0x0c, 8);
    check("eip2537/map_fp_to_G1_bls.json", Fork::Prague, 0x10, 5);
    check("eip2537/fail-map_fp_to_G1_bls.json", Fork::Prague, 0x10, 5);
}

#[test]
fn bls12_381_g1_msm() {
    check("precompiles/geth/blsG1MultiExp.json", Fork::Prague, 0x0c, 154);
    check("eip2537/msm_G1_bls.json", Fork::Prague, 0x0c, 163);
}

#[test]
fn bls12_381_g2() {
    check("precompiles/geth/blsG2Add.json", Fork::Prague, 0x0d, 112);
    check("precompiles/geth/fail-blsG2Add.json", Fork::Prague, 0x0d, 6);
    check("precompiles/geth/blsG2Mul.json", Fork::Prague, 0x0e, 11);
    check("precompiles/geth/fail-blsG2Mul.json", Fork::Prague, 0x0e, 7);
    check("precompiles/geth/fail-blsG2MultiExp.json", Fork::Prague, 0x0e, 7);
    check("precompiles/geth/blsMapG2.json", Fork::Prague, 0x11, 105);
    check("precompiles/geth/fail-blsMapG2.json", Fork::Prague, 0x11, 5);
    check("eip2537/add_G2_bls.json", Fork::Prague, 0x0d, 9);
    check("eip2537/fail-add_G2_bls.json", Fork::Prague, 0x0d, 7);
    check("eip2537/mul_G2_bls.json", Fork::Prague, 0x0e, 11);
    check("eip2537/fail-mul_G2_bls.json", Fork::Prague, 0x0e, 8);
    check("eip2537/fail-msm_G2_bls.json", Fork::Prague, 0x0e, 8);
    check("eip2537/map_fp2_to_G2_bls.json", Fork::Prague, 0x11, 5);
    check("eip2537/fail-map_fp2_to_G2_bls.json", Fork::Prague, 0x11, 5);
}

#[test]
fn bls12_381_g2_msm() {
    check("precompiles/geth/blsG2MultiExp.json", Fork::Prague, 0x0e, 153);
}

#[test]
fn bls12_381_pairing() {
    check("precompiles/geth/blsPairing.json", Fork::Prague, 0x0f, 106);
    check("precompiles/geth/fail-blsPairing.json", Fork::Prague, 0x0f, 9);
    check("eip2537/pairing_check_bls.json", Fork::Prague, 0x0f, 15);
    check("eip2537/fail-pairing_check_bls.json", Fork::Prague, 0x0f, 25);
}

#[test]
fn p256verify() {
    check("precompiles/geth/p256Verify.json", Fork::Osaka, 0x100, 782);
    // That file's gas is of an older draft.
    let path = "eip7951/test-vectors.json";
    let ran = run_file(path, Fork::Osaka, 0x100, Some(6900));
    assert!(ran == 781 || std::env::var_os("EEVM_FIXTURES").is_none(), "{path}: {ran} cases");
}
