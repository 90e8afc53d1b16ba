//! The tracer: steps of EIP-3155 from what an inspector is shown.

mod fault;
mod json;
mod step;
mod summary;

pub use fault::Fault;
pub use json::JsonLines;
pub use step::{StepSink, TraceStep};
pub use summary::{Summary, TraceEnd};

use crate::gas_cost::{GasCost, frugal_gas_cost};
use alloc::vec::Vec;
use eevm_bytecode::opcode::{
    CALL, CALLCODE, DELEGATECALL, RETURN, REVERT, SELFDESTRUCT, STATICCALL,
};
use eevm_interpreter::{ExceptionalHalt, Exit, FrameEnd, FrameStart, Inspector, Step};
use eevm_primitives::{Bytes, U256, gas::GAS_CALL_STIPEND, to_u64};

/// What of a step is recorded besides what EIP-3155 always asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceOptions {
    /// The memory, whole.
    pub memory: bool,
    /// The stack.
    pub stack: bool,
    /// The return data of the last call.
    pub return_data: bool,
}

/// The stack alone, as go-ethereum's `evm` does unless told otherwise.
impl Default for TraceOptions {
    fn default() -> Self {
        Self { memory: false, stack: true, return_data: false }
    }
}

/// Traces runs as EIP-3155 says, a step an instruction, with costs and errors as go-ethereum has
/// them.
///
/// A step is complete, and is handed on, when the next one begins: only then is it known what it
/// cost and whether it halted. Precompiles, and calls and creations that run nothing, show no step
/// of their own.
///
/// Source: EIP-3155.
#[derive(Debug, Clone, Default)]
pub struct Tracer<S> {
    options: TraceOptions,
    sink: S,
    pending: Option<Pending>,
    /// Frames that have begun.
    frames: usize,
    /// Gas of the outermost frame.
    gas: u64,
    end: Option<TraceEnd>,
}

/// A step that began.
#[derive(Debug, Clone)]
struct Pending {
    step: TraceStep,
    /// What it was going to cost.
    quoted: GasCost,
    /// Of a call: the gas it asks for, and whether it has a value.
    call: Option<(U256, bool)>,
    /// EIP-150 holds.
    all_but_one_64th: bool,
}

impl<S: StepSink> Tracer<S> {
    /// A tracer that hands its steps to `sink`.
    pub const fn new(options: TraceOptions, sink: S) -> Self {
        Self { options, sink, pending: None, frames: 0, gas: 0, end: None }
    }

    /// What takes the steps.
    pub const fn sink(&self) -> &S {
        &self.sink
    }

    /// What takes the steps, to change it.
    pub const fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// What took the steps.
    pub fn into_sink(self) -> S {
        self.sink
    }

    /// How the last run ended; `None` before one ended, and after it was taken.
    pub const fn take_end(&mut self) -> Option<TraceEnd> {
        self.end.take()
    }

    /// Forgets a run that came to no end, because the database failed.
    pub fn reset(&mut self) {
        self.pending = None;
        self.frames = 0;
        self.end = None;
    }

    /// Hands on the step that is complete now.
    fn complete(&mut self, cost: impl FnOnce(&Pending) -> (u64, Option<Fault>)) {
        if let Some(mut pending) = self.pending.take() {
            let (gas_cost, error) = cost(&pending);
            pending.step.gas_cost = gas_cost;
            pending.step.error = error;
            self.sink.take(pending.step);
        }
    }
}

impl<S: StepSink> Inspector for Tracer<S> {
    fn step(&mut self, step: &Step<'_>) {
        self.complete(|pending| (pending.cost_without_frame(step.gas_left), None));
        let mut memory = None;
        if self.options.memory {
            let mut bytes = Vec::new();
            // Memory that cannot be copied for want of room is left out.
            if step.memory.copy_out(0, step.memory.len(), &mut bytes).is_ok() {
                memory = Some(bytes);
            }
        }
        let has_value = |at| peek(step.stack, at).is_some_and(|value| !value.is_zero());
        let call = match step.opcode {
            CALL | CALLCODE => Some(has_value(2)),
            DELEGATECALL | STATICCALL => Some(false),
            _ => None,
        };
        self.pending = Some(Pending {
            step: TraceStep {
                pc: step.pc,
                op: step.opcode,
                gas: step.gas_left,
                gas_cost: 0,
                memory,
                memory_size: step.memory.len(),
                stack: self.options.stack.then(|| step.stack.to_vec()),
                return_data: self
                    .options
                    .return_data
                    .then(|| Bytes::copy_from_slice(step.return_data)),
                depth: usize::from(step.frame.depth()) + 1,
                refund: step.refund_counter,
                error: None,
            },
            quoted: frugal_gas_cost(step),
            call: call.and_then(|has_value| Some((*peek(step.stack, 0)?, has_value))),
            all_but_one_64th: step.rules.gas.all_but_one_64th,
        });
    }

    fn frame_start(&mut self, start: &FrameStart<'_>) {
        self.complete(|pending| {
            let spent = pending.step.gas.saturating_sub(start.caller_gas_left);
            // The cost of a call has the gas it passes on in it, that of a creation does not.
            (if start.is_create { spent.saturating_sub(start.gas) } else { spent }, None)
        });
        if self.frames == 0 {
            self.gas = start.gas;
            self.end = None;
        }
        self.frames += 1;
    }

    fn frame_end(&mut self, end: &FrameEnd<'_>) {
        let mut fault = frame_fault(end.exit);
        self.complete(|pending| {
            if let Exit::Halt(halt) = end.exit
                && !pending.is_deposit_failure(halt)
            {
                fault = Some(pending.fault(halt));
                return (pending.quoted.cost, fault);
            }
            match pending.step.op {
                SELFDESTRUCT => (pending.step.gas.saturating_sub(end.gas_left), None),
                REVERT => (pending.quoted.cost, fault),
                _ => (pending.quoted.cost, None),
            }
        });
        self.frames = self.frames.saturating_sub(1);
        if self.frames == 0 {
            self.end = Some(TraceEnd {
                output: Bytes::copy_from_slice(end.output),
                gas_used: self.gas.saturating_sub(end.gas_left),
                error: fault,
            });
        }
    }
}

impl Pending {
    /// What an instruction cost that is followed by another one of its frame, which has `gas_left`.
    fn cost_without_frame(&self, gas_left: u64) -> u64 {
        let spent = self.step.gas.saturating_sub(gas_left);
        let Some((asked, has_value)) = &self.call else { return spent };
        // A call that began no frame, for want of depth or balance, got back what it passed on,
        // and the stipend with it.
        let base = if *has_value { spent.saturating_add(GAS_CALL_STIPEND) } else { spent };
        let left = self.step.gas.saturating_sub(base);
        let most = if self.all_but_one_64th { left - left / 64 } else { left };
        base.saturating_add(to_u64(asked).map_or(most, |asked| asked.min(most)))
    }

    /// Whether the instruction itself went well, and its frame halted because the code that it
    /// returned could not be deposited.
    fn is_deposit_failure(&self, halt: ExceptionalHalt) -> bool {
        self.step.op == RETURN
            && match halt {
                ExceptionalHalt::OutOfGas => {
                    self.quoted.cost <= self.step.gas && self.quoted.fault.is_none()
                }
                ExceptionalHalt::CodeSizeLimit | ExceptionalHalt::InvalidContractPrefix => true,
                _ => false,
            }
    }

    /// Why the instruction halted.
    fn fault(&self, halt: ExceptionalHalt) -> Fault {
        match (halt, &self.quoted.fault) {
            (
                ExceptionalHalt::OutOfGas
                | ExceptionalHalt::StackUnderflow
                | ExceptionalHalt::StackOverflow
                | ExceptionalHalt::CodeSizeLimit,
                Some(fault),
            ) => *fault,
            (halt, _) => Fault::from(halt),
        }
    }
}

/// What is wrong with a frame that ended so, whatever its last instruction was.
fn frame_fault(exit: Exit) -> Option<Fault> {
    match exit {
        Exit::Revert => Some(Fault::Reverted),
        Exit::Halt(ExceptionalHalt::OutOfGas) => Some(Fault::CodeDepositOutOfGas),
        Exit::Halt(halt) => Some(Fault::from(halt)),
        _ => None,
    }
}

/// The word `at` places below the top.
fn peek(stack: &[U256], at: usize) -> Option<&U256> {
    stack.len().checked_sub(at + 1).and_then(|index| stack.get(index))
}
