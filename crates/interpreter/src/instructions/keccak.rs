//! KECCAK256.

use super::instruction;
use crate::{halt::ExceptionalHalt, interpreter::Interpreter, regs::Outcome};
use eevm_primitives::{b256_to_word, keccak256, to_usize};

instruction!(Keccak256, KECCAK256, heavy hash);

#[inline(never)]
fn hash(machine: &mut Interpreter) -> Outcome {
    let [offset, size] = machine.pop()?;
    let len = to_usize(&size).ok_or(ExceptionalHalt::OutOfGas)?;
    machine.charge_words(machine.schedule.keccak_word, len)?;
    let (offset, len) = machine.memory_range(&offset, &size)?;
    let hash = if len == 0 {
        eevm_primitives::KECCAK_EMPTY
    } else {
        keccak256(machine.memory_slice(offset, len)?)
    };
    machine.push(b256_to_word(&hash))
}
