//! Code and call data, from arguments, files and standard input.

use crate::error::CliError;
use eevm::primitives::decode_hex;
use std::{
    fs,
    io::{self, Read},
    path::Path,
};

/// The bytes that a text gives in hexadecimal digits; white space at its ends does not count.
pub(crate) fn hex(place: &str, text: &str) -> Result<Vec<u8>, CliError> {
    decode_hex(text.trim()).map_err(|error| CliError::content(place, error))
}

/// The bytes that a file gives in hexadecimal digits; `-` is standard input.
pub(crate) fn hex_file(path: &Path) -> Result<Vec<u8>, CliError> {
    let (place, text) = if path == Path::new("-") {
        ("standard input".to_owned(), standard_input()?)
    } else {
        let place = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|cause| file(path, cause))?;
        (place, text)
    };
    hex(&place, &text)
}

/// All of standard input.
pub(crate) fn standard_input() -> Result<String, CliError> {
    let mut text = String::new();
    io::stdin()
        .lock()
        .read_to_string(&mut text)
        .map_err(|cause| CliError::File { path: "standard input".to_owned(), cause })?;
    Ok(text)
}

pub(crate) fn file(path: &Path, cause: io::Error) -> CliError {
    CliError::File { path: path.display().to_string(), cause }
}
