//! Frames from outside: how they begin, what they hand on, how they end.

use super::Interpreter;
use crate::{
    frame::{Frame, Input},
    halt::{ExceptionalHalt, Exit},
    message::{Call, Creation, Message},
    stack::height_bytes,
};
use alloc::vec::Vec;
use eevm_bytecode::{Bytecode, ProgramId};
use eevm_memory::{MemoryLimit, Range};
use eevm_primitives::{Address, U256, gas::STACK_LIMIT};

impl Interpreter {
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
        frame.depth = frame.depth.saturating_add(1);
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
        frame.depth = if nested { frame.depth.saturating_add(1) } else { 0 };
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
        let Some(top) = self.active.checked_sub(1) else { return };
        let frame = &mut self.frames[top];
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

    /// Ends the frame on top as `exit` says: its output becomes the return data. Answers how it
    /// ended in the end, which is a halt when there is no room for the output, and the gas left,
    /// which is none after an exceptional halt.
    pub fn finish_frame(&mut self, exit: Exit) -> (Exit, u64) {
        self.return_data.clear();
        let mut ended = match (exit, self.current_frame()) {
            (Exit::Stop | Exit::Return | Exit::Revert, Some(frame)) => (exit, frame.gas),
            _ => (exit, 0),
        };
        if matches!(exit, Exit::Return | Exit::Revert) && self.output.1 > 0 {
            let (offset, len) = self.output;
            if self.memory.copy_out(offset, len, &mut self.return_data).is_err() {
                self.return_data.clear();
                ended = (Exit::Halt(ExceptionalHalt::MemoryLimit), 0);
            }
        }
        self.drop_frame();
        ended
    }

    pub(super) fn drop_frame(&mut self) {
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
        let Some(top) = self.active.checked_sub(1) else { return };
        let frame = &mut self.frames[top];
        frame.gas = frame.gas.saturating_add(gas_left);
        // The instruction that asked for the call popped at least three words; an owner that asks
        // for more results than it was asked for calls gets none.
        if height_bytes(frame.sp) < STACK_LIMIT * size_of::<U256>() {
            // SAFETY: the stack holds fewer words than its limit.
            unsafe {
                frame.sp.write(word);
                frame.sp = frame.sp.add(1);
            }
        }
    }
}
