//! Assembler and test helpers of the eevm workspace, and with the feature `fixtures` a runner of
//! public test fixtures.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "fixtures")]
extern crate std;

pub mod asm;
#[cfg(feature = "fixtures")]
pub mod differential;
#[cfg(feature = "fixtures")]
pub mod fixtures;
