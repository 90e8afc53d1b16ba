//! Making bytes of the current frame addressable.

use crate::{
    chunks::{CHUNK, Chunks},
    memory::{Memory, MemoryLimit},
};
use core::ops::Range;

/// A fresh frame's first growth stops here, so that small calls do not pay for a whole chunk.
pub(super) const FIRST: usize = 256;
/// The most that growth zeroes beyond what was asked for.
const STEP: usize = 8 * 1024;
/// Growth that ends at most this far beyond the addressable prefix extends the prefix.
const NEAR: usize = 64 * 1024;
/// Bytes of the first allocation.
const INITIAL_CAPACITY: usize = 64 * 1024;

impl Memory {
    /// Makes `size` bytes at `offset` addressable: what was never written reads as zero.
    ///
    /// # Errors
    /// The range reaches beyond [`Memory::len`], or the arena cannot grow that far. Nothing
    /// changed then. No error when `size` is 0, whatever the offset.
    #[inline]
    pub fn touch(&mut self, offset: usize, size: usize) -> Result<(), MemoryLimit> {
        match offset.checked_add(size) {
            Some(end) if end <= self.valid => Ok(()),
            _ => self.materialise(offset, size, false),
        }
    }

    /// [`Memory::touch`] for bytes that the caller overwrites at once, all of them: those need not
    /// be zeroed first.
    #[inline]
    pub(super) fn touch_to_overwrite(
        &mut self,
        offset: usize,
        size: usize,
    ) -> Result<(), MemoryLimit> {
        match offset.checked_add(size) {
            Some(end) if end <= self.valid => Ok(()),
            _ => self.materialise(offset, size, true),
        }
    }

    /// The offset after a range of the current frame.
    ///
    /// # Errors
    /// The range reaches beyond what was paid for.
    pub(super) fn end_of(&self, offset: usize, size: usize) -> Result<usize, MemoryLimit> {
        match offset.checked_add(size) {
            Some(end) if end <= self.frame().len => Ok(end),
            end => {
                Err(MemoryLimit { required: end.unwrap_or(usize::MAX), limit: self.frame().len })
            }
        }
    }

    #[inline(never)]
    fn materialise(
        &mut self,
        offset: usize,
        size: usize,
        overwritten: bool,
    ) -> Result<(), MemoryLimit> {
        if size == 0 {
            return Ok(());
        }
        let end = self.end_of(offset, size)?;
        let zeroed = self.frame().zeroed;
        if end <= zeroed {
            return Ok(());
        }
        let near = end - zeroed <= NEAR;
        if near && self.frame().far.is_none() {
            // The way of almost every growth: no far chunks to mind, room in the arena.
            let rounded = if end <= FIRST {
                FIRST
            } else {
                // A quarter more than there is, so that a long climb takes few steps, but not so
                // much that the zeroes leave the first cache before they are written over.
                (end.max(zeroed + (zeroed / 4).min(STEP))).next_multiple_of(CHUNK)
            };
            let hole = if overwritten { offset..end } else { end..end };
            let base = self.frame().base;
            if base + rounded <= self.storage.capacity() {
                self.zero_except(zeroed, rounded, &hole);
                self.frame_mut().zeroed = rounded;
                self.valid = self.frame().valid();
                return Ok(());
            }
        }
        let first_chunk = offset / CHUNK;
        if !near
            && let Some(far) = self.far_sets.get(self.frame().far)
            && far.contains_all(first_chunk, end.div_ceil(CHUNK))
        {
            return Ok(());
        }
        let rounded = if end <= FIRST { Some(FIRST) } else { end.checked_next_multiple_of(CHUNK) };
        let required = rounded.and_then(|rounded| rounded.checked_add(self.frame().base));
        let (Some(rounded), Some(required)) = (rounded, required) else {
            return Err(MemoryLimit { required: usize::MAX, limit: self.limit });
        };
        self.reserve(required)?;
        let hole = if overwritten { offset..end } else { end..end };
        if near || first_chunk * CHUNK <= zeroed {
            self.extend_prefix(rounded, &hole);
            Ok(())
        } else {
            self.add_far(first_chunk, rounded / CHUNK, &hole)
        }
    }

    /// Makes the arena at least `required` bytes long.
    fn reserve(&mut self, required: usize) -> Result<(), MemoryLimit> {
        let capacity = self.storage.capacity();
        if required <= capacity {
            return Ok(());
        }
        let error = MemoryLimit { required, limit: self.limit };
        if required > self.limit {
            return Err(error);
        }
        let wished = required.max(capacity.saturating_mul(2)).max(INITIAL_CAPACITY);
        let live =
            || self.frames.iter().take(self.depth + 1).flat_map(|frame| frame.live(&self.far_sets));
        if self.storage.grow(wished.min(self.limit), live()) || self.storage.grow(required, live())
        {
            Ok(())
        } else {
            Err(error)
        }
    }

    /// Makes the prefix `end` bytes long, zeroing what is new except `hole` and far chunks, which
    /// have data.
    fn extend_prefix(&mut self, end: usize, hole: &Range<usize>) {
        let start = self.frame().zeroed;
        self.frame_mut().zeroed = end;
        if self.frame().far.is_some() {
            self.extend_prefix_over_far(start, hole);
        } else {
            self.zero_except(start, end, hole);
        }
        self.valid = self.frame().valid();
    }

    fn extend_prefix_over_far(&mut self, mut start: usize, hole: &Range<usize>) {
        let is_far = |memory: &Self, chunk| {
            memory.far_sets.get(memory.frame().far).is_some_and(|far| far.contains(chunk))
        };
        let end = self.frame().zeroed;
        while start < end {
            let chunk = start / CHUNK;
            let next = end.min((chunk + 1) * CHUNK);
            if !is_far(self, chunk) {
                self.zero_except(start, next, hole);
            }
            start = next;
        }
        if end.is_multiple_of(CHUNK) {
            while is_far(self, self.frame().zeroed / CHUNK) {
                self.frame_mut().zeroed += CHUNK;
            }
        }
        let far_end = self.far_sets.get(self.frame().far).map_or(0, Chunks::end) * CHUNK;
        if far_end <= self.frame().zeroed {
            self.give_back_far();
        }
    }

    /// Makes the chunks `first..end` addressable apart from the prefix.
    fn add_far(
        &mut self,
        first: usize,
        end: usize,
        hole: &Range<usize>,
    ) -> Result<(), MemoryLimit> {
        for chunk in first..end {
            let far = self.far_sets.get_or_take(&mut self.frames[self.depth].far);
            let Some(far) = far.and_then(|far| far.reserve(end).then_some(far)) else {
                return Err(MemoryLimit { required: end * CHUNK, limit: self.limit });
            };
            if !far.contains(chunk) {
                far.insert(chunk);
                self.zero_except(chunk * CHUNK, (chunk + 1) * CHUNK, hole);
            }
        }
        Ok(())
    }

    /// Zeroes `start..end` of the current frame but not the bytes of `hole`.
    fn zero_except(&mut self, start: usize, end: usize, hole: &Range<usize>) {
        let base = self.frame().base;
        let Some(bytes) = self.storage.bytes_mut().get_mut(base..) else { return };
        let (before, after) = (hole.start.clamp(start, end), hole.end.clamp(start, end));
        if let Some(bytes) = bytes.get_mut(start..before) {
            bytes.fill(0);
        }
        if let Some(bytes) = bytes.get_mut(after..end) {
            bytes.fill(0);
        }
    }

    /// Gives back the current frame's set of far chunks.
    #[inline]
    pub(super) fn give_back_far(&mut self) {
        if let Some(far) = self.frame_mut().far.take() {
            self.far_sets.give_back(far);
        }
    }
}
