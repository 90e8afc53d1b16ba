//! BLS12-381 against plain curve arithmetic, and by the laws of pairings.

use crate::{
    call::{call, call_with_gas, hex, output},
    curve::{Curve, Point, encode, number, to_bytes},
};
use eevm_precompiles::{InvalidInput, PrecompileFailure};
use eevm_primitives::Fork;
use num_bigint::BigUint;
use proptest::{collection::vec, prelude::*};

fn curve() -> Curve {
    Curve {
        p: number(
            "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
        ),
        b: BigUint::from(4u8),
        order: number("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),
    }
}

pub(crate) fn generator() -> Point {
    Some((
        number(
            "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
        ),
        number(
            "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
        ),
    ))
}

/// The generator of G2, real parts first.
pub(crate) fn generator_g2() -> Vec<u8> {
    [
        "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
        "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
        "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
        "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
    ]
    .iter()
    .flat_map(|element| to_bytes(&number(element), 64))
    .collect()
}

/// On the curve of G2, but not in the subgroup.
fn outside_g2() -> Vec<u8> {
    let y = [
        "13a59858b6809fca4d9a3b6539246a70051a3c88899964a42bc9a69cf9acdd9dd387cfa9086b894185b9a46a402be73",
        "2d27e0ec3356299a346a09ad7dc4ef68a483c3aed53f9139d2f929a3eecebf72082e5e58c6da24ee32e03040c406d4f",
    ];
    let y = y.iter().flat_map(|element| to_bytes(&number(element), 64));
    to_bytes(&BigUint::from(2u8), 64).into_iter().chain(vec![0; 64]).chain(y).collect()
}

/// A point of the curve that is not in the subgroup, but for a chance of 2⁻¹²⁵.
fn outside_g1() -> Point {
    let point = curve().point_from(BigUint::from(3u8));
    assert!(curve().mul(&point, &curve().order).is_some());
    point
}

/// In the subgroup: cleared of the cofactor (1 − x, as RFC 9380, section 8.8.1, has it).
fn in_g1(x: &[u8]) -> Point {
    let h_eff = number("d201000000010001");
    curve().mul(&curve().point_from(BigUint::from_bytes_be(x)), &h_eff)
}

#[track_caller]
fn check_failure(number: u64, input: &[u8], reason: InvalidInput) {
    assert_eq!(call(Fork::Prague, number, input), Err(reason.into()));
}

#[track_caller]
fn check_add(a: &Point, b: &Point) {
    let input = [encode(a, 64), encode(b, 64)].concat();
    assert_eq!(call(Fork::Prague, 0x0b, &input), Ok((375, encode(&curve().add(a, b), 64))));
}

#[track_caller]
fn check_msm(pairs: &[(Point, BigUint)]) {
    let input: Vec<u8> = pairs
        .iter()
        .flat_map(|(point, scalar)| [encode(point, 64), to_bytes(scalar, 32)].concat())
        .collect();
    let sum = pairs
        .iter()
        .fold(None, |sum, (point, scalar)| curve().add(&sum, &curve().mul(point, scalar)));
    assert_eq!(output(Fork::Prague, 0x0c, &input), encode(&sum, 64));
}

#[test]
fn fault_69_addition_does_not_check_the_subgroup() {
    let (inside, outside) = (generator(), outside_g1());
    for (a, b) in [(&outside, &outside), (&outside, &inside), (&None, &outside)] {
        check_add(a, b);
    }
    check_add(&outside, &curve().negate(&outside));
    check_add(&None, &None);
    let zero = vec![0; 256];
    let sum = output(Fork::Prague, 0x0d, &[outside_g2(), zero.clone()].concat());
    assert_eq!(sum, outside_g2());
    assert_eq!(output(Fork::Prague, 0x0d, &[zero.clone(), zero.clone()].concat()), zero);
}

#[test]
fn fault_69_multiplication_and_pairing_check_the_subgroup() {
    for scalar in [0u8, 1] {
        let scalar = to_bytes(&BigUint::from(scalar), 32);
        let g1 = [encode(&outside_g1(), 64), scalar.clone()].concat();
        check_failure(0x0c, &g1, InvalidInput::NotInSubgroup);
        let g2 = [outside_g2(), scalar].concat();
        check_failure(0x0e, &g2, InvalidInput::NotInSubgroup);
    }
    let (zero1, zero2) = (vec![0; 128], vec![0; 256]);
    let pair = [encode(&outside_g1(), 64), zero2].concat();
    check_failure(0x0f, &pair, InvalidInput::NotInSubgroup);
    check_failure(0x0f, &[zero1, outside_g2()].concat(), InvalidInput::NotInSubgroup);
}

#[test]
fn fault_69_padding_and_reduction() {
    let g1 = encode(&generator(), 64);
    let elements = [
        (0x0b, [g1.clone(), g1.clone()].concat()),
        (0x0c, [g1.clone(), vec![0; 32]].concat()),
        (0x0d, [generator_g2(), generator_g2()].concat()),
        (0x0e, [generator_g2(), vec![0; 32]].concat()),
        (0x0f, [g1, generator_g2()].concat()),
        (0x10, vec![0; 64]),
        (0x11, vec![0; 128]),
    ];
    for (number, input) in elements {
        assert!(call(Fork::Prague, number, &input).is_ok());
        for start in (0..input.len() / 64 * 64).step_by(64) {
            for byte in start..start + 16 {
                let mut padded = input.clone();
                padded[byte] = 1;
                check_failure(number, &padded, InvalidInput::Padding);
            }
            let mut unreduced = input.clone();
            let element = &mut unreduced[start..start + 64];
            let value = BigUint::from_bytes_be(element) + curve().p;
            element.copy_from_slice(&to_bytes(&value, 64));
            check_failure(number, &unreduced, InvalidInput::FieldElement);
        }
    }
}

#[test]
fn fault_69_infinity_among_the_pairs() {
    let (g, n) = (generator(), curve().order);
    let five = BigUint::from(5u8);
    check_msm(&[(None, five.clone())]);
    check_msm(&[(None, five.clone()), (None, n.clone())]);
    check_msm(&[(None, five.clone()), (g.clone(), five.clone())]);
    check_msm(&[(g.clone(), five.clone()), (None, five.clone()), (g.clone(), BigUint::ZERO)]);
    check_msm(&[(g.clone(), five.clone()), (curve().negate(&g), five)]);
}

#[test]
fn scalars_are_not_limited_to_the_order() {
    let (g, n) = (generator(), curve().order);
    let max = (BigUint::from(1u8) << 256) - 1u8;
    for scalar in [BigUint::ZERO, BigUint::from(1u8), &n - 1u8, n.clone(), &n + 1u8, &n * 2u8, max]
    {
        check_msm(&[(g.clone(), scalar.clone())]);
        check_msm(&[(g.clone(), scalar.clone()), (curve().add(&g, &g), scalar)]);
    }
}

#[test]
fn fault_69_the_discount_ends_at_128_pairs() {
    for (count, g1_gas, g2_gas) in [
        (1u64, 12_000, 22_500),
        (2, 22_776, 45_000),
        (128, 797_184, 1_509_120),
        (129, 803_412, 1_520_910),
    ] {
        let len = usize::try_from(count).unwrap();
        assert_eq!(call(Fork::Prague, 0x0c, &vec![0; 160 * len]), Ok((g1_gas, vec![0; 128])));
        assert_eq!(call(Fork::Prague, 0x0e, &vec![0; 288 * len]), Ok((g2_gas, vec![0; 256])));
    }
}

#[test]
fn lengths_off_by_one() {
    let lengths =
        [(0x0b, 256), (0x0c, 160), (0x0d, 512), (0x0e, 288), (0x0f, 384), (0x10, 64), (0x11, 128)];
    for (number, len) in lengths {
        assert!(call(Fork::Prague, number, &vec![0; len]).is_ok());
        for len in [0, len - 1, len + 1] {
            check_failure(number, &vec![0; len], InvalidInput::Length);
        }
        let outcome = call_with_gas(Fork::Prague, number, &vec![0; len], 374);
        assert_eq!(outcome, Err(PrecompileFailure::OutOfGas));
    }
}

#[track_caller]
fn check_pairing(pairs: &[u8], is_one: bool) {
    let gas = 37_700 + 32_600 * u64::try_from(pairs.len() / 384).unwrap();
    let expected = [vec![0; 31], vec![u8::from(is_one)]].concat();
    assert_eq!(call(Fork::Prague, 0x0f, pairs), Ok((gas, expected)));
}

#[test]
fn pairings() {
    let pair = |g1: &Point, g2: &[u8]| [encode(g1, 64), g2.to_vec()].concat();
    let (g, curve) = (generator(), curve());
    let one = pair(&g, &generator_g2());
    let negative = pair(&curve.negate(&g), &generator_g2());
    let infinities = [pair(&None, &generator_g2()), pair(&g, &[0; 256]), pair(&None, &[0; 256])];
    check_pairing(&one, false);
    check_pairing(&infinities.concat(), true);
    check_pairing(&[one.clone(), negative.clone()].concat(), true);
    check_pairing(&[one.clone(), one.clone()].concat(), false);
    check_pairing(&[infinities.concat(), one.clone()].concat(), false);
    check_pairing(&[one, infinities.concat(), negative].concat(), true);
    // e(a·G1, G2) · e(b·G1, G2) · e(−(a + b)·G1, G2) = 1
    let scalars = [BigUint::from(17u8), BigUint::from(1000u16), &curve.order - 1017u16];
    let pairs = scalars.map(|scalar| pair(&curve.mul(&g, &scalar), &generator_g2()));
    check_pairing(&pairs.concat(), true);
}

#[test]
fn maps_lead_into_the_subgroup() {
    for byte in [0u8, 1, 2, 7, 255] {
        let element = to_bytes(&BigUint::from(byte), 64);
        let g1 = output(Fork::Prague, 0x10, &element);
        assert!(call(Fork::Prague, 0x0c, &[g1, vec![1; 32]].concat()).is_ok());
        let g2 = output(Fork::Prague, 0x11, &[element.clone(), element].concat());
        assert!(call(Fork::Prague, 0x0e, &[g2, vec![1; 32]].concat()).is_ok());
    }
}

#[test]
fn the_map_of_rfc_9380() {
    // The first vector of EIP-2537's map_fp_to_G1.
    let element = hex("00000000000000000000000000000000
        156c8a6a2c184569d69a76be144b5cdc5141d2d2ca4fe341f011e25e3969c55ad9e9b9ce2eb833c81a908e5fa4ac5f03");
    let point = hex("00000000000000000000000000000000
        184bb665c37ff561a89ec2122dd343f20e0f4cbcaec84e3c3052ea81d1834e192c426074b02ed3dca4e7676ce4ce48ba
        00000000000000000000000000000000
        04407b8d35af4dacc809927071fc0405218f1401a6d15af775810e4e460064bcc9468beeba82fdc751be70476c888bf3");
    assert_eq!(call(Fork::Prague, 0x10, &element), Ok((5500, point)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn sums_equal_plain_arithmetic(x: [u8; 48], y: [u8; 48]) {
        let a = curve().point_from(BigUint::from_bytes_be(&x));
        let b = curve().point_from(BigUint::from_bytes_be(&y));
        check_add(&a, &b);
        check_add(&a, &a);
    }

    #[test]
    fn products_equal_plain_arithmetic(pairs in vec(any::<([u8; 32], [u8; 32])>(), 1..5)) {
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(x, scalar)| (in_g1(x), BigUint::from_bytes_be(scalar)))
            .collect();
        check_msm(&pairs);
    }

    #[test]
    fn small_and_negative_scalars(x: [u8; 32], bits in vec(0u32..256, 2..12)) {
        let point = in_g1(&x);
        let n = curve().order;
        let pairs: Vec<_> = bits
            .iter()
            .flat_map(|bits| {
                let scalar = (BigUint::from(1u8) << *bits) % &n;
                [(point.clone(), &n - &scalar), (point.clone(), scalar)]
            })
            .chain([(point.clone(), BigUint::from(3u8))])
            .collect();
        check_msm(&pairs);
    }
}
