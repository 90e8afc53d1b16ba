//! Calls between frames, and precompiles.

use super::{Ended, Pending, Watcher, succeeded};
use crate::evm::Evm;
use eevm_bytecode::ProgramId;
use eevm_interpreter::{CallKind, ExceptionalHalt, Exit, FrameStart};
use eevm_state::{AccountId, Checkpoint, Database};

impl<D: Database> Evm<D> {
    /// Begins what CALL, CALLCODE, DELEGATECALL or STATICCALL asked for.
    pub(super) fn begin_call(&mut self, watcher: Watcher<'_, '_>) -> Result<(), D::Error> {
        let call = self.interpreter.call();
        let (kind, gas, value) = (call.kind, call.gas, call.value);
        let (caller, target, code_address) = (call.caller, call.target, call.code_address);
        let (delegate, output) = (call.delegate, call.output);
        if watcher.is_some() {
            self.watch_call(watcher);
        }
        let depth = self.frame_depth() + 1;
        let checkpoint = self.state.checkpoint();
        let account = self.state.load_account(&self.db, &target)?;
        self.state.touch(account);
        if kind == CallKind::Call && !value.is_zero() {
            let sender = self.state.load_account(&self.db, &caller)?;
            self.state.transfer(sender, account, value);
        }
        let ended = match self.spec.precompiles.get(&code_address) {
            Some(precompile) if delegate.is_none() => {
                let run = precompile.run;
                let used = match self.interpreter.call_input() {
                    Ok((input, output)) => run(input, gas, output).ok(),
                    Err(_) => None,
                };
                self.after_precompile(used, gas, checkpoint)
            }
            _ => {
                let code_account = match delegate {
                    None if code_address == target => account,
                    None => self.state.load_account(&self.db, &code_address)?,
                    Some(delegate) => self.state.load_account(&self.db, &delegate)?,
                };
                match self.program(code_account)? {
                    Some(program) => match self.interpreter.push_call(program) {
                        Ok(()) => {
                            self.pending.push(Pending { checkpoint, created: None });
                            return Ok(());
                        }
                        Err(_) => {
                            self.state.revert(checkpoint);
                            let exit = Exit::Halt(ExceptionalHalt::MemoryLimit);
                            Ended { exit, gas_left: 0 }
                        }
                    },
                    None => {
                        self.interpreter.clear_return_data();
                        Ended { exit: Exit::Stop, gas_left: gas }
                    }
                }
            }
        };
        self.watch_end(watcher, ended, depth);
        self.interpreter.resume_call(succeeded(ended.exit), ended.gas_left, output);
        Ok(())
    }

    /// What a precompile's result means; `used` is `None` when it failed.
    pub(super) fn after_precompile(
        &mut self,
        used: Option<u64>,
        gas: u64,
        checkpoint: Checkpoint,
    ) -> Ended {
        match used.and_then(|used| gas.checked_sub(used)) {
            Some(gas_left) => Ended { exit: Exit::Return, gas_left },
            None => {
                self.state.revert(checkpoint);
                self.interpreter.clear_return_data();
                Ended { exit: Exit::Halt(ExceptionalHalt::PrecompileFailure), gas_left: 0 }
            }
        }
    }

    /// The program of an account's code, or `None` when it has no code.
    #[inline]
    pub(super) fn program(&mut self, account: AccountId) -> Result<Option<ProgramId>, D::Error> {
        let generation = self.interpreter.programs().generation();
        if let Some(program) = self.state.program(account, generation) {
            return Ok(Some(program));
        }
        let code = self.state.code(&self.db, account)?;
        if code.is_empty() {
            return Ok(None);
        }
        let program = self.interpreter.program(code);
        self.state.set_program(account, program, generation);
        Ok(Some(program))
    }

    /// Tells the inspector of a call that begins.
    #[inline(never)]
    pub(super) fn watch_call(&mut self, watcher: Watcher<'_, '_>) {
        let (depth, caller_gas_left) = (self.frame_depth() + 1, self.caller_gas_left());
        let call = self.interpreter.call().clone();
        // Data that cannot be laid out fails the call, which begins and ends all the same.
        let input = self.interpreter.call_input().map_or(&[][..], |(input, _)| input);
        if let Some(inspector) = watcher {
            inspector.frame_start(&FrameStart {
                caller: call.caller,
                target: call.target,
                code_address: call.code_address,
                value: call.value,
                gas: call.gas,
                caller_gas_left,
                depth,
                is_static: call.is_static,
                is_create: false,
                input,
            });
        }
    }
}
