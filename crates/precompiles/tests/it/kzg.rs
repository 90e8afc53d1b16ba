//! Point evaluation against its vectors and kzg-rs.

use crate::{
    call::{Outcome, call, call_with_gas, hex, output},
    curve::{Curve, Point, number, to_bytes},
    fixtures::{load, text},
};
use eevm_precompiles::{InvalidInput, PrecompileFailure};
use eevm_primitives::Fork;
use kzg_rs::{Bytes32, Bytes48, KzgProof, KzgSettings};
use num_bigint::BigUint;
use proptest::prelude::*;

fn curve() -> Curve {
    Curve {
        p: number(
            "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
        ),
        b: BigUint::from(4u8),
        order: number("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),
    }
}

fn generator() -> Point {
    Some((
        number(
            "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
        ),
        number(
            "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
        ),
    ))
}

/// τ·G1 of the ceremony: with it, proofs can be made for polynomials of degree one.
fn tau_g1() -> Point {
    Some((
        number(
            "0d3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81",
        ),
        number(
            "17de623f59a3043952d2f637a935fae14b6dee8b255e526304963d58ab6f1a827c7de623d34d394f8a3d0f57d6e972b9",
        ),
    ))
}

fn compress(point: &Point) -> Vec<u8> {
    let Some((x, y)) = point else {
        return [vec![0xc0], vec![0; 47]].concat();
    };
    let mut bytes = to_bytes(x, 48);
    bytes[0] |= if y * 2u8 > curve().p { 0xa0 } else { 0x80 };
    bytes
}

pub(crate) fn input(z: &BigUint, y: &BigUint, commitment: &[u8], proof: &[u8]) -> Vec<u8> {
    // SHA-256 by the precompile, which has tests of its own.
    let mut hash = output(Fork::Cancun, 2, commitment);
    hash[0] = 1;
    [&hash, &to_bytes(z, 32), &to_bytes(y, 32), commitment, proof].concat()
}

/// A true statement: commitment and proof for a polynomial with the value `y` at `z` and the slope
/// `k`.
pub(crate) fn statement(z: &BigUint, y: &BigUint, k: &BigUint) -> (Vec<u8>, Vec<u8>) {
    // C = y·G1 + k·(τ − z)·G1, π = k·G1
    let curve = curve();
    let minus_kz = (&curve.order - k * z % &curve.order) % &curve.order;
    let constant = curve.mul(&generator(), &((y + minus_kz) % &curve.order));
    let commitment = curve.add(&constant, &curve.mul(&tau_g1(), k));
    (compress(&commitment), compress(&curve.mul(&generator(), k)))
}

fn success() -> Outcome {
    let answer = "
        0000000000000000000000000000000000000000000000000000000000001000
        73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    Ok((50_000, hex(answer)))
}

#[track_caller]
fn check_failure(input: &[u8], reason: InvalidInput) {
    assert_eq!(call(Fork::Cancun, 0x0a, input), Err(reason.into()));
}

#[test]
fn true_and_false_statements() {
    let [z, y, k] = [3u8, 5, 7].map(BigUint::from);
    let (commitment, proof) = statement(&z, &y, &k);
    assert_eq!(call(Fork::Cancun, 0x0a, &input(&z, &y, &commitment, &proof)), success());
    for (z, y) in
        [(&z + 1u8, y.clone()), (z.clone(), &y + 1u8), (BigUint::ZERO, y), (z, BigUint::ZERO)]
    {
        check_failure(&input(&z, &y, &commitment, &proof), InvalidInput::Proof);
    }
}

#[test]
fn constants_have_infinity_as_their_proof() {
    let [z, zero] = [BigUint::from(9u8), BigUint::ZERO];
    for y in [zero.clone(), BigUint::from(5u8), &curve().order - 1u8] {
        let (commitment, proof) = statement(&z, &y, &zero);
        assert_eq!(call(Fork::Cancun, 0x0a, &input(&z, &y, &commitment, &proof)), success());
    }
}

#[test]
fn fault_70_scalars_are_canonical() {
    let [z, y, k] = [3u8, 5, 7].map(BigUint::from);
    let (commitment, proof) = statement(&z, &y, &k);
    let n = curve().order;
    for (z, y) in
        [(&z + &n, y.clone()), (z.clone(), &y + &n), (n, y), (z, (BigUint::from(1u8) << 256) - 1u8)]
    {
        check_failure(&input(&z, &y, &commitment, &proof), InvalidInput::Scalar);
    }
}

#[test]
fn fault_70_the_versioned_hash_comes_first() {
    let [z, y, k] = [3u8, 5, 7].map(BigUint::from);
    let (commitment, proof) = statement(&z, &y, &k);
    let valid = input(&z, &y, &commitment, &proof);
    for byte in 0..32 {
        let mut wrong = valid.clone();
        wrong[byte] ^= 1;
        // All that follows is malformed as well.
        wrong[32..96].fill(0xff);
        check_failure(&wrong, InvalidInput::VersionedHash);
    }
    for len in [0, 191, 193] {
        let mut wrong = valid.clone();
        wrong.resize(len, 0);
        check_failure(&wrong, InvalidInput::Length);
    }
    let outcome = call_with_gas(Fork::Cancun, 0x0a, &valid, 49_999);
    assert_eq!(outcome, Err(PrecompileFailure::OutOfGas));
}

#[test]
fn fault_70_compressed_points_are_well_formed() {
    let zero = BigUint::ZERO;
    let check = |point: &[u8], reason| {
        let valid = compress(&None);
        check_failure(&input(&zero, &zero, point, &valid), reason);
        check_failure(&input(&zero, &zero, &valid, point), reason);
    };
    let x = |x: &BigUint, flags: u8| {
        let mut bytes = to_bytes(x, 48);
        bytes[0] |= flags;
        bytes
    };
    let three = BigUint::from(3u8);
    check(&x(&three, 0), InvalidInput::PointEncoding);
    check(&x(&zero, 0), InvalidInput::PointEncoding);
    check(&x(&zero, 0x40), InvalidInput::PointEncoding);
    check(&x(&zero, 0xe0), InvalidInput::PointEncoding);
    check(&x(&three, 0xc0), InvalidInput::PointEncoding);
    check(&x(&curve().p, 0x80), InvalidInput::FieldElement);
    check(&[0xff; 48], InvalidInput::PointEncoding);
    // 1³ + 4 is no square; (0, 2) is of order three.
    check(&x(&BigUint::from(1u8), 0x80), InvalidInput::NotOnCurve);
    check(&x(&zero, 0x80), InvalidInput::NotInSubgroup);
}

#[test]
fn vectors_of_c_kzg() {
    let Some(file) = load("kzg/verify_kzg_proof.json") else {
        return;
    };
    let cases = file.as_array().expect("a list");
    for case in cases {
        let part = |key| hex(text(&case["input"], key));
        let (commitment, proof) = (part("commitment"), part("proof"));
        let mut hash = output(Fork::Cancun, 2, &commitment);
        hash[0] = 1;
        let input = [hash, part("z"), part("y"), commitment, proof].concat();
        let outcome = call(Fork::Cancun, 0x0a, &input);
        let name = text(case, "name");
        match case["output"].as_bool() {
            Some(true) => assert_eq!(outcome, success(), "{name}"),
            Some(false) => assert_eq!(outcome, Err(InvalidInput::Proof.into()), "{name}"),
            None => assert!(
                outcome.is_err_and(|failure| failure != InvalidInput::Proof.into()),
                "{name}"
            ),
        }
    }
    assert_eq!(cases.len(), 122);
}

/// What kzg-rs says; `None` for malformed input.
fn oracle(z: &BigUint, y: &BigUint, commitment: &[u8], proof: &[u8]) -> Option<bool> {
    let settings = KzgSettings::load_trusted_setup_file().ok()?;
    let [z, y] = [z, y].map(|scalar| Bytes32::from_slice(&to_bytes(scalar, 32)));
    let [commitment, proof] = [commitment, proof].map(Bytes48::from_slice);
    KzgProof::verify_kzg_proof(&commitment.ok()?, &z.ok()?, &y.ok()?, &proof.ok()?, &settings).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn agrees_with_kzg_rs(z: [u8; 32], y: [u8; 32], k: [u8; 32], error in 0u8..3, flip in 0usize..384) {
        let n = curve().order;
        let [z, y, k] = [z, y, k].map(|bytes| BigUint::from_bytes_be(&bytes) % &n);
        let (commitment, mut proof) = statement(&z, &y, &k);
        let y = (y + error) % &n;
        let outcome = call(Fork::Cancun, 0x0a, &input(&z, &y, &commitment, &proof));
        prop_assert_eq!(outcome.is_ok(), error == 0);
        prop_assert_eq!(oracle(&z, &y, &commitment, &proof), Some(error == 0));

        proof[flip / 8] ^= 1 << (flip % 8);
        let outcome = call(Fork::Cancun, 0x0a, &input(&z, &y, &commitment, &proof));
        let expected = oracle(&z, &y, &commitment, &proof);
        prop_assert_eq!(outcome.is_ok(), expected == Some(true));
    }
}
