//! What a run did, instruction by instruction, in the form of EIP-3155.

use alloc::{string::String, vec::Vec};
use core::fmt::Write as _;
use eevm_bytecode::opcode::RETURN;
use eevm_interpreter::{Exit, FrameEnd, FrameStart, Inspector, Step};
use eevm_primitives::{B256, U256, keccak256};

/// One instruction, as it was about to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceStep {
    /// Offset in the code.
    pub pc: usize,
    /// The instruction's byte.
    pub op: u8,
    /// Gas left before it.
    pub gas: u64,
    /// Size of the memory before it, in bytes.
    pub memory_size: usize,
    /// The stack before it, bottom first.
    pub stack: Vec<U256>,
    /// Depth of the frame; 1 for the transaction's own.
    pub depth: usize,
    /// The refund counter of the whole transaction before it.
    pub refund: i64,
    /// Whether it halted its frame exceptionally.
    pub error: bool,
}

impl TraceStep {
    /// As one line of JSON, the fields in this order and without spaces.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = String::with_capacity(96 + 12 * self.stack.len());
        // Writing to a string does not fail.
        let _ = write!(
            text,
            r#"{{"pc":{},"op":{},"gas":"{:#x}","memSize":{},"stack":["#,
            self.pc, self.op, self.gas, self.memory_size
        );
        for (index, word) in self.stack.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            let _ = write!(text, r#"{comma}"{word:#x}""#);
        }
        let _ = write!(text, r#"],"depth":{},"refund":{}"#, self.depth, self.refund);
        text.push_str(if self.error { r#","error":true}"# } else { "}" });
        text
    }
}

/// The hash of a trace: Keccak-256 of its lines, each with a line feed.
#[must_use]
pub fn trace_hash(steps: &[TraceStep]) -> B256 {
    let mut text = String::new();
    for step in steps {
        text.push_str(&step.to_json());
        text.push('\n');
    }
    keccak256(text.as_bytes())
}

/// Collects the steps of a run.
#[derive(Debug, Default)]
pub struct Collector {
    steps: Vec<TraceStep>,
    /// The frames that run, each with its last step.
    frames: Vec<Option<usize>>,
}

impl Collector {
    /// The steps, in order.
    #[must_use]
    pub fn into_steps(self) -> Vec<TraceStep> {
        self.steps
    }
}

impl Inspector for Collector {
    fn step(&mut self, step: &Step<'_>) {
        if let Some(last) = self.frames.last_mut() {
            *last = Some(self.steps.len());
        }
        self.steps.push(TraceStep {
            pc: step.pc,
            op: step.opcode,
            gas: step.gas_left,
            memory_size: step.memory.len(),
            stack: step.stack.to_vec(),
            depth: self.frames.len(),
            refund: step.refund_counter,
            error: false,
        });
    }

    fn frame_start(&mut self, _start: &FrameStart<'_>) {
        self.frames.push(None);
    }

    fn frame_end(&mut self, end: &FrameEnd<'_>) {
        let last = self.frames.pop().flatten();
        if let (Exit::Halt(_), Some(step)) = (end.exit, last.and_then(|at| self.steps.get_mut(at)))
        {
            // A creation may halt after its RETURN, when the code is deposited: of RETURN it is
            // never said. A REVERT that runs is no halt.
            step.error = step.op != RETURN;
        }
    }
}
