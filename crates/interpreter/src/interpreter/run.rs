//! Running the frame on top, and what has to be in place for that.

use super::Interpreter;
use crate::{dispatch, frame::Input, halt::Exit, host::Host, inspector::Inspector};

impl Interpreter {
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
        if self.tables.is_traced() != inspector.is_some() {
            self.exchange_tables(inspector.is_some());
        }
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
