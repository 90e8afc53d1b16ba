//! The tracer, as the flags ask for it.

use crate::{arguments::Arguments, error::CliError, output::TextWriter};
use eevm_inspectors::{JsonLines, Summary, TraceOptions, Tracer};
use std::io::Write;

/// Writes EIP-3155 lines.
pub(crate) type JsonTracer<W> = Tracer<JsonLines<TextWriter<W>>>;

/// The tracer to `writer`, if a flag asks for one.
pub(crate) fn tracer<W: Write>(
    arguments: &Arguments,
    writer: W,
) -> Result<Option<JsonTracer<W>>, CliError> {
    if let Some(format) = arguments.text("trace.format")?.filter(|format| *format != "json") {
        return Err(CliError::content("--trace.format", format!("`{format}` is not json")));
    }
    if !arguments.is_on("json", false)? {
        return Ok(None);
    }
    let options = TraceOptions {
        memory: !arguments.is_on("trace.nomemory", true)?,
        stack: !arguments.is_on("trace.nostack", false)?,
        return_data: !arguments.is_on("trace.noreturndata", true)?,
    };
    Ok(Some(Tracer::new(options, JsonLines::new(TextWriter::new(writer)))))
}

/// Ends the trace of a run with its summary; there is none where nothing ran.
pub(crate) fn finish<W: Write>(tracer: &mut JsonTracer<W>) -> Result<(), CliError> {
    if let Some(end) = tracer.take_end() {
        tracer.sink_mut().summary(&Summary { end, state_root: None, fork: None });
    }
    tracer.reset();
    tracer.sink_mut().writer_mut().flush()
}
