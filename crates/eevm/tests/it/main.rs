//! The facade: against Ethereum's executable specification, on random programs, at the limits,
//! and one test per kind of fault that other machines had.
#![expect(clippy::unwrap_used, reason = "what fails in a helper fails the test that calls it")]

mod depth;
mod eip3155;
mod execution_specs;
mod faults;
mod inspector;
mod random;
mod scene;
mod shadow;
