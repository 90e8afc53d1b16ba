//! The arena: frames, lengths, and making bytes addressable.

use crate::{
    chunks::{CHUNK, Chunks},
    frame::{FarSets, Frame},
    storage::Storage,
};
use alloc::{vec, vec::Vec};
use core::ops::Range;

/// A fresh frame's first growth stops here, so that small calls do not pay for a whole chunk.
const FIRST: usize = 1024;
/// Growth that ends at most this far beyond the addressable prefix extends the prefix.
const NEAR: usize = 64 * 1024;
/// Bytes of the first allocation.
const INITIAL_CAPACITY: usize = 64 * 1024;
/// Bytes the arena may have unless told otherwise.
const DEFAULT_LIMIT: usize = 1 << if usize::BITS >= 64 { 32 } else { 30 };

/// Memory that was paid for cannot be had: it lies beyond the arena's limit, or beyond what the
/// frame has paid for, or the allocator has no more.
///
/// With gas limits as on the main network this does not happen (EIP-150's quadratic cost); a
/// caller that allows more gas should treat it as out of gas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("memory of {required} bytes exceeds what is available, at most {limit}")]
pub struct MemoryLimit {
    /// Bytes the access needs.
    pub required: usize,
    /// Bytes there may be.
    pub limit: usize,
}

/// The memory of all frames of one `Evm`, in one contiguous arena.
///
/// There is always a current frame; a new value has the root frame, empty. Storage only grows,
/// and stays for the next transaction.
///
/// # Fast path
/// The interpreter may keep `{base_ptr(), valid()}`: an access to `offset..end` of the current
/// frame with `end <= valid` may go through the pointer. Both are stale after any call that takes
/// `&mut self`, and have to be read again.
#[derive(Debug)]
pub struct Memory {
    pub(crate) storage: Storage,
    /// The frames up to the current one, and perhaps unused ones after it. They stay in place: a
    /// frame copied aside in vector registers, its fields just written, would wait for the stores.
    frames: Vec<Frame>,
    /// Which frame is the current one. Invariant: less than `frames.len()`.
    depth: usize,
    /// The lesser of the current frame's `len` and `zeroed`.
    valid: usize,
    limit: usize,
    pub(crate) far_sets: FarSets,
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl Memory {
    /// Memory with an arena of at most 4 GiB (1 GiB where pointers have 32 bits), which is not
    /// allocated before it is touched.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limit(DEFAULT_LIMIT)
    }

    /// Memory whose arena, all frames together, never exceeds `limit_bytes`, rounded up to whole
    /// chunks of 4 KiB. What frames occupy is counted in chunks, too.
    #[must_use]
    pub fn with_limit(limit_bytes: usize) -> Self {
        let most = isize::MAX.cast_unsigned() & !(CHUNK - 1);
        let limit = if limit_bytes > most { most } else { limit_bytes.next_multiple_of(CHUNK) };
        Self {
            storage: Storage::new(),
            frames: vec![Frame::default()],
            depth: 0,
            valid: 0,
            limit,
            far_sets: FarSets::new(),
        }
    }

    /// Bytes the arena may have.
    #[must_use]
    pub const fn limit(&self) -> usize {
        self.limit
    }

    /// Bytes the arena has reserved, touched or not.
    #[must_use]
    pub const fn capacity(&self) -> usize {
        self.storage.capacity()
    }

    /// Frames below the current one.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// The current frame.
    #[inline]
    pub(crate) fn frame(&self) -> &Frame {
        &self.frames[self.depth]
    }

    #[inline]
    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frames[self.depth]
    }

    /// Begins a frame with empty memory, above all addressable bytes of the current one.
    #[inline]
    pub fn enter(&mut self) {
        let child = Frame { base: self.frame().end(&self.far_sets), ..Frame::default() };
        match self.frames.get_mut(self.depth + 1) {
            Some(frame) => *frame = child,
            None => self.frames.push(child),
        }
        self.depth += 1;
        self.valid = 0;
    }

    /// Ends the current frame and goes back to its caller's, which is as it was. In the root frame
    /// this is [`Memory::reset`].
    #[inline]
    pub fn leave(&mut self) {
        self.give_back_far();
        if self.depth == 0 {
            *self.frame_mut() = Frame::default();
        } else {
            self.depth -= 1;
        }
        self.valid = self.frame().valid();
    }

    /// Goes back to one empty root frame, for the next transaction. Storage stays.
    pub fn reset(&mut self) {
        while self.depth != 0 {
            self.leave();
        }
        self.leave();
    }

    /// Bytes the current frame has paid for: MSIZE.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.frame().len
    }

    /// Whether the current frame has no memory.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.frame().len == 0
    }

    /// Bytes of the current frame that may be accessed through [`Memory::base_ptr`].
    #[inline]
    #[must_use]
    pub const fn valid(&self) -> usize {
        self.valid
    }

    /// The address of the current frame's first byte.
    ///
    /// The pointer is good for reads and writes of [`Memory::valid`] initialised bytes, until the
    /// next call that takes `&mut self`; writing through it needs exclusive access to `self`.
    #[inline]
    #[must_use]
    pub fn base_ptr(&self) -> *mut u8 {
        self.storage.pointer(self.frame().base)
    }

    /// Raises the length of the current frame to `new_len` bytes, a multiple of 32; a smaller
    /// length changes nothing. Gas is the caller's to charge, before. No byte is touched.
    ///
    /// Source: execution-specs, `calculate_gas_extend_memory`.
    #[inline]
    pub fn raise(&mut self, new_len: usize) {
        debug_assert!(new_len.is_multiple_of(32), "memory grows by words");
        let frame = self.frame_mut();
        if new_len > frame.len {
            frame.len = new_len;
            self.valid = frame.valid();
        }
    }

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
    pub(crate) fn touch_to_overwrite(
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
    pub(crate) fn end_of(&self, offset: usize, size: usize) -> Result<usize, MemoryLimit> {
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
        if end <= self.frame().zeroed {
            return Ok(());
        }
        let first_chunk = offset / CHUNK;
        let rounded = if end <= FIRST { Some(FIRST) } else { end.checked_next_multiple_of(CHUNK) };
        let required = rounded.and_then(|rounded| rounded.checked_add(self.frame().base));
        let (Some(rounded), Some(required)) = (rounded, required) else {
            return Err(MemoryLimit { required: usize::MAX, limit: self.limit });
        };
        self.reserve(required)?;
        let hole = if overwritten { offset..end } else { end..end };
        let zeroed = self.frame().zeroed;
        if end - zeroed <= NEAR || first_chunk * CHUNK <= zeroed {
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
    fn give_back_far(&mut self) {
        if let Some(far) = self.frame_mut().far.take() {
            self.far_sets.give_back(far);
        }
    }
}
