//! What an instruction is going to cost, by the steps of go-ethereum.
//!
//! go-ethereum computes a cost in two parts, a constant one and one that depends on operands and
//! state, and stops where it finds that the instruction cannot go on. Its traces show how far it
//! came, so that the same order is kept here. What the instruction costs in the end is the same for
//! every implementation.

mod memory;
mod state;

use crate::Fault;
use eevm_bytecode::opcode::{self, *};
use eevm_interpreter::{Host, Step};
use eevm_primitives::{U256, gas::STACK_LIMIT, to_u64};

/// What an instruction is going to cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GasCost {
    /// Gas: of a call with what it passes on, of a creation without; with the expansion of memory.
    pub cost: u64,
    /// Why the cost could not be computed to its end.
    pub fault: Option<Fault>,
}

/// Gas beyond which no instruction costs more for the state it finds: what a call pays for a cold
/// account and its cold delegate, a value and a new account is below it, and so is SSTORE.
const MOST_FOR_STATE: u64 = 60_000;

/// What the instruction at `step` is going to cost.
///
/// State is looked at through the step's host, without an effect; a host that does not show its
/// state counts as one where everything is warm, exists, and holds zero.
#[must_use]
pub fn gas_cost(step: &Step<'_>) -> GasCost {
    Quote { step, host: step.host }.cost()
}

/// [`gas_cost`] that looks at the state only where there may be too little gas for it, or another
/// reason to halt before it is charged.
pub(crate) fn frugal_gas_cost(step: &Step<'_>) -> GasCost {
    let quote = Quote { step, host: None }.cost();
    let is_ample = step.gas_left.checked_sub(quote.cost).is_some_and(|left| left > MOST_FOR_STATE);
    let is_plain = is_ample && !step.frame.is_static();
    if is_plain || !matches!(step.opcode, BALANCE..=SELFDESTRUCT) { quote } else { gas_cost(step) }
}

/// The computation.
#[derive(Clone, Copy)]
struct Quote<'a, 'b> {
    step: &'a Step<'b>,
    host: Option<&'b dyn Host>,
}

/// A part of the cost, or why it cannot be computed.
type Part = Result<u64, Fault>;

impl Quote<'_, '_> {
    fn cost(self) -> GasCost {
        let step = self.step;
        let fixed = step.rules.static_gas.get(usize::from(step.opcode)).copied().flatten();
        let (Some(info), Some(fixed)) = (opcode::info(step.opcode), fixed) else {
            return GasCost { cost: 0, fault: Some(Fault::InvalidOpcode(step.opcode)) };
        };
        // Where go-ethereum has no constant part, it counts to the part that is computed.
        let has_constant = match step.opcode {
            EXP | SSTORE | LOG0..=LOG4 => false,
            SLOAD => step.rules.gas.cold_sload_surcharge == 0,
            _ => true,
        };
        let (constant, base) = if has_constant { (fixed, 0) } else { (0, fixed) };
        let stop = |fault| GasCost { cost: constant, fault: Some(fault) };

        let (height, required) = (step.stack.len(), usize::from(info.inputs));
        let limit = (STACK_LIMIT + required).saturating_sub(usize::from(info.outputs));
        if height < required {
            return stop(Fault::StackUnderflow { height, required });
        }
        if height > limit {
            return stop(Fault::StackOverflow { height, limit });
        }
        let Some(left) = step.gas_left.checked_sub(constant) else {
            return stop(Fault::OutOfGas);
        };
        match self.variable(left) {
            Ok(variable) => {
                match constant.checked_add(base).and_then(|c| c.checked_add(variable)) {
                    Some(cost) => GasCost { cost, fault: None },
                    None => stop(Fault::GasOverflow),
                }
            }
            Err(fault) => stop(fault),
        }
    }

    /// The part that depends on operands and state; `left` is the gas after the constant part.
    fn variable(self, left: u64) -> Part {
        let gas = &self.step.rules.gas;
        match self.step.opcode {
            EXP => {
                let bytes = self.word(1).byte_len() as u64;
                Ok(gas.exp_byte.saturating_mul(bytes))
            }
            KECCAK256 => sum([self.memory(), words(self.word(1), gas.keccak_word)]),
            CALLDATACOPY | CODECOPY | RETURNDATACOPY | MCOPY => {
                sum([self.memory(), words(self.word(2), gas.copy_word)])
            }
            EXTCODECOPY => sum([
                self.memory(),
                words(self.word(3), gas.copy_word),
                Ok(self.account_surcharge(self.word(0))),
            ]),
            LOG0..=LOG4 => {
                let size = to_u64(self.word(1)).ok_or(Fault::GasOverflow)?;
                let data = gas.log_data_byte.checked_mul(size).ok_or(Fault::GasOverflow);
                sum([self.memory(), data])
            }
            CREATE | CREATE2 => self.creation(),
            BALANCE | EXTCODESIZE | EXTCODEHASH => Ok(self.account_surcharge(self.word(0))),
            SLOAD => Ok(self.sload_surcharge()),
            SSTORE => self.sstore(left),
            SELFDESTRUCT => Ok(self.self_destruct()),
            CALL | CALLCODE | DELEGATECALL | STATICCALL => self.call(left),
            _ => self.memory(),
        }
    }

    /// CREATE and CREATE2: memory, the words of the init code, and its size (EIP-3860).
    fn creation(self) -> Part {
        let rules = self.step.rules;
        let memory = self.memory()?;
        let size = to_u64(self.word(2)).ok_or(Fault::GasOverflow)?;
        let limit = rules.limits.max_init_code_size.map(|limit| limit as u64);
        if limit.is_some_and(|limit| size > limit) {
            return Err(Fault::InitCodeSize(size));
        }
        let hashed = if self.step.opcode == CREATE2 { rules.gas.keccak_word } else { 0 };
        sum([Ok(memory), words(self.word(2), rules.gas.init_code_word.saturating_add(hashed))])
    }

    /// The operand `at` places below the top; the stack was found high enough.
    fn word(&self, at: usize) -> &U256 {
        let stack = self.step.stack;
        stack.len().checked_sub(at + 1).and_then(|index| stack.get(index)).unwrap_or(&U256::ZERO)
    }
}

/// The sum of parts; the first that fails decides.
fn sum<const N: usize>(parts: [Part; N]) -> Part {
    parts.into_iter().try_fold(0_u64, |sum, part| sum.checked_add(part?).ok_or(Fault::GasOverflow))
}

/// The price of each word of `size` bytes.
fn words(size: &U256, price: u64) -> Part {
    let size = to_u64(size).ok_or(Fault::GasOverflow)?;
    size.div_ceil(32).checked_mul(price).ok_or(Fault::GasOverflow)
}
