//! Valid jump destinations, found without analysing the whole code where possible.
//!
//! A JUMPDEST byte is a valid target unless it lies in the immediate bytes of a PUSH, which in
//! principle depends on all code before it. Three methods, from cheap to certain:
//!
//! 1. The local rule ([`by_local_rule`]): if none of the 32 bytes before a position would, read
//!    as an instruction, be a PUSH that reaches it, the position begins an instruction, whatever
//!    those bytes are. This proves most real targets.
//! 2. The search ([`by_search`]): go back to the nearest position that the rule proves and follow
//!    the instructions from there. This decides all of the rest in real code.
//! 3. The bitmap of the whole code ([`JumpDestinations`]), for code made to defeat the search, or
//!    searched so often that the bitmap is cheaper.

use crate::{
    bytecode::{Bytecode, PADDING_BEFORE},
    opcode::{JUMPDEST, PUSH1, PUSH32},
};

mod bitmap;
mod masks;
#[cfg(test)]
mod tests;

pub use bitmap::JumpDestinations;

/// How far back the search goes, in bytes.
const SEARCH_LIMIT: usize = 1024;

/// Bytes of immediate data after `opcode`: n for PUSHn.
#[inline]
const fn immediate_len(opcode: u8) -> usize {
    if opcode >= PUSH1 && opcode <= PUSH32 { (opcode - PUSH1) as usize + 1 } else { 0 }
}

/// Whether the bytes before `pc` prove that an instruction begins at `pc`, which is in the code.
#[inline]
fn is_proven(padded: &[u8], pc: usize) -> bool {
    padded[pc..].first_chunk().is_some_and(|window| !masks::any_push_reaches(window))
}

/// Whether a jump to `pc` is valid, if the byte there and the 32 before it tell; else `None`.
#[inline]
#[must_use]
pub fn by_local_rule(code: &Bytecode, pc: usize) -> Option<bool> {
    if code.bytes().get(pc) != Some(&JUMPDEST) {
        return Some(false);
    }
    is_proven(code.padded(), pc).then_some(true)
}

/// Whether a jump to `pc` is valid, if the 1,056 bytes before it tell; else `None`.
#[must_use]
pub fn by_search(code: &Bytecode, pc: usize) -> Option<bool> {
    search(code, pc).0
}

/// [`by_search`], and how many bytes it looked at, as a measure of time.
pub(crate) fn search(code: &Bytecode, pc: usize) -> (Option<bool>, usize) {
    if code.bytes().get(pc) != Some(&JUMPDEST) {
        return (Some(false), 0);
    }
    let padded = code.padded();
    let mut start = pc;
    // Position 0 is always proven, by the zeros before it.
    while !is_proven(padded, start) {
        if pc - start == SEARCH_LIMIT {
            return (None, SEARCH_LIMIT);
        }
        start -= 1;
    }
    let steps = pc - start;
    let code = &padded[PADDING_BEFORE..];
    while start < pc {
        start += 1 + immediate_len(code[start]);
    }
    (Some(start == pc), steps)
}
