//! Workloads shared by the benches.
