//! The loop that connects frames: calls, creations, precompiles, and how each ends.

mod calls;
mod creations;

use crate::{evm::Evm, state_host::StateHost};
use eevm_interpreter::{ExceptionalHalt, Exit, FrameEnd, FrameStart, Inspector, Message};
use eevm_primitives::{Address, Fork};
use eevm_state::{AccountId, Checkpoint, Database};

/// A frame that has begun: where to go back to when it fails, and what it creates.
#[derive(Debug)]
pub(crate) struct Pending {
    checkpoint: Checkpoint,
    created: Option<(AccountId, Address)>,
}

/// How the outermost frame ended. Its output is the interpreter's return data.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ended {
    pub(crate) exit: Exit,
    pub(crate) gas_left: u64,
}

/// The inspector of a run, passed down.
pub(crate) type Watcher<'a, 'b> = &'a mut Option<&'b mut dyn Inspector>;

impl<D: Database> Evm<D> {
    /// Runs a message from outside, value transferred first; the balance has been checked
    /// (execution-specs `process_message`).
    pub(crate) fn run_message(
        &mut self,
        message: &Message,
        watcher: Watcher<'_, '_>,
    ) -> Result<Ended, D::Error> {
        self.begin_run();
        let checkpoint = self.state.checkpoint();
        let target = self.state.load_account(&self.db, &message.target)?;
        let caller = self.state.load_account(&self.db, &message.caller)?;
        self.state.touch(target);
        if !message.value.is_zero() {
            self.state.transfer(caller, target, message.value);
        }
        if let Some(inspector) = watcher {
            inspector.frame_start(&FrameStart {
                caller: message.caller,
                target: message.target,
                code_address: message.code_address,
                value: message.value,
                gas: message.gas,
                caller_gas_left: 0,
                depth: message.depth,
                is_static: message.is_static,
                is_create: false,
                input: &message.data,
            });
        }
        let mut code_account = self.state.load_account(&self.db, &message.code_address)?;
        let mut delegated = false;
        if self.fork() >= Fork::Prague
            && let Some(delegate) = self.state.code(&self.db, code_account)?.delegation()
        {
            // EIP-7702: resolved once, warm, and never a precompile.
            self.state.warm_account(&delegate);
            code_account = self.state.load_account(&self.db, &delegate)?;
            delegated = true;
        }
        if !delegated && let Some(precompile) = self.spec.precompiles.get(&message.code_address) {
            let run = precompile.run;
            let mut output = self.interpreter.take_return_data();
            let result = run(&message.data, message.gas, &mut output);
            self.interpreter.set_return_data(output);
            let ended = self.after_precompile(result.ok(), message.gas, checkpoint);
            if !succeeded(ended.exit) {
                self.state.forget_touched();
            }
            self.watch_end(watcher, ended, message.depth);
            return Ok(ended);
        }
        let Some(program) = self.program(code_account)? else {
            let ended = Ended { exit: Exit::Stop, gas_left: message.gas };
            self.watch_end(watcher, ended, message.depth);
            return Ok(ended);
        };
        self.interpreter.push_message(message, program);
        self.pending.push(Pending { checkpoint, created: None });
        self.run_frames(watcher)
    }

    fn begin_run(&mut self) {
        self.pending.clear();
        self.interpreter.reset();
        self.interpreter.trim_programs();
    }

    fn run_frames(&mut self, watcher: Watcher<'_, '_>) -> Result<Ended, D::Error> {
        loop {
            let mut host = StateHost {
                state: &mut self.state,
                db: &self.db,
                error: &mut self.error,
                precompiles: &self.spec.precompiles,
                fork: self.spec.rules.fork,
            };
            let exit = match watcher {
                Some(inspector) => self.interpreter.run(&mut host, Some(&mut **inspector)),
                None => self.interpreter.run(&mut host, None),
            };
            match exit {
                Exit::Call => self.begin_call(watcher)?,
                Exit::Create => self.begin_creation(watcher)?,
                Exit::DatabaseFailure => {
                    if let Some(error) = self.error.take() {
                        return Err(error);
                    }
                    // Without an error kept there was no failure to speak of; the frame halts.
                    if let Some(ended) =
                        self.end_frame(Exit::Halt(ExceptionalHalt::OutOfGas), watcher)
                    {
                        return Ok(ended);
                    }
                }
                exit => {
                    if let Some(ended) = self.end_frame(exit, watcher) {
                        return Ok(ended);
                    }
                }
            }
        }
    }

    /// Ends the frame on top; answers how the run ended if it was the outermost.
    fn end_frame(&mut self, exit: Exit, watcher: Watcher<'_, '_>) -> Option<Ended> {
        let depth = self.frame_depth();
        let (exit, gas_left) = self.interpreter.finish_frame(exit);
        let output = self.interpreter.ended_output();
        let mut ended = Ended { exit, gas_left };
        let Pending { checkpoint, created } = self.pending.pop()?;
        if let Some((account, _)) = created
            && succeeded(exit)
        {
            ended = self.deposit_code(account, ended);
        }
        if !succeeded(ended.exit) {
            self.state.revert(checkpoint);
            if matches!(ended.exit, Exit::Halt(_)) {
                self.interpreter.clear_return_data();
            }
        }
        self.watch_end(watcher, ended, depth);
        if self.pending.is_empty() {
            if !succeeded(ended.exit) {
                self.state.forget_touched();
            }
            return Some(ended);
        }
        match created {
            Some((_, address)) => {
                let success = succeeded(ended.exit);
                if success {
                    self.interpreter.clear_return_data();
                }
                self.interpreter.resume_creation(success.then_some(address), ended.gas_left);
            }
            None => {
                self.interpreter.resume_call(succeeded(ended.exit), ended.gas_left, output);
            }
        }
        None
    }

    /// Gas that the frame on top keeps while another one runs.
    fn caller_gas_left(&self) -> u64 {
        self.interpreter.current_frame().map_or(0, eevm_interpreter::Frame::gas_left)
    }

    /// Depth of the frame on top.
    fn frame_depth(&self) -> u16 {
        self.interpreter.current_frame().map_or(0, eevm_interpreter::Frame::depth)
    }

    /// Tells the inspector of a frame that ended.
    #[inline]
    fn watch_end(&self, watcher: Watcher<'_, '_>, ended: Ended, depth: u16) {
        if let Some(inspector) = watcher {
            inspector.frame_end(&FrameEnd {
                exit: ended.exit,
                gas_left: ended.gas_left,
                output: self.interpreter.return_data(),
                depth,
            });
        }
    }
}

/// Whether a frame's changes stay.
pub(crate) const fn succeeded(exit: Exit) -> bool {
    matches!(exit, Exit::Stop | Exit::Return)
}
