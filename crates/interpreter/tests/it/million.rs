//! Every instruction a million times on a native stack of 64 KiB, most of them in one frame.
//!
//! A handler that called its successor would use at least eight bytes each time: eight megabytes.

mod constant_host;

use constant_host::ConstantHost;
use eevm_bytecode::{Bytecode, opcode};
use eevm_interpreter::{Dispatch, Exit, Inspector, Interpreter, Message, Rules, Step};
use eevm_primitives::{Bytes, Fork, U256};
use eevm_testing::{
    asm,
    asm::{Item, dest, jumpi, push, raw},
};

const MILLION: usize = 1_000_000;
/// Times that a block is written out.
const WRITTEN: usize = 250;
const TURNS: usize = MILLION / WRITTEN;
const NATIVE_STACK: usize = 64 * 1024;

/// The instruction's byte, words that stand on the stack (top first), and a block around the
/// instruction that leaves them.
struct Case {
    opcode: u8,
    stack: Vec<U256>,
    block: Vec<u8>,
}

fn number(value: u64) -> U256 {
    U256::from(value)
}

/// The operands are duplicated before `op`, and what it leaves is dropped.
fn on_copies(op: u8, operands: &[U256]) -> Case {
    let info = opcode::info(op).unwrap();
    assert_eq!(operands.len(), usize::from(info.inputs), "{}", info.name);
    let mut block = vec![opcode::DUP1 - 1 + info.inputs; operands.len()];
    block.push(op);
    block.extend(vec![opcode::POP; info.outputs.into()]);
    Case { opcode: op, stack: operands.to_vec(), block }
}

/// Instructions that work on words of the stack: once on small and once on large ones, since
/// some have a short way.
fn on_words(cases: &mut Vec<Case>) {
    let (small, large) = (number(7), U256::MAX - number(5));
    for op in (opcode::ADD..=opcode::SIGNEXTEND).chain(opcode::LT..=opcode::CLZ) {
        let inputs = usize::from(opcode::info(op).unwrap().inputs);
        cases.push(on_copies(op, &vec![small; inputs]));
        let has_short_way =
            [opcode::MUL, opcode::DIV, opcode::SDIV, opcode::MOD, opcode::SMOD].contains(&op);
        if has_short_way {
            cases.push(on_copies(op, &vec![large; inputs]));
        }
    }
}

fn on_stacks(cases: &mut Vec<Case>) {
    for op in opcode::PUSH0..=opcode::PUSH32 {
        let mut block = vec![op];
        block.extend(vec![opcode::JUMPDEST; (op - opcode::PUSH0).into()]);
        block.push(opcode::POP);
        cases.push(Case { opcode: op, stack: vec![], block });
    }
    let seventeen: Vec<_> = (0..17).map(number).collect();
    for op in opcode::DUP1..=opcode::DUP16 {
        let block = vec![op, opcode::POP];
        cases.push(Case { opcode: op, stack: seventeen.clone(), block });
    }
    for op in opcode::SWAP1..=opcode::SWAP16 {
        cases.push(Case { opcode: op, stack: seventeen.clone(), block: vec![op] });
    }
    cases.push(Case {
        opcode: opcode::POP,
        stack: vec![],
        block: vec![opcode::PUSH0, opcode::POP],
    });
    cases.push(Case { opcode: opcode::JUMPDEST, stack: vec![], block: vec![opcode::JUMPDEST; 2] });
}

fn on_environment(cases: &mut Vec<Case>) {
    for info in opcode::TABLE.iter().flatten() {
        let nullary = info.inputs == 0 && info.outputs == 1 && info.immediate_len == 0;
        if nullary && info.opcode != opcode::PUSH0 {
            cases.push(on_copies(info.opcode, &[]));
        }
    }
    let zero = U256::ZERO;
    for op in [
        opcode::BALANCE,
        opcode::EXTCODESIZE,
        opcode::EXTCODEHASH,
        opcode::BLOCKHASH,
        opcode::BLOBHASH,
        opcode::SLOAD,
        opcode::TLOAD,
        opcode::CALLDATALOAD,
        opcode::MLOAD,
    ] {
        cases.push(on_copies(op, &[number(5)]));
    }
    // The slow halves: far memory, beyond the call data.
    for op in [opcode::MLOAD, opcode::CALLDATALOAD] {
        cases.push(on_copies(op, &[number(300_000)]));
    }
    for op in [opcode::MSTORE, opcode::MSTORE8] {
        cases.push(on_copies(op, &[number(64), number(1)]));
        cases.push(on_copies(op, &[number(300_000), number(1)]));
    }
    cases.push(on_copies(opcode::SSTORE, &[number(1), number(2)]));
    cases.push(on_copies(opcode::TSTORE, &[number(1), number(2)]));
    for size in [0, 5] {
        let three = [number(1), zero, number(size)];
        for op in [opcode::CALLDATACOPY, opcode::CODECOPY, opcode::MCOPY] {
            cases.push(on_copies(op, &three));
        }
    }
    cases.push(on_copies(opcode::RETURNDATACOPY, &[zero; 3]));
    cases.push(on_copies(opcode::EXTCODECOPY, &[zero, zero, zero, number(4)]));
    cases.push(on_copies(opcode::KECCAK256, &[zero; 2]));
    for topics in 0..=4_u8 {
        let operands = vec![zero; usize::from(topics) + 2];
        cases.push(on_copies(opcode::LOG0 + topics, &operands));
    }
    for op in [opcode::CREATE, opcode::CREATE2, opcode::CALL, opcode::CALLCODE] {
        cases.push(on_copies(op, &vec![zero; opcode::info(op).unwrap().inputs.into()]));
    }
    for op in [opcode::DELEGATECALL, opcode::STATICCALL] {
        cases.push(on_copies(op, &[zero; 6]));
    }
}

fn program(case: &Case) -> Vec<u8> {
    let stack: Vec<Item> = case.stack.iter().rev().map(|&word| push(word)).collect();
    let block: Vec<u8> = case.block.repeat(WRITTEN);
    asm![Item::from(stack), dest("turn"), raw(block), raw(counted()), jumpi("turn")]
}

/// Counts turns in memory, which no block touches there; leaves whether there are more.
fn counted() -> Vec<u8> {
    asm![
        push(1),
        push(COUNTER),
        opcode::MLOAD,
        opcode::ADD,
        opcode::DUP1,
        push(COUNTER),
        opcode::MSTORE,
        push(TURNS),
        opcode::GT
    ]
}

/// Where the turns are counted.
const COUNTER: u64 = 128;

/// Counts how often an opcode is executed.
struct Counter(u8, usize);

impl Inspector for Counter {
    fn step(&mut self, step: &Step<'_>) {
        self.1 += usize::from(step.opcode == self.0);
    }
}

fn start(machine: &mut Interpreter, code: &Bytecode) {
    machine.reset();
    let program = machine.program(code);
    let data = Bytes::from_static(&[1; 64]);
    machine.push_message(&Message { data, gas: u64::MAX, ..Message::default() }, program);
}

/// Runs to the end, answering calls and creations with failure at once.
fn run(machine: &mut Interpreter, inspector: &mut Option<&mut dyn Inspector>) -> Exit {
    let mut host = ConstantHost;
    loop {
        let inspector = inspector.as_mut().map(|inspector| &mut **inspector as &mut dyn Inspector);
        match machine.run(&mut host, inspector) {
            Exit::Call => {
                let gas = machine.call().gas;
                machine.resume_call(false, gas, (0, 0));
            }
            Exit::Create => {
                let gas = machine.creation().gas;
                machine.resume_creation(None, gas);
            }
            exit => return exit,
        }
    }
}

fn machine() -> Box<Interpreter> {
    Interpreter::new(Rules::for_fork(Fork::Osaka))
}

fn on_a_small_stack(work: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(NATIVE_STACK);
        thread.spawn_scoped(scope, work).unwrap().join().unwrap();
    });
}

#[track_caller]
fn check(add: fn(&mut Vec<Case>)) {
    let mut cases = Vec::new();
    add(&mut cases);
    for case in cases {
        let code = Bytecode::new(&program(&case));
        let mut machine = machine();
        assert_eq!(machine.dispatch(), Dispatch::FASTEST);
        let mut exit = Exit::Stop;
        on_a_small_stack(|| {
            start(&mut machine, &code);
            exit = run(&mut machine, &mut None);
        });
        assert_eq!(exit, Exit::Stop, "opcode {:#x}", case.opcode);
    }
}

#[test]
fn a_million_times_on_words() {
    check(on_words);
}

#[test]
fn a_million_times_on_stacks() {
    check(on_stacks);
}

#[test]
fn a_million_times_on_the_environment() {
    check(on_environment);
}

/// The cases cover every opcode that can go on, and each block runs its opcode once at least.
#[test]
fn the_cases_are_complete() {
    let mut cases = Vec::new();
    on_words(&mut cases);
    on_stacks(&mut cases);
    on_environment(&mut cases);
    for info in opcode::TABLE.iter().flatten() {
        let elsewhere = ENDS.contains(&info.opcode) || JUMPS.contains(&info.opcode);
        let covered = cases.iter().any(|case| case.opcode == info.opcode);
        assert!(covered != elsewhere, "{}", info.name);
    }
    // A shortened run of a few, counted.
    for case in cases.iter().step_by(10) {
        let code = Bytecode::new(&case_once(case));
        let mut counter = Counter(case.opcode, 0);
        let mut machine = machine();
        start(&mut machine, &code);
        assert_eq!(run(&mut machine, &mut Some(&mut counter)), Exit::Stop);
        assert!(counter.1 >= WRITTEN, "{:#x}: {}", case.opcode, counter.1);
    }
}

fn case_once(case: &Case) -> Vec<u8> {
    let stack: Vec<Item> = case.stack.iter().rev().map(|&word| push(word)).collect();
    asm![Item::from(stack), raw(case.block.repeat(WRITTEN))]
}

const ENDS: [u8; 4] = [opcode::STOP, opcode::RETURN, opcode::REVERT, opcode::SELFDESTRUCT];
const JUMPS: [u8; 2] = [opcode::JUMP, opcode::JUMPI];

/// Jumps to more targets than the table of proven ones holds, and to few.
#[test]
fn a_million_jumps() {
    for jump in JUMPS {
        for written in [WRITTEN, 1000] {
            let mut items = vec![dest("turn")];
            for index in 0..written {
                let condition = if jump == opcode::JUMPI { push(1) } else { raw([]) };
                let name = format!("to {index}");
                items.extend([
                    condition,
                    eevm_testing::asm::push_label(&*name),
                    jump.into(),
                    dest(name),
                ]);
            }
            items.extend([raw(counted()), jumpi("turn")]);
            let code = Bytecode::new(&eevm_testing::asm::assemble(&items).unwrap());
            let mut machine = machine();
            let mut exit = Exit::Stop;
            on_a_small_stack(|| {
                start(&mut machine, &code);
                exit = run(&mut machine, &mut None);
            });
            assert_eq!(exit, Exit::Stop, "{jump:#x}");
        }
    }
}

/// What ends a frame, in a million frames one after the other.
#[test]
fn a_million_ends() {
    for op in ENDS {
        let code = Bytecode::new(&[opcode::PUSH0, opcode::PUSH0, op]);
        let mut machine = machine();
        let expected = match op {
            opcode::RETURN => Exit::Return,
            opcode::REVERT => Exit::Revert,
            _ => Exit::Stop,
        };
        let mut all = true;
        on_a_small_stack(|| {
            for _ in 0..MILLION {
                start(&mut machine, &code);
                let exit = run(&mut machine, &mut None);
                all &= exit == expected;
                let _ = machine.finish_frame(exit);
            }
        });
        assert!(all, "{op:#x}");
    }
}

/// The handlers that call the inspector first, too.
#[test]
fn a_million_traced() {
    let case = on_copies(opcode::ADD, &[number(1), number(2)]);
    let code = Bytecode::new(&program(&case));
    let mut machine = machine();
    let mut counter = Counter(opcode::ADD, 0);
    on_a_small_stack(|| {
        start(&mut machine, &code);
        run(&mut machine, &mut Some(&mut counter));
    });
    assert_eq!(counter.1, MILLION + TURNS);
}
