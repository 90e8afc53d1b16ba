//! An allocator that counts the bytes of one run.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

static COUNTS: AtomicBool = AtomicBool::new(false);
static BYTES: AtomicU64 = AtomicU64::new(0);

/// The system's allocator; counts only while [`allocated_bytes`] asks, so that timed runs pay one
/// load and a branch for an allocation.
#[derive(Debug, Clone, Copy, Default)]
pub struct CountingAllocator;

/// The bytes that `run` allocates, freed or not; what grows counts in full again.
///
/// Zero unless [`CountingAllocator`] is the program's global allocator. Counts all threads.
pub fn allocated_bytes(run: impl FnOnce()) -> u64 {
    BYTES.store(0, Relaxed);
    COUNTS.store(true, Relaxed);
    run();
    COUNTS.store(false, Relaxed);
    BYTES.load(Relaxed)
}

fn count(bytes: usize) {
    if COUNTS.load(Relaxed) {
        BYTES.fetch_add(u64::try_from(bytes).unwrap_or(u64::MAX), Relaxed);
    }
}

// SAFETY: every method passes its arguments on to `System` and its result back.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps this method's contract, which is `System`'s.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps this method's contract, which is `System`'s.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(new_size);
        // SAFETY: the caller keeps this method's contract, which is `System`'s.
        unsafe { System.realloc(ptr, layout, new_size) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps this method's contract, which is `System`'s.
        unsafe { System.dealloc(ptr, layout) }
    }
}
