//! How a trace ends.

use super::{fault::Fault, step::write_hex};
use core::fmt::{self, Write};
use eevm_primitives::{B256, Bytes, Fork};

/// How the outermost frame of a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceEnd {
    /// What it returned, the reason it gave for a revert, or the code it deployed.
    pub output: Bytes,
    /// Gas that the frame used: without what the transaction paid before it, and before refunds.
    pub gas_used: u64,
    /// Why it failed.
    pub error: Option<Fault>,
}

/// The line that ends a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// How the run ended.
    pub end: TraceEnd,
    /// The root of the state after the transaction, if it is known.
    pub state_root: Option<B256>,
    /// The fork, if it is to be named.
    pub fork: Option<Fork>,
}

impl Summary {
    /// Writes it as a line of JSON, without a line feed: `stateRoot`, `output` in hexadecimal
    /// digits, `gasUsed`, `pass`, `fork`, `error`; those that are not known are left out.
    ///
    /// # Errors
    /// The writer's.
    pub fn write_json(&self, out: &mut impl Write) -> fmt::Result {
        out.write_char('{')?;
        if let Some(root) = &self.state_root {
            write!(out, r#""stateRoot":"{root}","#)?;
        }
        out.write_str(r#""output":""#)?;
        write_hex(out, &self.end.output)?;
        let pass = self.end.error.is_none();
        write!(out, r#"","gasUsed":"{:#x}","pass":{pass}"#, self.end.gas_used)?;
        if let Some(fork) = self.fork {
            write!(out, r#","fork":"{fork}""#)?;
        }
        if let Some(error) = &self.end.error {
            write!(out, r#","error":"{error}""#)?;
        }
        out.write_char('}')
    }
}
