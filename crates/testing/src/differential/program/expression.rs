//! Expressions: each leaves one word more.

use super::{Program, edges};
use crate::differential::operands::{EXPRESSIONS, NULLARY, Operand, arity, exists, operands};
use eevm_bytecode::opcode as op;
use eevm_primitives::U256;

impl Program<'_> {
    /// A word from an instruction and what it takes.
    pub(super) fn expression(&mut self, depth: u8) {
        if depth >= 3 || self.random.below(5) < 2 {
            return self.leaf();
        }
        let opcode = self.weighted(EXPRESSIONS);
        self.with_operands(opcode, depth + 1);
    }

    /// One of those the fork has; sometimes one that it has not.
    pub(super) fn weighted(&mut self, table: &[(u8, u64)]) -> u8 {
        let fork = self.around.fork;
        let strict = !self.random.one_in(1_500);
        let fits = |opcode: u8| !strict || exists(opcode, fork);
        let total =
            table.iter().filter(|(opcode, _)| fits(*opcode)).map(|(_, weight)| weight).sum();
        let mut at = self.random.below(total);
        for (opcode, weight) in table {
            if !fits(*opcode) {
                continue;
            }
            if at < *weight {
                return *opcode;
            }
            at -= weight;
        }
        op::JUMPDEST
    }

    /// The operands, then the instruction.
    pub(super) fn with_operands(&mut self, opcode: u8, depth: u8) {
        for kind in operands(opcode).unwrap_or(&[]).iter().rev() {
            self.operand(*kind, depth);
        }
        self.op(opcode);
    }

    /// An instruction of any kind; what it needs and is not there is pushed before it.
    pub(super) fn any(&mut self, opcode: u8) {
        if (op::PUSH1..=op::PUSH32).contains(&opcode) {
            let word = self.constant();
            return self.push(word);
        }
        if let Some(kinds) = operands(opcode)
            && !self.random.one_in(4)
        {
            for kind in kinds.iter().rev() {
                self.operand(*kind, 3);
            }
        }
        while self.height < arity(opcode).0 && !self.random.one_in(80) {
            let small = self.random.below(70);
            self.push_small(small);
        }
        self.op(opcode);
    }

    pub(super) fn operand(&mut self, kind: Operand, depth: u8) {
        match kind {
            Operand::Word => self.expression(depth),
            Operand::Offset => self.offset(),
            Operand::Size => self.size(),
            Operand::Source => {
                if self.random.one_in(20) {
                    let word = self.constant();
                    self.push(word);
                } else {
                    let offset = self.random.below(90);
                    self.push_small(offset);
                }
            }
            Operand::Address => self.address(),
            Operand::Key => {
                let key = self.random.below(5);
                if self.random.one_in(12) { self.leaf() } else { self.push_small(key) }
            }
            Operand::Value => {
                let value = self.random.below(3);
                if self.random.one_in(3) { self.expression(depth) } else { self.push_small(value) }
            }
            Operand::Gas => self.gas(),
            Operand::Wei => {
                let wei = *self.random.choose(&[0, 0, 0, 0, 1, 1, 5, 1_000, 1 << 40]);
                if self.random.one_in(40) { self.leaf() } else { self.push_small(wei) }
            }
            Operand::Block => {
                let back = self.random.below(262);
                let number = (self.around.number + 3).saturating_sub(back);
                if self.random.one_in(8) { self.leaf() } else { self.push_small(number) }
            }
            Operand::Small => {
                let number = *self.random.choose(&[0, 1, 2, 8, 15, 30, 31, 32, 64, 255, 256, 257]);
                if self.random.one_in(6) { self.leaf() } else { self.push_small(number) }
            }
        }
    }

    /// A constant, a copy of a word, or what an instruction without operands says.
    pub(super) fn leaf(&mut self) {
        match self.random.below(8) {
            0..=3 => {
                let word = self.constant();
                self.push(word);
            }
            4 | 5 if self.height > 0 => {
                let depth = self.random.below(self.height.min(16) as u64);
                self.dup(u8::try_from(depth).unwrap_or(0));
            }
            _ => {
                let opcode = *self.random.choose(NULLARY);
                if self.has(opcode) {
                    self.op(opcode);
                } else {
                    self.push_small(7);
                }
            }
        }
    }

    /// Copies the word `depth` below the top.
    pub(super) fn dup(&mut self, depth: u8) {
        self.op(op::DUP1 + depth.min(15));
    }

    pub(super) fn constant(&mut self) -> U256 {
        match self.random.below(6) {
            0 | 1 => U256::from(self.random.below(66)),
            2 => *self.random.choose(&edges()),
            3 => {
                let address = *self.random.choose(&self.around.addresses);
                U256::from_be_slice(address.as_bytes())
            }
            _ => self.wide(),
        }
    }

    /// A word of any number of bits.
    fn wide(&mut self) -> U256 {
        let mut limbs = [0; 4];
        for limb in &mut limbs {
            *limb = self.random.next();
        }
        U256::from_limbs(limbs) >> self.random.size_below(250)
    }

    /// An offset in memory: mostly small, sometimes computed, rarely out of reach.
    pub(super) fn offset(&mut self) {
        if self.random.one_in(400) {
            let word = self.constant();
            self.push(word);
        } else if self.random.one_in(6) {
            self.expression(2);
            let mask = *self.random.choose(&[0x1f, 0xff, 0x3e0, 0x1fff]);
            self.push_small(mask);
            self.op(op::AND);
        } else {
            let offset = *self.random.choose(&[0, 0, 1, 31, 32, 33, 64, 96, 128, 255, 256, 1024]);
            self.push_small(offset);
        }
    }

    pub(super) fn size(&mut self) {
        if self.random.one_in(400) {
            let word = self.constant();
            self.push(word);
        } else {
            let size = *self.random.choose(&[0, 0, 1, 4, 20, 31, 32, 32, 33, 64, 68, 100, 256]);
            self.push_small(size);
        }
    }

    pub(super) fn address(&mut self) {
        match self.random.below(30) {
            0 => self.leaf(),
            1 => self.op(op::ADDRESS),
            2 => self.op(op::CALLER),
            3 => self.op(op::COINBASE),
            4 => self.op(op::ORIGIN),
            _ => {
                let address = *self.random.choose(&self.around.addresses);
                // The upper twelve bytes are of no account.
                let mut word = U256::from_be_slice(address.as_bytes());
                if self.random.one_in(20) {
                    word |= self.wide() << 160;
                }
                self.push(word);
            }
        }
    }

    fn gas(&mut self) {
        match self.random.below(8) {
            0..=3 => self.op(op::GAS),
            4 => {
                let gas = *self.random.choose(&[0, 1, 100, 700, 2_299, 2_300, 2_301, 5_000]);
                self.push_small(gas);
            }
            5 | 6 => {
                let gas = self.random.between(3_000, 60_000);
                self.push_small(gas);
            }
            _ => self.leaf(),
        }
    }
}
