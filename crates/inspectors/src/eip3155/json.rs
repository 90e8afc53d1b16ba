//! Steps as lines of JSON.

use super::{
    step::{StepSink, TraceStep},
    summary::Summary,
};
use core::fmt::Write;

/// Writes each step as a line, at once.
#[derive(Debug, Clone, Default)]
pub struct JsonLines<W> {
    writer: W,
    has_failed: bool,
}

impl<W: Write> JsonLines<W> {
    /// Lines to `writer`.
    pub const fn new(writer: W) -> Self {
        Self { writer, has_failed: false }
    }

    /// Whether the writer failed: nothing was written after that.
    pub const fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// The writer.
    pub const fn writer_mut(&mut self) -> &mut W {
        &mut self.writer
    }

    /// The writer back.
    pub fn into_writer(self) -> W {
        self.writer
    }

    /// Writes the line that ends a trace.
    pub fn summary(&mut self, summary: &Summary) {
        self.write(|writer| summary.write_json(writer));
    }

    fn write(&mut self, line: impl FnOnce(&mut W) -> core::fmt::Result) {
        if !self.has_failed {
            let written = line(&mut self.writer).and_then(|()| self.writer.write_char('\n'));
            self.has_failed = written.is_err();
        }
    }
}

impl<W: Write> StepSink for JsonLines<W> {
    fn take(&mut self, step: TraceStep) {
        self.write(|writer| step.write_json(writer));
    }
}
