//! Sibling calls: each handler ends by jumping to the next.
//!
//! What keeps them jumps: at most six integer arguments, no address-taken locals, nothing with a
//! destructor alive, heavy work behind functions from pointers to pointers.

use super::{leave, step, trace};
use crate::{
    halt::{ExceptionalHalt, Exit},
    instructions::{Instruction, for_each_instruction},
    interpreter::Interpreter,
    regs::{Flow, Regs},
};
use eevm_bytecode::opcode;
use eevm_primitives::U256;

/// A handler: `ip`, `sp`, `gas`, and the interpreter.
type Handler = unsafe fn(*const u8, *mut U256, u64, *mut Interpreter);

/// The handlers in use, and the plain ones that a traced run goes on with.
pub(super) struct Handlers {
    current: [Handler; 256],
    plain: [Handler; 256],
}

impl Handlers {
    pub(super) const fn new() -> Self {
        Self { current: [undefined; 256], plain: [undefined; 256] }
    }

    pub(super) fn define(&mut self, opcode: u8, defined: bool) {
        let index = usize::from(opcode);
        self.plain[index] = if defined { HANDLERS[index] } else { undefined };
        self.current = self.plain;
    }

    pub(super) fn set_traced(&mut self, traced: bool) {
        self.current = if traced { [traced_handler; 256] } else { self.plain };
    }
}

/// Runs the current frame until it gives up control.
pub(super) fn run(interpreter: &mut Interpreter) {
    let regs = Regs { ip: interpreter.ip, sp: interpreter.sp, gas: interpreter.gas };
    // SAFETY: the interpreter is exclusively borrowed and its registers are the frame's.
    unsafe { jump(regs, interpreter) }
}

/// Goes to the handler of the byte at `ip`.
#[inline(always)]
unsafe fn jump(regs: Regs, ctx: *mut Interpreter) {
    // SAFETY: by the caller; `ip` points to code or padding.
    unsafe {
        let handler = (&(*ctx).tables.threaded.current)[usize::from(*regs.ip)];
        handler(regs.ip, regs.sp, regs.gas, ctx);
    }
}

unsafe fn handler<I: Instruction>(ip: *const u8, sp: *mut U256, gas: u64, ctx: *mut Interpreter) {
    // SAFETY: the arguments are the registers of the current frame.
    unsafe {
        match step::<I>(Regs { ip, sp, gas }, ctx) {
            Flow::Next(next) => jump(next, ctx),
            Flow::Cold(regs) => cold_handler::<I>(regs.ip, regs.sp, regs.gas, ctx),
            Flow::Slow(regs) => slow_handler::<I>(regs.ip, regs.sp, regs.gas, ctx),
            // One function a reason, so that no register is spent on telling them apart; no gas is
            // left, so that none is spent on keeping it either.
            Flow::Halt(ExceptionalHalt::StackUnderflow) => stack_underflow(ip, sp, 0, ctx),
            Flow::Halt(ExceptionalHalt::StackOverflow) => stack_overflow(ip, sp, 0, ctx),
            Flow::Halt(ExceptionalHalt::OutOfGas) => out_of_gas(ip, sp, 0, ctx),
            Flow::Halt(halt) => {
                (*ctx).exit = Exit::Halt(halt);
                halted(ip, sp, 0, ctx);
            }
            Flow::Exit => {}
        }
    }
}

/// The slow half of an instruction, apart so that the fast one saves no registers.
#[inline(never)]
unsafe fn cold_handler<I: Instruction>(
    ip: *const u8,
    sp: *mut U256,
    gas: u64,
    ctx: *mut Interpreter,
) {
    // SAFETY: the fast half handed its registers on.
    unsafe {
        match I::cold(Regs { ip, sp, gas }, ctx) {
            Flow::Next(next) | Flow::Cold(next) => jump(next, ctx),
            Flow::Slow(regs) => slow_handler::<I>(regs.ip, regs.sp, regs.gas, ctx),
            Flow::Halt(halt) => {
                (*ctx).exit = Exit::Halt(halt);
                halted(ip, sp, gas, ctx);
            }
            Flow::Exit => {}
        }
    }
}

/// What the slow half leaves, apart for the same reason.
#[inline(never)]
unsafe fn slow_handler<I: Instruction>(
    ip: *const u8,
    sp: *mut U256,
    gas: u64,
    ctx: *mut Interpreter,
) {
    // SAFETY: the slow half handed its registers on.
    unsafe {
        match I::slow(Regs { ip, sp, gas }, ctx) {
            Flow::Next(next) | Flow::Cold(next) | Flow::Slow(next) => jump(next, ctx),
            Flow::Halt(halt) => {
                (*ctx).exit = Exit::Halt(halt);
                halted(ip, sp, gas, ctx);
            }
            Flow::Exit => {}
        }
    }
}

macro_rules! halts {
    ($($name:ident $halt:ident;)*) => {$(
        #[cold]
        #[inline(never)]
        unsafe fn $name(
            ip: *const u8,
            sp: *mut U256,
            gas: u64,
            ctx: *mut Interpreter,
        ) {
            // SAFETY: the caller's registers.
            unsafe { leave(Regs { ip, sp, gas }, ctx, Exit::Halt(ExceptionalHalt::$halt)) }
        }
    )*};
}

halts! {
    stack_underflow StackUnderflow;
    stack_overflow StackOverflow;
    out_of_gas OutOfGas;
}

#[cold]
#[inline(never)]
unsafe fn halted(ip: *const u8, sp: *mut U256, gas: u64, ctx: *mut Interpreter) {
    // SAFETY: the caller's registers; the reason is written already.
    unsafe { leave(Regs { ip, sp, gas }, ctx, (*ctx).exit) }
}

unsafe fn undefined(ip: *const u8, sp: *mut U256, gas: u64, ctx: *mut Interpreter) {
    // SAFETY: the arguments are the registers of the current frame.
    unsafe {
        leave(Regs { ip, sp, gas }, ctx, Exit::Halt(ExceptionalHalt::InvalidOpcode(*ip)));
    }
}

/// Calls the inspector, then the plain handler.
unsafe fn traced_handler(ip: *const u8, sp: *mut U256, gas: u64, ctx: *mut Interpreter) {
    // SAFETY: the arguments are the registers of the current frame.
    unsafe {
        trace(Regs { ip, sp, gas }, ctx);
        let handler = (&(*ctx).tables.threaded.plain)[usize::from(*ip)];
        handler(ip, sp, gas, ctx);
    }
}

macro_rules! define_handlers {
    ($($name:ident $instruction:ty;)*) => {
        static HANDLERS: [Handler; 256] = {
            let mut table: [Handler; 256] = [undefined; 256];
            $(table[opcode::$name as usize] = handler::<$instruction>;)*
            table
        };
    };
}

for_each_instruction!(define_handlers);
