//! Known signatures, and values at every edge.

use crate::number;
use eevm_ecdsa::{
    EcdsaError,
    secp256k1::{
        HALF_ORDER, ORDER, SecretKey, Signature, address_of, recover_address, recover_public_key,
        sign, verify,
    },
};
use eevm_primitives::{Address, B256, U256, b256_from_word, keccak256};

/// The modulus of the field.
fn p() -> U256 {
    U256::MAX - number("1000003d0")
}

fn one() -> U256 {
    U256::from(1)
}

/// A signature of 0xfeedface by the key 0x0123456789abcdef.
fn known() -> (B256, Signature, Address) {
    let signature = Signature {
        r: number("e1fe434d345bf33083abb6280f4f44ac5fb22934977813c20c015f2b43d3fab8"),
        s: number("53684b977af8cf4fd196d0b0db5d71ba65af11a5b4a2773ec5ef2ca96f4008ea"),
        y_parity: true,
    };
    let address = "44057253ee4dcf5795cd0af380dc6b385e2c82e8".parse().unwrap();
    (b256_from_word(&number("feedface")), signature, address)
}

fn secret(value: U256) -> Result<SecretKey, EcdsaError> {
    SecretKey::new(&b256_from_word(&value))
}

#[test]
fn recovers_a_known_address() {
    let (hash, signature, address) = known();
    assert_eq!(recover_address(&hash, &signature), Ok(address));
    let key = recover_public_key(&hash, &signature).unwrap();
    assert_eq!(address_of(&key), address);
    assert_eq!(verify(&hash, &signature, &key), Ok(()));
    assert_eq!(secret(number("0123456789abcdef")).unwrap().address(), address);
}

#[test]
fn a_high_s_recovers_and_verifies_too() {
    let (hash, signature, address) = known();
    let high = Signature { s: ORDER - signature.s, y_parity: !signature.y_parity, ..signature };
    assert!(signature.is_low_s() && !high.is_low_s());
    assert_eq!(recover_address(&hash, &high), Ok(address));
    let key = recover_public_key(&hash, &high).unwrap();
    assert_eq!(verify(&hash, &high, &key), Ok(()));
}

#[test]
fn low_s_ends_at_half_the_order() {
    let (_, signature, _) = known();
    assert!(Signature { s: HALF_ORDER, ..signature }.is_low_s());
    assert!(!Signature { s: HALF_ORDER + one(), ..signature }.is_low_s());
}

#[test]
fn the_other_parity_gives_another_address() {
    let (hash, signature, address) = known();
    let other = Signature { y_parity: false, ..signature };
    assert_ne!(recover_address(&hash, &other), Ok(address));
}

#[test]
fn signs_as_other_ethereum_libraries_do() {
    // The example of RFC 6979 with HMAC over SHA-256 that ethers and k256 share.
    let secret =
        secret(number("4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318")).unwrap();
    let message = eevm_primitives::decode_hex(
        "e9808504e3b29200831e848094f0109fc8df283027b6285cc889f5aa624eac1f55843b9aca0080018080",
    )
    .unwrap();
    let expected = Signature {
        r: number("c9cf86333bcb065d140032ecaab5d9281bde80f21b9687b3e94161de42d51895"),
        s: number("727a108a0b8d101465414033c3f705a9c7b826e596766046ee1183dbc8aeaa68"),
        y_parity: false,
    };
    assert_eq!(sign(&keccak256(&message), &secret), Ok(expected));
}

#[test]
fn r_and_s_are_between_one_and_the_order() {
    let (hash, signature, _) = known();
    let key = recover_public_key(&hash, &signature).unwrap();
    for value in [U256::ZERO, ORDER, ORDER + one(), p(), U256::MAX] {
        let wrong_r = Signature { r: value, ..signature };
        let wrong_s = Signature { s: value, ..signature };
        assert_eq!(recover_address(&hash, &wrong_r), Err(EcdsaError::InvalidR));
        assert_eq!(recover_address(&hash, &wrong_s), Err(EcdsaError::InvalidS));
        assert_eq!(verify(&hash, &wrong_r, &key), Err(EcdsaError::InvalidR));
        assert_eq!(verify(&hash, &wrong_s, &key), Err(EcdsaError::InvalidS));
    }
    for value in [one(), ORDER - one()] {
        let edge_s = Signature { s: value, ..signature };
        assert!(recover_address(&hash, &edge_s).is_ok());
        assert_eq!(verify(&hash, &edge_s, &key), Err(EcdsaError::Mismatch));
    }
}

#[test]
fn an_r_that_is_no_x_coordinate_has_no_point() {
    let (hash, signature, _) = known();
    for r in [5, 7, 9, 10, 11] {
        let signature = Signature { r: U256::from(r), ..signature };
        assert_eq!(recover_address(&hash, &signature), Err(EcdsaError::NoPoint));
    }
}

#[test]
fn the_point_at_infinity_is_no_key() {
    // z = s · k for the nonce k, so that s R = z G.
    let hash = b256_from_word(&number("925d01"));
    let signature = Signature { s: U256::from(12_345), y_parity: true, ..known().1 };
    assert_eq!(recover_address(&hash, &signature), Err(EcdsaError::PointAtInfinity));
    let other = Signature { y_parity: false, ..signature };
    assert!(recover_address(&hash, &other).is_ok());
}

#[test]
fn a_sum_at_infinity_is_no_signature() {
    // z = −r · d, so that (z / s) G + (r / s) Q is infinity.
    let d = U256::from(99);
    let key = secret(d).unwrap().public_key();
    let hash = b256_from_word(&(ORDER - U256::from(5 * 99)));
    let signature = Signature { r: U256::from(5), s: U256::from(7), y_parity: false };
    assert_eq!(verify(&hash, &signature, &key), Err(EcdsaError::PointAtInfinity));
}

#[test]
fn public_keys_are_points() {
    let (hash, signature, _) = known();
    let key = recover_public_key(&hash, &signature).unwrap();
    let mut keys = vec![[0; 64], [0xff; 64]];
    for byte in [0, 31, 32, 63] {
        let mut off_the_curve = key;
        off_the_curve[byte] ^= 1;
        keys.push(off_the_curve);
    }
    // (1, y) with x + p instead of x.
    let mut unreduced = [0; 64];
    unreduced[..32].copy_from_slice(&(p() + one()).to_be_bytes::<32>());
    let y = number("4218f20ae6c646b363db68605822fb14264ca8d2587fdd6fbc750d587e76a7ee");
    unreduced[32..].copy_from_slice(&y.to_be_bytes::<32>());
    let mut reduced = unreduced;
    reduced[..32].copy_from_slice(&one().to_be_bytes::<32>());
    assert_eq!(verify(&hash, &signature, &reduced), Err(EcdsaError::Mismatch));
    keys.push(unreduced);
    for key in keys {
        assert_eq!(verify(&hash, &signature, &key), Err(EcdsaError::InvalidPublicKey));
    }
}

#[test]
fn hashes_are_reduced_not_refused() {
    let secret = secret(U256::from(99)).unwrap();
    for hash in [U256::ZERO, ORDER - one(), ORDER, ORDER + one(), p(), U256::MAX] {
        let hash = b256_from_word(&hash);
        let signature = sign(&hash, &secret).unwrap();
        assert_eq!(recover_address(&hash, &signature), Ok(secret.address()));
        assert_eq!(verify(&hash, &signature, &secret.public_key()), Ok(()));
    }
    // A hash and the same hash plus the order are one scalar.
    let signature = sign(&b256_from_word(&one()), &secret).unwrap();
    let hash = b256_from_word(&(ORDER + one()));
    assert_eq!(recover_address(&hash, &signature), Ok(secret.address()));
}

#[test]
fn secret_keys_are_between_one_and_the_order() {
    for value in [U256::ZERO, ORDER, ORDER + one(), U256::MAX] {
        assert_eq!(secret(value).err(), Some(EcdsaError::InvalidSecretKey));
    }
    for value in [one(), ORDER - one()] {
        assert!(secret(value).is_ok());
    }
    // The address of the key 1 is known everywhere.
    let address = "7e5f4552091a69125d5dfcb7b8c2659029395bdf".parse();
    assert_eq!(Ok(secret(one()).unwrap().address()), address);
}

#[test]
fn debug_shows_nothing_of_a_secret() {
    let text = format!("{:?}", secret(number("0123456789abcdef")).unwrap());
    assert_eq!(text, "SecretKey(..)");
}
