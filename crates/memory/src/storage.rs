//! The bytes of the arena: a raw block that grows, never shrinks, and is always initialised.
//!
//! This is the only module with unsafe code. A `Vec<u8>` would not do: it cannot ask for zeroed
//! memory fallibly, and the interpreter keeps raw pointers into the bytes, which may not be
//! derived from a reference that a later method call invalidates.

use alloc::alloc::{Layout, alloc_zeroed, dealloc};
use core::{ops::Range, ptr::NonNull, slice};

/// Alignment of the block. Not more than what allocators give anyway, since a larger alignment
/// makes the standard allocator zero the whole block by hand instead of asking for fresh pages.
const ALIGN: usize = 16;

/// A block of `capacity` bytes.
///
/// Invariant: `pointer` is valid for reads and writes of `capacity` bytes, all of them
/// initialised, from one allocation with layout (`capacity`, [`ALIGN`]); while `capacity` is 0 it
/// dangles. Only this value frees or replaces the block.
#[derive(Debug)]
pub(crate) struct Storage {
    pointer: NonNull<u8>,
    capacity: usize,
}

// SAFETY: the block is owned; the raw pointer is not shared with any other value of this type.
unsafe impl Send for Storage {}
// SAFETY: a shared reference only reads, and gives out raw pointers whose use is unsafe.
unsafe impl Sync for Storage {}

impl Storage {
    /// No bytes; allocates nothing.
    pub(crate) const fn new() -> Self {
        Self { pointer: NonNull::dangling(), capacity: 0 }
    }

    /// Bytes in the block.
    #[inline]
    pub(crate) const fn capacity(&self) -> usize {
        self.capacity
    }

    /// The address of byte `offset`, which is clamped to the end of the block.
    #[inline]
    pub(crate) fn pointer(&self, offset: usize) -> *mut u8 {
        // SAFETY: the offset is at most `capacity`, so the result is in the block or at its end.
        unsafe { self.pointer.as_ptr().add(offset.min(self.capacity)) }
    }

    /// All bytes.
    #[inline]
    pub(crate) const fn bytes(&self) -> &[u8] {
        // SAFETY: by the type's invariant the block is readable and initialised, and it lives at
        // least as long as the borrow of `self`.
        unsafe { slice::from_raw_parts(self.pointer.as_ptr(), self.capacity) }
    }

    /// All bytes, to write.
    #[inline]
    pub(crate) const fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as for `bytes`, and `self` is borrowed mutably, so nothing else refers to it.
        unsafe { slice::from_raw_parts_mut(self.pointer.as_ptr(), self.capacity) }
    }

    /// Moves to a block of `capacity` bytes in which the `live` ranges are the old bytes and all
    /// else is initialised. Returns whether the allocator gave the block; if not, nothing changed.
    ///
    /// Only live bytes are copied and the new block comes zeroed from the allocator, which for
    /// large blocks means fresh pages: what is never touched never costs.
    pub(crate) fn grow(
        &mut self,
        capacity: usize,
        live: impl Iterator<Item = Range<usize>>,
    ) -> bool {
        if capacity <= self.capacity {
            return true;
        }
        let Ok(layout) = Layout::from_size_align(capacity, ALIGN) else { return false };
        // SAFETY: the layout is not of size 0, since `capacity` exceeds the present one.
        let Some(pointer) = NonNull::new(unsafe { alloc_zeroed(layout) }) else { return false };
        let mut grown = Self { pointer, capacity };
        for range in live {
            if let (Some(to), Some(from)) =
                (grown.bytes_mut().get_mut(range.clone()), self.bytes().get(range))
            {
                to.copy_from_slice(from);
            }
        }
        *self = grown;
        true
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        if self.capacity == 0 {
            return;
        }
        if let Ok(layout) = Layout::from_size_align(self.capacity, ALIGN) {
            // SAFETY: by the type's invariant the block was allocated with this layout.
            unsafe { dealloc(self.pointer.as_ptr(), layout) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::iter;

    #[test]
    fn growth_keeps_live_bytes_and_zeroes_the_rest() {
        let mut storage = Storage::new();
        assert_eq!(storage.bytes(), &[] as &[u8]);
        assert!(storage.grow(64, iter::empty()));
        storage.bytes_mut().fill(7);
        assert!(storage.grow(128, [0..8, 60..64].into_iter()));
        assert_eq!(storage.bytes()[..8], [7; 8]);
        assert_eq!(storage.bytes()[8..60], [0; 52]);
        assert_eq!(storage.bytes()[60..64], [7; 4]);
        assert_eq!(storage.bytes()[64..], [0; 64]);
        assert!(storage.grow(1, iter::empty()), "never shrinks");
        assert_eq!(storage.capacity(), 128);
    }

    #[test]
    fn an_impossible_size_is_refused() {
        let mut storage = Storage::new();
        assert!(!storage.grow(usize::MAX, iter::empty()));
        assert_eq!(storage.capacity(), 0);
    }

    #[test]
    fn raw_pointers_outlive_borrows_of_the_block() {
        let mut storage = Storage::new();
        assert!(storage.grow(64, iter::empty()));
        let pointer = storage.pointer(3);
        storage.bytes_mut()[3] = 1;
        // SAFETY: byte 3 is in the block, which has not been replaced since.
        unsafe { *pointer += 1 };
        assert_eq!(storage.bytes()[3], 2);
        assert_eq!(storage.pointer(1000), storage.pointer(64));
    }
}
