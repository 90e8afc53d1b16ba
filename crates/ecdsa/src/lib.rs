//! ECDSA as Ethereum uses it: secp256k1 recovery, verification and signing, and P-256
//! verification.
//!
//! Hashes are given as they are: nothing here hashes a message. Integers are [`U256`] values,
//! never byte strings, so that no caller has to think of byte order; public keys are the 64 bytes
//! `x ‖ y`, each coordinate big-endian, as the Yellow Paper hashes them.
//!
//! [`U256`]: eevm_primitives::U256
//!
//! ```
//! use eevm_ecdsa::secp256k1::{self, SecretKey};
//! use eevm_primitives::{B256, keccak256};
//!
//! let secret = SecretKey::new(&B256::repeat_byte(1))?;
//! let hash = keccak256(b"message");
//! let signature = secp256k1::sign(&hash, &secret)?;
//! assert_eq!(secp256k1::recover_address(&hash, &signature)?, secret.address());
//! # Ok::<(), eevm_ecdsa::EcdsaError>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]

mod error;
pub mod secp256k1;
pub mod secp256r1;

pub use error::EcdsaError;
