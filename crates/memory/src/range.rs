//! Ranges of a caller's memory that a callee reads in place.

/// A range of some frame's bytes, to be read by frames above it: call data without a copy.
///
/// Bytes from [`Range::valid`] on were never touched and read as zero. The range means something
/// only to the [`Memory`](crate::Memory) that made it, and only until its frame runs again or is
/// left; used any later it gives unspecified bytes of the arena, or zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Range {
    pub(crate) start: usize,
    pub(crate) len: usize,
    pub(crate) valid: usize,
}

impl Range {
    /// No bytes.
    pub const EMPTY: Self = Self { start: 0, len: 0, valid: 0 };

    /// Bytes in the range: CALLDATASIZE.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether the range has no bytes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes of the range that are in the arena; those after them are zero. At most `len`.
    #[must_use]
    pub const fn valid(&self) -> usize {
        self.valid
    }
}
