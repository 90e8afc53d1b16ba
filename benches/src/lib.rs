//! Workloads, checks and reports that the benches share.

pub mod check;
pub mod counting;
pub mod engine;
pub mod report;
#[cfg(feature = "criterion")]
pub mod suite;
pub mod workloads;
