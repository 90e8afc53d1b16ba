//! Programs kept across transactions.

use crate::{bytecode::Bytecode, program::Program};
use alloc::{boxed::Box, vec::Vec};
use core::{fmt, num::NonZeroU32};
use eevm_primitives::B256;
use hashbrown::HashTable;

/// Bytes a cache may hold unless told otherwise.
const DEFAULT_CAPACITY_BYTES: usize = 64 << 20;
/// What an entry is charged for besides its code: hot table, records, allocations.
const ENTRY_OVERHEAD_BYTES: usize = 2048 + 512;
/// No entry.
const NONE: u32 = u32::MAX;

/// Names a program in the [`ProgramCache`] that gave it, until
/// [`generation`](ProgramCache::generation) changes or the program is released.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProgramId(NonZeroU32);

impl ProgramId {
    fn new(index: u32) -> Self {
        Self(NonZeroU32::MIN.saturating_add(index))
    }

    const fn index(self) -> u32 {
        self.0.get() - 1
    }
}

/// Programs by code hash, with what was learned about them, owned by one `Evm` and good for one
/// fork.
///
/// A program stays where it is in memory until it is removed, which happens only in
/// [`ProgramCache::trim`], [`ProgramCache::clear`] and [`ProgramCache::release`]; so within a
/// transaction ids and addresses are good.
pub struct ProgramCache {
    entries: Vec<Entry>,
    /// Indices of the shared entries.
    by_hash: HashTable<u32>,
    /// First of the unused entries, which are linked by `older`.
    free: u32,
    newest: u32,
    oldest: u32,
    len: usize,
    used_bytes: usize,
    capacity_bytes: usize,
    generation: u32,
    hits: u64,
    misses: u64,
    /// Answers for ids that are no longer good.
    absent: Program,
}

struct Entry {
    program: Option<Box<Program>>,
    /// The code hash of a shared entry.
    hash: Option<B256>,
    newer: u32,
    older: u32,
}

impl Default for ProgramCache {
    fn default() -> Self {
        Self::new()
    }
}

impl ProgramCache {
    /// An empty cache of 64 MiB; allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self::with_capacity_bytes(DEFAULT_CAPACITY_BYTES)
    }

    /// An empty cache that [`trim`](Self::trim) cuts to `capacity_bytes`.
    #[must_use]
    pub const fn with_capacity_bytes(capacity_bytes: usize) -> Self {
        Self {
            entries: Vec::new(),
            by_hash: HashTable::new(),
            free: NONE,
            newest: NONE,
            oldest: NONE,
            len: 0,
            used_bytes: 0,
            capacity_bytes,
            generation: 0,
            hits: 0,
            misses: 0,
            absent: Program::new(Bytecode::empty()),
        }
    }

    /// The program of `code`, found by its hash, and made if it is not there.
    #[inline]
    pub fn get_or_insert(&mut self, code: &Bytecode) -> ProgramId {
        let hash = code.hash_ref();
        let entries = &self.entries;
        let found = self.by_hash.find(key(hash), |&index| {
            entries.get(to_usize(index)).is_some_and(|entry| entry.hash.as_ref() == Some(hash))
        });
        if let Some(&index) = found {
            self.hits += 1;
            // The order of use costs three cache lines a call and decides nothing while there is
            // room; below half of the capacity programs keep the order they had.
            if self.used_bytes > self.capacity_bytes / 2 {
                self.use_now(index);
            }
            return ProgramId::new(index);
        }
        self.insert_shared(code)
    }

    /// A program of its own for `code`, which is not hashed: for init code, which runs once. To be
    /// given back with [`ProgramCache::release`]; if it is not, [`ProgramCache::trim`] finds it.
    pub fn insert_unhashed(&mut self, code: Bytecode) -> ProgramId {
        ProgramId::new(self.insert(code, None))
    }

    /// Removes a program made by [`ProgramCache::insert_unhashed`]; its id is free for another,
    /// while the generation stays. Does nothing to other programs.
    pub fn release(&mut self, id: ProgramId) {
        let entry = self.entries.get(to_usize(id.index()));
        if entry.is_some_and(|entry| entry.hash.is_none() && entry.program.is_some()) {
            self.remove(id.index());
        }
    }

    /// The program of `id`; an empty program if the id is no longer good.
    #[inline]
    #[must_use]
    pub fn get(&self, id: ProgramId) -> &Program {
        match self.entries.get(to_usize(id.index())) {
            Some(Entry { program: Some(program), .. }) => program,
            _ => &self.absent,
        }
    }

    /// As [`ProgramCache::get`].
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, id: ProgramId) -> &mut Program {
        match self.entries.get_mut(to_usize(id.index())) {
            Some(Entry { program: Some(program), .. }) => program,
            _ => &mut self.absent,
        }
    }

    /// Removes the programs that were not asked for longest (since the cache is half full), until
    /// the rest fits. For between transactions. Costs nothing when all fits, else in proportion to what it removes.
    pub fn trim(&mut self) {
        if self.used_bytes <= self.capacity_bytes {
            return;
        }
        while self.used_bytes > self.capacity_bytes && self.oldest != NONE {
            self.remove(self.oldest);
        }
        self.generation = self.generation.wrapping_add(1);
    }

    /// Removes all programs, as when the fork changes.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.by_hash.clear();
        (self.free, self.newest, self.oldest) = (NONE, NONE, NONE);
        (self.len, self.used_bytes) = (0, 0);
        self.generation = self.generation.wrapping_add(1);
    }

    /// Changes whenever [`trim`](Self::trim) or [`clear`](Self::clear) may have removed programs.
    #[must_use]
    pub const fn generation(&self) -> u32 {
        self.generation
    }

    /// Programs in the cache.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no programs.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes charged for all programs: code, bitmap and hot table, present or not.
    #[must_use]
    pub const fn used_bytes(&self) -> usize {
        self.used_bytes
    }

    /// Bytes to which the cache is cut.
    #[must_use]
    pub const fn capacity_bytes(&self) -> usize {
        self.capacity_bytes
    }

    /// Look-ups by hash that found their program.
    #[must_use]
    pub const fn hits(&self) -> u64 {
        self.hits
    }

    /// Look-ups by hash that made a program.
    #[must_use]
    pub const fn misses(&self) -> u64 {
        self.misses
    }

    #[inline(never)]
    fn insert_shared(&mut self, code: &Bytecode) -> ProgramId {
        self.misses += 1;
        let hash = code.hash();
        let index = self.insert(code.clone(), Some(hash));
        let entries = &self.entries;
        self.by_hash.insert_unique(key(&hash), index, |&index| {
            let hash = entries.get(to_usize(index)).and_then(|entry| entry.hash);
            key(&hash.unwrap_or_default())
        });
        ProgramId::new(index)
    }

    fn insert(&mut self, code: Bytecode, hash: Option<B256>) -> u32 {
        self.len += 1;
        self.used_bytes += charge(&code);
        let program = Some(Box::new(Program::new(code)));
        let entry = Entry { program, hash, newer: NONE, older: NONE };
        let index = self.free;
        let index = if let Some(unused) = self.entries.get_mut(to_usize(index)) {
            self.free = unused.older;
            *unused = entry;
            index
        } else {
            self.entries.push(entry);
            u32::try_from(self.entries.len() - 1).expect("entries are charged 2 KiB or more each")
        };
        self.link(index);
        index
    }

    fn remove(&mut self, index: u32) {
        self.unlink(index);
        let free = core::mem::replace(&mut self.free, index);
        let Some(entry) = self.entry_mut(index) else { return };
        let removed = core::mem::replace(
            entry,
            Entry { program: None, hash: None, newer: NONE, older: free },
        );
        if let Some(program) = removed.program {
            self.len -= 1;
            self.used_bytes -= charge(program.code());
        }
        if let Some(hash) = removed.hash
            && let Ok(found) = self.by_hash.find_entry(key(&hash), |&other| other == index)
        {
            found.remove();
        }
    }

    #[inline]
    fn use_now(&mut self, index: u32) {
        if self.newest != index {
            self.unlink(index);
            self.link(index);
        }
    }

    /// Makes an entry that is in no list the newest.
    #[inline]
    fn link(&mut self, index: u32) {
        let older = self.newest;
        if let Some(entry) = self.entry_mut(index) {
            (entry.newer, entry.older) = (NONE, older);
        }
        match self.entry_mut(older) {
            Some(entry) => entry.newer = index,
            None => self.oldest = index,
        }
        self.newest = index;
    }

    /// Takes an entry out of the list by age.
    #[inline]
    fn unlink(&mut self, index: u32) {
        let Some(entry) = self.entry_mut(index) else { return };
        let (newer, older) = (entry.newer, entry.older);
        match self.entry_mut(newer) {
            Some(entry) => entry.older = older,
            None => self.newest = older,
        }
        match self.entry_mut(older) {
            Some(entry) => entry.newer = newer,
            None => self.oldest = newer,
        }
    }

    /// The entry at `index`, unless that is [`NONE`].
    #[inline]
    fn entry_mut(&mut self, index: u32) -> Option<&mut Entry> {
        self.entries.get_mut(to_usize(index))
    }
}

impl fmt::Debug for ProgramCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProgramCache")
            .field("len", &self.len)
            .field("used_bytes", &self.used_bytes)
            .field("capacity_bytes", &self.capacity_bytes)
            .field("generation", &self.generation)
            .field("hits", &self.hits)
            .field("misses", &self.misses)
            .finish_non_exhaustive()
    }
}

/// What a program is charged for: everything it may come to own.
fn charge(code: &Bytecode) -> usize {
    code.len() + code.len() / 8 + ENTRY_OVERHEAD_BYTES
}

/// Eight bytes of what is a hash already.
#[inline]
fn key(hash: &B256) -> u64 {
    hash.as_bytes().first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// An index, which fits; [`NONE`] is out of range of any vector of entries.
#[inline]
fn to_usize(index: u32) -> usize {
    usize::try_from(index).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removed_programs_leave_nothing_behind() {
        let mut cache = ProgramCache::with_capacity_bytes(5 * ENTRY_OVERHEAD_BYTES);
        for number in 0..200_u8 {
            cache.get_or_insert(&Bytecode::new(&[number]));
            let init = cache.insert_unhashed(Bytecode::unhashed(&[number]));
            if number % 3 == 0 {
                cache.release(init);
            }
            cache.trim();
            let shared = cache.entries.iter().filter(|entry| entry.hash.is_some()).count();
            assert_eq!(cache.by_hash.len(), shared);
            assert_eq!(
                cache.entries.iter().filter(|entry| entry.program.is_some()).count(),
                cache.len
            );
        }
        assert_eq!(cache.len, 4);
        assert!(cache.entries.len() <= 6, "slots are used again");
    }
}
