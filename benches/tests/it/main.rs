//! The workloads on eevm, and against the same programs kept as JSON.

mod files;
mod results;
