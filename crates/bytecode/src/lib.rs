//! EVM opcode table, padded code, jump validity, disassembler and program cache.
#![no_std]
#![deny(unsafe_op_in_unsafe_fn)]

extern crate alloc;

mod bytecode;
mod cache;
mod disassembler;
pub mod jump;
pub mod opcode;
mod program;

pub use bytecode::Bytecode;
pub use cache::{ProgramCache, ProgramId};
pub use disassembler::{Disassembly, Immediate, Instruction, disassemble};
pub use opcode::OpcodeInfo;
pub use program::{HOT_ENTRIES, HotEntry, Program};
