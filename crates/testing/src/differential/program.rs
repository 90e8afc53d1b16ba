//! Random programs: well-formed in their stack, so that they get somewhere, and odd in their
//! values.

mod calls;
mod expression;
mod precompile;
mod snippet;
mod statement;

pub(super) use snippet::{init_code, small_contract};

use super::{operands::exists, random::Random};
use alloc::{vec, vec::Vec};
use eevm_bytecode::opcode as op;
use eevm_primitives::{Address, Fork, U256};

/// The byte that is no instruction for all time (EIP-141).
const INVALID: u8 = 0xfe;

/// What the programs of a case know of its world.
#[derive(Debug, Clone)]
pub(super) struct Surroundings {
    /// The fork.
    pub(super) fork: Fork,
    /// Accounts worth naming.
    pub(super) addresses: Vec<Address>,
    /// The block's number.
    pub(super) number: u64,
}

/// A program that is being written.
#[derive(Debug)]
pub(super) struct Program<'a> {
    pub(super) random: &'a mut Random,
    pub(super) around: &'a Surroundings,
    code: Vec<u8>,
    /// Where each label is, once it is placed.
    labels: Vec<Option<usize>>,
    /// Where the code refers to labels: two bytes each.
    references: Vec<(usize, usize)>,
    /// Bytes that stand behind the code, and where the code refers to them.
    data: Vec<u8>,
    data_references: Vec<(usize, usize)>,
    /// Words on the stack that this program put there.
    height: usize,
    nesting: u8,
}

/// Writes a program.
pub(super) fn program(random: &mut Random, around: &Surroundings) -> Vec<u8> {
    match random.below(20) {
        0 => junk(random),
        1..=3 => soup(random, around),
        _ => {
            let mut program = Program::new(random, around);
            let statements = program.random.between(1, 9);
            for _ in 0..statements {
                program.statement();
            }
            program.end();
            program.finish()
        }
    }
}

/// Bytes of any value.
fn junk(random: &mut Random) -> Vec<u8> {
    let len = random.size_below(40);
    (0..len).map(|_| random.byte()).collect()
}

/// Instructions in any order that the stack allows.
fn soup(random: &mut Random, around: &Surroundings) -> Vec<u8> {
    let mut program = Program::new(random, around);
    let start = program.random.between(0, 6);
    for _ in 0..start {
        program.leaf();
    }
    let count = program.random.between(5, 40);
    for _ in 0..count {
        let opcode = program.random.byte();
        let is_jump = matches!(opcode, op::JUMP | op::JUMPI);
        if is_jump || !exists(opcode, around.fork) && !program.random.one_in(12) {
            continue;
        }
        program.any(opcode);
        if program.height > 20 {
            program.op(op::POP);
        }
    }
    program.finish()
}

impl<'a> Program<'a> {
    pub(super) const fn new(random: &'a mut Random, around: &'a Surroundings) -> Self {
        Self {
            random,
            around,
            code: Vec::new(),
            labels: Vec::new(),
            references: Vec::new(),
            data: Vec::new(),
            data_references: Vec::new(),
            height: 0,
            nesting: 0,
        }
    }

    pub(super) fn has(&self, opcode: u8) -> bool {
        exists(opcode, self.around.fork)
    }

    /// An instruction without immediate; the height follows.
    pub(super) fn op(&mut self, opcode: u8) {
        self.code.push(opcode);
        let (_, change) = super::operands::arity(opcode);
        self.height = self.height.saturating_add_signed(change);
    }

    /// A number in as few bytes as it needs; sometimes in more.
    pub(super) fn push(&mut self, word: U256) {
        self.height += 1;
        if word.is_zero() && self.has(op::PUSH0) && !self.random.one_in(8) {
            self.code.push(op::PUSH0);
            return;
        }
        let bytes = word.to_be_bytes::<32>();
        let mut start = bytes.iter().position(|byte| *byte != 0).unwrap_or(31);
        if self.random.one_in(30) {
            start = self.random.size_below(start as u64 + 1);
        }
        let len = u8::try_from(bytes.len() - start).unwrap_or(32);
        self.code.push(op::PUSH1 + (len - 1));
        self.code.extend_from_slice(&bytes[start..]);
    }

    pub(super) fn push_small(&mut self, number: u64) {
        self.push(U256::from(number));
    }

    /// A label that is placed later.
    pub(super) fn label(&mut self) -> usize {
        self.labels.push(None);
        self.labels.len() - 1
    }

    /// Pushes where a label is.
    pub(super) fn refer(&mut self, label: usize) {
        self.code.push(op::PUSH2);
        self.references.push((self.code.len(), label));
        self.code.extend_from_slice(&[0, 0]);
        self.height += 1;
    }

    pub(super) fn place(&mut self, label: usize) {
        if let Some(place) = self.labels.get_mut(label) {
            *place = Some(self.code.len());
        }
        self.code.push(op::JUMPDEST);
    }

    /// Puts bytes behind the code, and copies them into the memory from 0 on.
    pub(super) fn copy_data(&mut self, bytes: &[u8]) {
        self.push_small(bytes.len() as u64);
        self.code.push(op::PUSH2);
        self.data_references.push((self.code.len(), self.data.len()));
        self.code.extend_from_slice(&[0, 0]);
        self.height += 1;
        self.data.extend_from_slice(bytes);
        self.push_small(0);
        self.op(op::CODECOPY);
    }

    /// The bytes of the program.
    pub(super) fn finish(self) -> Vec<u8> {
        let Self { mut code, labels, references, mut data, data_references, .. } = self;
        let end = code.len();
        let labels = references
            .into_iter()
            .map(|(at, label)| (at, labels.get(label).copied().flatten().unwrap_or(end)));
        let data_places = data_references.into_iter().map(|(at, offset)| (at, end + 1 + offset));
        for (at, target) in labels.chain(data_places).collect::<Vec<_>>() {
            let target = u16::try_from(target).unwrap_or(u16::MAX).to_be_bytes();
            if let Some(place) = code.get_mut(at..at + 2) {
                place.copy_from_slice(&target);
            }
        }
        if !data.is_empty() {
            code.push(op::STOP);
            code.append(&mut data);
        }
        code
    }
}

/// Words at which something changes.
pub(super) fn edges() -> Vec<U256> {
    let one = U256::from(1);
    let mut words = vec![U256::MAX, U256::MAX - one];
    for bit in [0_usize, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 159, 160, 254, 255] {
        let power = one << bit;
        words.extend([power - one, power, power.saturating_add(one)]);
    }
    words
}
