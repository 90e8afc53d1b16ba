//! One step of a trace.

use super::fault::Fault;
use alloc::{borrow::Cow, format, string::String, vec::Vec};
use core::fmt::{self, Write};
use eevm_bytecode::opcode;
use eevm_primitives::{Bytes, U256};

/// The byte that no fork defines on purpose (EIP-141).
const INVALID: u8 = 0xfe;

/// One instruction: the machine before it, what it cost, and why it failed if it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceStep {
    /// Offset in the code.
    pub pc: usize,
    /// The instruction's byte; 0 (STOP) past the end of the code.
    pub op: u8,
    /// Gas left before it.
    pub gas: u64,
    /// What it cost: of a call with the gas it passed on, of a creation without. Of an instruction
    /// that halted, what it would have cost as far as go-ethereum comes in computing it.
    pub gas_cost: u64,
    /// The memory before it, if it was asked for.
    pub memory: Option<Vec<u8>>,
    /// Size of the memory before it, in bytes.
    pub memory_size: usize,
    /// The stack before it, bottom first, if it was asked for.
    pub stack: Option<Vec<U256>>,
    /// The return data before it, if it was asked for.
    pub return_data: Option<Bytes>,
    /// Depth of the frame; 1 for the transaction's own.
    pub depth: usize,
    /// The refund counter of the whole transaction before it.
    pub refund: i64,
    /// Why it failed.
    pub error: Option<Fault>,
}

/// What takes the steps of a trace.
pub trait StepSink {
    /// Takes the next step.
    fn take(&mut self, step: TraceStep);
}

impl StepSink for Vec<TraceStep> {
    fn take(&mut self, step: TraceStep) {
        self.push(step);
    }
}

impl TraceStep {
    /// The instruction's name.
    #[must_use]
    pub fn op_name(&self) -> Cow<'static, str> {
        op_name(self.op)
    }

    /// Writes the step as a line of JSON, without a line feed. The fields are in the order that
    /// the examples of EIP-3155 have; memory and return data are left out when they are empty.
    ///
    /// # Errors
    /// The writer's.
    pub fn write_json(&self, out: &mut impl Write) -> fmt::Result {
        write!(
            out,
            r#"{{"pc":{},"op":{},"gas":"{:#x}","gasCost":"{:#x}""#,
            self.pc, self.op, self.gas, self.gas_cost
        )?;
        if let Some(memory) = self.memory.as_ref().filter(|memory| !memory.is_empty()) {
            out.write_str(r#","memory":"0x"#)?;
            write_hex(out, memory)?;
            out.write_char('"')?;
        }
        write!(out, r#","memSize":{},"stack":["#, self.memory_size)?;
        for (index, word) in self.stack.iter().flatten().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(out, r#"{comma}"{word:#x}""#)?;
        }
        out.write_char(']')?;
        if let Some(data) = self.return_data.as_ref().filter(|data| !data.is_empty()) {
            out.write_str(r#","returnData":"0x"#)?;
            write_hex(out, data)?;
            out.write_char('"')?;
        }
        write!(out, r#","depth":{},"refund":{}"#, self.depth, self.refund)?;
        write!(out, r#","opName":"{}""#, self.op_name())?;
        if let Some(error) = &self.error {
            write!(out, r#","error":"{error}""#)?;
        }
        out.write_char('}')
    }

    /// The line of [`TraceStep::write_json`].
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write_json(&mut text);
        text
    }
}

/// What go-ethereum calls a byte: its name in the opcode table, or that it has none.
pub(super) fn op_name(op: u8) -> Cow<'static, str> {
    match opcode::info(op) {
        Some(info) => Cow::Borrowed(info.name),
        None if op == INVALID => Cow::Borrowed("INVALID"),
        None => Cow::Owned(format!("opcode {op:#x} not defined")),
    }
}

pub(super) fn write_hex(out: &mut impl Write, bytes: &[u8]) -> fmt::Result {
    for byte in bytes {
        write!(out, "{byte:02x}")?;
    }
    Ok(())
}
