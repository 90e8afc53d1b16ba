//! Assembler and test helpers of the eevm workspace.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod asm;
