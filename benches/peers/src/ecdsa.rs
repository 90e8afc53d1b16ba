//! Signatures: our library and the fastest C libraries, P256VERIFY of both engines.

use crate::{
    pair::Plan,
    precompiles::{Pair, broken, pairs, rows},
};
use aws_lc_rs::{
    digest::{Digest, SHA256},
    signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey},
};
use eevm_benches::{
    calls::{self, Call},
    jobs::{self, Job, Signed, signed},
    report::Row,
};
use revm::primitives::keccak256;
use secp256k1::{
    Message, PublicKey, SECP256K1, SecretKey,
    ecdsa::{RecoverableSignature, RecoveryId, Signature},
};
use std::hint::black_box;

const LIBSECP256K1: &str = "libsecp256k1 (secp256k1 0.31)";
const AWS_LC: &str = "AWS-LC (aws-lc-rs 1)";

/// A row for every job, which are printed as a table. Every job has a peer.
pub(crate) fn run(plan: Plan) -> Result<Vec<Row>, String> {
    let ours = jobs::suite("ecdsa", broken().as_deref())?;
    rows("ecdsa", with_peers(ours)?, plan)
}

/// A peer for every job, if all give what they must and see what is wrong.
fn with_peers(ours: Vec<Job>) -> Result<Vec<Pair>, String> {
    let mut found = Vec::new();
    for ours in ours {
        if ours.key == "p256verify" {
            found.extend(pairs(&[call(ours.key)?])?);
            continue;
        }
        let named = |error: &str| format!("{}: {error}", ours.key);
        let none = || named("has no peer");
        let mut peer = library(ours.key, false).ok_or_else(none)?;
        let mut wrong = library(ours.key, true).ok_or_else(none)?;
        if !peer() || !peer() {
            return Err(named("the peer does not give the expected result"));
        }
        if wrong() {
            return Err(named("the peer does not see a wrong result"));
        }
        let engine = if ours.key == "p256_verify" { AWS_LC } else { LIBSECP256K1 };
        found.push(Pair { ours, peer, engine: engine.to_owned() });
    }
    Ok(found)
}

fn call(key: &str) -> Result<Call, String> {
    let found = calls::precompiles().into_iter().find(|call| call.key == key);
    found.ok_or_else(|| format!("{key}: has no input"))
}

/// The job in a library: reads the bytes that ours reads, computes, and compares as ours does. A
/// bit of its hash, or for signing of the signature it must give, is flipped if `is_wrong`.
fn library(key: &str, is_wrong: bool) -> Option<Box<dyn FnMut() -> bool>> {
    let flipped = u8::from(is_wrong);
    let Signed { secret, mut hash, signature } = signed()?;
    let [r, s] = [signature.r, signature.s].map(|number| number.to_be_bytes::<32>());
    let mut compact = joined(&r, &s);
    match key {
        "recover" => {
            let call = call("ecrecover").ok()?;
            let &[mut hash, v, r, s] = call.input.as_chunks::<32>().0 else { return None };
            hash[0] ^= flipped;
            let (compact, id) = (joined(&r, &s), RecoveryId::try_from(i32::from(v[31]) - 27).ok()?);
            Some(Box::new(move || {
                recovered(black_box(hash), black_box(&compact), id)
                    .is_some_and(|address| address == call.output[12..])
            }))
        }
        "sign" => {
            compact[0] ^= flipped;
            let secret = SecretKey::from_byte_array(secret.0).ok()?;
            Some(Box::new(move || {
                let message = Message::from_digest(black_box(hash.0));
                let (id, bytes) =
                    SECP256K1.sign_ecdsa_recoverable(message, &secret).serialize_compact();
                bytes == compact && i32::from(id) == i32::from(signature.y_parity)
            }))
        }
        "verify" => {
            hash.0[0] ^= flipped;
            let secret = SecretKey::from_byte_array(secret.0).ok()?;
            let key = PublicKey::from_secret_key_global(&secret).serialize_uncompressed();
            Some(Box::new(move || {
                verified(black_box(hash.0), black_box(&compact), black_box(&key)).is_some()
            }))
        }
        "p256_verify" => {
            let call = call("p256verify").ok()?;
            let &[mut hash, r, s, x, y] = call.input.as_chunks::<32>().0 else { return None };
            hash[0] ^= flipped;
            let (compact, mut key) = (joined(&r, &s), [4; 65]);
            key[1..].copy_from_slice(&joined(&x, &y));
            Some(Box::new(move || {
                p256_verified(black_box(&hash), black_box(&compact), black_box(&key)).is_some()
            }))
        }
        _ => None,
    }
}

fn joined(first: &[u8; 32], second: &[u8; 32]) -> [u8; 64] {
    let mut both = [0; 64];
    both[..32].copy_from_slice(first);
    both[32..].copy_from_slice(second);
    both
}

/// The address, as the last bytes of the key's hash.
fn recovered(hash: [u8; 32], compact: &[u8; 64], id: RecoveryId) -> Option<[u8; 20]> {
    let signature = RecoverableSignature::from_compact(compact, id).ok()?;
    let key = SECP256K1.recover_ecdsa(Message::from_digest(hash), &signature).ok()?;
    keccak256(&key.serialize_uncompressed()[1..]).0[12..].try_into().ok()
}

fn verified(hash: [u8; 32], compact: &[u8; 64], key: &[u8; 65]) -> Option<()> {
    let signature = Signature::from_compact(compact).ok()?;
    let key = PublicKey::from_byte_array_uncompressed(*key).ok()?;
    SECP256K1.verify_ecdsa(Message::from_digest(hash), &signature, &key).ok()
}

fn p256_verified(hash: &[u8; 32], compact: &[u8; 64], key: &[u8; 65]) -> Option<()> {
    let digest = Digest::import_less_safe(hash, &SHA256).ok()?;
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key).verify_digest(&digest, compact).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_has_a_peer_that_agrees() {
        let ours = jobs::suite("ecdsa", None).unwrap();
        let keys: Vec<_> = ours.iter().map(|job| job.key).collect();
        let pairs = with_peers(ours).unwrap();
        assert_eq!(pairs.iter().map(|pair| pair.ours.key).collect::<Vec<_>>(), keys);
        for mut pair in pairs {
            assert!((pair.ours.run)() && (pair.peer)(), "{}", pair.ours.key);
        }
    }

    #[test]
    fn libraries_see_what_is_wrong() {
        for key in ["recover", "sign", "verify", "p256_verify"] {
            assert_eq!(library(key, false).map(|mut run| run()), Some(true), "{key}");
            assert_eq!(library(key, true).map(|mut run| run()), Some(false), "{key}");
        }
        assert!(library("moon", false).is_none());
    }
}
