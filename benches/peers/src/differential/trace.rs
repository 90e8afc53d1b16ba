//! The lines of revm's tracer as steps.
//!
//! `TracerEip3155` deviates in three ways, which are undone here and nothing else:
//!
//! - `refund` is that of the frame alone, not of the transaction: those of the frames around it
//!   are added, and what EIP-7702 refunds before the first instruction, which our trace says.
//! - `error` stands on every instruction that ends a frame, `Stop`, `Return`, `SelfDestruct` and
//!   `Revert` too: it counts only where it names an exceptional halt. Of RETURN none is kept,
//!   because a creation may halt after it.
//! - A creation without init code shows a STOP, where execution-specs and geth run nothing: that
//!   step is left out.
//!
//! Its `gasCost` of a creation includes the gas that the init code gets, and is left out.

use eevm_primitives::U256;
use eevm_testing::differential::TraceStep;
use serde::Deserialize;
use std::{cell::RefCell, io, rc::Rc};

/// A writer that can be read afterwards.
#[derive(Debug, Clone, Default)]
pub(super) struct Buffer(Rc<RefCell<Vec<u8>>>);

impl Buffer {
    pub(super) fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl io::Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A line of the tracer.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    pc: usize,
    op: u8,
    gas: &'a str,
    gas_cost: &'a str,
    mem_size: &'a str,
    stack: Vec<&'a str>,
    depth: usize,
    refund: &'a str,
    error: Option<&'a str>,
}

const RETURN: u8 = 0xf3;
const CREATE: u8 = 0xf0;
const CREATE2: u8 = 0xf5;

/// How a frame ends that did not halt.
const ENDS: [&str; 4] = ["Stop", "Return", "SelfDestruct", "Revert"];

/// The steps; `refund` is the counter before the first of them.
pub(super) fn steps(output: &[u8], refund: i64) -> Result<Vec<TraceStep>, String> {
    let mut steps = Vec::new();
    // The last counter of each frame that runs.
    let mut frames: Vec<i64> = Vec::new();
    for line in output.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let line: Line<'_> = serde_json::from_slice(line)
            .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(line)))?;
        frames.resize(line.depth, 0);
        if let Some(last) = frames.last_mut() {
            // Below zero it is written as if it were not signed.
            *last = number(line.refund)?.cast_signed();
        }
        if steps.last().is_some_and(|last| creates_from_nothing(last) && line.depth > last.depth) {
            continue;
        }
        let mut stack = Vec::with_capacity(line.stack.len());
        for text in line.stack {
            stack.push(word(text)?);
        }
        let halted = line.error.is_some_and(|error| !ENDS.contains(&error));
        let is_creation = matches!(line.op, CREATE | CREATE2);
        steps.push(TraceStep {
            pc: line.pc,
            op: line.op,
            gas: number(line.gas)?,
            gas_cost: if halted || is_creation { None } else { Some(number(line.gas_cost)?) },
            memory_size: usize::try_from(number(line.mem_size)?).map_err(|e| e.to_string())?,
            stack,
            depth: line.depth,
            refund: refund + frames.iter().sum::<i64>(),
            error: line.op != RETURN && halted,
        });
    }
    Ok(steps)
}

/// Whether the instruction creates with init code of length 0.
fn creates_from_nothing(step: &TraceStep) -> bool {
    let size = step.stack.len().checked_sub(3).and_then(|at| step.stack.get(at));
    matches!(step.op, CREATE | CREATE2) && size.is_some_and(U256::is_zero)
}

fn word(text: &str) -> Result<U256, String> {
    let digits = text.strip_prefix("0x").ok_or_else(|| format!("number {text}"))?;
    U256::from_str_radix(digits, 16).map_err(|error| format!("{text}: {error}"))
}

fn number(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix("0x").ok_or_else(|| format!("number {text}"))?;
    u64::from_str_radix(digits, 16).map_err(|error| format!("{text}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_creation_from_nothing_runs_nothing() {
        let line = |pc: u8, op: u8, depth: u8, size: &str| {
            format!(
                r#"{{"pc":{pc},"op":{op},"gas":"0x9","gasCost":"0x1","memSize":"0x0","stack":["{size}","0x1","0x2"],"depth":{depth},"refund":"0x0"}}"#
            )
        };
        for (size, count) in [("0x0", 2), ("0x1", 3)] {
            let lines = [line(7, CREATE, 1, size), line(0, 0, 2, "0x5"), line(8, 0, 1, "0x5")];
            let steps = steps(lines.join("\n").as_bytes(), 0).expect("lines of the tracer");
            assert_eq!(steps.len(), count, "init code of {size} bytes");
        }
    }

    #[test]
    fn refunds_of_frames_add_up_and_only_halts_are_errors() {
        let line = |depth: u8, refund: &str, op: u8, error: &str| {
            format!(
                r#"{{"pc":1,"op":{op},"gas":"0x10","memSize":"0x20","stack":["0xff"],"depth":{depth},"refund":"{refund}"{error}}}"#
            )
        };
        let lines = [
            line(1, "0x5", 0xf1, ""),
            line(2, "0x0", 0x55, ""),
            line(2, "0xfffffffffffffffe", 0x00, r#","error":"Stop""#),
            line(1, "0x3", 0x01, r#","error":"OutOfGas""#),
        ];
        let steps = steps(lines.join("\n").as_bytes(), 100).expect("lines of the tracer");
        let seen: Vec<_> = steps.iter().map(|step| (step.refund, step.error)).collect();
        assert_eq!(seen, [(105, false), (105, false), (103, false), (103, true)]);
        assert_eq!(
            (steps[0].gas, steps[0].memory_size, steps[0].stack[0]),
            (16, 32, U256::from(255))
        );
    }
}
