//! What can be wrong with a program.

use alloc::string::String;

/// Why a program has no bytes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AsmError {
    /// A push of a label that stands nowhere.
    #[error("label {name:?} is not defined")]
    UnknownLabel {
        /// The label's name.
        name: String,
    },
    /// A label that stands in two places.
    #[error("label {name:?} is defined at offset {first} and again at offset {second}")]
    DuplicateLabel {
        /// The label's name.
        name: String,
        /// Offset of the first place, in bytes.
        first: usize,
        /// Offset of the second place, in bytes.
        second: usize,
    },
    /// A value that does not fit the immediate it is pushed with.
    #[error("a value of {needed} bytes does not fit a push of {width}")]
    ValueTooWide {
        /// Bytes the value needs.
        needed: usize,
        /// Bytes of the immediate.
        width: usize,
    },
    /// A push width that no instruction has; 1 to 32 bytes are possible.
    #[error("there is no push of {width} bytes")]
    PushWidth {
        /// The width asked for.
        width: usize,
    },
    /// A label whose offset does not fit the immediate it is pushed with.
    #[error("label {name:?} at offset {offset} does not fit a push of {width} bytes")]
    LabelTooFar {
        /// The label's name.
        name: String,
        /// The label's offset, in bytes.
        offset: usize,
        /// Bytes of the immediate.
        width: usize,
    },
}
