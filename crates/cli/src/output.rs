//! Writing, on streams that may be closed at any time.

use crate::error::CliError;
use std::{
    fmt,
    io::{self, Write},
};

/// Writes text to standard output.
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes an error to standard error, if anybody is there.
pub(crate) fn complain(error: &dyn fmt::Display) {
    let mut text = one_line(&format!("error: {error}"));
    text.push('\n');
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// The text with its control characters escaped: it may come from a file.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::new();
    for c in text.chars() {
        if c.is_control() { line.extend(c.escape_default()) } else { line.push(c) }
    }
    line
}

/// Bytes behind a buffer, for what writes text; an error is kept until it is asked for.
#[derive(Debug)]
pub(crate) struct TextWriter<W: Write> {
    writer: io::BufWriter<W>,
    error: Option<io::Error>,
}

impl<W: Write> TextWriter<W> {
    pub(crate) fn new(writer: W) -> Self {
        Self { writer: io::BufWriter::new(writer), error: None }
    }

    /// Writes what is in the buffer.
    ///
    /// # Errors
    /// Of this and of all writing before.
    pub(crate) fn flush(&mut self) -> Result<(), CliError> {
        match self.error.take() {
            Some(error) => Err(error.into()),
            None => Ok(self.writer.flush()?),
        }
    }
}

impl<W: Write> fmt::Write for TextWriter<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.writer.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
