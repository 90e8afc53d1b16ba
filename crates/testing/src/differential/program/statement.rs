//! Statements: each leaves the stack as it was.

use super::{INVALID, Program};
use crate::differential::operands::EFFECTS;
use eevm_bytecode::opcode as op;
use eevm_primitives::U256;

impl Program<'_> {
    pub(super) fn statement(&mut self) {
        match self.random.below(40) {
            0..=13 => {
                let opcode = self.weighted(EFFECTS);
                self.with_operands(opcode, 0);
            }
            14 | 15 => {
                self.expression(0);
                self.op(op::POP);
            }
            16..=18 => self.shuffle(),
            19 | 20 if self.nesting < 2 => self.branch(),
            21..=23 if self.nesting < 2 => self.repeat(),
            24 if self.nesting < 2 => self.function(),
            25..=32 => self.call(),
            33 => self.precompile(),
            34..=36 => self.create(),
            37 if self.has(op::RETURNDATACOPY) => self.copy_return_data(),
            38 if self.random.one_in(3) => self.strange(),
            _ => {
                let opcode = self.weighted(&[(op::SSTORE, 1), (op::TSTORE, 1)]);
                self.with_operands(opcode, 1);
            }
        }
    }

    fn block(&mut self, most: u64) {
        self.nesting += 1;
        for _ in 0..self.random.between(1, most) {
            self.statement();
        }
        self.nesting -= 1;
    }

    /// Words on the stack, moved about, then stored or dropped.
    fn shuffle(&mut self) {
        let base = self.height;
        let count = *self.random.choose(&[2_u8, 3, 4, 9, 17]);
        for _ in 0..count {
            self.leaf();
        }
        for _ in 0..self.random.between(1, 8) {
            let own = self.height.saturating_sub(base);
            let deepest = own.saturating_sub(1).min(16) as u64;
            match self.random.below(4) {
                0 | 1 if deepest > 0 => {
                    let depth = u8::try_from(self.random.below(deepest)).unwrap_or(0);
                    self.op(op::SWAP1 + depth);
                }
                2 if own > 0 => {
                    let depth = u8::try_from(self.random.below(deepest.max(1))).unwrap_or(0);
                    self.dup(depth);
                }
                _ if own > 1 => {
                    let opcode =
                        *self.random.choose(&[op::ADD, op::SUB, op::SLT, op::XOR, op::SDIV]);
                    self.op(opcode);
                }
                _ => {}
            }
        }
        while self.height > base {
            match self.random.below(4) {
                0 => {
                    self.offset();
                    self.op(op::MSTORE);
                }
                1 if self.random.one_in(3) => {
                    let key = self.random.below(5);
                    self.push_small(key);
                    self.op(op::SSTORE);
                }
                _ => self.op(op::POP),
            }
        }
    }

    fn branch(&mut self) {
        let (end, other) = (self.label(), self.label());
        self.expression(1);
        self.refer(other);
        self.op(op::JUMPI);
        self.block(2);
        if self.random.one_in(4) {
            // Leaves here, one way or another.
            self.end();
        } else {
            self.refer(end);
            self.op(op::JUMP);
        }
        self.place(other);
        self.block(2);
        self.place(end);
    }

    fn repeat(&mut self) {
        let start = self.label();
        let turns = self.random.between(1, 5);
        self.push_small(turns);
        self.place(start);
        self.block(2);
        self.push_small(1);
        self.op(op::SWAP1);
        self.op(op::SUB);
        self.dup(0);
        self.refer(start);
        self.op(op::JUMPI);
        self.op(op::POP);
    }

    /// A return address on the stack, as compilers make functions of.
    fn function(&mut self) {
        let (entry, back, end) = (self.label(), self.label(), self.label());
        self.refer(back);
        self.expression(2);
        self.refer(entry);
        self.op(op::JUMP);
        self.place(back);
        self.height = self.height.saturating_sub(1);
        self.offset();
        self.op(op::MSTORE);
        self.refer(end);
        self.op(op::JUMP);
        // Return address and argument.
        self.place(entry);
        self.height += 2;
        self.expression(2);
        self.op(op::ADD);
        self.op(op::SWAP1);
        self.op(op::JUMP);
        self.height = self.height.saturating_sub(1);
        self.place(end);
    }

    /// What is likely to halt.
    fn strange(&mut self) {
        match self.random.below(7) {
            0 => {
                let target = self.constant();
                self.push(target);
                self.op(op::JUMP);
            }
            1 => self.op(INVALID),
            2 => {
                let byte = self.random.byte();
                self.any(byte);
            }
            // Into the immediate of a PUSH that holds the byte of JUMPDEST.
            3 => {
                let target = self.code.len() as u64 + 3;
                self.push(U256::from(target | 0x100));
                self.push(U256::from(0x5b5b_5b5b_u64));
            }
            4 => {
                let height = self.height;
                for _ in 0..self.random.between(1, 3) {
                    self.op(op::POP);
                }
                self.height = height;
            }
            // Until the stack is full.
            5 if self.random.one_in(3) => {
                let start = self.label();
                self.place(start);
                self.op(op::GAS);
                self.op(op::MSIZE);
                self.op(op::CALLER);
                self.refer(start);
                self.op(op::JUMP);
                self.height = self.height.saturating_sub(3);
            }
            _ => self.end(),
        }
    }

    /// A way to end.
    pub(super) fn end(&mut self) {
        let height = self.height;
        match self.random.below(16) {
            0..=2 => self.op(op::STOP),
            3..=6 => {
                self.size();
                self.offset();
                self.op(op::RETURN);
            }
            7 | 8 if self.has(op::REVERT) => {
                self.size();
                self.offset();
                self.op(op::REVERT);
            }
            9 if self.random.one_in(2) => self.op(INVALID),
            10..=12 => {
                self.address();
                self.op(op::SELFDESTRUCT);
            }
            13 => {
                // A PUSH whose immediate the end cuts off.
                self.code.push(op::PUSH32);
                self.code.push(0x5b);
            }
            _ => {}
        }
        self.height = height;
    }
}
