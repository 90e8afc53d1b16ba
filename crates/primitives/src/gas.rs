//! Gas: the constants by their names in execution-specs, and the schedule of one fork.
//!
//! Constants that changed over time carry the newest value; what applied before stands in
//! [`GasSchedule::for_fork`]. All values are in gas unless a name says otherwise.

mod blobs;
mod constants;
mod schedule;

pub use blobs::{
    BLOB_COUNT_LIMIT, BlobSchedule, GAS_PER_BLOB, MIN_BLOB_GASPRICE, VERSIONED_HASH_VERSION_KZG,
};
pub use constants::*;
pub use schedule::{GasSchedule, SstoreRules};
