//! The instructions, in the files of execution-specs, and the list that both dispatchers use.

pub(crate) mod arithmetic;
pub(crate) mod bitwise;
pub(crate) mod block;
pub(crate) mod comparison;
pub(crate) mod control_flow;
pub(crate) mod environment;
pub(crate) mod keccak;
mod list;
pub(crate) mod log;
pub(crate) mod memory;
pub(crate) mod stack;
pub(crate) mod storage;
pub(crate) mod system;

use crate::{
    frame::Frame,
    halt::{ExceptionalHalt, Exit},
    host::{Access, Host, HostError},
    inspector::Inspector,
    interpreter::Interpreter,
    regs::{Flow, Outcome, Regs},
    word::{Limbs, load, store},
};

/// One instruction. Stack bounds are checked and static gas is charged before its body runs.
pub(crate) trait Instruction {
    /// Its byte; everything fixed about it stands in the opcode table.
    const OPCODE: u8;

    /// The body, or its fast half.
    ///
    /// # Safety
    /// `regs` belong to the current frame of `ctx`; operands are on the stack and there is room
    /// for the results.
    unsafe fn run(regs: Regs, ctx: *mut Interpreter) -> Flow;

    /// The slow half: what [`Flow::Cold`] asks for.
    ///
    /// # Safety
    /// As for `run`, with the registers that `run` handed on.
    #[inline(always)]
    unsafe fn cold(regs: Regs, ctx: *mut Interpreter) -> Flow {
        let _ = (regs, ctx);
        Flow::Halt(ExceptionalHalt::OutOfGas)
    }

    /// What [`Flow::Slow`] asks for; apart from the slow half where that is short without it.
    ///
    /// # Safety
    /// As for `cold`.
    #[inline(always)]
    unsafe fn slow(regs: Regs, ctx: *mut Interpreter) -> Flow {
        let _ = (regs, ctx);
        Flow::Halt(ExceptionalHalt::OutOfGas)
    }
}

/// Runs `body` on the interpreter, registers written back before and read again after.
///
/// # Safety
/// As for [`Instruction::run`].
#[inline(always)]
pub(crate) unsafe fn heavy(
    regs: Regs,
    ctx: *mut Interpreter,
    body: fn(&mut Interpreter) -> Outcome,
) -> Flow {
    // SAFETY: by the caller; the body moves `sp` and `gas` only within the frame's bounds.
    unsafe {
        (*ctx).ip = regs.ip;
        (*ctx).sp = regs.sp;
        (*ctx).gas = regs.gas;
        match body(&mut *ctx) {
            Ok(()) => Flow::Next(Regs { ip: (*ctx).ip.add(1), sp: (*ctx).sp, gas: (*ctx).gas }),
            Err(exit) => {
                (*ctx).exit = exit;
                Flow::Exit
            }
        }
    }
}

impl Interpreter {
    /// The frame that runs.
    #[inline(always)]
    pub(crate) fn top_frame(&self) -> &Frame {
        // SAFETY: `frame` is the top frame while an instruction runs.
        unsafe { &*self.frame }
    }

    /// The host of the run that is active.
    #[inline(always)]
    pub(crate) fn host(&mut self) -> Result<&mut dyn Host, Exit> {
        match self.host {
            // SAFETY: it is the argument of the active `run`, which nothing else uses.
            Some(host) => Ok(unsafe { &mut *host }),
            None => Err(Exit::DatabaseFailure),
        }
    }

    /// Shows something to the inspector, if there is one.
    #[inline]
    pub(crate) fn inspect(&mut self, show: impl FnOnce(&mut dyn Inspector)) {
        if let Some(inspector) = self.inspector {
            // SAFETY: it is the argument of the active `run`, which nothing else uses.
            show(unsafe { &mut *inspector });
        }
    }

    /// Halts inside a static call (EIP-214).
    #[inline]
    pub(crate) fn require_writable(&self) -> Outcome {
        if self.top_frame().is_static {
            return Err(ExceptionalHalt::WriteInStaticContext.into());
        }
        Ok(())
    }

    /// Accesses something that costs `surcharge` more when it is cold. It is not loaded when the
    /// gas left would not pay for that.
    #[inline]
    pub(crate) fn cold_access<T>(
        &mut self,
        surcharge: u64,
        access: impl FnOnce(&mut dyn Host, bool) -> Result<Access<T>, HostError>,
    ) -> Result<T, Exit> {
        let cold_allowed = self.gas >= surcharge;
        let access = access(self.host()?, cold_allowed).map_err(host_exit)?;
        if access.is_cold {
            self.charge(surcharge)?;
        }
        Ok(access.value)
    }

    /// Accesses an account (EIP-2929).
    #[inline]
    pub(crate) fn account_access<T>(
        &mut self,
        access: impl FnOnce(&mut dyn Host, bool) -> Result<Access<T>, HostError>,
    ) -> Result<T, Exit> {
        self.cold_access(self.schedule.cold_account_surcharge, access)
    }
}

/// What an error of the host means for the frame.
pub(crate) fn host_exit(error: HostError) -> Exit {
    match error {
        HostError::ColdAccess => ExceptionalHalt::OutOfGas.into(),
        HostError::Database => Exit::DatabaseFailure,
    }
}

/// Takes two words, puts one: `a` is the top.
///
/// # Safety
/// Two words are on the stack.
#[inline(always)]
pub(crate) unsafe fn binary(regs: Regs, op: impl FnOnce(Limbs, Limbs) -> Limbs) -> Flow {
    // SAFETY: by the caller.
    unsafe {
        let (a, b) = (regs.sp.sub(1), regs.sp.sub(2));
        store(b, op(load(a), load(b)));
        regs.next(a)
    }
}

/// Takes one word, puts one.
///
/// # Safety
/// A word is on the stack.
#[inline(always)]
pub(crate) unsafe fn unary(regs: Regs, op: impl FnOnce(Limbs) -> Limbs) -> Flow {
    // SAFETY: by the caller.
    unsafe {
        let a = regs.sp.sub(1);
        store(a, op(load(a)));
        regs.next(regs.sp)
    }
}

/// Puts one word.
///
/// # Safety
/// There is room for it.
#[inline(always)]
pub(crate) unsafe fn push(regs: Regs, word: Limbs) -> Flow {
    // SAFETY: by the caller.
    unsafe {
        store(regs.sp, word);
        regs.next(regs.sp.add(1))
    }
}

/// Declares an instruction: `binary`, `unary`, `push` with a kernel, or `heavy` with a function on
/// the interpreter.
macro_rules! instruction {
    ($name:ident, $opcode:ident, binary $kernel:expr) => {
        instruction!(@ $name, $opcode, |regs, _ctx| $crate::instructions::binary(regs, $kernel));
    };
    ($name:ident, $opcode:ident, unary $kernel:expr) => {
        instruction!(@ $name, $opcode, |regs, _ctx| $crate::instructions::unary(regs, $kernel));
    };
    ($name:ident, $opcode:ident, push |$ctx:ident| $word:expr) => {
        instruction!(@ $name, $opcode, |regs, ctx| {
            let $ctx = &*ctx;
            $crate::instructions::push(regs, $word)
        });
    };
    ($name:ident, $opcode:ident, heavy $body:expr) => {
        pub(crate) struct $name;

        impl $crate::instructions::Instruction for $name {
            const OPCODE: u8 = eevm_bytecode::opcode::$opcode;

            #[inline(always)]
            unsafe fn run(
                regs: $crate::regs::Regs,
                _: *mut $crate::interpreter::Interpreter,
            ) -> $crate::regs::Flow {
                $crate::regs::Flow::Cold(regs)
            }

            #[inline(always)]
            unsafe fn cold(
                regs: $crate::regs::Regs,
                ctx: *mut $crate::interpreter::Interpreter,
            ) -> $crate::regs::Flow {
                // SAFETY: by the caller.
                unsafe { $crate::instructions::heavy(regs, ctx, $body) }
            }
        }
    };
    (@ $name:ident, $opcode:ident, |$regs:ident, $ctx:ident| $body:expr) => {
        pub(crate) struct $name;

        impl $crate::instructions::Instruction for $name {
            const OPCODE: u8 = eevm_bytecode::opcode::$opcode;

            #[inline(always)]
            unsafe fn run(
                $regs: $crate::regs::Regs,
                $ctx: *mut $crate::interpreter::Interpreter,
            ) -> $crate::regs::Flow {
                // SAFETY: by the caller.
                unsafe { $body }
            }
        }
    };
}
pub(crate) use instruction;
pub(crate) use list::for_each_instruction;
