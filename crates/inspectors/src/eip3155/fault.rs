//! Why an instruction or a frame failed, in go-ethereum's words.

use crate::eip3155::step::op_name;
use core::fmt;
use eevm_interpreter::ExceptionalHalt;

/// Why an instruction or a frame failed. Its text is what go-ethereum's `evm` says of it, so that
/// what reads its traces reads these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Less gas than the instruction costs.
    OutOfGas,
    /// The size of the memory that the instruction needs, or its price, exceeds 64 bits.
    GasOverflow,
    /// SSTORE with a call's stipend left, or less (EIP-2200).
    ReentrancySentry,
    /// Init code of this many bytes is larger than the limit (EIP-3860).
    InitCodeSize(u64),
    /// The code deposit costs more than what is left.
    CodeDepositOutOfGas,
    /// Deployed code is larger than the limit (EIP-170).
    CodeSize,
    /// Deployed code begins with 0xef (EIP-3541).
    InvalidCode,
    /// REVERT.
    Reverted,
    /// An instruction needs more words than there are.
    StackUnderflow {
        /// Words on the stack.
        height: usize,
        /// Words that it needs.
        required: usize,
    },
    /// An instruction would make the stack too high.
    StackOverflow {
        /// Words on the stack.
        height: usize,
        /// Words that there may be before it.
        limit: usize,
    },
    /// A byte that is no instruction.
    InvalidOpcode(u8),
    /// A jump to a place that is no JUMPDEST.
    InvalidJump,
    /// A change of state inside a static call.
    WriteProtection,
    /// RETURNDATACOPY beyond the return data.
    ReturnDataOutOfBounds,
    /// A creation onto an account that exists.
    AddressCollision,
    /// A precompile refused its input or its gas; go-ethereum says more exactly why.
    PrecompileFailure,
    /// Memory beyond the embedder's limit; go-ethereum has none.
    MemoryLimit,
    /// A halt that this version does not know.
    Other,
}

impl From<ExceptionalHalt> for Fault {
    /// What a halt is called, as far as the halt alone says: heights of the stack are zero, and
    /// whatever ran out of gas did no more than that.
    fn from(halt: ExceptionalHalt) -> Self {
        match halt {
            ExceptionalHalt::OutOfGas => Self::OutOfGas,
            ExceptionalHalt::StackUnderflow => Self::StackUnderflow { height: 0, required: 0 },
            ExceptionalHalt::StackOverflow => Self::StackOverflow { height: 0, limit: 0 },
            ExceptionalHalt::InvalidOpcode(opcode) => Self::InvalidOpcode(opcode),
            ExceptionalHalt::InvalidJumpDestination => Self::InvalidJump,
            ExceptionalHalt::WriteInStaticContext => Self::WriteProtection,
            ExceptionalHalt::OutOfBoundsRead => Self::ReturnDataOutOfBounds,
            ExceptionalHalt::InvalidContractPrefix => Self::InvalidCode,
            ExceptionalHalt::CodeSizeLimit => Self::CodeSize,
            ExceptionalHalt::AddressCollision => Self::AddressCollision,
            ExceptionalHalt::PrecompileFailure => Self::PrecompileFailure,
            ExceptionalHalt::MemoryLimit => Self::MemoryLimit,
            _ => Self::Other,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfGas => f.write_str("out of gas"),
            Self::GasOverflow => f.write_str("gas uint64 overflow"),
            Self::ReentrancySentry => {
                f.write_str("out of gas: not enough gas for reentrancy sentry")
            }
            Self::InitCodeSize(size) => {
                write!(f, "out of gas: max initcode size exceeded: size {size}")
            }
            Self::CodeDepositOutOfGas => f.write_str("contract creation code storage out of gas"),
            Self::CodeSize => f.write_str("max code size exceeded"),
            Self::InvalidCode => f.write_str("invalid code: must not begin with 0xef"),
            Self::Reverted => f.write_str("execution reverted"),
            Self::StackUnderflow { height, required } => {
                write!(f, "stack underflow ({height} <=> {required})")
            }
            Self::StackOverflow { height, limit } => {
                write!(f, "stack limit reached {height} ({limit})")
            }
            Self::InvalidOpcode(opcode) => write!(f, "invalid opcode: {}", op_name(*opcode)),
            Self::InvalidJump => f.write_str("invalid jump destination"),
            Self::WriteProtection => f.write_str("write protection"),
            Self::ReturnDataOutOfBounds => f.write_str("return data out of bounds"),
            Self::AddressCollision => f.write_str("contract address collision"),
            Self::PrecompileFailure => f.write_str("precompile failure"),
            Self::MemoryLimit => f.write_str("memory limit"),
            Self::Other => f.write_str("exceptional halt"),
        }
    }
}

impl core::error::Error for Fault {}
