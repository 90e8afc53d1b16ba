//! MLOAD, MSTORE, MSTORE8, MSIZE, MCOPY.

use super::{Instruction, heavy, instruction};
use crate::{
    interpreter::Interpreter,
    operands::memory_limit,
    regs::{Flow, Outcome, Regs},
    word::{fits_u64, index, load, load_be, small, store, store_be},
};
use eevm_bytecode::opcode;
use eevm_primitives::U256;

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
        // SAFETY: by the caller.
        unsafe { heavy(regs, ctx, mload) }
    }
}

#[inline(never)]
fn mload(machine: &mut Interpreter) -> Outcome {
    let [offset] = machine.pop()?;
    let (offset, size) = machine.memory_range(&offset, &U256::from(32))?;
    machine.touch(offset, size)?;
    let bytes = machine.memory.slice(offset, size).map_err(memory_limit)?;
    let word = U256::try_from_be_slice(bytes).unwrap_or_default();
    machine.push(word)
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
        // SAFETY: by the caller.
        unsafe { heavy(regs, ctx, mstore) }
    }
}

#[inline(never)]
fn mstore(machine: &mut Interpreter) -> Outcome {
    let [offset, word] = machine.pop()?;
    let (offset, size) = machine.memory_range(&offset, &U256::from(32))?;
    machine.touch(offset, size)?;
    let bytes = machine.memory.slice_mut(offset, size).map_err(memory_limit)?;
    bytes.copy_from_slice(&word.to_be_bytes::<32>());
    Ok(())
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
        // SAFETY: by the caller.
        unsafe { heavy(regs, ctx, mstore8) }
    }
}

#[inline(never)]
fn mstore8(machine: &mut Interpreter) -> Outcome {
    let [offset, word] = machine.pop()?;
    let (offset, size) = machine.memory_range(&offset, &U256::ONE)?;
    machine.touch(offset, size)?;
    let bytes = machine.memory.slice_mut(offset, size).map_err(memory_limit)?;
    bytes.copy_from_slice(&[word.byte(0)]);
    Ok(())
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
