//! Ethereum transactions: decoding, validation, frames and settlement.
#![no_std]
extern crate alloc;
