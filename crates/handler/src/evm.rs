//! The machine an embedder holds: database, state, interpreter.

use crate::{
    error::EvmError,
    execution::Execution,
    frames::{Ended, Pending, Watcher, succeeded},
    outcome::Outcome,
    spec::Spec,
    transaction::{Checks, Transaction},
};
use alloc::{boxed::Box, vec::Vec};
use eevm_interpreter::{Block, Dispatch, Exit, Inspector, Interpreter, Message};
use eevm_primitives::{Address, Bytes, Fork, U256};
use eevm_state::{Database, State};

/// An Ethereum Virtual Machine over a database.
///
/// Keep one and reuse it: stacks, memory, tables and the programs of contracts stay warm.
///
/// The database is read while something executes, and what was read is forgotten with the
/// execution unless that is committed. Committed changes stay in the machine, above the database,
/// until [`Evm::reset`] or [`Evm::db_mut`].
#[derive(Debug)]
pub struct Evm<D: Database> {
    pub(crate) db: D,
    pub(crate) spec: Spec,
    pub(crate) checks: Checks,
    pub(crate) state: State,
    pub(crate) interpreter: Box<Interpreter>,
    pub(crate) pending: Vec<Pending>,
    pub(crate) error: Option<D::Error>,
    has_commits: bool,
    /// Whether an execution has begun that was neither kept nor undone.
    is_open: bool,
}

impl<D: Database> Evm<D> {
    /// A machine that reads `db` and follows `spec` (a [`Fork`] will do), with a default [`Block`].
    pub fn new(db: D, spec: impl Into<Spec>) -> Self {
        let spec = spec.into();
        Self {
            db,
            checks: Checks::ALL,
            state: State::new(spec.rules.fork),
            interpreter: Interpreter::new(spec.rules.clone()),
            spec,
            pending: Vec::new(),
            error: None,
            has_commits: false,
            is_open: false,
        }
    }

    /// The database.
    pub const fn db(&self) -> &D {
        &self.db
    }

    /// The database, to change it: everything committed here is forgotten.
    pub fn db_mut(&mut self) -> &mut D {
        self.reset();
        &mut self.db
    }

    /// The database back.
    pub fn into_db(self) -> D {
        self.db
    }

    /// What the machine follows.
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Changes what the machine follows; committed changes stay.
    pub fn set_spec(&mut self, spec: impl Into<Spec>) {
        self.spec = spec.into();
        self.state.set_fork(self.spec.rules.fork);
        self.interpreter.set_rules(self.spec.rules.clone());
    }

    /// The fork in force.
    pub const fn fork(&self) -> Fork {
        self.spec.rules.fork
    }

    /// The block that transactions run in.
    pub fn block(&self) -> &Block {
        &self.interpreter.block
    }

    /// The block, to change it.
    pub fn block_mut(&mut self) -> &mut Block {
        &mut self.interpreter.block
    }

    /// The checks in force.
    pub const fn checks(&self) -> Checks {
        self.checks
    }

    /// Turns checks on or off.
    pub const fn set_checks(&mut self, checks: Checks) {
        self.checks = checks;
    }

    /// Chooses how instructions are dispatched; answers what is in force.
    pub fn set_dispatch(&mut self, dispatch: Dispatch) -> Dispatch {
        self.interpreter.set_dispatch(dispatch)
    }

    /// Forgets everything committed and read; programs stay.
    pub fn reset(&mut self) {
        self.state.clear();
        self.has_commits = false;
        self.is_open = false;
    }

    /// Begins an execution. One that came to no end (an inspector or database that panicked, an
    /// [`Execution`] that was forgotten) is undone first.
    pub(crate) fn open(&mut self) {
        if self.is_open {
            self.discard();
        }
        self.is_open = true;
        self.error = None;
        self.state.begin_transaction();
    }

    /// Executes a transaction: validation, gas, frames, settlement. Nothing is kept until the
    /// answer is committed.
    ///
    /// Source: execution-specs, `process_transaction`.
    ///
    /// # Errors
    /// [`EvmError::Invalid`] when the transaction may not be included, [`EvmError::Database`] when
    /// the database failed; in both cases nothing changed.
    pub fn execute(
        &mut self,
        transaction: &Transaction,
    ) -> Result<Execution<'_, D>, EvmError<D::Error>> {
        let result = self.process_transaction(transaction, &mut None);
        self.answer(result)
    }

    /// As [`Evm::execute`], watched by `inspector`.
    ///
    /// # Errors
    /// As [`Evm::execute`].
    pub fn execute_inspected(
        &mut self,
        transaction: &Transaction,
        inspector: &mut dyn Inspector,
    ) -> Result<Execution<'_, D>, EvmError<D::Error>> {
        let result = self.process_transaction(transaction, &mut Some(inspector));
        self.answer(result)
    }

    /// Executes a message call without a transaction around it: no intrinsic gas, no fees, no
    /// nonce. Caller, target, coinbase (from Shanghai) and precompiles are warm.
    ///
    /// Source: execution-specs, `process_message_call`.
    ///
    /// # Errors
    /// [`EvmError::Invalid`] when the caller cannot pay the value, [`EvmError::Database`] when the
    /// database failed; in both cases nothing changed.
    pub fn execute_message(
        &mut self,
        message: &Message,
    ) -> Result<Execution<'_, D>, EvmError<D::Error>> {
        let result = self.process_message_call(message, &mut None);
        self.answer(result)
    }

    /// As [`Evm::execute_message`], watched by `inspector`.
    ///
    /// # Errors
    /// As [`Evm::execute_message`].
    pub fn execute_message_inspected(
        &mut self,
        message: &Message,
        inspector: &mut dyn Inspector,
    ) -> Result<Execution<'_, D>, EvmError<D::Error>> {
        let result = self.process_message_call(message, &mut Some(inspector));
        self.answer(result)
    }

    fn answer(
        &mut self,
        result: Result<Outcome, EvmError<D::Error>>,
    ) -> Result<Execution<'_, D>, EvmError<D::Error>> {
        match result {
            Ok(outcome) => Ok(Execution::new(self, outcome)),
            Err(error) => {
                self.discard();
                Err(error)
            }
        }
    }

    /// Keeps what the last execution changed.
    pub(crate) fn keep(&mut self) {
        self.state.commit_transaction();
        self.has_commits = true;
        self.is_open = false;
    }

    /// Undoes what the last execution changed.
    pub(crate) fn discard(&mut self) {
        self.is_open = false;
        if self.has_commits {
            self.state.discard_transaction();
        } else {
            self.state.clear();
        }
    }

    fn process_message_call(
        &mut self,
        message: &Message,
        watcher: Watcher<'_, '_>,
    ) -> Result<Outcome, EvmError<D::Error>> {
        self.open();
        self.interpreter.transaction.origin = message.caller;
        self.interpreter.transaction.gas_price = U256::ZERO;
        self.warm(&message.caller, Some(&message.target));
        let caller =
            self.state.load_account(&self.db, &message.caller).map_err(EvmError::Database)?;
        let balance = self.state.account(caller).balance;
        if balance < message.value {
            let required = Some(message.value);
            return Err(
                crate::error::InvalidTransaction::InsufficientFunds { balance, required }.into()
            );
        }
        let ended = self.run_message(message, watcher).map_err(EvmError::Database)?;
        let gas_used = message.gas - ended.gas_left;
        let outcome = self.outcome(ended, gas_used, 0, None);
        self.state.finish_transaction();
        Ok(outcome)
    }

    /// What is warm when a transaction begins, access lists apart (EIP-2929, EIP-3651).
    pub(crate) fn warm(&mut self, sender: &Address, target: Option<&Address>) {
        if self.fork() < Fork::Berlin {
            return;
        }
        self.state.warm_account(sender);
        if let Some(target) = target {
            self.state.warm_account(target);
        }
        if self.fork() >= Fork::Shanghai {
            self.state.warm_account(&self.interpreter.block.coinbase);
        }
    }

    /// The outcome of a run, its output and logs taken from where they are.
    pub(crate) fn outcome(
        &mut self,
        ended: Ended,
        gas_used: u64,
        gas_refunded: u64,
        created: Option<Address>,
    ) -> Outcome {
        match ended.exit {
            exit if succeeded(exit) => Outcome::Success {
                gas_used,
                gas_refunded,
                logs: self.state.take_logs(),
                output: self.output(),
                created,
            },
            Exit::Halt(reason) => Outcome::Halt { gas_used, reason },
            _ => Outcome::Revert { gas_used, output: self.output() },
        }
    }

    fn output(&mut self) -> Bytes {
        if self.interpreter.return_data().is_empty() {
            return Bytes::new();
        }
        Bytes::from(self.interpreter.take_return_data())
    }
}
