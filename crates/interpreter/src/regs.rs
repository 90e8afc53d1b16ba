//! What an instruction body works on, and how it ends.

use crate::halt::{ExceptionalHalt, Exit};
use eevm_primitives::U256;

/// The three values that travel from instruction to instruction.
///
/// Invariant: `ip` points into the padded code of the current frame; `sp` points one past the top
/// of its stack.
#[derive(Clone, Copy)]
pub(crate) struct Regs {
    pub(crate) ip: *const u8,
    pub(crate) sp: *mut U256,
    pub(crate) gas: u64,
}

/// How an instruction body ends.
pub(crate) enum Flow {
    /// Go on with the instruction at `ip`.
    Next(Regs),
    /// Take the instruction's slow half, static gas paid.
    Cold(Regs),
    /// Take what the slow half leaves to a function that is slower still.
    Slow(Regs),
    /// An exceptional halt.
    Halt(ExceptionalHalt),
    /// The frame gives up control; the interpreter's `exit`, `ip`, `sp`, `gas` are set.
    Exit,
}

impl Regs {
    /// After an instruction of one byte that changed the height to `sp`.
    #[inline(always)]
    pub(crate) unsafe fn next(self, sp: *mut U256) -> Flow {
        // SAFETY: an instruction is followed by code or padding.
        unsafe { Flow::Next(Self { ip: self.ip.add(1), sp, gas: self.gas }) }
    }
}

/// Result of a slow half: gives up control where it is an error.
pub(crate) type Outcome = Result<(), Exit>;

impl From<ExceptionalHalt> for Exit {
    fn from(halt: ExceptionalHalt) -> Self {
        Self::Halt(halt)
    }
}
