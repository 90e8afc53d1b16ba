//! MLOAD, MSTORE, MSTORE8, MSIZE, MCOPY.

use super::{Instruction, instruction};
use crate::{
    interpreter::Interpreter,
    operands::memory_limit,
    regs::{Flow, Outcome, Regs},
    word::{Limbs, fits_u64, index, load, load_be, small, store, store_be},
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
            if fits_u64(offset) && offset[0] < (*ctx).word_limit as u64 {
                store(top, load_be((*ctx).memory_ptr.add(index(offset[0]))));
                regs.next(regs.sp)
            } else {
                Flow::Cold(regs)
            }
        }
    }

    #[inline(always)]
    unsafe fn cold(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: the operand is on the stack; `grown` leaves the memory they name accessible.
        unsafe {
            let offset = load(regs.sp.sub(1));
            match grown(regs, ctx, offset, 32) {
                Ok(regs) => {
                    store(regs.sp.sub(1), load_be((*ctx).memory_ptr.add(index(offset[0]))));
                    regs.next(regs.sp)
                }
                Err(flow) => flow,
            }
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
            if fits_u64(offset) && offset[0] < (*ctx).word_limit as u64 {
                let word = load(regs.sp.sub(2));
                store_be((*ctx).memory_ptr.add(index(offset[0])), word);
                regs.next(regs.sp.sub(2))
            } else {
                Flow::Cold(regs)
            }
        }
    }

    #[inline(always)]
    unsafe fn cold(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: two operands are on the stack; `grown` leaves the memory they name accessible.
        unsafe {
            let offset = load(regs.sp.sub(1));
            match grown(regs, ctx, offset, 32) {
                Ok(regs) => {
                    let word = load(regs.sp.sub(2));
                    store_be((*ctx).memory_ptr.add(index(offset[0])), word);
                    regs.next(regs.sp.sub(2))
                }
                Err(flow) => flow,
            }
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
            if fits_u64(offset) && offset[0] < (*ctx).valid as u64 {
                let byte = regs.sp.sub(2).cast::<u8>().read();
                (*ctx).memory_ptr.add(index(offset[0])).write(byte);
                regs.next(regs.sp.sub(2))
            } else {
                Flow::Cold(regs)
            }
        }
    }

    #[inline(always)]
    unsafe fn cold(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: two operands are on the stack; `grown` leaves the memory they name accessible.
        unsafe {
            let offset = load(regs.sp.sub(1));
            match grown(regs, ctx, offset, 1) {
                Ok(regs) => {
                    let byte = regs.sp.sub(2).cast::<u8>().read();
                    (*ctx).memory_ptr.add(index(offset[0])).write(byte);
                    regs.next(regs.sp.sub(2))
                }
                Err(flow) => flow,
            }
        }
    }
}

/// Pays for memory that an access needs and makes it accessible; the registers with the gas left.
///
/// # Safety
/// `ctx` is the running interpreter and `regs` belong to its frame.
#[inline(always)]
unsafe fn grown(regs: Regs, ctx: *mut Interpreter, offset: Limbs, size: u64) -> Result<Regs, Flow> {
    // SAFETY: by the caller.
    unsafe {
        (*ctx).ip = regs.ip;
        (*ctx).sp = regs.sp;
        (*ctx).gas = regs.gas;
        match (*ctx).grow(offset, size) {
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
        eevm_primitives::to_usize(&size).ok_or(crate::halt::ExceptionalHalt::OutOfGas)?
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
