//! What an execution did, before it is kept or forgotten.

use crate::{evm::Evm, outcome::Outcome};
use core::fmt;
use eevm_state::{AccessLog, Database, StateDiff};

/// The outcome of an execution and what it would change. Dropped, it changes nothing.
pub struct Execution<'a, D: Database> {
    evm: &'a mut Evm<D>,
    outcome: Outcome,
    kept: bool,
}

impl<'a, D: Database> Execution<'a, D> {
    pub(crate) const fn new(evm: &'a mut Evm<D>, outcome: Outcome) -> Self {
        Self { evm, outcome, kept: false }
    }

    /// How it ended.
    #[must_use]
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Gas used: after refunds for a transaction, by the frame for a message.
    #[must_use]
    pub const fn gas_used(&self) -> u64 {
        self.outcome.gas_used()
    }

    /// Accounts and slots that it changes, against the state it began with.
    #[must_use]
    pub fn state_diff(&mut self) -> StateDiff {
        self.evm.state.state_diff()
    }

    /// Accounts and slots that it accessed, in frames that failed too.
    #[must_use]
    pub fn access_log(&self) -> AccessLog {
        self.evm.state.access_log()
    }

    /// Keeps the changes in the machine, so that what is executed next sees them.
    pub fn commit(mut self) -> Outcome {
        self.evm.keep();
        self.kept = true;
        self.outcome.clone()
    }
}

impl<D: Database> Drop for Execution<'_, D> {
    fn drop(&mut self) {
        if !self.kept {
            self.evm.discard();
        }
    }
}

impl<D: Database> fmt::Debug for Execution<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Execution").field("outcome", &self.outcome).finish_non_exhaustive()
    }
}
