//! Workloads, checks and reports that the benches share.

pub mod calls;
pub mod check;
pub mod counting;
pub mod engine;
pub mod jobs;
#[cfg(feature = "criterion")]
pub mod overhead;
#[cfg(feature = "criterion")]
pub mod primitives;
pub mod report;
pub mod repricing;
pub mod sample;
pub mod spread;
pub mod state_fixtures;
#[cfg(feature = "criterion")]
pub mod suite;
pub mod svg;
pub mod workloads;
