//! The storage of one frame's stack.

use alloc::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use core::ptr::NonNull;
use eevm_primitives::{U256, gas::STACK_LIMIT};

/// Storage is aligned to this many bytes, so that the height is in the pointer's low bits.
const ALIGN: usize = 1 << 16;

/// Words beyond the limit. Nothing reads or writes them today; a register program may keep its
/// temporaries there.
const SLACK: usize = 64;

/// Where the first word lies in the storage, in bytes.
///
/// Not at its begin: memory that programs write to lies at round addresses too, and processors
/// take a load for the reload of an earlier store when the low twelve bits of both are alike.
const START: usize = 512;

/// Bytes of a word.
const WORD: usize = 32;

/// Storage for 1,024 words at a 64 KiB boundary.
///
/// Invariant: `base` points to `LAYOUT` bytes owned by this value and is a multiple of [`ALIGN`];
/// the words begin [`START`] bytes after it.
/// The words below the stack pointer that belongs to a frame are initialised; nothing else is.
pub(crate) struct StackStorage {
    base: NonNull<U256>,
}

// SAFETY: the storage is owned by the value and holds plain integers.
unsafe impl Send for StackStorage {}
// SAFETY: shared access gives no way to read or write the words.
unsafe impl Sync for StackStorage {}

impl core::fmt::Debug for StackStorage {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("StackStorage").finish_non_exhaustive()
    }
}

impl StackStorage {
    const LAYOUT: Layout =
        match Layout::from_size_align(START + (STACK_LIMIT + SLACK) * WORD, ALIGN) {
            Ok(layout) => layout,
            Err(_) => panic!("the size is a constant below isize::MAX"),
        };

    pub(crate) fn new() -> Self {
        // SAFETY: the layout's size is not zero.
        let base = unsafe { alloc(Self::LAYOUT) };
        match NonNull::new(base.cast::<U256>()) {
            Some(base) => Self { base },
            None => handle_alloc_error(Self::LAYOUT),
        }
    }

    /// Where the first word goes: the stack pointer of an empty stack.
    pub(crate) const fn base(&self) -> *mut U256 {
        // SAFETY: the storage is larger than that.
        unsafe { self.base.as_ptr().byte_add(START) }
    }
}

impl Drop for StackStorage {
    fn drop(&mut self) {
        // SAFETY: `base` was allocated in `new` with this layout and is freed once.
        unsafe { dealloc(self.base.as_ptr().cast(), Self::LAYOUT) }
    }
}

/// Bytes of stack in use below `sp`, a pointer into a [`StackStorage`] or one past its words.
#[inline(always)]
pub(crate) fn height_bytes(sp: *mut U256) -> usize {
    (sp.addr() & (ALIGN - 1)).wrapping_sub(START)
}

/// The first word of the storage that `sp` points into.
#[inline(always)]
pub(crate) fn base_of(sp: *mut U256) -> *mut U256 {
    sp.map_addr(|address| (address & !(ALIGN - 1)) + START)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn height_is_in_the_pointer() {
        let stack = StackStorage::new();
        assert_eq!(height_bytes(stack.base()), 0);
        let full = stack.base().wrapping_add(STACK_LIMIT);
        assert_eq!(height_bytes(full), STACK_LIMIT * WORD);
        assert_eq!(base_of(full), stack.base());
    }
}
