//! The machine: frames, memory, programs, and what instructions read most.

use crate::{
    dispatch::{self, Tables},
    environment::{Block, TransactionEnvironment},
    frame::{Frame, Input},
    halt::{ExceptionalHalt, Exit},
    host::Host,
    inspector::Inspector,
    message::{Call, CallKind, Creation, Message},
    rules::Rules,
};
use alloc::{boxed::Box, vec::Vec};
use core::{fmt, ptr};
use eevm_bytecode::{Bytecode, HotEntry, ProgramCache, ProgramId, opcode::JUMPDEST};
use eevm_memory::{Memory, MemoryLimit, Range};
use eevm_primitives::{Address, U256, gas::GasSchedule};

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
/// `input_*` its call data, renewed by [`Interpreter::sync_memory`] after every call that takes
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
    /// Programs of the contracts that ran, for the owner to fill.
    pub programs: ProgramCache,
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

    /// Begins the frame of a message from outside, running `program`.
    pub fn push_message(&mut self, message: &Message, program: ProgramId) {
        let input = Input::Bytes(message.data.clone());
        let frame = self.enter_frame();
        frame.caller = message.caller;
        frame.target = message.target;
        frame.value = message.value;
        frame.depth = message.depth;
        frame.is_static = message.is_static;
        frame.owns_program = false;
        frame.input = input;
        frame.output = (0, 0);
        frame.gas = message.gas;
        self.set_program(program);
    }

    /// Begins the frame of the call that the last [`Exit::Call`] asked for, running `program`.
    ///
    /// # Errors
    /// The call data could not be laid out in memory; the call has not begun.
    pub fn push_call(&mut self, program: ProgramId) -> Result<(), MemoryLimit> {
        let range = match self.call.input {
            (_, 0) => Range::EMPTY,
            (offset, len) => self.memory.range(offset, len)?,
        };
        let index = self.enter_index();
        let call = &self.call;
        let frame = &mut self.frames[index];
        frame.caller = call.caller;
        frame.target = call.target;
        frame.value = call.value;
        frame.depth += 1;
        frame.is_static = call.is_static;
        frame.owns_program = false;
        frame.input = Input::Memory(range);
        frame.output = call.output;
        frame.gas = call.gas;
        self.set_program(program);
        Ok(())
    }

    /// Begins a frame that runs `init_code` for a new account at `target`.
    ///
    /// The frame is one deeper than the frame on top, or at depth 0 when there is none.
    pub fn push_creation(
        &mut self,
        caller: Address,
        target: Address,
        value: U256,
        gas: u64,
        init_code: &Bytecode,
    ) {
        let program = self.programs.insert_unhashed(init_code.clone());
        let nested = self.active > 0;
        let frame = self.enter_frame();
        frame.caller = caller;
        frame.target = target;
        frame.value = value;
        frame.depth = if nested { frame.depth + 1 } else { 0 };
        frame.is_static = false;
        frame.owns_program = true;
        frame.input = Input::Memory(Range::EMPTY);
        frame.output = (0, 0);
        frame.gas = gas;
        self.set_program(program);
    }

    /// Gives the frame on top its program.
    #[inline]
    fn set_program(&mut self, program: ProgramId) {
        let frame = &mut self.frames[self.active - 1];
        frame.program = Some(program);
        let program = self.programs.get(program);
        frame.code = program.code().as_ptr();
        frame.code_len = program.code().len();
        frame.hot = program.hot_ptr();
        frame.ip = frame.code;
    }

    fn enter_frame(&mut self) -> &mut Frame {
        let index = self.enter_index();
        &mut self.frames[index]
    }

    /// Takes a frame from the pool; its depth is that of the frame below.
    fn enter_index(&mut self) -> usize {
        let index = self.active;
        if index == self.frames.len() {
            self.frames.push(Frame::empty());
        }
        if index > 0 {
            self.memory.enter();
            self.frames[index].depth = self.frames[index - 1].depth;
        }
        self.return_data.clear();
        self.active += 1;
        let frame = &mut self.frames[index];
        frame.memory_cost = 0;
        frame.sp = frame.stack.base();
        index
    }

    /// The call that the last [`Exit::Call`] asked for.
    #[must_use]
    pub const fn call(&self) -> &Call {
        &self.call
    }

    /// The creation that the last [`Exit::Create`] asked for.
    #[must_use]
    pub const fn creation(&self) -> &Creation {
        &self.creation
    }

    /// The pending call's input, and the buffer in which a precompile leaves its output.
    ///
    /// # Errors
    /// The input could not be laid out in memory.
    pub fn call_input(&mut self) -> Result<(&[u8], &mut Vec<u8>), MemoryLimit> {
        let (offset, len) = self.call.input;
        let input = if len == 0 { &[] } else { self.memory.slice(offset, len)? };
        Ok((input, &mut self.return_data))
    }

    /// The pending creation's init code.
    ///
    /// # Errors
    /// It could not be laid out in memory.
    pub fn init_code(&mut self) -> Result<&[u8], MemoryLimit> {
        let (offset, len) = self.creation.init_code;
        if len == 0 { Ok(&[]) } else { self.memory.slice(offset, len) }
    }

    /// Return data of the last call: the output of the frame that ended last.
    #[must_use]
    pub fn return_data(&self) -> &[u8] {
        &self.return_data
    }

    /// Empties the return data.
    pub fn clear_return_data(&mut self) {
        self.return_data.clear();
    }

    /// Gives the buffer of the return data back, filled from outside.
    pub fn set_return_data(&mut self, data: Vec<u8>) {
        self.return_data = data;
    }

    /// Takes the return data out, without a copy.
    pub fn take_return_data(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.return_data)
    }

    /// Ends the frame on top as `exit` says: its output becomes the return data. Answers the gas
    /// left, which is none after an exceptional halt.
    pub fn finish_frame(&mut self, exit: Exit) -> u64 {
        let gas_left = match exit {
            Exit::Stop | Exit::Return | Exit::Revert => self.frames[self.active - 1].gas,
            _ => 0,
        };
        self.return_data.clear();
        if matches!(exit, Exit::Return | Exit::Revert) && self.output.1 > 0 {
            let (offset, len) = self.output;
            if self.memory.copy_out(offset, len, &mut self.return_data).is_err() {
                self.return_data.clear();
                self.pending_halt = Some(ExceptionalHalt::MemoryLimit);
            }
        }
        self.drop_frame();
        gas_left
    }

    fn drop_frame(&mut self) {
        let Some(top) = self.active.checked_sub(1) else { return };
        let frame = &mut self.frames[top];
        if let Some(program) = frame.program.take()
            && frame.owns_program
        {
            self.programs.release(program);
        }
        if top > 0 {
            self.memory.leave();
        } else {
            self.memory.reset();
        }
        self.active = top;
    }

    /// Where the frame that has just ended wanted its output; to be read before
    /// [`Interpreter::resume_call`] of a call that had a frame of its own.
    #[must_use]
    pub fn ended_output(&self) -> (usize, usize) {
        self.frames.get(self.active).map_or((0, 0), |frame| frame.output)
    }

    /// Goes on in the calling frame: gives back `gas_left`, copies the return data to where the
    /// caller wants it (`output`), and pushes whether the call succeeded.
    pub fn resume_call(&mut self, success: bool, gas_left: u64, output: (usize, usize)) {
        let len = output.1.min(self.return_data.len());
        if len > 0 {
            match self.memory.slice_mut(output.0, len) {
                Ok(slice) => slice.copy_from_slice(&self.return_data[..len]),
                Err(_) => self.pending_halt = Some(ExceptionalHalt::MemoryLimit),
            }
        }
        self.resume(U256::from(success), gas_left);
    }

    /// Goes on in the creating frame: gives back `gas_left` and pushes the new address, or zero.
    pub fn resume_creation(&mut self, created: Option<Address>, gas_left: u64) {
        let word = created.map_or(U256::ZERO, |address| eevm_primitives::address_to_word(&address));
        self.resume(word, gas_left);
    }

    fn resume(&mut self, word: U256, gas_left: u64) {
        let frame = &mut self.frames[self.active - 1];
        frame.gas += gas_left;
        // SAFETY: the instruction that asked for the call popped at least three words, so there is
        // room for one below the stack's limit.
        unsafe {
            frame.sp.write(word);
            frame.sp = frame.sp.add(1);
        }
    }

    /// Runs the frame on top until it ends or needs something from outside.
    ///
    /// Without a frame it answers [`Exit::Stop`].
    pub fn run(&mut self, host: &mut dyn Host, inspector: Option<&mut dyn Inspector>) -> Exit {
        if let Some(halt) = self.pending_halt.take() {
            return Exit::Halt(halt);
        }
        let Some(top) = self.active.checked_sub(1) else { return Exit::Stop };
        let frame = &mut self.frames[top];
        self.code = frame.code;
        self.code_len = frame.code_len;
        self.hot = frame.hot;
        self.ip = frame.ip;
        self.sp = frame.sp;
        self.gas = frame.gas;
        self.input_len = match &frame.input {
            Input::Bytes(bytes) => bytes.len(),
            Input::Memory(range) => range.len(),
        };
        self.frame = frame;
        self.memory_ptr = core::ptr::null_mut();
        self.sync_memory();
        self.tables.set_traced(inspector.is_some());
        let (landing, landing_gas) = match self.rules.static_gas[usize::from(JUMPDEST)] {
            Some(gas) if inspector.is_none() => (1, gas),
            _ => (0, 0),
        };
        self.landing = landing;
        self.landing_gas = landing_gas;
        // SAFETY: only the lifetimes change. Both pointers are forgotten before this function
        // returns, and nothing else uses the borrowed values meanwhile.
        unsafe {
            self.host =
                Some(core::mem::transmute::<*mut dyn Host, *mut (dyn Host + 'static)>(host));
            self.inspector = inspector.map(|inspector| {
                core::mem::transmute::<*mut dyn Inspector, *mut (dyn Inspector + 'static)>(
                    inspector,
                )
            });
        }
        dispatch::run(self, self.dispatch);
        self.host = None;
        self.inspector = None;
        let frame = &mut self.frames[top];
        frame.ip = self.ip;
        frame.hot = self.hot;
        frame.sp = self.sp;
        frame.gas = self.gas;
        self.exit
    }

    /// Renews the pointers into memory after a call that took it mutably.
    #[inline]
    pub(crate) fn sync_memory(&mut self) {
        self.valid = self.memory.valid();
        self.word_limit = self.valid.saturating_sub(31);
        let base = self.memory.base_ptr();
        if base != self.memory_ptr {
            self.memory_ptr = base;
            self.sync_input();
        }
    }

    /// Renews the pointer to the call data, which moves with the arena.
    #[inline]
    fn sync_input(&mut self) {
        // SAFETY: `frame` is the top frame (invariant of the type).
        let (ptr, valid) = match unsafe { &(*self.frame).input } {
            Input::Bytes(bytes) => (bytes.as_ptr(), bytes.len()),
            Input::Memory(range) => (self.memory.range_ptr(range), range.valid()),
        };
        self.input_ptr = ptr;
        self.input_word_limit = valid.saturating_sub(31);
    }
}

impl Call {
    const fn empty() -> Self {
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
    const fn empty() -> Self {
        Self { gas: 0, creator: Address::ZERO, value: U256::ZERO, salt: None, init_code: (0, 0) }
    }
}
