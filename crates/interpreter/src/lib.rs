//! The EVM instruction loop: threaded tier 0, Host and Inspector boundaries.
#![no_std]
extern crate alloc;
