//! Why a transaction did not run: what the sender did wrong, apart from what the database could
//! not do.

mod decode;
mod invalid;

pub use decode::{DecodeError, Field, FieldProblem};
pub use invalid::InvalidTransaction;

/// Why a transaction or message did not run. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvmError<E> {
    /// The transaction is invalid.
    #[error(transparent)]
    Invalid(#[from] InvalidTransaction),
    /// The database failed.
    #[error("database: {0}")]
    Database(E),
}
