//! ADDRESS to EXTCODEHASH, and SELFBALANCE.

use super::{Instruction, heavy, host_exit, instruction};
use crate::{
    frame::Input,
    halt::ExceptionalHalt,
    interpreter::Interpreter,
    operands::{memory_limit, source_offset},
    regs::{Flow, Outcome, Regs},
    word::{fits_u64, index, load, load_be, small, store},
};
use eevm_bytecode::opcode;
use eevm_primitives::{U256, address_from_word, address_to_word, b256_to_word, to_usize};

instruction!(Address, ADDRESS, push | ctx | address_to_word(&ctx.top_frame().target).into_limbs());
instruction!(Caller, CALLER, push | ctx | address_to_word(&ctx.top_frame().caller).into_limbs());
instruction!(Callvalue, CALLVALUE, push | ctx | ctx.top_frame().value.into_limbs());
instruction!(Origin, ORIGIN, push | ctx | address_to_word(&ctx.transaction.origin).into_limbs());
instruction!(Gasprice, GASPRICE, push | ctx | ctx.transaction.gas_price.into_limbs());
instruction!(Calldatasize, CALLDATASIZE, push | ctx | small(ctx.input_len as u64));
instruction!(Codesize, CODESIZE, push | ctx | small(ctx.code_len as u64));
instruction!(Returndatasize, RETURNDATASIZE, push | ctx | small(ctx.return_data.len() as u64));
instruction!(Calldatacopy, CALLDATACOPY, heavy calldatacopy);
instruction!(Codecopy, CODECOPY, heavy codecopy);
instruction!(Returndatacopy, RETURNDATACOPY, heavy returndatacopy);
instruction!(Balance, BALANCE, heavy balance);
instruction!(Selfbalance, SELFBALANCE, heavy selfbalance);
instruction!(Extcodesize, EXTCODESIZE, heavy extcodesize);
instruction!(Extcodehash, EXTCODEHASH, heavy extcodehash);
instruction!(Extcodecopy, EXTCODECOPY, heavy extcodecopy);

/// CALLDATALOAD.
pub(crate) struct Calldataload;

impl Instruction for Calldataload {
    const OPCODE: u8 = opcode::CALLDATALOAD;

    #[inline(always)]
    unsafe fn run(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: below `input_word_limit` a whole word lies in the call data.
        unsafe {
            let top = regs.sp.sub(1);
            let offset = load(top);
            if fits_u64(offset) && offset[0] < (*ctx).input_word_limit as u64 {
                store(top, load_be((*ctx).input_ptr.add(index(offset[0]))));
                regs.next(regs.sp)
            } else {
                Flow::Cold(regs)
            }
        }
    }

    #[inline(always)]
    unsafe fn cold(regs: Regs, ctx: *mut Interpreter) -> Flow {
        // SAFETY: by the caller.
        unsafe { heavy(regs, ctx, calldataload) }
    }
}

#[inline(never)]
fn calldataload(machine: &mut Interpreter) -> Outcome {
    let [offset] = machine.pop()?;
    let mut word = [0; 32];
    if let Some(offset) = to_usize(&offset) {
        match &machine.top_frame().input {
            Input::Bytes(bytes) => {
                let rest = bytes.get(offset..).unwrap_or_default();
                let len = rest.len().min(32);
                word[..len].copy_from_slice(&rest[..len]);
            }
            Input::Memory(range) => word = machine.memory.read_range_word(range, offset),
        }
    }
    machine.push(U256::from_be_bytes(word))
}

/// Pops destination, source and size, charges the copy, and pays for the destination.
#[inline]
fn copy_operands(machine: &mut Interpreter) -> Result<(usize, Option<usize>, usize), crate::Exit> {
    let [destination, source, size] = machine.pop()?;
    let len = to_usize(&size).ok_or(ExceptionalHalt::OutOfGas)?;
    machine.charge_words(machine.schedule.copy_word, len)?;
    let (destination, len) = machine.memory_range(&destination, &size)?;
    Ok((destination, source_offset(&source), len))
}

#[inline(never)]
fn calldatacopy(machine: &mut Interpreter) -> Outcome {
    let (destination, source, len) = copy_operands(machine)?;
    if len == 0 {
        return Ok(());
    }
    // SAFETY: `frame` is the top frame while an instruction runs, and memory is apart from it.
    match unsafe { &(*machine.frame).input } {
        Input::Bytes(bytes) => machine.memory.write_padded(destination, len, bytes, source),
        Input::Memory(range) => machine.memory.copy_from_range(destination, len, range, source),
    }
    .map_err(memory_limit)?;
    machine.sync_memory();
    Ok(())
}

#[inline(never)]
fn codecopy(machine: &mut Interpreter) -> Outcome {
    let (destination, source, len) = copy_operands(machine)?;
    if len == 0 {
        return Ok(());
    }
    if let Some(program) = machine.top_frame().program {
        let code = machine.programs.get(program).code();
        machine
            .memory
            .write_padded(destination, len, code.bytes(), source)
            .map_err(memory_limit)?;
    }
    machine.sync_memory();
    Ok(())
}

#[inline(never)]
fn returndatacopy(machine: &mut Interpreter) -> Outcome {
    let [destination, source, size] = machine.pop()?;
    let len = to_usize(&size).ok_or(ExceptionalHalt::OutOfGas)?;
    machine.charge_words(machine.schedule.copy_word, len)?;
    let (destination, _) = machine.memory_range(&destination, &size)?;
    // EIP-211: the end counts even where nothing is copied.
    let source = to_usize(&source)
        .filter(|source| {
            source.checked_add(len).is_some_and(|end| end <= machine.return_data.len())
        })
        .ok_or(ExceptionalHalt::OutOfBoundsRead)?;
    if len > 0 {
        let data = &machine.return_data;
        machine.memory.write_padded(destination, len, data, Some(source)).map_err(memory_limit)?;
        machine.sync_memory();
    }
    Ok(())
}

#[inline(never)]
fn balance(machine: &mut Interpreter) -> Outcome {
    let [address] = machine.pop()?;
    let balance =
        machine.account_access(|host, cold| host.balance(&address_from_word(&address), cold))?;
    machine.push(balance)
}

#[inline(never)]
fn selfbalance(machine: &mut Interpreter) -> Outcome {
    let target = machine.top_frame().target;
    let (balance, _) = machine.host()?.self_account(&target).map_err(host_exit)?;
    machine.push(balance)
}

#[inline(never)]
fn extcodesize(machine: &mut Interpreter) -> Outcome {
    let [address] = machine.pop()?;
    let size =
        machine.account_access(|host, cold| host.code_size(&address_from_word(&address), cold))?;
    machine.push(U256::from(size))
}

#[inline(never)]
fn extcodehash(machine: &mut Interpreter) -> Outcome {
    let [address] = machine.pop()?;
    let hash =
        machine.account_access(|host, cold| host.code_hash(&address_from_word(&address), cold))?;
    machine.push(b256_to_word(&hash))
}

#[inline(never)]
fn extcodecopy(machine: &mut Interpreter) -> Outcome {
    let [address] = machine.pop()?;
    let (destination, source, len) = copy_operands(machine)?;
    let code =
        machine.account_access(|host, cold| host.code(&address_from_word(&address), cold))?;
    if len > 0 {
        machine
            .memory
            .write_padded(destination, len, code.bytes(), source)
            .map_err(memory_limit)?;
        machine.sync_memory();
    }
    Ok(())
}
