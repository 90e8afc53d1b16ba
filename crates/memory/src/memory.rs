//! The arena: frames and their lengths.

use crate::{
    chunks::CHUNK,
    frame::{FarSets, Frame},
    storage::Storage,
};
use alloc::{vec, vec::Vec};

mod copy;
mod touch;

use touch::FIRST;

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
    storage: Storage,
    /// The frames up to the current one, and perhaps unused ones after it. They stay in place: a
    /// frame copied aside in vector registers, its fields just written, would wait for the stores.
    frames: Vec<Frame>,
    /// Which frame is the current one. Invariant: less than `frames.len()`.
    depth: usize,
    /// The lesser of the current frame's `len` and `zeroed`.
    valid: usize,
    limit: usize,
    far_sets: FarSets,
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
    fn frame(&self) -> &Frame {
        &self.frames[self.depth]
    }

    #[inline]
    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frames[self.depth]
    }

    /// Begins a frame with empty memory, above all addressable bytes of the current one.
    ///
    /// Where the arena has room its first bytes are zeroed at once: most frames that use memory use
    /// these, and that costs less than finding out.
    #[inline]
    pub fn enter(&mut self) {
        let base = self.frame().end(&self.far_sets);
        let zeroed =
            match self.storage.bytes_mut().get_mut(base..).and_then(<[u8]>::first_chunk_mut) {
                Some(first) => {
                    *first = [0; FIRST];
                    FIRST
                }
                None => 0,
            };
        let child = Frame { base, zeroed, ..Frame::default() };
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
        let frame = self.frame_mut();
        if new_len > frame.len {
            frame.len = new_len;
            self.valid = frame.valid();
        }
    }

    /// [`Memory::raise`] for a length that is larger than the present one and lies within what is
    /// addressable already, which is then valid at once. Otherwise nothing changes and the answer
    /// is `false`.
    #[inline]
    pub fn raise_in_prefix(&mut self, new_len: usize) -> bool {
        match self.frames.get_mut(self.depth) {
            Some(frame) if new_len > frame.len && new_len <= frame.zeroed => {
                frame.len = new_len;
                self.valid = new_len;
                true
            }
            _ => false,
        }
    }
}
