//! From one instruction to the next: by sibling calls where the target qualifies, and in a loop
//! around a `match` everywhere. Both run the same bodies.

mod matching;
#[cfg(all(eevm_threaded, not(debug_assertions)))]
mod threaded;

use crate::{
    halt::{ExceptionalHalt, Exit},
    inspector::Step,
    instructions::Instruction,
    interpreter::{Dispatch, Interpreter},
    regs::{Flow, Regs},
    stack::{base_of, height_bytes},
};
use eevm_bytecode::opcode::{self, OpcodeInfo};
use eevm_primitives::gas::STACK_LIMIT;

/// A byte that no fork defines (EIP-141).
const UNDEFINED: u8 = 0xfe;

/// Which bytes are instructions, and their handlers.
pub(crate) struct Tables {
    #[cfg(all(eevm_threaded, not(debug_assertions)))]
    threaded: threaded::Handlers,
    /// Each defined byte itself, [`UNDEFINED`] for the others.
    defined: [u8; 256],
    traced: bool,
}

impl Tables {
    pub(crate) const fn new() -> Self {
        Self {
            #[cfg(all(eevm_threaded, not(debug_assertions)))]
            threaded: threaded::Handlers::new(),
            defined: [UNDEFINED; 256],
            traced: false,
        }
    }

    /// Makes `opcode` an instruction, or a byte that halts.
    pub(crate) fn define(&mut self, opcode: u8, defined: bool) {
        let defined = defined && opcode::info(opcode).is_some();
        self.defined[usize::from(opcode)] = if defined { opcode } else { UNDEFINED };
        #[cfg(all(eevm_threaded, not(debug_assertions)))]
        self.threaded.define(opcode, defined);
        // The plain handlers are in use again.
        self.traced = false;
    }

    /// Whether each instruction is shown to the inspector first.
    #[inline]
    pub(crate) const fn is_traced(&self) -> bool {
        self.traced
    }

    /// Chooses between the plain handlers and those that call the inspector first.
    pub(crate) fn set_traced(&mut self, traced: bool) {
        self.traced = traced;
        #[cfg(all(eevm_threaded, not(debug_assertions)))]
        self.threaded.set_traced(traced);
    }
}

/// Runs the current frame from the interpreter's `ip`, `sp`, `gas` until it gives up control.
pub(crate) fn run(interpreter: &mut Interpreter, dispatch: Dispatch) {
    match dispatch {
        #[cfg(all(eevm_threaded, not(debug_assertions)))]
        Dispatch::Threaded => threaded::run(interpreter),
        _ if interpreter.tables.traced => matching::run::<true>(interpreter),
        _ => matching::run::<false>(interpreter),
    }
}

/// One instruction up to its slow half: stack bounds, static gas, body.
///
/// # Safety
/// `regs` belong to the current frame of `ctx`.
#[inline(always)]
unsafe fn step<I: Instruction>(regs: Regs, ctx: *mut Interpreter) -> Flow {
    const WORD: usize = 32;
    let info: &OpcodeInfo = const {
        match opcode::info(I::OPCODE) {
            Some(info) => info,
            None => panic!("an instruction has an entry in the table"),
        }
    };
    let (inputs, outputs) = (info.inputs as usize, info.outputs as usize);
    if inputs > 0 && height_bytes(regs.sp) < inputs * WORD {
        return Flow::Halt(ExceptionalHalt::StackUnderflow);
    }
    if outputs > inputs && height_bytes(regs.sp) > (STACK_LIMIT - (outputs - inputs)) * WORD {
        return Flow::Halt(ExceptionalHalt::StackOverflow);
    }
    // SAFETY: `ctx` is the running interpreter.
    let cost = unsafe { (*ctx).static_gas[I::OPCODE as usize] };
    let (gas, exhausted) = regs.gas.overflowing_sub(cost);
    if exhausted {
        return Flow::Halt(ExceptionalHalt::OutOfGas);
    }
    // SAFETY: operands are there and results have room.
    unsafe { I::run(Regs { gas, ..regs }, ctx) }
}

/// Leaves the loop: writes the registers back, with the reason.
///
/// # Safety
/// `ctx` is the running interpreter.
#[inline(always)]
unsafe fn leave(regs: Regs, ctx: *mut Interpreter, exit: Exit) {
    // SAFETY: by the caller.
    unsafe {
        (*ctx).ip = regs.ip;
        (*ctx).sp = regs.sp;
        (*ctx).gas = regs.gas;
        (*ctx).exit = exit;
    }
}

/// Shows the inspector the machine before the instruction at `regs.ip`.
///
/// # Safety
/// `regs` belong to the current frame of `ctx`, which is being traced.
#[inline(never)]
unsafe fn trace(regs: Regs, ctx: *mut Interpreter) {
    // SAFETY: by the caller; the words below `sp` are initialised, and the inspector is the
    // argument of the `run` that is active.
    unsafe {
        let ctx = &mut *ctx;
        let Some(inspector) = ctx.inspector else { return };
        if ctx.code_len == 0 {
            // No instruction runs where there is no code (execution-specs `Eip3155Tracer`): the
            // STOP is the padding's.
            return;
        }
        let refund_counter = ctx.host.map_or(0, |host| (*host).refund_counter());
        let height = height_bytes(regs.sp) / size_of::<eevm_primitives::U256>();
        (*inspector).step(&Step {
            pc: regs.ip.offset_from_unsigned(ctx.code),
            opcode: *regs.ip,
            gas_left: regs.gas,
            stack: core::slice::from_raw_parts(base_of(regs.sp), height),
            memory: &ctx.memory,
            return_data: &ctx.return_data,
            frame: &*ctx.frame,
            refund_counter,
            rules: &ctx.rules,
            host: ctx.host.map(|host| &*host),
        });
    }
}
