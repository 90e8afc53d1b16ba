//! Accounts, the Database trait, journal, access sets and transient storage of the EVM.
#![no_std]
extern crate alloc;
