//! Public test fixtures: reading them, running them, saying what differs.
//!
//! [`Source`] finds the files of a folder, file or archive and [`run`] runs them on all cores;
//! [`run_file`] runs one file's bytes. What a test expects is compared in full: state root, logs
//! hash, and the reason of a rejection.

mod cases;
mod exceptions;
mod hex;
mod kind;
mod queue;
mod ratchet;
mod report;
mod run;
mod source;
mod state_case;
mod state_test;
mod watch;

pub use kind::Kind;
pub use ratchet::Ratchet;
pub use report::{Counts, Failure, Report};
pub use run::{Selection, Worker, run, run_file};
pub use source::{Source, SourceError, Take};
pub use state_case::PreparedCase;
pub use watch::{CaseEnd, CaseName, CaseWatcher, watch_state_tests};
