//! An inspector that follows every frame on its own and says where what it is shown cannot be.

use crate::scene::Scene;
use eevm::{
    Database, Exit, FrameEnd, FrameStart, InMemoryDb, Inspector, Log, Step, U256,
    bytecode::{OpcodeInfo, opcode},
};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What was seen, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Seen {
    pub(crate) steps: usize,
    pub(crate) starts: usize,
    pub(crate) ends: usize,
    pub(crate) deepest: u16,
    pub(crate) logs: usize,
    pub(crate) destructions: usize,
    /// Of everything shown, in order.
    pub(crate) hash: u64,
}

/// The last instruction of a frame.
struct Last {
    info: Option<&'static OpcodeInfo>,
    pc: usize,
    gas_left: u64,
    stack: Vec<U256>,
}

struct Shape {
    /// Empty where it is not known: a contract of the same transaction.
    code: Vec<u8>,
    last: Option<Last>,
    gas: u64,
}

/// Follows a run.
pub(crate) struct Shadow<'a> {
    db: &'a InMemoryDb,
    fork: eevm::Fork,
    frames: Vec<Shape>,
    seen: Seen,
    hasher: DefaultHasher,
}

impl<'a> Shadow<'a> {
    pub(crate) fn new(scene: &'a Scene) -> Self {
        Self {
            db: &scene.db,
            fork: scene.fork,
            frames: Vec::new(),
            seen: Seen::default(),
            hasher: DefaultHasher::new(),
        }
    }

    /// What was seen; every frame that began has ended.
    #[track_caller]
    pub(crate) fn finish(mut self) -> Seen {
        assert!(self.frames.is_empty(), "{} frames never ended", self.frames.len());
        assert_eq!(self.seen.starts, self.seen.ends);
        self.seen.hash = self.hasher.finish();
        self.seen
    }

    /// The code of an account before the transaction; created ones are not known.
    fn code_of(&self, start: &FrameStart<'_>) -> Vec<u8> {
        if start.is_create {
            return start.input.to_vec();
        }
        let info = self.db.account(&start.code_address).unwrap().unwrap_or_default();
        info.code.map_or_else(Vec::new, |code| code.bytes().to_vec())
    }
}

/// What must hold between an instruction and the next of the same frame.
fn follow(fork: eevm::Fork, code: &[u8], last: &Last, step: &Step<'_>) {
    let info = last.info.expect("an undefined instruction ends its frame");
    let name = info.name;
    let inputs = usize::from(info.inputs);
    let below = last.stack.len() - inputs;
    assert_eq!(step.stack.len(), below + usize::from(info.outputs), "height after {name}");
    assert_eq!(step.stack[..below], last.stack[..below], "words below those of {name}");
    let next = last.pc + 1 + usize::from(info.immediate_len);
    let operand = |index: usize| last.stack[last.stack.len() - 1 - index];
    let pc = match info.opcode {
        opcode::JUMP => usize::try_from(operand(0)).unwrap(),
        opcode::JUMPI if !operand(1).is_zero() => usize::try_from(operand(0)).unwrap(),
        _ => next,
    };
    assert_eq!(step.pc, pc, "after {name}");
    assert!(step.gas_left <= last.gas_left, "{name} gained gas");
    let is_plain = info.opcode < 0x20 && info.opcode != opcode::EXP
        || (opcode::JUMP..=opcode::JUMPDEST).contains(&info.opcode)
        || (opcode::PUSH0..=opcode::SWAP16).contains(&info.opcode);
    if is_plain {
        let cost = last.gas_left - step.gas_left;
        assert_eq!(Some(cost), info.static_gas(fork), "cost of {name}");
    }
    let top = || step.stack[step.stack.len() - 1];
    match info.opcode {
        opcode::PUSH0..=opcode::PUSH32 if !code.is_empty() => {
            let mut immediate = code.get(last.pc + 1..).unwrap_or_default().to_vec();
            immediate.resize(immediate.len().max(32), 0);
            let value = U256::from_be_slice(&immediate[..usize::from(info.immediate_len)]);
            assert_eq!(top(), value, "immediate of {name}");
        }
        opcode::PC => assert_eq!(top(), U256::from(last.pc)),
        opcode::GAS => assert_eq!(top(), U256::from(step.gas_left)),
        opcode::ADD => assert_eq!(top(), operand(0).wrapping_add(operand(1))),
        opcode::SUB => assert_eq!(top(), operand(0).wrapping_sub(operand(1))),
        opcode::MSIZE => assert_eq!(top(), U256::from(step.memory.len())),
        _ => {}
    }
}

impl Inspector for Shadow<'_> {
    fn step(&mut self, step: &Step<'_>) {
        self.seen.steps += 1;
        (step.pc, step.opcode, step.gas_left, step.stack).hash(&mut self.hasher);
        (step.memory.len(), step.return_data, step.refund_counter).hash(&mut self.hasher);
        let depth = usize::from(step.frame.depth());
        assert_eq!(depth + 1, self.frames.len(), "the step's frame is the innermost");
        let shape = self.frames.last_mut().unwrap();
        if !shape.code.is_empty() {
            let byte = shape.code.get(step.pc).copied().unwrap_or(0);
            assert_eq!(step.opcode, byte, "at {}", step.pc);
        }
        match &shape.last {
            Some(last) => follow(self.fork, &shape.code, last, step),
            None => {
                assert_eq!((step.pc, step.stack.len(), step.memory.len()), (0, 0, 0));
                assert_eq!(step.gas_left, shape.gas, "gas at the first instruction");
                assert!(step.return_data.is_empty());
            }
        }
        let info = opcode::info(step.opcode).filter(|info| info.first_fork() <= self.fork);
        let stack = step.stack.to_vec();
        shape.last = Some(Last { info, pc: step.pc, gas_left: step.gas_left, stack });
    }

    fn frame_start(&mut self, start: &FrameStart<'_>) {
        self.seen.starts += 1;
        self.seen.deepest = self.seen.deepest.max(start.depth);
        assert_eq!(usize::from(start.depth), self.frames.len());
        (start.caller.0, start.target.0, start.code_address.0, start.value).hash(&mut self.hasher);
        (start.gas, start.is_static, start.is_create, start.input).hash(&mut self.hasher);
        let code = self.code_of(start);
        self.frames.push(Shape { code, last: None, gas: start.gas });
    }

    fn frame_end(&mut self, end: &FrameEnd<'_>) {
        self.seen.ends += 1;
        let shape = self.frames.pop().expect("a frame began");
        assert_eq!(usize::from(end.depth), self.frames.len());
        assert!(!matches!(end.exit, Exit::Call | Exit::Create | Exit::DatabaseFailure));
        assert!(end.gas_left <= shape.gas);
        if matches!(end.exit, Exit::Halt(_)) {
            assert_eq!((end.gas_left, end.output.len()), (0, 0));
        }
        format!("{:?}", end.exit).hash(&mut self.hasher);
        (end.gas_left, end.output).hash(&mut self.hasher);
    }

    fn log(&mut self, log: &Log) {
        self.seen.logs += 1;
        (log.address.0, &log.data[..]).hash(&mut self.hasher);
    }

    fn self_destruct(&mut self, address: &eevm::Address, beneficiary: &eevm::Address) {
        self.seen.destructions += 1;
        (address.0, beneficiary.0).hash(&mut self.hasher);
    }
}
