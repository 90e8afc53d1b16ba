//! All valid jump destinations of a code.

use crate::{
    bytecode::{BLOCK, Bytecode, PADDING_BEFORE},
    jump::{immediate_len, masks},
};
use alloc::vec::Vec;

/// The set of valid jump destinations of a code, a bit for each byte.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JumpDestinations(Vec<u64>);

impl JumpDestinations {
    /// The empty set.
    pub(crate) const fn none() -> Self {
        Self(Vec::new())
    }

    /// Analyses all of `code`.
    ///
    /// Goes from PUSH to PUSH in blocks of 64 bytes, taking the immediate bytes of each out of the
    /// set.
    ///
    /// Source: execution-specs, `get_valid_jump_destinations`.
    #[must_use]
    pub fn of(code: &Bytecode) -> Self {
        let (blocks, _) = code.padded()[PADDING_BEFORE..].as_chunks::<BLOCK>();
        let blocks = blocks.get(..code.len().div_ceil(BLOCK)).unwrap_or(blocks);
        // Bytes at the start of the block that belong to a PUSH of the block before; at most 32.
        let mut carried = 0;
        let destinations = blocks.iter().map(|block| {
            let (mut jumpdests, mut pushes) = masks::jumpdests_and_pushes(block);
            jumpdests &= u64::MAX << carried;
            pushes &= u64::MAX << carried;
            carried = 0;
            while pushes != 0 {
                let push = pushes.trailing_zeros() as usize;
                let next = push + 1 + immediate_len(block[push]);
                let before = (1 << push) - 1;
                if next >= BLOCK {
                    carried = next - BLOCK;
                    jumpdests &= before;
                    break;
                }
                let after = u64::MAX << next;
                jumpdests &= before | after;
                pushes &= after;
            }
            jumpdests
        });
        Self(destinations.collect())
    }

    /// Whether a jump to `pc` is valid.
    #[inline]
    #[must_use]
    pub fn contains(&self, pc: usize) -> bool {
        self.0.get(pc / 64).is_some_and(|bits| bits >> (pc % 64) & 1 == 1)
    }

    /// The destinations, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(index, &bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| index * 64 + bit)
        })
    }
}
