//! The rules of one chain at one fork, as values that an embedder may edit.

use eevm_bytecode::opcode::TABLE;
use eevm_primitives::{
    Fork,
    gas::{GasSchedule, MAX_CODE_SIZE, MAX_INIT_CODE_SIZE},
};

/// Sizes that are refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of deployed code (EIP-170); `None` before Spurious Dragon.
    pub max_code_size: Option<usize>,
    /// Bytes of init code (EIP-3860); `None` before Shanghai.
    pub max_init_code_size: Option<usize>,
    /// Bytes of memory of all frames of a transaction together, whatever was paid.
    pub memory: usize,
}

/// What instructions exist and what they cost: built from a fork, edited, given to
/// [`crate::Interpreter::new`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// The fork, for what is neither a price nor a limit.
    pub fork: Fork,
    /// Static gas of each byte; `None` makes the byte an undefined instruction. A price for a byte
    /// that the opcode table does not know has no effect. The end of the code is a STOP, byte 0, like
    /// one that is written.
    pub static_gas: [Option<u64>; 256],
    /// Dynamic gas.
    pub gas: GasSchedule,
    /// Size limits.
    pub limits: Limits,
}

impl Rules {
    /// The rules of `fork`.
    #[must_use]
    pub fn for_fork(fork: Fork) -> Self {
        let mut static_gas = [None; 256];
        for (gas, info) in static_gas.iter_mut().zip(&TABLE) {
            *gas = info.as_ref().and_then(|info| info.static_gas(fork));
        }
        Self {
            fork,
            static_gas,
            gas: GasSchedule::for_fork(fork),
            limits: Limits {
                max_code_size: (fork >= Fork::SpuriousDragon).then_some(MAX_CODE_SIZE),
                max_init_code_size: (fork >= Fork::Shanghai).then_some(MAX_INIT_CODE_SIZE),
                memory: if usize::BITS > 32 { 1 << 32 } else { 1 << 30 },
            },
        }
    }
}
