//! What a run did, instruction by instruction, in the form of EIP-3155.

use alloc::{string::String, vec::Vec};
use core::fmt::Write as _;
use eevm_bytecode::opcode::RETURN;
use eevm_inspectors::Fault;
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
    /// What it cost, where that is compared.
    pub gas_cost: Option<u64>,
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
        if let Some(cost) = self.gas_cost {
            let _ = write!(text, r#","gasCost":"{cost:#x}""#);
        }
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

/// The tracer's steps in the form that is compared: of an instruction that halts its frame, engines
/// name reason and cost by what they look at first, so that only the halt counts. Of RETURN it does
/// not, because a creation may halt after it.
impl From<eevm_inspectors::TraceStep> for TraceStep {
    fn from(step: eevm_inspectors::TraceStep) -> Self {
        let halted = step.error.is_some_and(|fault| fault != Fault::Reverted);
        Self {
            pc: step.pc,
            op: step.op,
            gas: step.gas,
            gas_cost: (!halted).then_some(step.gas_cost),
            memory_size: step.memory_size,
            stack: step.stack.unwrap_or_default(),
            depth: step.depth,
            refund: step.refund,
            error: halted && step.op != RETURN,
        }
    }
}
