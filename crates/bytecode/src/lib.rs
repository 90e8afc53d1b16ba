//! EVM opcode table, padded code, jump validity, disassembler and program cache.
#![no_std]

extern crate alloc;

pub mod opcode;

pub use opcode::OpcodeInfo;
