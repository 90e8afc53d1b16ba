//! What holds for every key and hash.

use eevm_ecdsa::{
    EcdsaError,
    secp256k1::{self, ORDER, SecretKey, Signature},
    secp256r1,
};
use eevm_primitives::{B256, U256, b256_from_word};
use p256::ecdsa::{SigningKey, signature::hazmat::PrehashSigner};
use proptest::prelude::*;

/// Numbers below `order`, but not zero, and more often near an end than chance would have it.
fn scalar(order: U256) -> impl Strategy<Value = U256> {
    let near = prop_oneof![(1u64..1000).prop_map(U256::from), Just(U256::from(1))];
    prop_oneof![
        4 => any::<[u64; 4]>().prop_map(move |limbs| {
            U256::from_limbs(limbs) % (order - U256::from(1)) + U256::from(1)
        }),
        1 => near.clone(),
        1 => near.prop_map(move |distance| order - distance),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn signed_recovered_verified(secret in scalar(ORDER), hash: [u8; 32], other: [u8; 32]) {
        let secret = SecretKey::new(&b256_from_word(&secret)).unwrap();
        let (hash, other) = (B256(hash), B256(other));
        let signature = secp256k1::sign(&hash, &secret).unwrap();
        let key = secret.public_key();
        prop_assert!(signature.is_low_s());
        prop_assert_eq!(secp256k1::sign(&hash, &secret), Ok(signature));
        prop_assert_eq!(secp256k1::recover_public_key(&hash, &signature), Ok(key));
        prop_assert_eq!(secp256k1::recover_address(&hash, &signature), Ok(secret.address()));
        prop_assert_eq!(secp256k1::verify(&hash, &signature, &key), Ok(()));
        // The mirrored signature is as good; the other parity and the other hash are not.
        let mirrored =
            Signature { s: ORDER - signature.s, y_parity: !signature.y_parity, ..signature };
        prop_assert_eq!(secp256k1::recover_public_key(&hash, &mirrored), Ok(key));
        prop_assert_eq!(secp256k1::verify(&hash, &mirrored, &key), Ok(()));
        let flipped = Signature { y_parity: !signature.y_parity, ..signature };
        prop_assert_ne!(secp256k1::recover_public_key(&hash, &flipped), Ok(key));
        prop_assert_eq!(secp256k1::verify(&other, &signature, &key), Err(EcdsaError::Mismatch));
    }

    #[test]
    fn whatever_is_recovered_verifies(r in scalar(ORDER), s in scalar(ORDER), hash: [u8; 32], y_parity: bool) {
        let (hash, signature) = (B256(hash), Signature { r, s, y_parity });
        match secp256k1::recover_public_key(&hash, &signature) {
            Ok(key) => prop_assert_eq!(secp256k1::verify(&hash, &signature, &key), Ok(())),
            Err(error) => prop_assert_eq!(error, EcdsaError::NoPoint),
        }
    }

    #[test]
    fn nothing_panics(r: [u64; 4], s: [u64; 4], x: [u64; 4], y: [u64; 4], hash: [u8; 32]) {
        let [r, s, x, y] = [r, s, x, y].map(U256::from_limbs);
        let hash = B256(hash);
        let mut key = [0; 64];
        key[..32].copy_from_slice(&x.to_be_bytes::<32>());
        key[32..].copy_from_slice(&y.to_be_bytes::<32>());
        let signature = Signature { r, s, y_parity: false };
        prop_assert!(secp256k1::verify(&hash, &signature, &key).is_err());
        prop_assert!(secp256r1::verify(&hash, &r, &s, &x, &y).is_err());
    }

    #[test]
    fn p256_verifies_what_the_library_signs(secret in scalar(secp256r1::ORDER), hash: [u8; 32]) {
        let signer = SigningKey::from_slice(&secret.to_be_bytes::<32>()).unwrap();
        let signature: p256::ecdsa::Signature = signer.sign_prehash(&hash).unwrap();
        let (r, s) = signature.split_bytes();
        let point = signer.verifying_key().to_sec1_point(false);
        let [r, s, x, y] = [&r[..], &s[..], &point.as_bytes()[1..33], &point.as_bytes()[33..]]
            .map(U256::from_be_slice);
        let hash = B256(hash);
        prop_assert_eq!(secp256r1::verify(&hash, &r, &s, &x, &y), Ok(()));
        let high = secp256r1::ORDER - s;
        prop_assert_eq!(secp256r1::verify(&hash, &r, &high, &x, &y), Ok(()));
        prop_assert!(secp256r1::verify(&hash, &s, &r, &x, &y).is_err());
    }
}
