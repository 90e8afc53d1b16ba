//! Gas: the constants by their names in execution-specs, and the schedule of one fork.
//!
//! Constants that changed over time carry the newest value; what applied before stands in
//! [`GasSchedule::for_fork`]. All values are in gas unless a name says otherwise.

mod constants;
mod schedule;

pub use constants::*;
pub use schedule::{GasSchedule, SstoreRules};
