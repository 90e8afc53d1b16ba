//! What the arena knows about one frame.

use crate::chunks::{CHUNK, Chunks};
use alloc::boxed::Box;
use core::ops::Range;

/// The memory of one frame: a window of the arena that starts at `base`.
///
/// Invariants: `base` and `zeroed` are multiples of 32, `base + zeroed` and the end of every chunk
/// in `far` lie in the arena; bytes below `zeroed` and in chunks of `far` hold the frame's data,
/// all others read as zero, whatever the arena holds there. Chunks of `far` that reach beyond
/// `zeroed` begin at or after it.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    /// Offset in the arena.
    pub(crate) base: usize,
    /// Bytes paid for: MSIZE.
    pub(crate) len: usize,
    /// Length of the addressable prefix; may exceed `len`.
    pub(crate) zeroed: usize,
    /// Chunks beyond the prefix that are addressable too.
    pub(crate) far: Option<Box<Chunks>>,
}

impl Frame {
    /// Offset in the arena after the last addressable byte.
    pub(crate) fn end(&self) -> usize {
        let far = self.far.as_ref().map_or(0, |far| far.end() * CHUNK);
        self.base + self.zeroed.max(far)
    }

    /// The parts of the arena that hold data of this frame.
    pub(crate) fn live(&self) -> impl Iterator<Item = Range<usize>> {
        let prefix = self.base..self.base + self.zeroed;
        let first = self.zeroed / CHUNK;
        let far = self.far.iter().flat_map(move |far| far.iter_from(first)).map(|chunk| {
            let start = self.base + chunk * CHUNK;
            start..start + CHUNK
        });
        core::iter::once(prefix).chain(far)
    }
}
