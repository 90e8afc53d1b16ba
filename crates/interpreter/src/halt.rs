//! How a frame ends, and why.

/// Why a frame ended in an exceptional halt: all its gas is gone and its changes are undone.
///
/// Names follow execution-specs (`vm/exceptions.py`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ExceptionalHalt {
    /// An instruction needs more words than the stack holds.
    #[error("stack underflow")]
    StackUnderflow,
    /// The stack would hold more than 1,024 words.
    #[error("stack overflow")]
    StackOverflow,
    /// Less gas than an instruction costs.
    #[error("out of gas")]
    OutOfGas,
    /// The fork does not define this byte.
    #[error("invalid opcode {0:#04x}")]
    InvalidOpcode(u8),
    /// A jump to a place that is no JUMPDEST.
    #[error("invalid jump destination")]
    InvalidJumpDestination,
    /// A change of state inside a static call (EIP-214).
    #[error("write in a static context")]
    WriteInStaticContext,
    /// RETURNDATACOPY beyond the return data (EIP-211).
    #[error("read beyond the return data")]
    OutOfBoundsRead,
    /// Code that begins with 0xef (EIP-3541).
    #[error("deployed code begins with 0xef")]
    InvalidContractPrefix,
    /// Code larger than the limit (EIP-170), or init code larger than its limit (EIP-3860).
    #[error("code is larger than the limit")]
    CodeSizeLimit,
    /// A creation onto an account with nonce, code or storage (EIP-684, EIP-7610).
    #[error("address collision")]
    AddressCollision,
    /// A precompile refused its input.
    #[error("precompile failure")]
    PrecompileFailure,
    /// Memory that was paid for exceeds the limit that the embedder set, or could not be had.
    #[error("memory limit")]
    MemoryLimit,
}

/// Why [`crate::Interpreter::run`] came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exit {
    /// STOP, the end of the code, or SELFDESTRUCT: success without output.
    Stop,
    /// RETURN: success with output.
    Return,
    /// REVERT: changes undone, gas kept, with output.
    Revert,
    /// An exceptional halt.
    Halt(ExceptionalHalt),
    /// A message call is to be made: [`crate::Interpreter::call`] says which.
    Call,
    /// A contract is to be created: [`crate::Interpreter::creation`] says which.
    Create,
    /// The host's database failed; nothing of this transaction is valid.
    DatabaseFailure,
}
