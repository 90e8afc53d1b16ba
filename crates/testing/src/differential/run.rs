//! Runs a case here.

use super::logs::logs_hash;
use super::{
    case::Case,
    trace::{TraceStep, trace_hash},
};
use alloc::{
    borrow::ToOwned,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;
use eevm_bytecode::Bytecode;
use eevm_bytecode::opcode::{CREATE, CREATE2};
use eevm_handler::{Evm, EvmError, Outcome, SignedTransaction};
use eevm_inspectors::{TraceOptions, Tracer};
use eevm_primitives::{Address, B256, Fork, U256, keccak256};
use eevm_state::{AccountInfo, Database, InMemoryDb, MissingData};

/// What can be seen of a transaction, in a form that is the same for every engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// The state root after it.
    pub root: B256,
    /// The hash of the RLP of its logs.
    pub logs: B256,
    /// Gas used, after refunds; 0 if it was rejected.
    pub gas_used: u64,
    /// `success`, `revert`, `halt`, or `rejected` and the name of the rule in the Execution Spec
    /// Tests.
    pub status: String,
    /// Keccak-256 of its output: of a call what it returned, of a creation the code.
    pub output: B256,
    /// How many instructions ran.
    pub steps: usize,
    /// The hash of its trace, see [`trace_hash`].
    pub trace: B256,
}

/// The fields of an observation, in the order of its line.
pub const FIELDS: [&str; 7] =
    ["state root", "logs", "gas used", "outcome", "output", "steps", "trace"];

impl Observation {
    /// The names of the fields that differ.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let same = [
            self.root == other.root,
            self.logs == other.logs,
            self.gas_used == other.gas_used,
            self.status == other.status,
            self.output == other.output,
            self.steps == other.steps,
            self.trace == other.trace,
        ];
        FIELDS.into_iter().zip(same).filter_map(|(name, same)| (!same).then_some(name)).collect()
    }
}

/// One line: root, logs, gas used, output, steps, trace, outcome.
impl fmt::Display for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { root, logs, gas_used, status, output, steps, trace } = self;
        write!(f, "{root} {logs} {gas_used} {output} {steps} {trace} {status}")
    }
}

impl core::str::FromStr for Observation {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let bad = || format!("no observation: `{}`", line.chars().take(300).collect::<String>());
        let mut words = line.trim_end().splitn(7, ' ');
        let mut word = || words.next().ok_or_else(bad);
        let hash = |text: &str| text.parse::<B256>().map_err(|_| bad());
        Ok(Self {
            root: hash(word()?)?,
            logs: hash(word()?)?,
            gas_used: word()?.parse().map_err(|_| bad())?,
            output: hash(word()?)?,
            steps: word()?.parse().map_err(|_| bad())?,
            trace: hash(word()?)?,
            status: word()?.to_owned(),
        })
    }
}

/// An observation with its trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// What can be seen.
    pub observation: Observation,
    /// The trace, a line of JSON for each step; none where it was not asked for.
    pub trace: Vec<String>,
}

impl Seen {
    /// What is seen of a run with these steps; `observation` lacks their hash.
    #[must_use]
    pub fn new(mut observation: Observation, steps: &[TraceStep], with_trace: bool) -> Self {
        observation.steps = steps.len();
        observation.trace = trace_hash(steps);
        let trace =
            if with_trace { steps.iter().map(TraceStep::to_json).collect() } else { Vec::new() };
        Self { observation, trace }
    }
}

/// A world whose blocks have the hashes that state tests give them.
#[derive(Debug, Clone, Default)]
struct World(InMemoryDb);

impl Database for World {
    type Error = MissingData;

    fn account(&self, address: &Address) -> Result<Option<AccountInfo>, MissingData> {
        self.0.account(address)
    }

    fn code(&self, code_hash: &B256) -> Result<Bytecode, MissingData> {
        self.0.code(code_hash)
    }

    fn storage(&self, address: &Address, key: &U256) -> Result<U256, MissingData> {
        self.0.storage(address, key)
    }

    fn block_hash(&self, number: u64) -> Result<B256, MissingData> {
        Ok(keccak256(number.to_string().as_bytes()))
    }
}

/// A machine that runs case after case.
#[derive(Debug)]
pub struct Machine {
    evm: Evm<World>,
    /// Leaves the cost of CREATE and CREATE2 out of traces.
    pub hides_creation_cost: bool,
}

impl Default for Machine {
    fn default() -> Self {
        Self { evm: Evm::new(World::default(), Fork::LATEST), hides_creation_cost: false }
    }
}

impl Machine {
    /// Executes the case's bytes, traced.
    ///
    /// # Errors
    /// The case cannot be signed, or the database lacks something; neither is the fault of the
    /// transaction.
    pub fn run(&mut self, case: &Case, with_trace: bool) -> Result<Seen, String> {
        let bytes = case.encoded()?;
        let decoded = SignedTransaction::decode(&bytes).and_then(|tx| tx.recover(case.fork));
        self.evm.set_spec(case.spec());
        *self.evm.block_mut() = case.priced_block();
        *self.evm.db_mut() = World(case.db());
        let transaction = match decoded {
            Ok(transaction) => transaction,
            Err(error) => return Ok(self.rejected(error.test_name())),
        };
        let mut tracer = Tracer::new(TraceOptions::default(), Vec::new());
        let executed = self
            .evm
            .execute_inspected(&transaction, &mut tracer)
            .map(|mut execution| (execution.outcome().clone(), execution.state_diff()));
        let (outcome, diff) = match executed {
            Ok(executed) => executed,
            Err(EvmError::Invalid(error)) => return Ok(self.rejected(error.test_name())),
            Err(error) => return Err(error.to_string()),
        };
        self.evm.db_mut().0.commit(&diff);
        let status = match &outcome {
            Outcome::Success { .. } => "success",
            Outcome::Revert { .. } => "revert",
            Outcome::Halt { .. } => "halt",
        };
        let observation = Observation {
            root: self.evm.db().0.state_root(),
            logs: logs_hash(outcome.logs()),
            gas_used: outcome.gas_used(),
            status: status.to_owned(),
            output: keccak256(outcome.output()),
            steps: 0,
            trace: B256::ZERO,
        };
        let mut steps: Vec<_> = tracer.into_sink().into_iter().map(TraceStep::from).collect();
        if self.hides_creation_cost {
            for step in steps.iter_mut().filter(|step| matches!(step.op, CREATE | CREATE2)) {
                step.gas_cost = None;
            }
        }
        Ok(Seen::new(observation, &steps, with_trace))
    }

    fn rejected(&self, name: &str) -> Seen {
        rejected(self.evm.db().0.state_root(), name)
    }
}

/// What is seen of a transaction that a rule forbids.
#[must_use]
pub fn rejected(root: B256, name: &str) -> Seen {
    let observation = Observation {
        root,
        logs: logs_hash(&[]),
        gas_used: 0,
        status: format!("rejected {name}"),
        output: keccak256(&[]),
        steps: 0,
        trace: B256::ZERO,
    };
    Seen::new(observation, &[], false)
}
