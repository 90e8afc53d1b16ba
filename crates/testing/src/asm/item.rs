//! The parts a program is written with.

use super::{AsmError, PushValue};
use alloc::{string::String, vec, vec::Vec};
use eevm_bytecode::opcode::{JUMP, JUMPDEST, JUMPI, PUSH0};
use eevm_primitives::U256;

/// One part of a program, or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item(pub(super) Part);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Bytes(Vec<u8>),
    Push { value: U256, width: Option<usize> },
    Label(String),
    PushLabel { name: String, width: Option<usize> },
    Block(Vec<Item>),
    Repeat { count: usize, block: Vec<Item> },
}

impl From<u8> for Item {
    fn from(opcode: u8) -> Self {
        Self(Part::Bytes(vec![opcode]))
    }
}

impl From<&[u8]> for Item {
    fn from(bytes: &[u8]) -> Self {
        raw(bytes)
    }
}

impl From<Vec<u8>> for Item {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Part::Bytes(bytes))
    }
}

impl From<Vec<Self>> for Item {
    fn from(items: Vec<Self>) -> Self {
        Self(Part::Block(items))
    }
}

impl<const N: usize> From<[Self; N]> for Item {
    fn from(items: [Self; N]) -> Self {
        Self(Part::Block(items.into()))
    }
}

/// `bytes` as they are.
#[must_use]
pub fn raw(bytes: impl AsRef<[u8]>) -> Item {
    Item(Part::Bytes(bytes.as_ref().to_vec()))
}

/// The push of `value` with the fewest bytes, at least one: zero is `PUSH1 0x00`, which every fork
/// has; [`push0`] is an item of its own.
#[must_use]
pub fn push(value: impl PushValue) -> Item {
    Item(Part::Push { value: value.to_word(), width: None })
}

/// The push of `value` with an immediate of `width` bytes, 1 to 32.
///
/// Another width, or a value that needs more bytes, makes [`assemble`](super::assemble) fail.
#[must_use]
pub fn push_n(width: usize, value: impl PushValue) -> Item {
    Item(Part::Push { value: value.to_word(), width: Some(width) })
}

/// PUSH0 (EIP-3855, from Shanghai on).
#[must_use]
pub fn push0() -> Item {
    PUSH0.into()
}

/// Names the offset of what follows; emits nothing.
#[must_use]
pub fn label(name: impl Into<String>) -> Item {
    Item(Part::Label(name.into()))
}

/// Names the offset of a JUMPDEST, and emits it.
#[must_use]
pub fn dest(name: impl Into<String>) -> Item {
    Item(Part::Block(vec![label(name), JUMPDEST.into()]))
}

/// Pushes a label's offset with PUSH2, which reaches everywhere in code of legal size.
#[must_use]
pub fn push_label(name: impl Into<String>) -> Item {
    push_label_n(2, name)
}

/// Pushes a label's offset with an immediate of `width` bytes, 1 to 32.
#[must_use]
pub fn push_label_n(width: usize, name: impl Into<String>) -> Item {
    Item(Part::PushLabel { name: name.into(), width: Some(width) })
}

/// Pushes a label's offset with the fewest bytes, at least one.
#[must_use]
pub fn push_label_shortest(name: impl Into<String>) -> Item {
    Item(Part::PushLabel { name: name.into(), width: None })
}

/// [`push_label`] and JUMP.
#[must_use]
pub fn jump(name: impl Into<String>) -> Item {
    Item(Part::Block(vec![push_label(name), JUMP.into()]))
}

/// [`push_label`] and JUMPI: jumps if the word on top of the stack is not zero.
#[must_use]
pub fn jumpi(name: impl Into<String>) -> Item {
    Item(Part::Block(vec![push_label(name), JUMPI.into()]))
}

/// `block` written `count` times; a label inside makes [`assemble`](super::assemble) fail unless
/// it stands once.
#[must_use]
pub fn repeat(count: usize, block: impl Into<Item>) -> Item {
    Item(Part::Repeat { count, block: vec![block.into()] })
}

/// Bytes that `value` needs in a push, at least one.
pub(super) fn shortest(value: &U256) -> usize {
    value.byte_len().max(1)
}

/// `width` if there is a push of that many bytes.
pub(super) fn checked_width(width: usize) -> Result<usize, AsmError> {
    if (1..=32).contains(&width) { Ok(width) } else { Err(AsmError::PushWidth { width }) }
}
