//! `eevm disasm`.

use crate::{arguments::Arguments, error::CliError, input, output::TextWriter};
use eevm::bytecode::disassemble;
use std::{fmt::Write as _, io, path::Path, process::ExitCode};

/// Prints the instructions of a code, one a line.
pub(crate) fn disasm(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let code = match (arguments.text("code")?, &*arguments.operands) {
        (Some(code), []) => input::hex("--code", code)?,
        (None, []) => input::hex_file(Path::new("-"))?,
        (None, [path]) => input::hex_file(Path::new(path))?,
        _ => return Err(CliError::usage("disasm takes one code")),
    };
    let mut out = TextWriter::new(io::stdout().lock());
    for instruction in disassemble(&code) {
        if writeln!(out, "{instruction}").is_err() {
            break;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
