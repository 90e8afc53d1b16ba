//! An Ethereum Virtual Machine: exact on every fork, fast, in crates that can be taken one at a time.
#![no_std]
extern crate alloc;
