//! Integration tests of the state: against a plain model, and one test per kind of fault.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking, its helpers included")]

mod databases;
mod differential;
mod failing;
mod faults;
mod model;
mod support;
mod trie;
