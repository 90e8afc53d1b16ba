//! What the expansion of memory costs.

use super::{Part, Quote};
use crate::Fault;
use eevm_bytecode::opcode::*;
use eevm_primitives::{U256, gas::MEMORY_QUADRATIC_DIVISOR, to_u64};

/// Memory beyond this many bytes has no price (go-ethereum's bound, so that the square of its words
/// fits into 64 bits).
const MOST_BYTES: u64 = 0x1f_ffff_ffe0;

impl Quote<'_, '_> {
    /// The expansion that the operands ask for (Yellow Paper, equation 328).
    pub(super) fn memory(self) -> Part {
        let size = self.memory_size()?;
        if size > MOST_BYTES {
            return Err(Fault::GasOverflow);
        }
        let present = self.step.memory.len() as u64;
        if size <= present {
            return Ok(0);
        }
        let price = self.step.rules.gas.memory_word;
        let cost = |bytes: u64| {
            let words = bytes.div_ceil(32);
            price.saturating_mul(words).saturating_add(words * words / MEMORY_QUADRATIC_DIVISOR)
        };
        Ok(cost(size).saturating_sub(cost(present)))
    }

    /// Bytes of memory that the instruction needs.
    fn memory_size(self) -> Part {
        let end = |offset: usize, size: usize| end(self.word(offset), self.word(size));
        match self.step.opcode {
            MLOAD | MSTORE => fixed_end(self.word(0), 32),
            MSTORE8 => fixed_end(self.word(0), 1),
            KECCAK256 | RETURN | REVERT | LOG0..=LOG4 => end(0, 1),
            CALLDATACOPY | CODECOPY | RETURNDATACOPY => end(0, 2),
            EXTCODECOPY => end(1, 3),
            MCOPY => Ok(end(0, 2)?.max(end(1, 2)?)),
            CREATE | CREATE2 => end(1, 2),
            CALL | CALLCODE => Ok(end(5, 6)?.max(end(3, 4)?)),
            DELEGATECALL | STATICCALL => Ok(end(4, 5)?.max(end(2, 3)?)),
            _ => Ok(0),
        }
    }
}

/// Where `size` bytes at `offset` end; no bytes end nowhere, whatever the offset.
fn end(offset: &U256, size: &U256) -> Part {
    let size = to_u64(size).ok_or(Fault::GasOverflow)?;
    fixed_end(offset, size)
}

fn fixed_end(offset: &U256, size: u64) -> Part {
    if size == 0 {
        return Ok(0);
    }
    to_u64(offset).and_then(|offset| offset.checked_add(size)).ok_or(Fault::GasOverflow)
}
