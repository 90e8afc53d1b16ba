//! Ethereum's precompiled contracts as pure functions, with their table by fork.
//!
//! ```
//! use eevm_precompiles::Precompiles;
//! use eevm_primitives::{Address, Fork};
//!
//! let precompiles = Precompiles::for_fork(Fork::Osaka);
//! let identity = precompiles.get(&Address::from_low_u64(4)).unwrap();
//! let mut output = Vec::new();
//! assert_eq!((identity.run)(b"echo", 100, &mut output), Ok(18));
//! assert_eq!(output, b"echo");
//! ```
#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod blake2f;
mod bls12_381;
mod bn254;
mod curve;
mod ecrecover;
mod failure;
mod identity;
mod input;
mod invert;
mod kzg;
mod modexp;
mod p256verify;
mod pairing;
mod precompile;
mod ripemd160;
mod sha256;
mod table;

pub use failure::{InvalidInput, PrecompileFailure};
pub use precompile::{Precompile, Run};
pub use table::Precompiles;
