//! POP, PUSHn, DUPn, SWAPn.

use super::{
    Instruction,
    control_flow::{known, landed},
    instruction,
};
use crate::{
    interpreter::Interpreter,
    regs::{Flow, Regs},
    stack::height_bytes,
    word::{Limbs, is_zero, load, store, swap},
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
        // eight bytes from the first of them too, and the byte behind them.
        unsafe {
            // A pushed jump target is most often one or two bytes.
            if (N == 1 || N == 2) && *regs.ip.add(1 + N) & !1 == opcode::JUMP {
                return Flow::Cold(regs);
            }
            Self::alone(regs)
        }
    }

    /// PUSH and the JUMP or JUMPI behind it in one, where that changes nothing to see: the run is
    /// not traced, the jump's gas is there, and the target has been jumped to before.
    #[inline(always)]
    unsafe fn cold(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: as for `run`; with a word on the stack, a JUMPI has its condition.
        unsafe {
            let next = regs.ip.add(1 + N);
            let conditional = *next == opcode::JUMPI;
            let (gas, exhausted) = regs.gas.overflowing_sub((*ctx).static_gas[*next as usize]);
            if (*ctx).landing == 0 || exhausted || (conditional && height_bytes(regs.sp) == 0) {
                return Self::alone(regs);
            }
            let sp = if conditional { regs.sp.sub(1) } else { regs.sp };
            if conditional && is_zero(load(sp)) {
                return Flow::Next(Regs { ip: next.add(1), sp, gas });
            }
            match known(immediate::<N>(regs.ip.add(1)), ctx) {
                Some(ip) => landed(Regs { ip, sp, gas }, ctx),
                None => Self::alone(regs),
            }
        }
    }
}

impl<const N: usize> Push<N> {
    /// The push alone.
    ///
    /// # Safety
    /// There is room for a word.
    #[inline(always)]
    unsafe fn alone(regs: Regs) -> Flow {
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
