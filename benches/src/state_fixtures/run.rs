//! One case on our engine.

use crate::{counting::allocated_bytes, sample::now};
use eevm::{Checks, Evm, Exit, FrameEnd, InMemoryDb, Inspector, Outcome};
use eevm_testing::fixtures::PreparedCase;
use std::fmt;

/// What one run was like.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Gas used by the transaction.
    pub gas: u64,
    /// The processor's time of this thread, in nanoseconds.
    pub ns: f64,
    /// Bytes that it asked of the allocator.
    pub memory_bytes: u64,
    /// How it ended.
    pub end: End,
}

/// How the transaction ended. What halts burns the gas that it has left without doing anything for
/// it, so that gas by time says nothing where it happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// Successfully; so many calls within halted, where they were counted.
    Success {
        /// Calls that halted.
        halted_calls: Option<u64>,
    },
    /// By REVERT.
    Revert,
    /// By an exceptional halt, for this reason.
    Halt(String),
}

impl End {
    /// Whether gas was burnt without work.
    #[must_use]
    pub fn is_halt(&self) -> bool {
        match self {
            Self::Success { halted_calls } => halted_calls.is_some_and(|calls| calls > 0),
            Self::Revert => false,
            Self::Halt(_) => true,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Success { halted_calls: None } => f.write_str("success, calls not watched"),
            Self::Success { halted_calls: Some(0) } => f.write_str("success"),
            Self::Success { halted_calls: Some(1) } => f.write_str("success, 1 call halts"),
            Self::Success { halted_calls: Some(calls) } => {
                write!(f, "success, {calls} calls halt")
            }
            Self::Revert => f.write_str("revert"),
            Self::Halt(reason) => write!(f, "halt: {reason}"),
        }
    }
}

/// Runs above this are not run a second time to count the calls that halt.
const WATCHED_NS: f64 = 10e9;

/// A machine with one case loaded.
#[derive(Debug)]
pub struct Runner {
    evm: Evm<InMemoryDb>,
}

impl Runner {
    /// The machine, in the world before the case.
    #[must_use]
    pub fn new(case: &PreparedCase) -> Self {
        let mut evm = Evm::new(case.db.clone(), case.spec.clone());
        evm.set_checks(Checks::ALL);
        *evm.block_mut() = case.block.clone();
        Self { evm }
    }

    /// One run; nothing of it is kept. The gas used, 0 if there was no run.
    pub fn run(&mut self, case: &PreparedCase) -> u64 {
        self.evm.execute(&case.transaction).map_or(0, |execution| execution.gas_used())
    }

    /// One run, timed, and what came of it compared; the calls that halt are counted in another,
    /// unless it was long.
    ///
    /// # Errors
    /// What differs, or that there was no run.
    pub fn checked(&mut self, case: &PreparedCase) -> Result<Run, String> {
        let mut executed = None;
        let mut nanoseconds = 0.0;
        let evm = &mut self.evm;
        let memory_bytes = allocated_bytes(|| {
            let begin = now();
            let execution = evm.execute(&case.transaction);
            nanoseconds = now().saturating_sub(begin).as_secs_f64() * 1e9;
            executed = Some(execution);
        });
        let mut execution = executed.ok_or("it was not run")?.map_err(|error| error.to_string())?;
        let diff = execution.state_diff();
        let outcome = execution.outcome().clone();
        drop(execution);
        let mut after = case.db.clone();
        after.commit(&diff);
        case.compare(after, outcome.logs())?;
        let end = match &outcome {
            Outcome::Success { .. } => {
                let is_short = nanoseconds < WATCHED_NS;
                let halted_calls = if is_short { Some(self.halted_calls(case)?) } else { None };
                End::Success { halted_calls }
            }
            Outcome::Revert { .. } => End::Revert,
            Outcome::Halt { reason, .. } => End::Halt(reason.to_string()),
        };
        // The clock may be coarser than a short run.
        Ok(Run { gas: outcome.gas_used(), ns: nanoseconds.max(1.0), memory_bytes, end })
    }

    fn halted_calls(&mut self, case: &PreparedCase) -> Result<u64, String> {
        let mut counter = HaltCounter(0);
        let watched = self.evm.execute_inspected(&case.transaction, &mut counter);
        drop(watched.map_err(|error| error.to_string())?);
        Ok(counter.0)
    }
}

/// Counts the frames that end in an exceptional halt.
struct HaltCounter(u64);

impl Inspector for HaltCounter {
    fn frame_end(&mut self, end: &FrameEnd<'_>) {
        if matches!(end.exit, Exit::Halt(_)) {
            self.0 += 1;
        }
    }
}
