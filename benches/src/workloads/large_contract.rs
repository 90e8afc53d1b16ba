//! Contracts of the greatest size that EIP-170 allows, as different from each other as deployed
//! code is, made by a generator so that nothing of them need be kept in files.

use eevm_bytecode::opcode::{
    ADD, AND, BYTE, DUP1, EQ, GT, ISZERO, JUMP, JUMPDEST, JUMPI, LT, MLOAD, MSTORE, MUL, NOT, POP,
    PUSH1, PUSH2, PUSH4, PUSH20, PUSH32, SAR, SGT, SHL, SHR, SLT, STOP, SUB, SWAP1, info,
};
use eevm_testing::{
    asm,
    asm::{jump, label, raw},
};

/// `MAX_CODE_SIZE` of EIP-170, in bytes.
pub const LARGE_CONTRACT_LEN: usize = 0x6000;

/// What a large contract does when called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Stops at its first byte.
    Stop,
    /// Jumps to a JUMPDEST that is its last byte.
    JumpOnce,
}

/// How often each instruction stands in compiled code, roughly, in permille.
///
/// DUP and SWAP stand for DUP1 to DUP8 and SWAP1 to SWAP6 alike.
const MIX: [(&[u8], u64); 14] = [
    (&[PUSH1], 220),
    (&[PUSH2], 130),
    (&[PUSH4], 20),
    (&[PUSH20], 10),
    (&[PUSH32], 10),
    (&[POP], 70),
    (&[JUMPDEST], 50),
    (&[MLOAD, MSTORE], 50),
    (&[SWAP1, SWAP1 + 1, SWAP1 + 2, SWAP1 + 3, SWAP1 + 4, SWAP1 + 5], 140),
    (&[DUP1, DUP1 + 1, DUP1 + 2, DUP1 + 3, DUP1 + 4, DUP1 + 5, DUP1 + 6, DUP1 + 7], 170),
    (&[JUMP, JUMPI], 40),
    (&[ADD, MUL, SUB], 40),
    (&[NOT, BYTE, SHL, SHR, SAR], 25),
    (&[LT, GT, SLT, SGT, EQ, ISZERO, AND], 25),
];

/// Contract `number` of a kind: always the same bytes, other bytes for every number.
#[must_use]
pub fn large_contract(kind: Kind, number: u64) -> Vec<u8> {
    let salt = match kind {
        Kind::Stop => 0,
        Kind::JumpOnce => 1 << 32,
    };
    let mut random = SplitMix64(number | salt);
    match kind {
        Kind::Stop => asm![STOP, raw(filler(&mut random, LARGE_CONTRACT_LEN - 1))],
        // PUSH2, its two bytes and JUMP before the filler, JUMPDEST behind it.
        Kind::JumpOnce => asm![
            jump("end"),
            raw(filler(&mut random, LARGE_CONTRACT_LEN - 5)),
            label("end"),
            JUMPDEST,
        ],
    }
}

/// `len` bytes of whole instructions, so that what follows is not the data of a push.
fn filler(random: &mut SplitMix64, len: usize) -> Vec<u8> {
    let mut code = Vec::with_capacity(len);
    while code.len() < len {
        let opcode = random.instruction();
        let immediate_len = info(opcode).map_or(0, |info| usize::from(info.immediate_len));
        if code.len() + 1 + immediate_len > len {
            continue;
        }
        code.push(opcode);
        code.extend((0..immediate_len).map(|_| random.byte()));
    }
    code
}

/// The generator of Steele, Lea and Flood ("Fast splittable pseudorandom number generators").
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn byte(&mut self) -> u8 {
        self.next().to_be_bytes()[0]
    }

    /// An instruction, as often as [`MIX`] says.
    fn instruction(&mut self) -> u8 {
        let mut ticket = self.next() % 1000;
        for (opcodes, permille) in MIX {
            if ticket < permille {
                let index = usize::from(self.byte()) % opcodes.len();
                return opcodes[index];
            }
            ticket -= permille;
        }
        STOP
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_mix_is_complete() {
        assert_eq!(MIX.iter().map(|(_, permille)| permille).sum::<u64>(), 1000);
    }

    #[test]
    fn all_contracts_have_the_greatest_size_and_differ() {
        let mut seen = BTreeSet::new();
        for number in 1..=100 {
            for kind in [Kind::Stop, Kind::JumpOnce] {
                let code = large_contract(kind, number);
                assert_eq!(code.len(), LARGE_CONTRACT_LEN);
                assert!(seen.insert(code));
            }
        }
    }

    #[test]
    fn first_and_last_bytes_are_what_the_kind_says() {
        assert_eq!(large_contract(Kind::Stop, 7)[0], STOP);
        let code = large_contract(Kind::JumpOnce, 7);
        assert_eq!(code[..4], [PUSH2, 0x5f, 0xff, JUMP]);
        let mut pc = 0;
        while pc < 0x5fff {
            pc += 1 + info(code[pc]).map_or(0, |info| usize::from(info.immediate_len));
        }
        assert_eq!((pc, code[pc]), (0x5fff, JUMPDEST));
    }
}
