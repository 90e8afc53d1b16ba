//! The machine: frames, memory, programs, and what instructions read most.

mod frames;
mod run;

use crate::{
    dispatch::Tables,
    environment::{Block, TransactionEnvironment},
    frame::Frame,
    halt::{ExceptionalHalt, Exit},
    host::Host,
    inspector::Inspector,
    message::{Call, Creation},
    rules::Rules,
};
use alloc::{boxed::Box, vec::Vec};
use core::{fmt, ptr};
use eevm_bytecode::{Bytecode, HotEntry, ProgramCache, ProgramId, opcode::JUMPDEST};
use eevm_memory::Memory;
use eevm_primitives::{U256, gas::GasSchedule};

/// How instructions are dispatched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dispatch {
    /// Each instruction jumps to the next: the default where the target qualifies.
    Threaded,
    /// A loop around a `match`: everywhere.
    Match,
}

/// Runs frames, one at a time; the caller connects them (calls never recurse natively).
///
/// An owner keeps one and reuses it: stacks, memory and decoded programs stay warm.
///
/// Invariants, which the instruction bodies rely on while [`Interpreter::run`] is active:
/// `frame` is the top of `frames`; `code` .. `hot` describe its program, which stays in
/// `programs` as long as the frame; `memory_ptr`, `word_limit`, `valid` describe its memory and
/// `input_*` its call data, renewed by `sync_memory` after every call that takes
/// `memory` mutably; `host` and `inspector` are the arguments of `run`.
#[repr(C)]
pub struct Interpreter {
    /// A word access at a memory offset below this is inside `valid`.
    pub(crate) word_limit: usize,
    pub(crate) memory_ptr: *mut u8,
    pub(crate) code: *const u8,
    pub(crate) code_len: usize,
    pub(crate) hot: *mut HotEntry,
    /// A word access at a call data offset below this is inside what `input_ptr` points to.
    pub(crate) input_word_limit: usize,
    pub(crate) input_ptr: *const u8,
    pub(crate) input_len: usize,
    pub(crate) frame: *mut Frame,
    /// What a jump adds to its target, and what that costs: in an untraced run it passes over the
    /// JUMPDEST, whose gas it charges.
    pub(crate) landing: usize,
    pub(crate) landing_gas: u64,
    /// Bytes at `memory_ptr` that may be accessed.
    pub(crate) valid: usize,
    pub(crate) ip: *const u8,
    pub(crate) sp: *mut U256,
    pub(crate) gas: u64,
    pub(crate) exit: Exit,
    pub(crate) static_gas: [u64; 256],
    pub(crate) tables: Tables,
    pub(crate) rules: Box<Rules>,
    pub(crate) schedule: GasSchedule,
    pub(crate) host: Option<*mut dyn Host>,
    pub(crate) inspector: Option<*mut dyn Inspector>,
    pub(crate) memory: Memory,
    pub(crate) frames: Vec<Frame>,
    pub(crate) active: usize,
    pub(crate) return_data: Vec<u8>,
    /// Output of RETURN or REVERT: offset and length in the frame's memory.
    pub(crate) output: (usize, usize),
    pub(crate) call: Call,
    pub(crate) creation: Creation,
    pub(crate) pending_halt: Option<ExceptionalHalt>,
    dispatch: Dispatch,
    /// Programs of the contracts that ran. Not to be changed from outside: frames point into them.
    pub(crate) programs: ProgramCache,
    /// The block that instructions see.
    pub block: Block,
    /// The transaction that instructions see.
    pub transaction: TransactionEnvironment,
}

// SAFETY: the raw pointers are written by `run` before they are used, and lead into values that
// the interpreter owns or that `run` borrows for its duration.
unsafe impl Send for Interpreter {}

impl fmt::Debug for Interpreter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interpreter")
            .field("fork", &self.rules.fork)
            .field("active", &self.active)
            .finish_non_exhaustive()
    }
}

impl Dispatch {
    /// The fastest that this build has.
    pub const FASTEST: Self =
        if cfg!(all(eevm_threaded, not(debug_assertions))) { Self::Threaded } else { Self::Match };
}

impl Interpreter {
    /// An interpreter for `rules`, without frames.
    #[must_use]
    pub fn new(rules: Rules) -> Box<Self> {
        let mut interpreter = Box::new(Self {
            word_limit: 0,
            memory_ptr: ptr::null_mut(),
            code: ptr::null(),
            code_len: 0,
            hot: ptr::null_mut(),
            input_word_limit: 0,
            input_ptr: ptr::null(),
            input_len: 0,
            frame: ptr::null_mut(),
            landing: 0,
            landing_gas: 0,
            valid: 0,
            ip: ptr::null(),
            sp: ptr::null_mut(),
            gas: 0,
            exit: Exit::Stop,
            static_gas: [0; 256],
            tables: Tables::new(),
            schedule: rules.gas.clone(),
            memory: Memory::with_limit(rules.limits.memory),
            rules: Box::new(rules),
            host: None,
            inspector: None,
            frames: Vec::new(),
            active: 0,
            return_data: Vec::new(),
            output: (0, 0),
            call: Call::empty(),
            creation: Creation::empty(),
            pending_halt: None,
            dispatch: Dispatch::FASTEST,
            programs: ProgramCache::default(),
            block: Block::default(),
            transaction: TransactionEnvironment::default(),
        });
        interpreter.fill_tables();
        interpreter
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rules; frames that are active are dropped, and so are all programs.
    pub fn set_rules(&mut self, rules: Rules) {
        self.schedule = rules.gas.clone();
        self.memory = Memory::with_limit(rules.limits.memory);
        *self.rules = rules;
        self.reset();
        self.programs.clear();
        self.fill_tables();
    }

    /// How instructions are dispatched.
    #[must_use]
    pub const fn dispatch(&self) -> Dispatch {
        self.dispatch
    }

    /// Chooses the dispatch; answers what is in force, since not every build has the threaded one.
    pub fn set_dispatch(&mut self, dispatch: Dispatch) -> Dispatch {
        self.dispatch = if dispatch == Dispatch::Threaded { Dispatch::FASTEST } else { dispatch };
        self.dispatch
    }

    fn fill_tables(&mut self) {
        for opcode in 0..=u8::MAX {
            let gas = self.rules.static_gas[usize::from(opcode)];
            self.static_gas[usize::from(opcode)] = gas.unwrap_or(0);
            self.tables.define(opcode, gas.is_some());
        }
        self.exchange_tables(false);
    }

    /// Makes ready for a run that is traced, or for one that is not.
    #[cold]
    pub(crate) fn exchange_tables(&mut self, traced: bool) {
        self.tables.set_traced(traced);
        let jumpdest = self.rules.static_gas[usize::from(JUMPDEST)];
        (self.landing, self.landing_gas) = match jumpdest {
            Some(gas) if !traced => (1, gas),
            _ => (0, 0),
        };
    }

    /// The programs of the contracts that ran: how many, how large, how often found.
    #[must_use]
    pub const fn programs(&self) -> &ProgramCache {
        &self.programs
    }

    /// The program of `code`, kept from an earlier run or new.
    #[inline]
    pub fn program(&mut self, code: &Bytecode) -> ProgramId {
        self.programs.get_or_insert(code)
    }

    /// Cuts the programs to the cache's capacity. Does nothing while frames are active.
    pub fn trim_programs(&mut self) {
        if self.active == 0 {
            self.programs.trim();
        }
    }

    /// Drops all frames.
    pub fn reset(&mut self) {
        while self.active > 0 {
            self.drop_frame();
        }
        self.memory.reset();
        self.return_data.clear();
        self.pending_halt = None;
    }

    /// Frames that are active.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.active
    }

    /// The frame on top, if any.
    #[must_use]
    pub fn current_frame(&self) -> Option<&Frame> {
        self.active.checked_sub(1).and_then(|top| self.frames.get(top))
    }
}
