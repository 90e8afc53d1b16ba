//! One frame: who runs what on whose account, and where it stands.

use crate::stack::StackStorage;
use eevm_bytecode::{HotEntry, ProgramId};
use eevm_memory::Range;
use eevm_primitives::{Address, Bytes, U256};

/// Call data: bytes from outside, or a range of the calling frame's memory.
#[derive(Debug, Clone)]
pub(crate) enum Input {
    Bytes(Bytes),
    Memory(Range),
}

/// A frame of execution (execution-specs `vm.Evm` with its `vm.Message`).
///
/// Invariants: `sp` points into `stack` at or above its base, at most 1,024 words up, and the words
/// below it are initialised. While the frame is active, `code`, `code_len` and `hot` are those of
/// `program`, which stays in the interpreter's cache, and `ip` points into the padded code.
#[derive(Debug)]
pub struct Frame {
    pub(crate) caller: Address,
    pub(crate) target: Address,
    pub(crate) value: U256,
    pub(crate) depth: u16,
    pub(crate) is_static: bool,
    pub(crate) program: Option<ProgramId>,
    pub(crate) owns_program: bool,
    pub(crate) input: Input,
    /// Where the calling frame wants the output.
    pub(crate) output: (usize, usize),
    /// The program's code and hot table, and where the frame stands in the code.
    pub(crate) code: *const u8,
    pub(crate) code_len: usize,
    pub(crate) hot: *mut HotEntry,
    pub(crate) ip: *const u8,
    pub(crate) gas: u64,
    /// Cost of the memory paid for so far.
    pub(crate) memory_cost: u64,
    pub(crate) sp: *mut U256,
    pub(crate) stack: StackStorage,
}

// SAFETY: `sp` points into `stack`, which the frame owns; the other pointers lead into programs
// that move with the interpreter that holds the frame.
unsafe impl Send for Frame {}
// SAFETY: shared access reads plain fields only.
unsafe impl Sync for Frame {}

impl Frame {
    pub(crate) fn empty() -> Self {
        let stack = StackStorage::new();
        Self {
            caller: Address::ZERO,
            target: Address::ZERO,
            value: U256::ZERO,
            depth: 0,
            is_static: false,
            program: None,
            owns_program: false,
            input: Input::Memory(Range::EMPTY),
            output: (0, 0),
            code: core::ptr::null(),
            code_len: 0,
            hot: core::ptr::null_mut(),
            ip: core::ptr::null(),
            gas: 0,
            memory_cost: 0,
            sp: stack.base(),
            stack,
        }
    }

    /// The account that called.
    #[must_use]
    pub const fn caller(&self) -> &Address {
        &self.caller
    }

    /// The account whose storage and balance the code works on.
    #[must_use]
    pub const fn target(&self) -> &Address {
        &self.target
    }

    /// The value that CALLVALUE answers, in wei.
    #[must_use]
    pub const fn value(&self) -> &U256 {
        &self.value
    }

    /// Depth; 0 for a transaction's own frame.
    #[must_use]
    pub const fn depth(&self) -> u16 {
        self.depth
    }

    /// Whether changes of state are forbidden.
    #[must_use]
    pub const fn is_static(&self) -> bool {
        self.is_static
    }

    /// Gas left when the frame last gave up control.
    #[must_use]
    pub const fn gas_left(&self) -> u64 {
        self.gas
    }
}
