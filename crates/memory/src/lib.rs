//! EVM memory: one warm arena for all frames, grown in 4 KiB chunks.
//!
//! The interpreter pays for memory in gas by raising the length of a frame ([`Memory::raise`]);
//! bytes are zeroed only when they are first touched. A prefix of each frame is always
//! addressable, and reads and writes inside it may go through a raw pointer
//! ([`Memory::base_ptr`], [`Memory::valid`]); everything else goes through checked methods.
#![no_std]
#![deny(unsafe_op_in_unsafe_fn)]

extern crate alloc;

mod chunks;
mod frame;
mod memory;
mod range;
mod storage;

pub use memory::{Memory, MemoryLimit};
pub use range::Range;
