//! MLOAD, MSTORE, MSTORE8, MSIZE, MCOPY.

use super::{Instruction, instruction};
use crate::{
    halt::ExceptionalHalt,
    interpreter::Interpreter,
    operands::memory_limit,
    regs::{Flow, Outcome, Regs},
    word::{fits_u64, index, load, load_be, small, store, store_be},
};
use eevm_bytecode::opcode;

instruction!(Msize, MSIZE, push | ctx | small(ctx.memory.len() as u64));
instruction!(Mcopy, MCOPY, heavy mcopy);

/// MLOAD.
pub(crate) struct Mload;

impl Instruction for Mload {
    const OPCODE: u8 = opcode::MLOAD;

    #[inline(always)]
    unsafe fn run(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: below `word_limit` a whole word lies in valid memory.
        unsafe {
            let top = regs.sp.sub(1);
            let offset = load(top);
            if !fits_u64(offset) {
                return Flow::Halt(ExceptionalHalt::OutOfGas);
            }
            if offset[0] < (*ctx).word_limit as u64 {
                Self::access(regs, ctx)
            } else {
                Flow::Cold(regs)
            }
        }
    }

    #[inline(always)]
    unsafe fn cold(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: the operand is on the stack; `lengthened` leaves the memory they name accessible.
        unsafe {
            match lengthened(regs, ctx, 32) {
                Ok(regs) => Self::access(regs, ctx),
                Err(flow) => flow,
            }
        }
    }

    #[inline(always)]
    unsafe fn slow(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: the operand is on the stack; `grown` leaves the memory they name accessible.
        unsafe {
            match grown(regs, ctx, 32) {
                Ok(regs) => Self::access(regs, ctx),
                Err(flow) => flow,
            }
        }
    }
}

impl Mload {
    /// The access itself.
    ///
    /// # Safety
    /// The operands are on the stack and the memory they name is accessible.
    #[inline(always)]
    unsafe fn access(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: by the caller.
        unsafe {
            let offset = index(offset(regs));
            store(regs.sp.sub(1), load_be((*ctx).memory_ptr.add(offset)));
            regs.next(regs.sp)
        }
    }
}

/// MSTORE.
pub(crate) struct Mstore;

impl Instruction for Mstore {
    const OPCODE: u8 = opcode::MSTORE;

    #[inline(always)]
    unsafe fn run(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: below `word_limit` a whole word lies in valid memory.
        unsafe {
            let offset = load(regs.sp.sub(1));
            if !fits_u64(offset) {
                return Flow::Halt(ExceptionalHalt::OutOfGas);
            }
            if offset[0] < (*ctx).word_limit as u64 {
                Self::access(regs, ctx)
            } else {
                Flow::Cold(regs)
            }
        }
    }

    #[inline(always)]
    unsafe fn cold(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: two operands are on the stack; `lengthened` leaves the memory they name accessible.
        unsafe {
            match lengthened(regs, ctx, 32) {
                Ok(regs) => Self::access(regs, ctx),
                Err(flow) => flow,
            }
        }
    }

    #[inline(always)]
    unsafe fn slow(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: two operands are on the stack; `grown` leaves the memory they name accessible.
        unsafe {
            match grown(regs, ctx, 32) {
                Ok(regs) => Self::access(regs, ctx),
                Err(flow) => flow,
            }
        }
    }
}

impl Mstore {
    /// The access itself.
    ///
    /// # Safety
    /// The operands are on the stack and the memory they name is accessible.
    #[inline(always)]
    unsafe fn access(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: by the caller.
        unsafe {
            let offset = index(offset(regs));
            store_be((*ctx).memory_ptr.add(offset), load(regs.sp.sub(2)));
            regs.next(regs.sp.sub(2))
        }
    }
}

/// MSTORE8.
pub(crate) struct Mstore8;

impl Instruction for Mstore8 {
    const OPCODE: u8 = opcode::MSTORE8;

    #[inline(always)]
    unsafe fn run(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: below `valid` a byte lies in valid memory.
        unsafe {
            let offset = load(regs.sp.sub(1));
            if !fits_u64(offset) {
                return Flow::Halt(ExceptionalHalt::OutOfGas);
            }
            if offset[0] < (*ctx).valid as u64 { Self::access(regs, ctx) } else { Flow::Cold(regs) }
        }
    }

    #[inline(always)]
    unsafe fn cold(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: two operands are on the stack; `lengthened` leaves the memory they name accessible.
        unsafe {
            match lengthened(regs, ctx, 1) {
                Ok(regs) => Self::access(regs, ctx),
                Err(flow) => flow,
            }
        }
    }

    #[inline(always)]
    unsafe fn slow(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: two operands are on the stack; `grown` leaves the memory they name accessible.
        unsafe {
            match grown(regs, ctx, 1) {
                Ok(regs) => Self::access(regs, ctx),
                Err(flow) => flow,
            }
        }
    }
}

impl Mstore8 {
    /// The access itself.
    ///
    /// # Safety
    /// The operands are on the stack and the memory they name is accessible.
    #[inline(always)]
    unsafe fn access(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: by the caller.
        unsafe {
            let offset = index(offset(regs));
            (*ctx).memory_ptr.add(offset).write(regs.sp.sub(2).cast::<u8>().read());
            regs.next(regs.sp.sub(2))
        }
    }
}

/// The offset on top of the stack, which has been found to be below 2^64.
///
/// # Safety
/// A word is on the stack.
#[inline(always)]
unsafe fn offset(regs: Regs) -> u64 {
    // SAFETY: by the caller; the lowest limb comes first.
    unsafe { regs.sp.sub(1).cast::<u64>().read() }
}

/// Pays for memory that an access needs where only the length grows; else asks for the slow way.
///
/// # Safety
/// `ctx` is the running interpreter, `regs` belong to its frame and the offset is on its stack.
#[inline(always)]
unsafe fn lengthened(regs: Regs, ctx: *mut Interpreter, size: u64) -> Result<Regs, Flow> {
    // SAFETY: by the caller.
    unsafe {
        match (*ctx).grow_length(offset(regs), size, regs.gas) {
            Some(gas) => Ok(Regs { gas, ..regs }),
            None => Err(Flow::Slow(regs)),
        }
    }
}

/// Pays for memory that an access needs and makes it accessible; the registers with the gas left.
///
/// # Safety
/// As for [`lengthened`].
#[inline(always)]
unsafe fn grown(regs: Regs, ctx: *mut Interpreter, size: u64) -> Result<Regs, Flow> {
    // SAFETY: by the caller.
    unsafe {
        (*ctx).ip = regs.ip;
        (*ctx).sp = regs.sp;
        (*ctx).gas = regs.gas;
        match (*ctx).grow(offset(regs), size) {
            Ok(()) => Ok(Regs { gas: (*ctx).gas, ..regs }),
            Err(exit) => {
                (*ctx).exit = exit;
                Err(Flow::Exit)
            }
        }
    }
}

#[inline(never)]
fn mcopy(machine: &mut Interpreter) -> Outcome {
    let [destination, source, size] = machine.pop()?;
    // EIP-5656: memory grows to the end of the farther of both ranges.
    let farther = destination.max(source);
    let len = if size.is_zero() {
        0
    } else {
        eevm_primitives::to_usize(&size).ok_or(ExceptionalHalt::OutOfGas)?
    };
    machine.charge_words(machine.schedule.copy_word, len)?;
    machine.memory_range(&farther, &size)?;
    if len == 0 {
        return Ok(());
    }
    let (destination, _) = machine.memory_range(&destination, &size)?;
    let (source, _) = machine.memory_range(&source, &size)?;
    machine.memory.copy_within(destination, source, len).map_err(memory_limit)?;
    machine.sync_memory();
    Ok(())
}
