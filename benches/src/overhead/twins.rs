//! The functions of libraries for what our own engines compute: signatures, modular powers, the
//! point evaluation.
//!
//! Each reads a valid input of the precompile and gives what the library answers; `None` where it
//! refuses.

use eevm_primitives::{U256, keccak256};
use k256::ecdsa::RecoveryId;
use kzg_rs::{Bytes32, Bytes48, KzgProof, KzgSettings};
use num_bigint::BigUint;
use p256::ecdsa::signature::hazmat::PrehashVerifier;
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

/// k256's recovery, and the hash of the key, whose last 20 bytes are the address.
pub(super) fn ecrecover(input: &[u8]) -> Option<[u8; 20]> {
    let &[hash, v, r, s] = input.as_chunks::<32>().0 else { return None };
    let signature = k256::ecdsa::Signature::from_scalars(r, s).ok()?;
    let id = RecoveryId::new(v[31] == 28, false);
    let key = k256::ecdsa::VerifyingKey::recover_from_prehash(&hash, &signature, id).ok()?;
    let point = key.to_sec1_point(false);
    let hash = keccak256(point.as_bytes().get(1..)?);
    hash.0.get(12..)?.try_into().ok()
}

/// p256's verification of a signature of the hash under the key `(x, y)`.
pub(super) fn p256_verify(input: &[u8]) -> Option<bool> {
    let &[hash, r, s, x, y] = input.as_chunks::<32>().0 else { return None };
    let signature = p256::ecdsa::Signature::from_scalars(r, s).ok()?;
    let point = p256::Sec1Point::from_affine_coordinates(&x.into(), &y.into(), false);
    let key = p256::ecdsa::VerifyingKey::from_sec1_point(&point).ok()?;
    Some(key.verify_prehash(&hash, &signature).is_ok())
}

/// Read once, as the precompile has its part of it.
static SETUP: LazyLock<Option<KzgSettings>> =
    LazyLock::new(|| KzgSettings::load_trusted_setup_file().ok());

/// The versioned hash and kzg-rs's check of the proof.
pub(super) fn point_evaluation(input: &[u8]) -> Option<bool> {
    let (words, points) = input.split_at_checked(96)?;
    let (commitment, proof) = points.split_at_checked(48)?;
    if Sha256::digest(commitment).get(1..) != words.get(1..32) {
        return None;
    }
    let [z, y] = [words.get(32..64)?, &words[64..]].map(Bytes32::from_slice);
    let [commitment, proof] = [commitment, proof].map(Bytes48::from_slice);
    let setup = SETUP.as_ref()?;
    KzgProof::verify_kzg_proof(&commitment.ok()?, &z.ok()?, &y.ok()?, &proof.ok()?, setup).ok()
}

/// ruint's power of 256-bit words.
pub(super) fn modexp_256(input: &[u8]) -> Option<[u8; 32]> {
    let &[_, _, _, base, exponent, modulus] = input.as_chunks::<32>().0 else { return None };
    let [base, exponent, modulus] = [base, exponent, modulus].map(U256::from_be_bytes::<32>);
    Some(base.pow_mod(exponent, modulus).to_be_bytes())
}

/// num-bigint's power; base, exponent and modulus are equally long here.
pub(super) fn modexp(input: &[u8]) -> Option<Vec<u8>> {
    let numbers = input.get(96..)?;
    let length = numbers.len() / 3;
    let mut numbers = numbers.chunks_exact(length.max(1)).map(BigUint::from_bytes_be);
    let (base, exponent, modulus) = (numbers.next()?, numbers.next()?, numbers.next()?);
    if modulus == BigUint::ZERO {
        return None;
    }
    Some(base.modpow(&exponent, &modulus).to_bytes_be())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::{Call, precompiles};

    fn call(key: &str) -> Call {
        precompiles().into_iter().find(|call| call.key == key).unwrap()
    }

    #[test]
    fn libraries_give_what_the_precompiles_give() {
        let recover = call("ecrecover");
        assert_eq!(ecrecover(&recover.input).unwrap(), recover.output[12..]);
        assert_eq!(p256_verify(&call("p256verify").input), Some(true));
        assert_eq!(point_evaluation(&call("point_evaluation").input), Some(true));
        for key in ["modexp_256_odd", "modexp_256_even"] {
            let power = call(key);
            assert_eq!(modexp_256(&power.input).unwrap(), power.output[..], "{key}");
        }
        for bits in ["256", "2048", "4096"] {
            for parity in ["odd", "even"] {
                let power = call(&format!("modexp_{bits}_{parity}"));
                let found = modexp(&power.input).map(|power| BigUint::from_bytes_be(&power));
                assert_eq!(found, Some(BigUint::from_bytes_be(&power.output)), "{}", power.key);
            }
        }
    }

    #[test]
    fn libraries_see_a_wrong_input() {
        let mut input = call("p256verify").input.to_vec();
        input[0] ^= 1;
        assert_eq!(p256_verify(&input), Some(false));
        let mut input = call("point_evaluation").input.to_vec();
        input[95] ^= 1;
        assert_eq!(point_evaluation(&input), Some(false));
        input[1] ^= 1;
        assert_eq!(point_evaluation(&input), None);
        let recover = call("ecrecover");
        let mut input = recover.input.to_vec();
        input[0] ^= 1;
        assert_ne!(ecrecover(&input).unwrap(), recover.output[12..]);
    }
}
