//! Random programs and transactions, for comparing this engine with others.
//!
//! [`generate`] makes a whole case (world, block, transaction) from a seed and an index,
//! [`Machine`] runs it here, and what is seen of a run is an [`Observation`], which looks the same
//! for every engine. [`compare`] runs many cases here and on a [`Peer`], makes the first
//! differences small and describes them.

mod case;
pub mod command;
mod compare;
mod execution_specs;
mod generate;
mod json;
mod logs;
mod operands;
mod process;
mod program;
mod random;
mod run;
mod shrink;
mod trace;
mod transaction;
mod world;

pub use case::{Account, Case, SignatureFault};
pub use compare::{Difference, MakePeer, Options, Peer, Summary, compare};
pub use execution_specs::ExecutionSpecs;
pub use generate::generate;
pub use logs::logs_hash;
pub use process::ProcessPeer;
pub use run::{FIELDS, Machine, Observation, Seen, rejected};
pub use shrink::shrink;
pub use trace::{TraceStep, trace_hash};
