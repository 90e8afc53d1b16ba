//! POP, PUSHn, DUPn, SWAPn.

use super::{Instruction, instruction};
use crate::{
    interpreter::Interpreter,
    regs::{Flow, Regs},
    word::{Limbs, load, store, swap},
};
use eevm_bytecode::opcode;

instruction!(@ Pop, POP, |regs, _ctx| regs.next(regs.sp.sub(1)));

/// PUSH0 to PUSH32; `N` is the number of immediate bytes.
pub(crate) struct Push<const N: usize>;

impl<const N: usize> Instruction for Push<N> {
    const OPCODE: u8 = opcode::PUSH0 + N.to_le_bytes()[0];

    #[inline(always)]
    unsafe fn run(regs: Regs, _: *mut Interpreter) -> Flow {
        // SAFETY: at least 33 padding bytes follow the code, so all immediate bytes are readable,
        // and eight bytes from the first of them too.
        unsafe {
            store(regs.sp, immediate::<N>(regs.ip.add(1)));
            Flow::Next(Regs { ip: regs.ip.add(1 + N), sp: regs.sp.add(1), gas: regs.gas })
        }
    }
}

/// The `N` big-endian bytes at `p`.
///
/// # Safety
/// `N` bytes at `p` are readable, and eight are.
#[inline(always)]
unsafe fn immediate<const N: usize>(p: *const u8) -> Limbs {
    // The limb whose last byte is `end` bytes after `p`.
    let limb = |end: usize| -> u64 {
        if end >= 8 {
            // SAFETY: the eight bytes before `end` lie within the `N` bytes.
            u64::from_be(unsafe { p.add(end - 8).cast::<u64>().read_unaligned() })
        } else if end > 0 {
            // SAFETY: eight bytes at `p` are readable.
            u64::from_be(unsafe { p.cast::<u64>().read_unaligned() }) >> (64 - 8 * end)
        } else {
            0
        }
    };
    [limb(N), limb(N.saturating_sub(8)), limb(N.saturating_sub(16)), limb(N.saturating_sub(24))]
}

/// DUP1 to DUP16.
pub(crate) struct Dup<const N: usize>;

impl<const N: usize> Instruction for Dup<N> {
    const OPCODE: u8 = opcode::DUP1 - 1 + N.to_le_bytes()[0];

    #[inline(always)]
    unsafe fn run(regs: Regs, _: *mut Interpreter) -> Flow {
        // SAFETY: `N` words are on the stack and there is room for one.
        unsafe {
            store(regs.sp, load(regs.sp.sub(N)));
            regs.next(regs.sp.add(1))
        }
    }
}

/// SWAP1 to SWAP16.
pub(crate) struct Swap<const N: usize>;

impl<const N: usize> Instruction for Swap<N> {
    const OPCODE: u8 = opcode::SWAP1 - 1 + N.to_le_bytes()[0];

    #[inline(always)]
    unsafe fn run(regs: Regs, _: *mut Interpreter) -> Flow {
        // SAFETY: `N + 1` words are on the stack.
        unsafe {
            swap(regs.sp.sub(1), regs.sp.sub(N + 1));
            regs.next(regs.sp)
        }
    }
}
