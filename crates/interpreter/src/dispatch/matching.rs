//! The portable loop.

use super::{UNDEFINED, leave, step, trace};
use crate::{
    halt::{ExceptionalHalt, Exit},
    instructions::{Instruction, for_each_instruction},
    interpreter::Interpreter,
    regs::{Flow, Regs},
};
use eevm_bytecode::opcode;

/// Runs the current frame until it gives up control.
#[inline(never)]
pub(super) fn run<const TRACED: bool>(interpreter: &mut Interpreter) {
    let mut regs = Regs { ip: interpreter.ip, sp: interpreter.sp, gas: interpreter.gas };
    let ctx: *mut Interpreter = interpreter;
    loop {
        // SAFETY: `ctx` is exclusively borrowed; `regs` start as the frame's and every body leaves
        // them so.
        let flow = unsafe {
            if TRACED {
                trace(regs, ctx);
            }
            one(regs, ctx)
        };
        match flow {
            Flow::Next(next) | Flow::Cold(next) | Flow::Slow(next) => regs = next,
            Flow::Halt(halt) => {
                // SAFETY: as above.
                unsafe { leave(regs, ctx, Exit::Halt(halt)) };
                return;
            }
            Flow::Exit => return,
        }
    }
}

/// One whole instruction.
///
/// In a debug build a function of its own: the loop would have the locals of all instructions in
/// one stack frame, a hundred kilobytes.
///
/// # Safety
/// As for [`step`].
#[cfg_attr(debug_assertions, inline(never))]
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn whole<I: Instruction>(regs: Regs, ctx: *mut Interpreter) -> Flow {
    // SAFETY: by the caller; a slow half gets what the fast one handed on.
    unsafe {
        let flow = match step::<I>(regs, ctx) {
            Flow::Cold(regs) => I::cold(regs, ctx),
            flow => flow,
        };
        match flow {
            Flow::Slow(regs) => I::slow(regs, ctx),
            flow => flow,
        }
    }
}

macro_rules! define_one {
    ($($name:ident $instruction:ty;)*) => {
        /// # Safety
        /// As for [`step`].
        #[inline(always)]
        unsafe fn one(regs: Regs, ctx: *mut Interpreter) -> Flow {
            // SAFETY: by the caller; `ip` points to code or padding.
            unsafe {
                match (&(*ctx).tables.defined)[usize::from(*regs.ip)] {
                    $(opcode::$name => whole::<$instruction>(regs, ctx),)*
                    UNDEFINED..=UNDEFINED | _ => {
                        Flow::Halt(ExceptionalHalt::InvalidOpcode(*regs.ip))
                    }
                }
            }
        }
    };
}

for_each_instruction!(define_one);
