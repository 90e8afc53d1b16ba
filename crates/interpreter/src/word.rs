//! Stack words as four 64-bit limbs.
//!
//! Carry chains write a word as four 8-byte stores. Read back as two 16-byte loads it would have
//! to wait for the stores to retire; read limb by limb it is forwarded. The loads are volatile so
//! that the compiler keeps them apart.

use eevm_primitives::U256;

/// Least significant limb first.
pub(crate) type Limbs = [u64; 4];

/// The word at `p`.
///
/// # Safety
/// `p` points to an initialised word.
#[inline(always)]
pub(crate) unsafe fn load(p: *const U256) -> Limbs {
    let p = p.cast::<u64>();
    // SAFETY: by the caller; a word is four limbs.
    unsafe {
        [
            p.read_volatile(),
            p.add(1).read_volatile(),
            p.add(2).read_volatile(),
            p.add(3).read_volatile(),
        ]
    }
}

/// Writes the word at `p`.
///
/// # Safety
/// `p` points to storage for a word.
#[inline(always)]
pub(crate) unsafe fn store(p: *mut U256, limbs: Limbs) {
    // SAFETY: by the caller.
    unsafe { p.cast::<Limbs>().write(limbs) }
}

/// Exchanges the words at `a` and `b`, two limbs at a time: four registers are enough.
///
/// # Safety
/// `a` and `b` point to initialised words.
#[inline(always)]
pub(crate) unsafe fn swap(a: *mut U256, b: *mut U256) {
    let (a, b) = (a.cast::<u64>(), b.cast::<u64>());
    for half in [0, 2] {
        // SAFETY: by the caller; a word is four limbs.
        unsafe {
            let (a, b) = (a.add(half), b.add(half));
            let (low, high) = (a.read_volatile(), a.add(1).read_volatile());
            a.write(b.read_volatile());
            a.add(1).write(b.add(1).read_volatile());
            b.write(low);
            b.add(1).write(high);
        }
    }
}

/// The limbs of a small number.
#[inline(always)]
pub(crate) const fn small(value: u64) -> Limbs {
    [value, 0, 0, 0]
}

/// A limb that has been found smaller than some `usize`, as one.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the caller has compared it with a usize")]
pub(crate) const fn index(limb: u64) -> usize {
    limb as usize
}

/// Whether the word is zero.
#[inline(always)]
pub(crate) const fn is_zero(limbs: Limbs) -> bool {
    limbs[0] | limbs[1] | limbs[2] | limbs[3] == 0
}

/// Whether the word is below 2^64.
#[inline(always)]
pub(crate) const fn fits_u64(limbs: Limbs) -> bool {
    limbs[1] | limbs[2] | limbs[3] == 0
}

/// The 32 big-endian bytes at `p` as limbs.
///
/// # Safety
/// 32 bytes at `p` are readable.
#[inline(always)]
pub(crate) unsafe fn load_be(p: *const u8) -> Limbs {
    let limb = |index: usize| {
        // SAFETY: by the caller; `index` is at most 3.
        u64::from_be(unsafe { p.add(8 * index).cast::<u64>().read_unaligned() })
    };
    [limb(3), limb(2), limb(1), limb(0)]
}

/// Writes the limbs at `p` as 32 big-endian bytes.
///
/// # Safety
/// 32 bytes at `p` are writable.
#[inline(always)]
pub(crate) unsafe fn store_be(p: *mut u8, limbs: Limbs) {
    for (index, limb) in limbs.into_iter().rev().enumerate() {
        // SAFETY: by the caller; `index` is at most 3.
        unsafe { p.add(8 * index).cast::<u64>().write_unaligned(limb.to_be()) }
    }
}
