//! LOG0 to LOG4.

use super::instruction;
use crate::{
    halt::ExceptionalHalt, interpreter::Interpreter, operands::memory_limit, regs::Outcome,
};
use alloc::vec::Vec;
use eevm_primitives::{B256, Bytes, Log, Topics, b256_from_word, to_usize};

instruction!(Log0, LOG0, heavy log::<0>);
instruction!(Log1, LOG1, heavy log::<1>);
instruction!(Log2, LOG2, heavy log::<2>);
instruction!(Log3, LOG3, heavy log::<3>);
instruction!(Log4, LOG4, heavy log::<4>);

#[inline(never)]
fn log<const N: usize>(machine: &mut Interpreter) -> Outcome {
    let [offset, size] = machine.pop()?;
    let topics: [B256; N] = machine.pop::<N>()?.map(|word| b256_from_word(&word));
    let len = to_usize(&size).ok_or(ExceptionalHalt::OutOfGas)?;
    machine.charge(machine.schedule.log_data_byte.saturating_mul(len as u64))?;
    let (offset, len) = machine.memory_range(&offset, &size)?;
    machine.require_writable()?;
    let data = if len == 0 {
        Bytes::new()
    } else {
        // Refused room is a halt here, where a copy in one step would abort.
        machine.touch(offset, len)?;
        let mut data = Vec::new();
        machine.memory.copy_out(offset, len, &mut data).map_err(memory_limit)?;
        Bytes::from(data)
    };
    let topics = Topics::from_slice(&topics).unwrap_or_default();
    let log = Log { address: machine.top_frame().target, topics, data };
    machine.inspect(|inspector| inspector.log(&log));
    machine.host()?.log(log);
    Ok(())
}
