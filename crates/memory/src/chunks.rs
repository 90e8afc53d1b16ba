//! Chunks of a frame that were touched far beyond its addressable prefix.

use alloc::vec::Vec;

/// Bytes in a chunk, counted from the frame's base.
pub(crate) const CHUNK: usize = 4096;

/// A set of chunks, by number.
///
/// Made only for frames that touch memory far beyond what they touched before, and pooled.
#[derive(Debug, Default)]
pub(crate) struct Chunks {
    bits: Vec<u64>,
    /// Number after the highest chunk in the set.
    end: usize,
}

impl Chunks {
    /// Whether `chunk` is in the set.
    pub(crate) fn contains(&self, chunk: usize) -> bool {
        self.bits.get(chunk / 64).is_some_and(|bits| bits >> (chunk % 64) & 1 == 1)
    }

    /// Whether the chunks `first..end` are in the set, all of them.
    #[inline]
    pub(crate) fn contains_all(&self, first: usize, end: usize) -> bool {
        end <= self.end && (first..end).all(|chunk| self.contains(chunk))
    }

    /// Makes room for chunks below `end`; false when the allocator refuses.
    pub(crate) fn reserve(&mut self, end: usize) -> bool {
        let words = end.div_ceil(64);
        if words > self.bits.len() {
            if self.bits.try_reserve(words - self.bits.len()).is_err() {
                return false;
            }
            self.bits.resize(words, 0);
        }
        true
    }

    /// Adds a chunk below what was reserved.
    pub(crate) fn insert(&mut self, chunk: usize) {
        if let Some(bits) = self.bits.get_mut(chunk / 64) {
            *bits |= 1 << (chunk % 64);
            self.end = self.end.max(chunk + 1);
        }
    }

    /// Number after the highest chunk in the set.
    pub(crate) const fn end(&self) -> usize {
        self.end
    }

    /// Number after the highest chunk of the set in `first..end`, or `None` without any.
    pub(crate) fn last_end_in(&self, first: usize, end: usize) -> Option<usize> {
        let mut end = end.min(self.end);
        // A word of the set at a time, since a frame's calls may ask this over and over.
        while end > first {
            let word = (end - 1) / 64;
            let start = first.max(word * 64);
            let wanted = (u64::MAX << (start % 64)) & (u64::MAX >> (63 - (end - 1) % 64));
            let found = self.bits.get(word).map_or(0, |bits| bits & wanted);
            if let Some(bit) = found.checked_ilog2() {
                return usize::try_from(bit).ok().map(|bit| word * 64 + bit + 1);
            }
            end = start;
        }
        None
    }

    /// Empties the set, keeping its storage.
    pub(crate) fn clear(&mut self) {
        self.bits.clear();
        self.end = 0;
    }

    /// The chunks of the set from `first` on.
    pub(crate) fn iter_from(&self, first: usize) -> impl Iterator<Item = usize> {
        (first..self.end).filter(|&chunk| self.contains(chunk))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_of_chunks() {
        let mut chunks = Chunks::default();
        assert!(!chunks.contains(0) && !chunks.contains(usize::MAX));
        assert!(chunks.reserve(131));
        for chunk in [3, 64, 130] {
            chunks.insert(chunk);
        }
        assert!(chunks.contains(64) && !chunks.contains(63) && !chunks.contains(65));
        assert_eq!(chunks.end(), 131);
        assert!(chunks.contains_all(64, 65) && chunks.contains_all(130, 131));
        assert!(!chunks.contains_all(64, 66) && !chunks.contains_all(130, 132));
        for first in 0..140 {
            for end in 0..140 {
                let last = [130, 64, 3].into_iter().find(|&chunk| first <= chunk && chunk < end);
                assert_eq!(chunks.last_end_in(first, end), last.map(|chunk| chunk + 1));
            }
        }
        assert_eq!(chunks.iter_from(4).sum::<usize>(), 194);
        chunks.clear();
        assert!(chunks.reserve(131) && !chunks.contains(64));
    }
}
