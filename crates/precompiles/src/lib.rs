//! Ethereum's precompiled contracts as pure functions, with their table by fork.
#![no_std]
extern crate alloc;
