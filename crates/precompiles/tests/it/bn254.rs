//! bn254 against plain curve arithmetic, and by the laws of pairings.

use crate::{
    call::{call, call_with_gas, hex, output},
    curve::{Curve, Point, encode, number, to_bytes},
};
use eevm_precompiles::{InvalidInput, PrecompileFailure};
use eevm_primitives::Fork;
use num_bigint::BigUint;
use proptest::prelude::*;

fn curve() -> Curve {
    Curve {
        p: number("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"),
        b: BigUint::from(3u8),
        order: number("30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001"),
    }
}

pub(crate) fn generator() -> Point {
    Some((BigUint::from(1u8), BigUint::from(2u8)))
}

/// The generator of G2 (EIP-197), imaginary parts first.
pub(crate) const G2: &str = "
    198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2
    1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed
    090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b
    12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa";

/// On the twist, but not in the subgroup.
const G2_OUTSIDE: &str = "
    0000000000000000000000000000000000000000000000000000000000000000
    0000000000000000000000000000000000000000000000000000000000000001
    0d1271953ed9ea0836846e70a1934187998c7f790cb4d7511b7f8da82de048a4
    2869111d5381f072f8e2728fdb825a51aadd70e52c9830e9ab4b871c0531f1bb";

#[track_caller]
fn check_add(a: &Point, b: &Point) {
    let input = [encode(a, 32), encode(b, 32)].concat();
    let expected = encode(&curve().add(a, b), 32);
    assert_eq!(call(Fork::Istanbul, 6, &input), Ok((150, expected.clone())));
    assert_eq!(call(Fork::Byzantium, 6, &input), Ok((500, expected)));
}

#[track_caller]
fn check_mul(point: &Point, scalar: &BigUint) {
    let input = [encode(point, 32), to_bytes(scalar, 32)].concat();
    let expected = encode(&curve().mul(point, scalar), 32);
    assert_eq!(call(Fork::Istanbul, 7, &input), Ok((6000, expected.clone())));
    assert_eq!(call(Fork::Byzantium, 7, &input), Ok((40_000, expected)));
}

#[track_caller]
fn check_failure(number: u64, input: &[u8], reason: InvalidInput) {
    assert_eq!(call(Fork::Istanbul, number, input), Err(reason.into()));
}

#[test]
fn special_sums() {
    let point = curve().point_from(BigUint::from(5u8));
    check_add(&None, &None);
    check_add(&point, &None);
    check_add(&None, &point);
    check_add(&point, &point);
    check_add(&point, &curve().negate(&point));
}

#[test]
fn special_products() {
    let (point, n) = (generator(), curve().order);
    let max = (BigUint::from(1u8) << 256) - 1u8;
    let scalars = [0u32, 1, 2, 3].map(BigUint::from);
    for scalar in scalars.into_iter().chain([&n - 1u8, n.clone(), &n + 1u8, &n * 5u8, max]) {
        check_mul(&point, &scalar);
        check_mul(&None, &scalar);
    }
}

#[test]
fn fault_68_coordinates_are_not_reduced() {
    let p = curve().p;
    for (x, y) in [(&p + 1u8, BigUint::from(2u8)), (p.clone(), p.clone()), (BigUint::ZERO, p)] {
        let point = Some((x, y));
        check_failure(6, &encode(&point, 32), InvalidInput::FieldElement);
        check_failure(
            6,
            &[encode(&None, 32), encode(&point, 32)].concat(),
            InvalidInput::FieldElement,
        );
        check_failure(7, &encode(&point, 32), InvalidInput::FieldElement);
        let pair = [encode(&point, 32), hex(G2)].concat();
        check_failure(8, &pair, InvalidInput::FieldElement);
    }
    for offset in [64, 96, 128, 160] {
        let mut pair = [encode(&generator(), 32), hex(G2)].concat();
        let value = BigUint::from_bytes_be(&pair[offset..offset + 32]) + curve().p;
        pair[offset..offset + 32].copy_from_slice(&to_bytes(&value, 32));
        check_failure(8, &pair, InvalidInput::FieldElement);
    }
}

#[test]
fn points_off_the_curve_fail() {
    let off = Some((BigUint::from(1u8), BigUint::from(3u8)));
    check_failure(6, &encode(&off, 32), InvalidInput::NotOnCurve);
    check_failure(7, &encode(&off, 32), InvalidInput::NotOnCurve);
    check_failure(8, &[encode(&off, 32), hex(G2)].concat(), InvalidInput::NotOnCurve);
    let mut g2 = hex(G2);
    g2[127] ^= 1;
    check_failure(8, &[encode(&None, 32), g2].concat(), InvalidInput::NotOnCurve);
}

#[test]
fn a_point_of_g2_outside_the_subgroup_fails_even_beside_infinity() {
    for g1 in [None, generator()] {
        let pair = [encode(&g1, 32), hex(G2_OUTSIDE)].concat();
        check_failure(8, &pair, InvalidInput::NotInSubgroup);
    }
}

#[test]
fn fault_68_short_input_is_padded_and_long_input_cut() {
    let sum = encode(&generator(), 32);
    assert_eq!(output(Fork::Istanbul, 6, &sum), sum);
    assert_eq!(output(Fork::Istanbul, 6, &[]), [0; 64]);
    assert_eq!(output(Fork::Istanbul, 7, &sum), [0; 64]);
    let one_high_byte = [sum.clone(), vec![1]].concat();
    let whole = [sum.clone(), to_bytes(&(BigUint::from(1u8) << 248), 32)].concat();
    assert_eq!(output(Fork::Istanbul, 7, &one_high_byte), output(Fork::Istanbul, 7, &whole));
    let long = [sum.clone(), to_bytes(&BigUint::from(1u8), 32), vec![9; 50]].concat();
    assert_eq!(output(Fork::Istanbul, 7, &long), sum);
    let long = [sum.clone(), vec![0; 64], vec![9; 50]].concat();
    assert_eq!(output(Fork::Istanbul, 6, &long), sum);
}

#[track_caller]
fn check_pairing(pairs: &[u8], is_one: bool) {
    let k = u64::try_from(pairs.len() / 192).unwrap();
    let expected = [vec![0; 31], vec![u8::from(is_one)]].concat();
    assert_eq!(call(Fork::Istanbul, 8, pairs), Ok((45_000 + 34_000 * k, expected.clone())));
    assert_eq!(call(Fork::Byzantium, 8, pairs), Ok((100_000 + 80_000 * k, expected)));
}

#[test]
fn fault_68_pairs_with_infinity_do_not_end_the_check() {
    let (g1, g2, zero1, zero2) = (encode(&generator(), 32), hex(G2), vec![0; 64], vec![0; 128]);
    let pair = [g1.clone(), g2.clone()].concat();
    let negative = [encode(&curve().negate(&generator()), 32), g2.clone()].concat();
    let with_zero1 = [zero1.clone(), g2].concat();
    let with_zero2 = [g1, zero2.clone()].concat();
    check_pairing(&[], true);
    check_pairing(&pair, false);
    check_pairing(&[zero1, zero2].concat(), true);
    check_pairing(&[pair.clone(), negative.clone()].concat(), true);
    check_pairing(&[with_zero1.clone(), pair.clone()].concat(), false);
    check_pairing(&[with_zero2.clone(), pair.clone()].concat(), false);
    check_pairing(&[pair.clone(), pair.clone()].concat(), false);
    check_pairing(&[with_zero2, pair, with_zero1, negative].concat(), true);
}

#[test]
fn pairing_input_is_whole_pairs() {
    let pair = [encode(&generator(), 32), hex(G2)].concat();
    check_failure(8, &pair[..191], InvalidInput::Length);
    check_failure(8, &[pair.clone(), vec![0]].concat(), InvalidInput::Length);
    check_failure(8, &[1], InvalidInput::Length);
    let outcome = call_with_gas(Fork::Istanbul, 8, &pair, 78_999);
    assert_eq!(outcome, Err(PrecompileFailure::OutOfGas));
}

#[test]
fn pairing_is_bilinear() {
    let (curve, g) = (curve(), generator());
    for [a, b] in [[2u32, 3], [17, 1000], [65_537, 5]] {
        // e(a·G1, G2) · e(b·G1, G2) · e(−(a + b)·G1, G2) = 1
        let scalars = [BigUint::from(a), BigUint::from(b), &curve.order - (a + b)];
        let pairs = scalars.map(|scalar| [encode(&curve.mul(&g, &scalar), 32), hex(G2)].concat());
        check_pairing(&pairs.concat(), true);
        check_pairing(&pairs[..2].concat(), false);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn sums_and_products_equal_plain_arithmetic(x: [u8; 32], y: [u8; 32], scalar: [u8; 32]) {
        let a = curve().point_from(BigUint::from_bytes_be(&x));
        let b = curve().point_from(BigUint::from_bytes_be(&y));
        check_add(&a, &b);
        check_mul(&a, &BigUint::from_bytes_be(&scalar));
    }
}
