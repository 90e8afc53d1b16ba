//! Code as text.

use crate::opcode::{self, OpcodeInfo};
use alloc::{borrow::Cow, format};
use core::fmt;

/// The byte that no fork defines on purpose (EIP-141).
const INVALID: u8 = 0xfe;

/// The instructions of `code` one after the other, as they would run without jumps.
///
/// Everything is an instruction: bytes that no fork defines, and data behind the last STOP, too.
#[must_use]
pub const fn disassemble(code: &[u8]) -> Disassembly<'_> {
    Disassembly { code, pc: 0 }
}

/// Iterator of [`disassemble`].
#[derive(Debug, Clone)]
pub struct Disassembly<'a> {
    code: &'a [u8],
    pc: usize,
}

/// One instruction of a code. Its text is `0004: PUSH2 0x61c3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Instruction {
    /// Offset of the opcode in the code.
    pub pc: usize,
    /// The opcode.
    pub opcode: u8,
    /// The bytes that belong to it.
    pub immediate: Immediate,
}

/// The bytes behind an opcode that belong to it, at most 32.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Immediate {
    bytes: [u8; 32],
    len: usize,
    missing: usize,
}

impl Immediate {
    /// The bytes, those that the code ends before being zero.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Bytes that the code ends before; they read as zero.
    #[must_use]
    pub const fn missing(&self) -> usize {
        self.missing
    }
}

impl Instruction {
    /// What is known about the opcode, or `None` where no fork defines it.
    #[must_use]
    pub const fn info(&self) -> Option<&'static OpcodeInfo> {
        opcode::info(self.opcode)
    }

    /// The mnemonic; `INVALID` for 0xfe, `UNKNOWN_0x0c` for other bytes that no fork defines.
    #[must_use]
    pub fn name(&self) -> Cow<'static, str> {
        match self.info() {
            Some(info) => Cow::Borrowed(info.name),
            None if self.opcode == INVALID => Cow::Borrowed("INVALID"),
            None => Cow::Owned(format!("UNKNOWN_{:#04x}", self.opcode)),
        }
    }
}

impl Iterator for Disassembly<'_> {
    type Item = Instruction;

    fn next(&mut self) -> Option<Instruction> {
        let pc = self.pc;
        let (&opcode, rest) = self.code.get(pc..)?.split_first()?;
        let len = opcode::info(opcode).map_or(0, |info| usize::from(info.immediate_len));
        let present = rest.get(..len).unwrap_or(rest);
        let mut bytes = [0; 32];
        for (to, from) in bytes.iter_mut().zip(present) {
            *to = *from;
        }
        self.pc += 1 + present.len();
        let immediate = Immediate { bytes, len, missing: len - present.len() };
        Some(Instruction { pc, opcode, immediate })
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04x}: {}", self.pc, self.name())?;
        if self.immediate.len != 0 {
            f.write_str(" 0x")?;
            for byte in self.immediate.bytes() {
                write!(f, "{byte:02x}")?;
            }
        }
        match self.immediate.missing {
            0 => Ok(()),
            1 => f.write_str(" (1 byte missing)"),
            missing => write!(f, " ({missing} bytes missing)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{string::ToString, vec::Vec};

    #[track_caller]
    fn check(code: &[u8], lines: &[&str]) {
        let text: Vec<_> = disassemble(code).map(|instruction| instruction.to_string()).collect();
        assert_eq!(text, lines);
    }

    #[test]
    fn text() {
        check(&[], &[]);
        check(
            &[0x60, 0x80, 0x5f, 0x61, 0x61, 0xc3, 0x5b, 0x0c, 0xfe, 0x00],
            &[
                "0000: PUSH1 0x80",
                "0002: PUSH0",
                "0003: PUSH2 0x61c3",
                "0006: JUMPDEST",
                "0007: UNKNOWN_0x0c",
                "0008: INVALID",
                "0009: STOP",
            ],
        );
    }

    #[test]
    fn truncated_immediates_are_padded_and_marked() {
        check(&[0x61, 0x61], &["0000: PUSH2 0x6100 (1 byte missing)"]);
        check(&[0x62], &["0000: PUSH3 0x000000 (3 bytes missing)"]);
        let last = disassemble(&[0x62, 1]).last().unwrap();
        assert_eq!((last.immediate.bytes(), last.immediate.missing()), (&[1, 0, 0][..], 2));
    }
}
