//! EVM memory: one warm arena for all frames, grown in 4 KiB chunks.
#![no_std]
extern crate alloc;
