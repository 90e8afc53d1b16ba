//! `eevm run`.

use crate::{
    arguments::Arguments,
    dump::dump,
    error::CliError,
    input,
    output::{self, TextWriter},
    prestate::{self, Prestate},
    tracing,
};
use eevm::{
    AccountInfo, Address, Bytecode, Bytes, Checks, Evm, EvmError, ExceptionalHalt, Execution, Fork,
    InMemoryDb, Inspector, Message, MissingData, Outcome, Transaction,
};
use eevm_inspectors::Fault;
use std::{
    io,
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

/// Gas of a run unless it is given.
const GAS: u64 = 10_000_000_000;
/// Runs that `--bench` times, and how long it may take.
const BENCH_RUNS: u32 = 1_000;
const BENCH_TIME: Duration = Duration::from_secs(2);

/// Runs code: as a message call or, with `--create`, as a creation.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let mut task = Task::new(arguments)?;
    if arguments.is_on("bench", false)? {
        return task.bench();
    }
    let mut tracer = tracing::tracer(arguments, io::stdout().lock())?;
    let started = Instant::now();
    let inspector = tracer.as_mut().map(|tracer| tracer as &mut dyn Inspector);
    let mut execution = task.execute(inspector)?;
    let time = started.elapsed();
    let outcome = execution.outcome().clone();
    let diff = execution.state_diff();
    drop(execution);
    match &mut tracer {
        Some(tracer) => tracing::finish(tracer)?,
        None => output::print(&report(&outcome))?,
    }
    drop(tracer);
    if arguments.is_on("dump", false)? {
        let db = task.evm.db_mut();
        db.commit(&diff);
        output::print(&format!("{:#}\n", dump(db)))?;
    }
    if arguments.is_on("statdump", false)? {
        let gas = task.gas_used(&outcome);
        let mut err = TextWriter::new(io::stderr().lock());
        let _ = std::fmt::Write::write_str(&mut err, &statistics(gas, time));
        err.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is run, in what.
struct Task {
    evm: Evm<InMemoryDb>,
    action: Action,
}

enum Action {
    Call(Message),
    /// A creation, or a call that has a gas price.
    Transact(Box<Transaction>),
}

impl Task {
    fn new(arguments: &Arguments) -> Result<Self, CliError> {
        let Prestate { mut db, mut block, gas_limit } = match arguments.path("prestate") {
            Some(path) => prestate::read(&path)?,
            None => Prestate::default(),
        };
        let fork = arguments.fork("state.fork")?.unwrap_or(Fork::Osaka);
        let code = code(arguments)?;
        let data = call_data(arguments)?;
        let sender = arguments.address("sender")?.unwrap_or_else(|| name_as_address(b"sender"));
        let receiver =
            arguments.address("receiver")?.unwrap_or_else(|| name_as_address(b"receiver"));
        let value = arguments.number("value")?.unwrap_or_default();
        let gas = arguments.number64("gas")?.or(gas_limit).unwrap_or(GAS);
        if db.get_account(&sender).is_none() {
            db.insert_account(sender, AccountInfo::default());
        }
        let price = arguments.number("price")?;
        let create = arguments.is_on("create", false)?;
        let data = if create {
            Bytes::from([code.unwrap_or_default(), data].concat())
        } else {
            if let Some(code) = code {
                let mut info = db.get_account(&receiver).cloned().unwrap_or_default();
                info.code = Some(Bytecode::new(&code));
                db.insert_account(receiver, info);
            }
            Bytes::from(data)
        };
        let action = if create || price.is_some() {
            let mut tx = Transaction::default();
            tx.sender = sender;
            tx.nonce = db.get_account(&sender).map_or(0, |info| info.nonce);
            tx.to = (!create).then_some(receiver);
            tx.value = value;
            tx.gas_price = price.unwrap_or_default();
            tx.data = data;
            // The code itself gets the gas asked for.
            tx.gas_limit = gas.saturating_add(tx.intrinsic_gas(fork));
            Action::Transact(Box::new(tx))
        } else {
            Action::Call(Message {
                caller: sender,
                target: receiver,
                code_address: receiver,
                value,
                data,
                gas,
                ..Message::default()
            })
        };
        block.gas_limit = block.gas_limit.max(gas);
        let mut evm = Evm::new(db, fork);
        evm.set_checks(Checks::NONE);
        *evm.block_mut() = block;
        Ok(Self { evm, action })
    }

    fn execute(
        &mut self,
        inspector: Option<&mut dyn Inspector>,
    ) -> Result<Execution<'_, InMemoryDb>, CliError> {
        let executed = match (&self.action, inspector) {
            (Action::Call(message), None) => self.evm.execute_message(message),
            (Action::Call(message), Some(inspector)) => {
                self.evm.execute_message_inspected(message, inspector)
            }
            (Action::Transact(tx), None) => self.evm.execute(tx),
            (Action::Transact(tx), Some(inspector)) => self.evm.execute_inspected(tx, inspector),
        };
        executed.map_err(|error: EvmError<MissingData>| CliError::Refused(error.to_string()))
    }

    /// Gas that the code used, what a transaction pays before it left out.
    fn gas_used(&self, outcome: &Outcome) -> u64 {
        let before = match &self.action {
            Action::Call(_) => 0,
            Action::Transact(tx) => tx.intrinsic_gas(self.evm.fork()),
        };
        outcome.gas_used().saturating_sub(before)
    }

    /// Runs again and again, each time from the same state.
    fn bench(&mut self) -> Result<ExitCode, CliError> {
        let outcome = self.execute(None)?.outcome().clone();
        let gas = self.gas_used(&outcome);
        let (started, mut runs) = (Instant::now(), 0);
        while runs == 0 || (runs < BENCH_RUNS && started.elapsed() < BENCH_TIME) {
            drop(self.execute(None)?);
            runs += 1;
        }
        let time = started.elapsed() / runs;
        output::print(&format!("{}{}", report(&outcome), statistics(gas, time)))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The output in hexadecimal digits, and why there is none.
fn report(outcome: &Outcome) -> String {
    let output = eevm::primitives::encode_hex(outcome.output());
    match outcome {
        Outcome::Success { .. } => format!("{output}\n"),
        Outcome::Revert { .. } => format!("{output}\n error: {}\n", Fault::Reverted),
        // How high the stack was is not known without a trace.
        Outcome::Halt {
            reason: reason @ (ExceptionalHalt::StackUnderflow | ExceptionalHalt::StackOverflow),
            ..
        } => format!("{output}\n error: {reason}\n"),
        Outcome::Halt { reason, .. } => format!("{output}\n error: {}\n", Fault::from(*reason)),
    }
}

fn statistics(gas: u64, time: Duration) -> String {
    format!("EVM gas used:    {gas}\nexecution time:  {time:?}\n")
}

fn code(arguments: &Arguments) -> Result<Option<Vec<u8>>, CliError> {
    let file = arguments.path("codefile");
    match (arguments.text("code")?, file, &*arguments.operands) {
        (None, None, []) => Ok(None),
        (Some(code), None, []) => input::hex("--code", code).map(Some),
        (None, Some(path), []) => input::hex_file(&path).map(Some),
        (None, None, [path]) => input::hex_file(Path::new(path)).map(Some),
        _ => Err(CliError::usage("run takes one code")),
    }
}

fn call_data(arguments: &Arguments) -> Result<Vec<u8>, CliError> {
    match (arguments.text("input")?, arguments.path("inputfile")) {
        (None, None) => Ok(Vec::new()),
        (Some(data), None) => input::hex("--input", data),
        (None, Some(path)) => input::hex_file(&path),
        (Some(_), Some(_)) => Err(CliError::usage("run takes one input")),
    }
}

/// The address whose last bytes are these letters.
fn name_as_address(name: &[u8]) -> Address {
    let mut bytes = [0; 20];
    let start = bytes.len().saturating_sub(name.len());
    bytes[start..].copy_from_slice(name);
    Address::from(bytes)
}
