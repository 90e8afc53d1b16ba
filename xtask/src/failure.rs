//! The one error of the commands: what to print, and with which exit code to end.

use std::fmt;

/// Why a command ends with a non-zero exit code.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The arguments make no sense; exit code 2.
    Usage(String),
    /// Something that was run or checked has failed; exit code 1.
    Failed(String),
}

impl Failure {
    /// A failure of something run or checked.
    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }

    /// A mistake in the arguments.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    /// The exit code of the process.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Failed(_) => 1,
            Self::Usage(_) => 2,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(message) => f.write_str(message),
            Self::Usage(message) => write!(f, "{message} (`cargo xtask --help` says more)"),
        }
    }
}
