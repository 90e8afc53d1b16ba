//! What the arena knows about one frame.

use crate::chunks::{CHUNK, Chunks};
use alloc::vec::Vec;
use core::ops::Range;

/// The memory of one frame: a window of the arena that starts at `base`.
///
/// Invariants: `base` and `zeroed` are multiples of 32, `base + zeroed` and the end of every far
/// chunk lie in the arena; bytes below `zeroed` and in far chunks hold the frame's data, all others
/// read as zero, whatever the arena holds there. Far chunks that reach beyond `zeroed` begin at or
/// after it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Frame {
    /// Offset in the arena.
    pub(crate) base: usize,
    /// Bytes paid for: MSIZE.
    pub(crate) len: usize,
    /// Length of the addressable prefix; may exceed `len`.
    pub(crate) zeroed: usize,
    /// Which set has the frame's far chunks, if it has any.
    pub(crate) far: Option<FarIndex>,
}

/// Place of a set in [`FarSets`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct FarIndex(u32);

/// The sets of far chunks of all frames, kept for the next frames that need one.
///
/// Only the top frame gets a set or gives one back, so those in use are a stack.
#[derive(Debug, Default)]
pub(crate) struct FarSets {
    sets: Vec<Chunks>,
    used: u32,
}

impl FarSets {
    /// No sets; allocates nothing.
    pub(crate) const fn new() -> Self {
        Self { sets: Vec::new(), used: 0 }
    }

    /// The set at `index`.
    pub(crate) fn get(&self, index: Option<FarIndex>) -> Option<&Chunks> {
        self.sets.get(usize::try_from(index?.0).ok()?)
    }

    /// The set at `index`, or an empty one for a frame that has none.
    pub(crate) fn get_or_take(&mut self, index: &mut Option<FarIndex>) -> Option<&mut Chunks> {
        let FarIndex(place) = *index.get_or_insert_with(|| {
            let taken = FarIndex(self.used);
            self.used += 1;
            taken
        });
        let place = usize::try_from(place).ok()?;
        if place >= self.sets.len() {
            self.sets.resize_with(place + 1, Chunks::default);
        }
        self.sets.get_mut(place)
    }

    /// Gives back the set of the top frame.
    #[cold]
    pub(crate) fn give_back(&mut self, index: FarIndex) {
        if let Some(set) = usize::try_from(index.0).ok().and_then(|at| self.sets.get_mut(at)) {
            set.clear();
        }
        self.used = index.0;
    }
}

impl Frame {
    /// Length of the part that is both paid for and in the addressable prefix.
    #[inline]
    pub(crate) fn valid(&self) -> usize {
        self.len.min(self.zeroed)
    }

    /// Offset in the arena after the last addressable byte.
    #[inline]
    pub(crate) fn end(&self, sets: &FarSets) -> usize {
        let far = if self.far.is_some() { self.far_end(sets) } else { 0 };
        self.base + self.zeroed.max(far)
    }

    #[cold]
    fn far_end(&self, sets: &FarSets) -> usize {
        sets.get(self.far).map_or(0, Chunks::end) * CHUNK
    }

    /// The parts of the arena that hold data of this frame.
    pub(crate) fn live(&self, sets: &FarSets) -> impl Iterator<Item = Range<usize>> {
        let prefix = self.base..self.base + self.zeroed;
        let first = self.zeroed / CHUNK;
        let far = sets.get(self.far).into_iter().flat_map(move |far| far.iter_from(first));
        core::iter::once(prefix).chain(far.map(|chunk| {
            let start = self.base + chunk * CHUNK;
            start..start + CHUNK
        }))
    }
}
