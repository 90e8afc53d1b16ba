//! Observation of a run, instruction by instruction and frame by frame.

use crate::{Frame, halt::Exit, host::Host, rules::Rules};
use core::fmt;
use eevm_memory::Memory;
use eevm_primitives::{Address, Log, U256};

/// The machine just before an instruction.
pub struct Step<'a> {
    /// Offset of the instruction in the code.
    pub pc: usize,
    /// The instruction's byte; 0 (STOP) past the end of the code.
    pub opcode: u8,
    /// Gas left before it.
    pub gas_left: u64,
    /// The stack, bottom first.
    pub stack: &'a [U256],
    /// The memory of all frames; its current frame is this one.
    pub memory: &'a Memory,
    /// Return data of the last call.
    pub return_data: &'a [u8],
    /// The frame.
    pub frame: &'a Frame,
    /// The refund counter of the transaction.
    pub refund_counter: i64,
    /// The rules in force.
    pub rules: &'a Rules,
    /// The state, to look at: [`Host::peek_account`], [`Host::peek_slot`].
    pub host: Option<&'a dyn Host>,
}

impl fmt::Debug for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Step")
            .field("pc", &self.pc)
            .field("opcode", &self.opcode)
            .field("gas_left", &self.gas_left)
            .field("stack", &self.stack)
            .field("return_data", &self.return_data)
            .field("frame", &self.frame)
            .field("refund_counter", &self.refund_counter)
            .finish_non_exhaustive()
    }
}

/// What a frame is about to do.
#[derive(Debug, Clone, Copy)]
pub struct FrameStart<'a> {
    /// The account that calls or creates.
    pub caller: Address,
    /// The account worked on.
    pub target: Address,
    /// The account whose code runs.
    pub code_address: Address,
    /// Value in wei.
    pub value: U256,
    /// Gas given, with the stipend of a call with value.
    pub gas: u64,
    /// Gas that the frame which calls or creates keeps meanwhile; 0 for the transaction's own frame.
    pub caller_gas_left: u64,
    /// Depth; 0 for the transaction's own frame.
    pub depth: u16,
    /// Whether changes of state are forbidden.
    pub is_static: bool,
    /// Whether a contract is created.
    pub is_create: bool,
    /// Call data, or init code.
    pub input: &'a [u8],
}

/// How a frame ended.
#[derive(Debug, Clone, Copy)]
pub struct FrameEnd<'a> {
    /// How: never [`Exit::Call`] or [`Exit::Create`].
    pub exit: Exit,
    /// Gas left, which goes back to the caller.
    pub gas_left: u64,
    /// Output, or the code deployed.
    pub output: &'a [u8],
    /// Depth of the frame.
    pub depth: u16,
}

/// Watches a run; it cannot change it. Every method has an empty default.
///
/// `frame_start` and `frame_end` come in pairs, for precompiles, accounts without code and creations
/// that collide too. A call or creation refused for depth, balance or nonce begins no frame: it
/// shows as its instruction alone. Only a failure of the database, which ends everything, leaves
/// frames without an end.
pub trait Inspector {
    /// Before each instruction.
    fn step(&mut self, step: &Step<'_>) {
        let _ = step;
    }

    /// A message call or creation begins.
    fn frame_start(&mut self, start: &FrameStart<'_>) {
        let _ = start;
    }

    /// It ended.
    fn frame_end(&mut self, end: &FrameEnd<'_>) {
        let _ = end;
    }

    /// A log was written (it may yet be undone).
    fn log(&mut self, log: &Log) {
        let _ = log;
    }

    /// SELFDESTRUCT ran.
    fn self_destruct(&mut self, address: &Address, beneficiary: &Address) {
        let _ = (address, beneficiary);
    }
}
