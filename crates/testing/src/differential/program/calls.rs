//! Calls and creations.

use super::{Program, init_code};
use crate::differential::operands::Operand;
use eevm_bytecode::opcode as op;

impl Program<'_> {
    /// A call of any kind, and something done with its result.
    pub(super) fn call(&mut self) {
        let opcode = self.call_kind();
        self.with_operands(opcode, 2);
        self.keep_result();
    }

    fn call_kind(&mut self) -> u8 {
        self.weighted(&[
            (op::CALL, 8),
            (op::CALLCODE, 2),
            (op::DELEGATECALL, 4),
            (op::STATICCALL, 4),
        ])
    }

    /// The word on top, dropped or stored.
    fn keep_result(&mut self) {
        match self.random.below(4) {
            0 => {
                let key = self.random.below(5);
                self.push_small(key);
                self.op(op::SSTORE);
            }
            1 => {
                let offset = *self.random.choose(&[0, 32, 64]);
                self.push_small(offset);
                self.op(op::MSTORE);
            }
            _ => self.op(op::POP),
        }
        if self.random.one_in(3) && self.has(op::RETURNDATACOPY) {
            self.copy_return_data();
        }
    }

    /// All of the return data, or perhaps too much of it.
    pub(super) fn copy_return_data(&mut self) {
        if self.random.one_in(5) {
            let (size, source) = (self.random.below(40), self.random.below(3));
            self.push_small(size);
            self.push_small(source);
        } else {
            self.op(op::RETURNDATASIZE);
            self.push_small(0);
        }
        self.offset();
        self.op(op::RETURNDATACOPY);
    }

    /// Calls a precompile with input that it may take.
    pub(super) fn precompile(&mut self) {
        let (address, input) = super::precompile::input(self.random);
        self.copy_data(&input);
        let opcode = self.call_kind();
        let exact = input.len() as u64;
        self.size();
        self.offset();
        self.push_small(exact);
        self.push_small(0);
        if matches!(opcode, op::CALL | op::CALLCODE) {
            self.operand(Operand::Wei, 2);
        }
        self.push_small(address);
        self.operand(Operand::Gas, 2);
        self.op(opcode);
        self.keep_result();
    }

    /// A creation from init code behind the code, and perhaps a call of what it made.
    pub(super) fn create(&mut self) {
        let init = init_code(self.random, self.around, self.nesting);
        self.copy_data(&init);
        let opcode = self.weighted(&[(op::CREATE, 3), (op::CREATE2, 2)]);
        if opcode == op::CREATE2 {
            let salt = self.random.below(2);
            self.push_small(salt);
        }
        if self.random.one_in(20) {
            self.size();
        } else {
            self.push_small(init.len() as u64);
        }
        self.push_small(0);
        self.operand(Operand::Wei, 2);
        self.op(opcode);
        if self.random.one_in(2) {
            return self.keep_result();
        }
        // Once or twice, so that what destroys itself gets something afterwards.
        for _ in 0..self.random.between(1, 2) {
            let created = self.height.saturating_sub(1);
            let wei = self.random.below(2);
            for _ in 0..4 {
                self.push_small(0);
            }
            self.push_small(wei);
            self.dup(5);
            self.op(op::GAS);
            self.op(op::CALL);
            self.op(op::POP);
            self.height = created + 1;
        }
        self.keep_result();
    }
}
