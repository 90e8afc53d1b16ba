//! What slow halves of instructions work with: checked stack, gas, and paid-for memory ranges.

use crate::{
    halt::{ExceptionalHalt, Exit},
    interpreter::Interpreter,
    regs::Outcome,
    stack::height_bytes,
    word::index,
};
use eevm_memory::MemoryLimit;
use eevm_primitives::{
    U256,
    gas::{MEMORY_QUADRATIC_DIVISOR, STACK_LIMIT},
    to_u64,
};

/// Bytes of a word.
const WORD: usize = size_of::<U256>();

/// No memory reaches beyond this many bytes: 2^32 − 1 words cost more than any gas limit below
/// 2^54, and the cost of more would need more than 64 bits.
const MAX_MEMORY: u64 = (u32::MAX as u64) * 32;

impl Interpreter {
    /// Takes `N` words off the stack, the top first.
    #[inline]
    pub(crate) fn pop<const N: usize>(&mut self) -> Result<[U256; N], Exit> {
        if height_bytes(self.sp) < N * WORD {
            return Err(ExceptionalHalt::StackUnderflow.into());
        }
        let sp = self.sp;
        // SAFETY: `N` words below `sp` are initialised.
        let words = core::array::from_fn(|index| unsafe {
            U256::from_limbs(crate::word::load(sp.sub(index + 1)))
        });
        // SAFETY: as above.
        self.sp = unsafe { sp.sub(N) };
        Ok(words)
    }

    /// Puts a word on the stack.
    #[inline]
    pub(crate) fn push(&mut self, word: U256) -> Outcome {
        if height_bytes(self.sp) >= STACK_LIMIT * WORD {
            return Err(ExceptionalHalt::StackOverflow.into());
        }
        // SAFETY: the storage holds 1,024 words and fewer are in use.
        unsafe {
            self.sp.write(word);
            self.sp = self.sp.add(1);
        }
        Ok(())
    }

    /// Takes `amount` from the gas left.
    #[inline]
    pub(crate) fn charge(&mut self, amount: u64) -> Outcome {
        match self.gas.checked_sub(amount) {
            Some(left) => {
                self.gas = left;
                Ok(())
            }
            None => Err(ExceptionalHalt::OutOfGas.into()),
        }
    }

    /// Charges `price` for each of `words`.
    #[inline]
    pub(crate) fn charge_words(&mut self, price: u64, len: usize) -> Outcome {
        self.charge(price.saturating_mul(len.div_ceil(WORD) as u64))
    }

    /// Pays for memory up to the end of `size` bytes at `offset`, and answers both. A size of zero
    /// touches nothing, whatever the offset.
    #[inline]
    pub(crate) fn memory_range(
        &mut self,
        offset: &U256,
        size: &U256,
    ) -> Result<(usize, usize), Exit> {
        if size.is_zero() {
            return Ok((0, 0));
        }
        let end = to_u64(offset)
            .zip(to_u64(size))
            .and_then(|(offset, size)| offset.checked_add(size))
            .filter(|&end| end <= MAX_MEMORY)
            .and_then(|end| usize::try_from(end).ok())
            .ok_or(ExceptionalHalt::OutOfGas)?;
        let size = eevm_primitives::to_usize(size).ok_or(ExceptionalHalt::OutOfGas)?;
        self.expand(end)?;
        Ok((end - size, size))
    }

    /// Pays for memory up to `end` bytes; `end` is at most [`MAX_MEMORY`].
    #[inline]
    fn expand(&mut self, end: usize) -> Outcome {
        if end <= self.memory.len() {
            return Ok(());
        }
        let words = end.div_ceil(WORD) as u64;
        let cost = memory_cost(self.schedule.memory_word, words);
        // SAFETY: `frame` is the top frame.
        let frame = unsafe { &mut *self.frame };
        let delta = cost.saturating_sub(frame.memory_cost);
        self.charge(delta)?;
        frame.memory_cost = cost;
        self.memory.raise(end.div_ceil(WORD) * WORD);
        self.sync_length();
        Ok(())
    }

    /// Takes over how much memory is valid; the arena has not moved.
    #[inline]
    fn sync_length(&mut self) {
        self.valid = self.memory.valid();
        self.word_limit = self.valid.saturating_sub(31);
    }

    /// [`Interpreter::grow`] where only the length has to grow: the gas left of `gas`. `None`, and
    /// no change, where more is to be done or the gas is not enough. `size` is at most 32.
    #[inline(always)]
    pub(crate) fn grow_length(&mut self, offset: u64, size: u64, gas: u64) -> Option<u64> {
        if offset > MAX_MEMORY - 64 {
            return None;
        }
        let words = (offset + size).div_ceil(WORD as u64);
        let cost = memory_cost(self.schedule.memory_word, words);
        // SAFETY: `frame` is the top frame.
        let frame = unsafe { &mut *self.frame };
        let left = gas.checked_sub(cost.wrapping_sub(frame.memory_cost))?;
        let len = index(words) * WORD;
        if !self.memory.raise_in_prefix(len) {
            return None;
        }
        frame.memory_cost = cost;
        self.valid = len;
        self.word_limit = len - 31;
        Some(left)
    }

    /// Pays for `size` bytes of memory at `offset` and makes them accessible through the memory
    /// pointer: the slow half of MLOAD, MSTORE and MSTORE8.
    #[inline(never)]
    pub(crate) fn grow(&mut self, offset: u64, size: u64) -> Outcome {
        let end = offset.saturating_add(size);
        if end > MAX_MEMORY {
            return Err(ExceptionalHalt::OutOfGas.into());
        }
        let end = usize::try_from(end).map_err(|_| ExceptionalHalt::OutOfGas)?;
        self.expand(end)?;
        if end > self.valid {
            self.touch(index(offset), index(size))?;
        }
        Ok(())
    }

    /// The bytes of a range that was paid for.
    #[inline]
    pub(crate) fn memory_slice(&mut self, offset: usize, size: usize) -> Result<&[u8], Exit> {
        self.touch(offset, size)?;
        self.memory.slice(offset, size).map_err(memory_limit)
    }

    /// Makes a range that was paid for accessible through the memory pointer.
    #[inline]
    pub(crate) fn touch(&mut self, offset: usize, size: usize) -> Outcome {
        self.memory.touch(offset, size).map_err(memory_limit)?;
        self.sync_memory();
        Ok(())
    }
}

/// What `words` of memory cost, at most 2^32 − 1 of them (Yellow Paper, equation 328).
#[inline(always)]
fn memory_cost(price: u64, words: u64) -> u64 {
    price.saturating_mul(words).saturating_add(words * words / MEMORY_QUADRATIC_DIVISOR)
}

/// The halt for memory that was paid for but cannot be had.
pub(crate) fn memory_limit(_: MemoryLimit) -> Exit {
    ExceptionalHalt::MemoryLimit.into()
}

/// Where a copy begins in its source, or `None` when that is beyond any source.
pub(crate) fn source_offset(offset: &U256) -> Option<usize> {
    eevm_primitives::to_usize(offset)
}
