//! Messages: what a frame is asked to do.

use eevm_primitives::{Address, B256, Bytes, U256};

/// A top-level message call (execution-specs `vm.Message`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Message {
    /// The account that calls.
    pub caller: Address,
    /// The account whose storage and balance the code works on.
    pub target: Address,
    /// The account whose code runs; equal to `target` in plain calls.
    pub code_address: Address,
    /// Value transferred from `caller` to `target`, in wei.
    pub value: U256,
    /// Call data.
    pub data: Bytes,
    /// Gas the frame may use.
    pub gas: u64,
    /// Depth of the frame; 0 for a transaction's own.
    pub depth: u16,
    /// Whether the code may change no state (EIP-214). The value is transferred even so: that a
    /// static call has none is CALL's own rule.
    pub is_static: bool,
}

/// Which instruction makes a message call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallKind {
    /// CALL.
    Call,
    /// CALLCODE: the callee's code on the caller's account.
    CallCode,
    /// DELEGATECALL: as CALLCODE, keeping caller and value (EIP-7).
    DelegateCall,
    /// STATICCALL (EIP-214).
    StaticCall,
}

/// A message call that an instruction asks for. Its gas has been taken from the calling frame.
#[derive(Debug, Clone)]
pub struct Call {
    /// The instruction.
    pub kind: CallKind,
    /// Gas for the callee, stipend included.
    pub gas: u64,
    /// The caller that the callee sees.
    pub caller: Address,
    /// The account the callee's code works on.
    pub target: Address,
    /// The account named by the instruction, whose code runs (or whose delegate's code runs).
    pub code_address: Address,
    /// Where EIP-7702 delegates the code to; a delegated call runs no precompile.
    pub delegate: Option<Address>,
    /// The value that the callee sees, in wei; only CALL and CALLCODE transfer it.
    pub value: U256,
    /// Whether the callee may not change state.
    pub is_static: bool,
    /// Call data: offset and length in the calling frame's memory, paid for.
    pub input: (usize, usize),
    /// Where the caller wants the output: offset and length in its memory, paid for.
    pub output: (usize, usize),
}

/// A creation that an instruction asks for. Its gas has been taken from the creating frame, and
/// balance, nonce and depth have been checked.
#[derive(Debug, Clone)]
pub struct Creation {
    /// Gas for the init code.
    pub gas: u64,
    /// The creating account.
    pub creator: Address,
    /// Endowment in wei.
    pub value: U256,
    /// CREATE2's salt; `None` for CREATE.
    pub salt: Option<B256>,
    /// Init code: offset and length in the creating frame's memory, paid for.
    pub init_code: (usize, usize),
}

impl Call {
    pub(crate) const fn empty() -> Self {
        Self {
            kind: CallKind::Call,
            gas: 0,
            caller: Address::ZERO,
            target: Address::ZERO,
            code_address: Address::ZERO,
            delegate: None,
            value: U256::ZERO,
            is_static: false,
            input: (0, 0),
            output: (0, 0),
        }
    }
}

impl Creation {
    pub(crate) const fn empty() -> Self {
        Self { gas: 0, creator: Address::ZERO, value: U256::ZERO, salt: None, init_code: (0, 0) }
    }
}
