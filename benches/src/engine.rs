//! What runs a workload.

mod ours;

pub use ours::Eevm;

use crate::workloads::Workload;
use eevm_primitives::{Address, Bytes, U256};

/// An EVM with one workload loaded. Everything that does not belong to a run (analysed code,
/// pooled memory) is kept from one to the next; what a run does to the state is not.
pub trait Engine {
    /// One run, all its effects discarded; the gas used. This is what is timed.
    fn run(&mut self) -> u64;

    /// One run, and all of it that a check compares.
    ///
    /// # Errors
    /// When there was no run: the transaction is not valid, or a state cannot be read. The text
    /// says which.
    fn observe(&mut self, workload: &Workload) -> Result<Observed, String>;
}

/// What came of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Observed {
    /// How it ended, unless successfully.
    pub failure: Option<String>,
    /// Gas used.
    pub gas: u64,
    /// The output.
    pub output: Bytes,
    /// The slots of the target that are not zero after the run, in ascending order.
    pub storage: Vec<(U256, U256)>,
    /// Balance (wei) and nonce after the run of the accounts that the workload expects some of.
    pub accounts: Vec<(Address, U256, u64)>,
}
