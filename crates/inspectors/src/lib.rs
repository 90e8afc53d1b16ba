//! What watches a run without changing it: the EIP-3155 tracer, and what an instruction costs.
//!
//! [`Tracer`] is an [`Inspector`](eevm_interpreter::Inspector) that turns a run into
//! [`TraceStep`]s, one an instruction, and hands them to a [`StepSink`] as soon as they are
//! complete. [`gas_cost`] says what an instruction that is about to run is going to cost.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod eip3155;
mod gas_cost;

pub use eip3155::{Fault, JsonLines, StepSink, Summary, TraceEnd, TraceOptions, TraceStep, Tracer};
pub use gas_cost::{GasCost, gas_cost};
