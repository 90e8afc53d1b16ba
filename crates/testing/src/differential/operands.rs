//! What each instruction takes from the stack.

use eevm_bytecode::opcode::{self as op, OpcodeInfo};
use eevm_primitives::Fork;

/// What an operand stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operand {
    /// Any word.
    Word,
    /// An offset in memory.
    Offset,
    /// A length.
    Size,
    /// An offset in call data or code.
    Source,
    /// An account.
    Address,
    /// A slot.
    Key,
    /// What a slot gets.
    Value,
    /// Gas of a call.
    Gas,
    /// Wei.
    Wei,
    /// A block's number.
    Block,
    /// A small number, such as a shift or an index.
    Small,
}

use Operand::{Address, Block, Gas, Key, Offset, Size, Small, Source, Value, Wei, Word};

/// The operands of an instruction, the top of the stack first; all words where nothing more is
/// known.
pub(super) const fn operands(opcode: u8) -> Option<&'static [Operand]> {
    Some(match opcode {
        op::MLOAD => &[Offset],
        op::MSTORE | op::MSTORE8 => &[Offset, Word],
        op::KECCAK256 => &[Offset, Size],
        op::BYTE | op::SIGNEXTEND | op::SHL | op::SHR | op::SAR => &[Small, Word],
        op::BALANCE | op::EXTCODESIZE | op::EXTCODEHASH => &[Address],
        op::CALLDATALOAD => &[Source],
        op::CALLDATACOPY | op::CODECOPY => &[Offset, Source, Size],
        op::EXTCODECOPY => &[Address, Offset, Source, Size],
        op::MCOPY => &[Offset, Offset, Size],
        op::BLOCKHASH => &[Block],
        op::BLOBHASH => &[Small],
        op::SLOAD | op::TLOAD => &[Key],
        op::SSTORE | op::TSTORE => &[Key, Value],
        op::LOG0 => &[Offset, Size],
        op::LOG1 => &[Offset, Size, Word],
        op::LOG2 => &[Offset, Size, Word, Word],
        op::LOG3 => &[Offset, Size, Word, Word, Word],
        op::LOG4 => &[Offset, Size, Word, Word, Word, Word],
        op::CALL | op::CALLCODE => &[Gas, Address, Wei, Offset, Size, Offset, Size],
        op::DELEGATECALL | op::STATICCALL => &[Gas, Address, Offset, Size, Offset, Size],
        op::SELFDESTRUCT => &[Address],
        op::ADDMOD | op::MULMOD => &[Word, Word, Word],
        op::NOT | op::ISZERO | op::CLZ => &[Word],
        op::ADD..=op::SMOD | op::EXP | op::LT..=op::EQ | op::AND..=op::XOR => &[Word, Word],
        _ => return None,
    })
}

/// Whether the fork has the instruction.
pub(super) fn exists(opcode: u8, fork: Fork) -> bool {
    op::info(opcode).is_some_and(|info| fork >= info.first_fork())
}

/// Instructions that leave one word and have [`operands`], each as often as it should come.
pub(super) const EXPRESSIONS: &[(u8, u64)] = &[
    (op::ADD, 3),
    (op::MUL, 2),
    (op::SUB, 3),
    (op::DIV, 2),
    (op::SDIV, 2),
    (op::MOD, 2),
    (op::SMOD, 2),
    (op::ADDMOD, 1),
    (op::MULMOD, 1),
    (op::EXP, 1),
    (op::SIGNEXTEND, 2),
    (op::LT, 1),
    (op::GT, 1),
    (op::SLT, 2),
    (op::SGT, 2),
    (op::EQ, 1),
    (op::ISZERO, 2),
    (op::AND, 2),
    (op::OR, 2),
    (op::XOR, 2),
    (op::NOT, 2),
    (op::BYTE, 2),
    (op::SHL, 2),
    (op::SHR, 2),
    (op::SAR, 2),
    (op::CLZ, 3),
    (op::KECCAK256, 2),
    (op::BALANCE, 3),
    (op::CALLDATALOAD, 3),
    (op::EXTCODESIZE, 2),
    (op::EXTCODEHASH, 3),
    (op::BLOCKHASH, 1),
    (op::BLOBHASH, 2),
    (op::MLOAD, 5),
    (op::SLOAD, 6),
    (op::TLOAD, 5),
];

/// Instructions that leave nothing and have [`operands`].
pub(super) const EFFECTS: &[(u8, u64)] = &[
    (op::MSTORE, 10),
    (op::MSTORE8, 3),
    (op::CALLDATACOPY, 2),
    (op::CODECOPY, 2),
    (op::EXTCODECOPY, 3),
    (op::MCOPY, 4),
    (op::SSTORE, 12),
    (op::TSTORE, 8),
    (op::LOG0, 2),
    (op::LOG1, 1),
    (op::LOG2, 1),
    (op::LOG3, 1),
    (op::LOG4, 1),
];

/// Instructions that take nothing and leave a word.
pub(super) const NULLARY: &[u8] = &[
    op::ADDRESS,
    op::ORIGIN,
    op::CALLER,
    op::CALLVALUE,
    op::CALLDATASIZE,
    op::CODESIZE,
    op::GASPRICE,
    op::RETURNDATASIZE,
    op::COINBASE,
    op::TIMESTAMP,
    op::NUMBER,
    op::PREVRANDAO,
    op::GASLIMIT,
    op::CHAINID,
    op::SELFBALANCE,
    op::BASEFEE,
    op::BLOBBASEFEE,
    op::PC,
    op::MSIZE,
    op::GAS,
    op::PUSH0,
];

/// The words that the stack must hold, and by how many it grows or shrinks.
pub(super) fn arity(opcode: u8) -> (usize, isize) {
    let info: Option<&OpcodeInfo> = op::info(opcode);
    info.map_or((0, 0), |info| {
        let (inputs, outputs) = (i16::from(info.inputs), i16::from(info.outputs));
        (usize::from(info.inputs), isize::from(outputs - inputs))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operands_are_those_of_the_table() {
        for byte in 0..=255 {
            if let Some(kinds) = operands(byte) {
                assert_eq!(kinds.len(), arity(byte).0, "{byte:#04x}");
            }
        }
        for (byte, _) in EXPRESSIONS {
            assert_eq!(
                operands(*byte).map(|kinds| 1 - kinds.len().cast_signed()),
                Some(arity(*byte).1)
            );
        }
        for (byte, _) in EFFECTS {
            assert_eq!(
                operands(*byte).map(|kinds| -kinds.len().cast_signed()),
                Some(arity(*byte).1)
            );
        }
        for byte in NULLARY {
            assert_eq!(arity(*byte), (0, 1));
        }
    }
}
