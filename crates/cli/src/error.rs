//! What ends the program early.

use std::io;

/// What ends the program early: one line, and an exit code that is not zero.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// The command line makes no sense. Exit code 2.
    #[error("{0} (`eevm --help` says more)")]
    Usage(String),
    /// A file cannot be read.
    #[error("{path}: {cause}")]
    File { path: String, cause: io::Error },
    /// A file or argument does not hold what it should.
    #[error("{place}: {reason}")]
    Content { place: String, reason: String },
    /// The transaction or call is refused.
    #[error("{0}")]
    Refused(String),
    /// Nothing more can be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

impl CliError {
    pub(crate) fn usage(text: impl Into<String>) -> Self {
        Self::Usage(text.into())
    }

    pub(crate) fn content(place: impl Into<String>, reason: impl ToString) -> Self {
        Self::Content { place: place.into(), reason: reason.to_string() }
    }
}
