//! Small programs of one purpose: contracts that others call, and init code.

use super::{INVALID, Program, Surroundings, program};
use crate::differential::random::Random;
use alloc::{vec, vec::Vec};
use eevm_bytecode::opcode as op;

/// A contract of a few instructions.
pub(in crate::differential) fn small_contract(
    random: &mut Random,
    around: &Surroundings,
) -> Vec<u8> {
    let mut code = Program::new(random, around);
    match code.random.below(14) {
        // storage[calldata[0]] = calldata[1]
        0 => {
            code.push_small(32);
            code.op(op::CALLDATALOAD);
            code.push_small(0);
            code.op(op::CALLDATALOAD);
            code.op(op::SSTORE);
        }
        // Gives its call data back.
        1 => {
            for opcode in [op::CALLDATASIZE, op::RETURNDATASIZE, op::RETURNDATASIZE] {
                if code.has(opcode) { code.op(opcode) } else { code.push_small(0) }
            }
            code.op(op::CALLDATACOPY);
            code.op(op::CALLDATASIZE);
            code.push_small(0);
            code.op(op::RETURN);
        }
        // Changes a slot, then reverts or halts.
        2 | 3 => {
            let (value, key) = (code.random.below(3), code.random.below(5));
            code.push_small(value);
            code.push_small(key);
            code.op(op::SSTORE);
            code.size();
            code.offset();
            let opcode = if code.random.one_in(3) { INVALID } else { op::REVERT };
            code.op(opcode);
        }
        4 | 5 => {
            code.address();
            code.op(op::SELFDESTRUCT);
        }
        // Sets and clears slots and their transient twins.
        6 | 7 => {
            for _ in 0..code.random.between(1, 5) {
                let opcode = code.weighted(&[(op::SSTORE, 2), (op::TSTORE, 1)]);
                code.with_operands(opcode, 3);
            }
        }
        // Calls itself until it may not.
        8 => {
            let with_gas = code.random.below(2_000);
            for _ in 0..5 {
                code.push_small(0);
            }
            code.op(op::ADDRESS);
            code.push_small(with_gas);
            code.op(op::GAS);
            code.op(op::SUB);
            code.op(op::CALL);
            code.op(op::POP);
        }
        // Calls its caller back.
        9 => {
            for _ in 0..5 {
                code.push_small(0);
            }
            code.op(op::CALLER);
            code.push_small(20_000);
            code.op(op::CALL);
            code.push_small(3);
            code.op(op::SSTORE);
        }
        10 => {
            let opcode = op::LOG0 + u8::try_from(code.random.below(5)).unwrap_or(0);
            code.with_operands(opcode, 2);
        }
        // Where it stands in the chain of calls.
        11 => {
            for (index, opcode) in
                [op::CALLER, op::ADDRESS, op::CALLVALUE, op::ORIGIN, op::CODESIZE]
                    .into_iter()
                    .enumerate()
            {
                code.op(opcode);
                code.push_small(32 * index as u64);
                code.op(op::MSTORE);
            }
            code.push_small(160);
            code.push_small(0);
            code.op(op::RETURN);
        }
        12 => code.create(),
        _ => code.call(),
    }
    code.finish()
}

/// Init code.
pub(in crate::differential) fn init_code(
    random: &mut Random,
    around: &Surroundings,
    nesting: u8,
) -> Vec<u8> {
    match random.below(12) {
        0 => return Vec::new(),
        // Ends without code.
        1 | 2 => return small_init(random, around),
        3 if nesting == 0 => return program(random, around),
        _ => {}
    }
    let runtime = match random.below(12) {
        0 => vec![0xef; random.size_below(3)],
        1 => vec![0; random.size_below(300)],
        2 => vec![0xef, 0x01, 0x00],
        // Around the limit of code, which is dear.
        3 if random.one_in(40) => vec![0; 0x5fff + random.size_below(3)],
        _ => small_contract(random, around),
    };
    let mut code = Program::new(random, around);
    if code.random.one_in(4) {
        let opcode = code.weighted(&[(op::SSTORE, 3), (op::TSTORE, 1), (op::LOG0, 1)]);
        code.with_operands(opcode, 3);
    }
    code.copy_data(&runtime);
    code.push_small(runtime.len() as u64);
    code.push_small(0);
    code.op(op::RETURN);
    code.finish()
}

/// Init code that deploys nothing.
fn small_init(random: &mut Random, around: &Surroundings) -> Vec<u8> {
    let mut code = Program::new(random, around);
    match code.random.below(5) {
        0 => {
            code.address();
            code.op(op::SELFDESTRUCT);
        }
        1 => code.op(INVALID),
        2 => {
            code.size();
            code.offset();
            code.op(op::REVERT);
        }
        3 => {
            code.with_operands(op::SSTORE, 3);
            code.op(op::STOP);
        }
        _ => code.statement(),
    }
    code.finish()
}
