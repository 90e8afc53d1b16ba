//! Integration tests of the handler: transactions from their bytes to what they leave behind.
#![expect(clippy::unwrap_used, reason = "what fails in a helper fails the test that calls it")]

mod eip7702;
mod execution;
mod failing_database;
mod faults;
mod invalid;
mod legacy;
mod settlement;
mod support;
mod unfinished;
