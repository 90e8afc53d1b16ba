//! Integration tests of the memory arena.
#![expect(clippy::unwrap_used, reason = "an error where there should be none fails the test")]

mod basics;
mod model;
