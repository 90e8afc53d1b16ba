//! Programs from a seed.

use crate::scene::{A, B, C, NOBODY, SENDER};
use eevm::{
    Address, Fork, U256,
    bytecode::opcode::{self, TABLE},
};
use eevm_testing::{
    asm,
    asm::{Item, assemble, dest, jump, jumpi, push, push_label, raw},
};

/// Splitmix64: small, and the same everywhere.
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) const fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub(super) const fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[5]
    }

    pub(super) const fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        let index = usize::try_from(self.below(items.len() as u64)).unwrap();
        items[index].clone()
    }

    /// A gas limit below `most`, of every order of magnitude.
    pub(super) const fn gas(&mut self, most: u64) -> u64 {
        let shift = self.below(16);
        self.below(most) >> shift
    }

    fn word(&mut self) -> U256 {
        match self.below(8) {
            0..=2 => U256::from(self.below(70)),
            3 => U256::from(self.below(1 << 20)),
            4 => U256::from_limbs([self.next(), self.next(), self.next(), self.next()]),
            5 => U256::MAX - U256::from(self.below(40)),
            6 => U256::ONE << usize::try_from(self.below(256)).unwrap(),
            _ => U256::from(self.next()),
        }
    }

    /// An offset or size: mostly small, now and then far.
    fn place(&mut self) -> U256 {
        match self.below(60) {
            0 => self.word(),
            1..=3 => U256::from(self.below(20_000)),
            _ => U256::from(self.below(200)),
        }
    }

    fn address(&mut self) -> Address {
        let precompile = Address::from_low_u64(1 + self.below(10));
        self.pick(&[A, B, B, C, C, NOBODY, SENDER, precompile])
    }
}

/// Bytes of any value, with pushes before so that there is something on the stack.
pub(super) fn bytes(random: &mut Random) -> Vec<u8> {
    let mut code = Vec::new();
    for _ in 0..random.below(20) {
        code.extend(asm![push(random.word())]);
    }
    for _ in 0..random.below(200) {
        let byte = if random.chance(60) {
            // A byte that some fork defines.
            let defined: Vec<_> = TABLE.iter().flatten().map(|info| info.opcode).collect();
            random.pick(&defined)
        } else {
            random.byte()
        };
        code.push(byte);
        if random.chance(15) {
            code.extend(asm![push(random.place())]);
        }
    }
    code
}

/// A program in which most things go well: operands where they belong, loops that end, calls,
/// creations, and an end; with a wild byte or jump here and there.
pub(super) fn structured(random: &mut Random, fork: Fork) -> Vec<u8> {
    let mut items = Vec::new();
    for part in 0..1 + random.below(12) {
        items.push(statement(random, fork, part));
    }
    items.push(end(random, fork));
    assemble(&items).unwrap()
}

/// `op` on the given operands, first on top, its result stored or dropped.
fn apply(random: &mut Random, op: u8, operands: &[U256]) -> Item {
    let mut items: Vec<Item> = operands.iter().rev().map(|&word| push(word)).collect();
    items.push(op.into());
    let outputs = opcode::info(op).map_or(0, |info| info.outputs);
    if outputs > 0 {
        items.push(match random.below(4) {
            0 => raw(asm![push(random.below(8) * 32), opcode::MSTORE]),
            1 => raw(asm![push(random.below(4)), opcode::SSTORE]),
            _ => opcode::POP.into(),
        });
    }
    Item::from(items)
}

fn statement(random: &mut Random, fork: Fork, part: u64) -> Item {
    match random.below(20) {
        0..=3 => arithmetic(random, fork),
        4..=6 => memory(random, fork),
        7..=9 => state(random, fork),
        10 | 11 => environment(random, fork),
        12..=14 => call(random, fork),
        15 => creation(random, fork),
        16 => a_loop(random, fork, part),
        17 => forward(random, part),
        18 => stack(random),
        _ => wild(random),
    }
}

/// One of `ops` that `fork` has.
fn known(random: &mut Random, fork: Fork, ops: &[u8]) -> u8 {
    let info = |op: &u8| opcode::info(*op).is_some_and(|info| info.first_fork() <= fork);
    let ops: Vec<u8> = ops.iter().copied().filter(info).collect();
    if random.chance(2) { random.byte() } else { random.pick(&ops) }
}

fn arithmetic(random: &mut Random, fork: Fork) -> Item {
    let ops: Vec<u8> = (opcode::ADD..=opcode::SIGNEXTEND).chain(opcode::LT..=opcode::CLZ).collect();
    let op = known(random, fork, &ops);
    let operands = [random.word(), random.word(), random.word()];
    let inputs = opcode::info(op).map_or(0, |info| usize::from(info.inputs)).min(3);
    apply(random, op, &operands[..inputs])
}

fn memory(random: &mut Random, fork: Fork) -> Item {
    use opcode::{
        CALLDATACOPY, CODECOPY, EXTCODECOPY, KECCAK256, MCOPY, MLOAD, MSIZE, MSTORE, MSTORE8,
        RETURNDATACOPY, RETURNDATASIZE,
    };
    let ops = [
        CALLDATACOPY,
        CODECOPY,
        EXTCODECOPY,
        KECCAK256,
        MCOPY,
        MLOAD,
        MSIZE,
        MSTORE,
        MSTORE8,
        RETURNDATACOPY,
        RETURNDATASIZE,
    ];
    let places = [random.place(), random.place(), random.place()];
    match known(random, fork, &ops) {
        op @ (MSTORE | MSTORE8) => {
            let word = random.word();
            apply(random, op, &[places[0], word])
        }
        EXTCODECOPY => {
            let address = eevm_primitives::address_to_word(&random.address());
            apply(random, EXTCODECOPY, &[address, places[0], places[1], places[2]])
        }
        // As much as there is, most of the time.
        RETURNDATACOPY if random.chance(80) => {
            raw(asm![RETURNDATASIZE, push(0), push(places[0]), RETURNDATACOPY])
        }
        op => {
            let inputs = opcode::info(op).map_or(0, |info| usize::from(info.inputs)).min(3);
            apply(random, op, &places[..inputs])
        }
    }
}

fn state(random: &mut Random, fork: Fork) -> Item {
    use opcode::{LOG0, LOG1, LOG2, LOG4, SLOAD, SSTORE, TLOAD, TSTORE};
    let key = U256::from(random.below(4));
    let value = U256::from(random.below(3));
    match known(random, fork, &[SLOAD, SSTORE, SSTORE, TLOAD, TSTORE, LOG0, LOG1, LOG2, LOG4]) {
        op @ LOG0..=LOG4 => {
            let mut operands = vec![random.place(), random.place()];
            operands.resize(usize::from(op - LOG0) + 2, key);
            apply(random, op, &operands)
        }
        op => {
            let inputs = opcode::info(op).map_or(0, |info| usize::from(info.inputs)).min(2);
            apply(random, op, &[key, value][..inputs])
        }
    }
}

fn environment(random: &mut Random, fork: Fork) -> Item {
    let ops: Vec<u8> = TABLE
        .iter()
        .flatten()
        .filter(|info| info.outputs == 1 && info.inputs <= 1 && info.immediate_len == 0)
        .map(|info| info.opcode)
        .filter(|&op| op != opcode::DUP1)
        .collect();
    let op = known(random, fork, &ops);
    let word = match random.below(3) {
        0 => eevm_primitives::address_to_word(&random.address()),
        1 => U256::from(290 + random.below(12)),
        _ => random.place(),
    };
    let inputs = opcode::info(op).map_or(0, |info| usize::from(info.inputs)).min(1);
    apply(random, op, &[word][..inputs])
}

fn call(random: &mut Random, fork: Fork) -> Item {
    use opcode::{CALL, CALLCODE, DELEGATECALL, STATICCALL};
    let op = known(random, fork, &[CALL, CALL, CALLCODE, DELEGATECALL, STATICCALL]);
    // Before EIP-150 more gas than there is ends the frame.
    let gas = match random.below(4) {
        0 => push(random.word()),
        1 => push(random.below(3000)),
        _ => raw(asm![push(2), opcode::GAS, opcode::DIV]),
    };
    let value = if random.chance(70) { U256::ZERO } else { U256::from(random.below(2000)) };
    let value = if op == CALL || op == CALLCODE { push(value) } else { raw([]) };
    let address = random.address();
    let places = [random.place(), random.place(), random.place(), random.place()];
    let places = Item::from(places.map(push));
    let after = if random.chance(50) { push(random.below(4)) } else { raw([]) };
    let store = if after == raw([]) { opcode::POP } else { opcode::SSTORE };
    raw(asm![places, value, push(address), raw(asm![gas]), op, after, store])
}

/// Init code of a few kinds, laid out in memory by a store.
fn creation(random: &mut Random, fork: Fork) -> Item {
    use opcode::{CALLDATASIZE, CREATE, CREATE2, MSTORE, RETURN, REVERT, SSTORE};
    let init: Vec<u8> = match random.below(6) {
        0 => asm![push(0xfe), push(0), opcode::MSTORE8, push(1), push(0), RETURN],
        1 => asm![push(1), push(1), SSTORE, push(random.below(60)), push(0), RETURN],
        2 => asm![push(20), push(0), REVERT],
        3 => asm![push(0xef), push(0), opcode::MSTORE8, push(4), push(0), RETURN],
        4 => asm![CALLDATASIZE, push(0), SSTORE, push(random.address()), opcode::SELFDESTRUCT],
        _ => asm![opcode::JUMPDEST, push(0), opcode::JUMP],
    };
    let mut padded = init.clone();
    padded.resize(32, 0);
    let op = known(random, fork, &[CREATE, CREATE2]);
    let salt = if op == CREATE2 { push(random.below(2)) } else { raw([]) };
    let value = if random.chance(80) { 0 } else { random.below(3000) };
    let size = if random.chance(90) { init.len() as u64 } else { random.below(60_000) };
    raw(asm![
        push(U256::from_be_slice(&padded)),
        push(64),
        MSTORE,
        salt,
        push(size),
        push(64),
        push(value),
        op,
        push(random.below(4)),
        SSTORE
    ])
}

/// Counts down in memory; the body is a statement.
fn a_loop(random: &mut Random, fork: Fork, part: u64) -> Item {
    use opcode::{DUP1, MLOAD, MSTORE, SUB};
    let name = format!("loop {part}");
    let body = if random.chance(50) { arithmetic(random, fork) } else { state(random, fork) };
    let at = 0x400 + 32 * part;
    let turns = 1 + random.below(12);
    Item::from(vec![
        raw(asm![push(turns), push(at), MSTORE]),
        dest(&*name),
        body,
        raw(asm![push(1), push(at), MLOAD, SUB, DUP1, push(at), MSTORE]),
        jumpi(&*name),
    ])
}

/// A jump over something, taken or not.
fn forward(random: &mut Random, part: u64) -> Item {
    let name = format!("over {part}");
    let label = push_label(&*name);
    let skipped = [push(random.word()), opcode::POP.into(), label, opcode::POP.into()];
    let go = if random.chance(50) {
        jump(&*name)
    } else {
        Item::from(vec![push(random.below(2)), jumpi(&*name)])
    };
    Item::from(vec![go, Item::from(skipped), dest(&*name)])
}

fn stack(random: &mut Random) -> Item {
    let depth = 1 + random.below(17);
    let mut items: Vec<Item> = (0..depth).map(|n| push(n * 3)).collect();
    for _ in 0..random.below(12) {
        let n = u8::try_from(random.below(depth.min(16))).unwrap();
        let swap = random.chance(50) && u64::from(n) + 2 <= depth;
        items.push(if swap { opcode::SWAP1 + n } else { opcode::DUP1 + n }.into());
        if !swap {
            items.push(opcode::POP.into());
        }
    }
    items.push(raw(vec![opcode::POP; usize::try_from(depth).unwrap()]));
    Item::from(items)
}

/// Something that mostly ends the frame.
fn wild(random: &mut Random) -> Item {
    match random.below(6) {
        0 => raw([random.byte()]),
        1 => raw(asm![push(random.place()), opcode::JUMP]),
        2 => raw(asm![push(1), push(random.word()), opcode::JUMPI]),
        3 => raw(asm![push(0), push(random.word()), opcode::JUMPI]),
        4 => raw(asm![push(random.place()), push(random.place())]),
        _ => raw([]),
    }
}

fn end(random: &mut Random, fork: Fork) -> Item {
    use opcode::{RETURN, REVERT, SELFDESTRUCT, STOP};
    match known(random, fork, &[STOP, RETURN, RETURN, REVERT, SELFDESTRUCT]) {
        SELFDESTRUCT => raw(asm![push(random.address()), SELFDESTRUCT]),
        op @ (RETURN | REVERT) => raw(asm![push(random.place()), push(random.place()), op]),
        op if random.chance(30) => raw(asm![op, opcode::PUSH32]),
        op => op.into(),
    }
}
