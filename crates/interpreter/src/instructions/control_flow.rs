//! STOP, JUMP, JUMPI, JUMPDEST, PC, GAS.

use super::{instruction, push};
use crate::{
    halt::{ExceptionalHalt, Exit},
    interpreter::Interpreter,
    regs::{Flow, Regs},
    word::{Limbs, fits_u64, index, is_zero, load, small},
};

instruction!(@ Stop, STOP, |regs, ctx| {
    (*ctx).ip = regs.ip;
    (*ctx).sp = regs.sp;
    (*ctx).gas = regs.gas;
    (*ctx).exit = Exit::Stop;
    Flow::Exit
});
instruction!(@ Jumpdest, JUMPDEST, |regs, _ctx| regs.next(regs.sp));
instruction!(@ Pc, PC, |regs, ctx| push(regs, small((regs.ip.addr() - (*ctx).code.addr()) as u64)));
instruction!(@ Gas, GAS, |regs, _ctx| push(regs, small(regs.gas)));

/// JUMP.
pub(crate) struct Jump;

impl super::Instruction for Jump {
    const OPCODE: u8 = eevm_bytecode::opcode::JUMP;

    #[inline(always)]
    unsafe fn run(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: the target is on the stack.
        unsafe {
            let target = load(regs.sp.sub(1));
            match known(target, ctx) {
                Some(ip) => landed(Regs { ip, sp: regs.sp.sub(1), gas: regs.gas }, ctx),
                None => Flow::Cold(regs),
            }
        }
    }

    #[inline(always)]
    unsafe fn cold(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: by the caller.
        unsafe { first_jump(regs, ctx, 1) }
    }
}

/// JUMPI.
pub(crate) struct Jumpi;

impl super::Instruction for Jumpi {
    const OPCODE: u8 = eevm_bytecode::opcode::JUMPI;

    #[inline(always)]
    unsafe fn run(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: target and condition are on the stack.
        unsafe {
            if is_zero(load(regs.sp.sub(2))) {
                return regs.next(regs.sp.sub(2));
            }
            let target = load(regs.sp.sub(1));
            match known(target, ctx) {
                Some(ip) => landed(Regs { ip, sp: regs.sp.sub(2), gas: regs.gas }, ctx),
                None => Flow::Cold(regs),
            }
        }
    }

    #[inline(always)]
    unsafe fn cold(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: by the caller.
        unsafe { first_jump(regs, ctx, 2) }
    }
}

/// Goes on at the JUMPDEST that `ip` points to, or right behind it with its gas charged.
///
/// # Safety
/// `ctx` is the running interpreter.
#[inline(always)]
pub(super) unsafe fn landed(regs: Regs, ctx: *mut Interpreter) -> Flow {
    // SAFETY: a JUMPDEST is followed by code or padding.
    unsafe {
        let (gas, exhausted) = regs.gas.overflowing_sub((*ctx).landing_gas);
        if exhausted {
            // The JUMPDEST itself then runs out of gas.
            return Flow::Next(regs);
        }
        Flow::Next(Regs { ip: regs.ip.add((*ctx).landing), sp: regs.sp, gas })
    }
}

/// Where `target` is, if this program has jumped there before. Counts the jump.
///
/// # Safety
/// `ctx` is the running interpreter.
#[inline(always)]
pub(super) unsafe fn known(target: Limbs, ctx: *mut Interpreter) -> Option<*const u8> {
    // SAFETY: `hot` has 256 entries, and one that holds its own target is writable.
    unsafe {
        let entry = (*ctx).hot.add(index(target[0] & 0xff));
        if fits_u64(target) && u64::from((*entry).pc) == target[0] {
            (*entry).count = (*entry).count.wrapping_add(1);
            Some((*ctx).code.add((*entry).pc as usize))
        } else {
            None
        }
    }
}

/// A jump to a target that the hot table does not hold: proves it, or halts.
///
/// # Safety
/// The target is on the stack.
#[inline(always)]
unsafe fn first_jump(regs: Regs, ctx: *mut Interpreter, operands: usize) -> Flow {
    // SAFETY: by the caller; a proven target lies inside the code.
    unsafe {
        let target = load(regs.sp.sub(1));
        if !fits_u64(target) || !prove(&mut *ctx, target[0]) {
            return Flow::Halt(ExceptionalHalt::InvalidJumpDestination);
        }
        let ip = (*ctx).code.add(index(target[0]));
        Flow::Next(Regs { ip, sp: regs.sp.sub(operands), gas: regs.gas })
    }
}

#[inline(never)]
fn prove(interpreter: &mut Interpreter, target: u64) -> bool {
    let Ok(target) = usize::try_from(target) else { return false };
    let Some(program) = interpreter.top_frame().program else { return false };
    let program = interpreter.programs.get(program);
    let valid = program.record_jump(target);
    interpreter.hot = program.hot_ptr();
    valid
}
