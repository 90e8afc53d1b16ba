//! Integration tests: published vectors, own vectors, and property tests against other libraries.

#![expect(clippy::unwrap_used, reason = "a test helper that fails is a test that fails")]

mod blake2f;
mod bls12_381;
mod bn254;
mod call;
mod curve;
mod fixtures;
mod hashes;
mod independence;
mod kzg;
mod modexp;
mod signatures;
mod table;
