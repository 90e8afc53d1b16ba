//! secp256k1 recovery, signing and verification, P-256 verification.
#![no_std]
extern crate alloc;
