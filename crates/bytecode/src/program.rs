//! Code with what is learned by running it.

use crate::bytecode::Bytecode;
use alloc::boxed::Box;
use core::cell::{Cell, OnceCell};

/// Entries in a hot table.
pub const HOT_ENTRIES: usize = 256;

/// A jump target proven valid, and how often it was jumped to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct HotEntry {
    /// The target; an empty entry has one that belongs into another slot, so it matches none.
    pub pc: u32,
    /// Jumps counted, by whoever jumps.
    pub count: u32,
}

/// A hot table without entries. Slot i holds a target whose low byte is not i.
static EMPTY: [HotEntry; HOT_ENTRIES] = {
    let mut entries = [HotEntry { pc: 0, count: 0 }; HOT_ENTRIES];
    let mut pc = u32::MAX;
    let mut slot = 0;
    while slot < HOT_ENTRIES {
        entries[slot].pc = pc;
        pc -= 1;
        slot += 1;
    }
    entries
};

/// Code, and the jump targets proven valid so far: a table of [`HOT_ENTRIES`] entries, direct
/// mapped by the low eight bits of the target.
///
/// Methods that learn take `&self`, so that raw pointers to a program and to its table stay good
/// while frames share it; a program is owned by one thread.
#[derive(Debug, Default)]
pub struct Program {
    code: Bytecode,
    hot: OnceCell<Box<[Cell<HotEntry>; HOT_ENTRIES]>>,
}

impl Program {
    /// A program that has not run.
    #[must_use]
    pub const fn new(code: Bytecode) -> Self {
        Self { code, hot: OnceCell::new() }
    }

    /// The code.
    #[inline]
    #[must_use]
    pub const fn code(&self) -> &Bytecode {
        &self.code
    }

    /// The address of the hot table, [`HOT_ENTRIES`] entries that are always readable.
    ///
    /// Invariant: an entry in slot `pc & 255` whose `pc` equals a target (compared without
    /// truncating the target) is proven valid, *and* the table is this program's own, so the entry
    /// may be written through the pointer: its count as one likes, its `pc` never. Before the
    /// first recorded jump the pointer is to a shared table that is empty, hence never hit, and
    /// must not be written.
    ///
    /// Good as long as the program lives and until [`Program::record_jump`] is called, which may
    /// make the program its own table; that one stays in place from then on.
    #[inline]
    #[must_use]
    pub fn hot_ptr(&self) -> *mut HotEntry {
        match self.hot.get() {
            Some(hot) => hot.as_ptr().cast::<HotEntry>().cast_mut(),
            None => EMPTY.as_ptr().cast_mut(),
        }
    }

    /// The hot table of this program, if a jump was recorded.
    #[must_use]
    pub fn hot_entries(&self) -> Option<&[Cell<HotEntry>; HOT_ENTRIES]> {
        self.hot.get().map(|hot| &**hot)
    }

    /// The slow half of a jump, for a target not in the table: returns whether `pc` is a valid
    /// jump destination, and if it is, puts it into the table with a count of 1.
    ///
    /// [`Program::hot_ptr`] has to be read again.
    #[must_use]
    pub fn record_jump(&self, pc: usize) -> bool {
        let valid = self.code.is_valid_jump_destination(pc);
        if valid && let Ok(pc) = u32::try_from(pc) {
            let hot = self.hot.get_or_init(|| Box::new(EMPTY.map(Cell::new)));
            hot[slot(pc)].set(HotEntry { pc, count: 1 });
        }
        valid
    }
}

/// The slot of a target.
const fn slot(pc: u32) -> usize {
    pc.to_le_bytes()[0] as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opcode::{JUMPDEST, PUSH1};
    use alloc::vec;

    #[test]
    fn an_empty_entry_matches_no_target() {
        for (index, entry) in EMPTY.iter().enumerate() {
            assert_ne!(slot(entry.pc), index);
        }
    }

    #[test]
    fn only_valid_targets_are_stored() {
        let mut code = vec![JUMPDEST; 600];
        code[10] = PUSH1;
        let program = Program::new(Bytecode::unhashed(&code));
        let shared = program.hot_ptr();
        assert!(!program.record_jump(10) && !program.record_jump(11) && !program.record_jump(600));
        assert!(!program.record_jump(usize::MAX));
        assert_eq!(program.hot_ptr(), shared);
        assert!(program.hot_entries().is_none());

        assert!(program.record_jump(12));
        let own = program.hot_ptr();
        assert_ne!(own, shared);
        assert!(program.record_jump(300) && program.record_jump(12 + 256));
        assert_eq!(program.hot_ptr(), own);
        let entries = program.hot_entries().unwrap();
        assert_eq!(entries[12].get(), HotEntry { pc: 268, count: 1 });
        assert_eq!(entries[300 - 256].get(), HotEntry { pc: 300, count: 1 });
        let stored = entries.iter().enumerate().filter(|(i, entry)| slot(entry.get().pc) == *i);
        assert_eq!(stored.count(), 2);
    }

    #[test]
    fn counts_are_written_through_the_pointer() {
        let program = Program::new(Bytecode::unhashed(&[JUMPDEST, JUMPDEST]));
        assert!(program.record_jump(1));
        let hot = program.hot_ptr();
        assert!(program.record_jump(0));
        // SAFETY: slot 1 was hit, so the table is the program's own and in place; one thread.
        unsafe { (*hot.add(1)).count += 4 };
        assert_eq!(program.hot_entries().unwrap()[1].get(), HotEntry { pc: 1, count: 5 });
    }
}
