//! Words, addresses, hashes, forks, gas constants and Keccak-256 of the Ethereum Virtual Machine.
#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod bytes;
mod convert;
mod fixed;
mod fork;
pub mod gas;
mod hex;
mod keccak;
mod log;

pub use bytes::Bytes;
pub use convert::{
    address_from_word, address_to_word, b256_from_word, b256_to_word, low_u64, to_u64, to_usize,
};
pub use fixed::{Address, B256};
pub use fork::{Fork, UnknownFork};
pub use hex::{HexError, decode_hex, encode_hex};
pub use keccak::{KECCAK_EMPTY, keccak256};
pub use log::{Log, Topics};

/// The 256-bit word of the EVM: `ruint`'s, four little-endian 64-bit limbs.
pub use ruint::aliases::U256;
