//! The loop that connects frames: calls, creations, precompiles, and how each ends.

use crate::{address, evm::Evm, state_host::StateHost};
use eevm_bytecode::{Bytecode, ProgramId};
use eevm_interpreter::{CallKind, ExceptionalHalt, Exit, FrameEnd, FrameStart, Inspector, Message};
use eevm_primitives::{Address, Fork, U256, keccak256};
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

    /// Runs a creation from outside at `address`; balance and nonce have been dealt with
    /// (execution-specs `process_create_message`).
    pub(crate) fn run_creation(
        &mut self,
        caller: Address,
        address: Address,
        value: U256,
        gas: u64,
        init_code: &[u8],
        watcher: Watcher<'_, '_>,
    ) -> Result<Ended, D::Error> {
        self.begin_run();
        if let Some(inspector) = watcher {
            inspector.frame_start(&creation_start(caller, address, value, gas, 0, init_code));
        }
        let creator = self.state.load_account(&self.db, &caller)?;
        let account = self.state.load_account(&self.db, &address)?;
        if self.collides(account) {
            let exit = Exit::Halt(ExceptionalHalt::AddressCollision);
            let ended = Ended { exit, gas_left: 0 };
            self.watch_end(watcher, ended, 0);
            return Ok(ended);
        }
        let checkpoint = self.begin_account(creator, account, value);
        let code = Bytecode::unhashed(init_code);
        self.interpreter.push_creation(caller, address, value, gas, &code);
        self.pending.push(Pending { checkpoint, created: Some((account, address)) });
        self.run_frames(watcher)
    }

    fn begin_run(&mut self) {
        self.pending.clear();
        self.interpreter.reset();
        self.interpreter.programs.trim();
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

    /// Begins what CALL, CALLCODE, DELEGATECALL or STATICCALL asked for.
    fn begin_call(&mut self, watcher: Watcher<'_, '_>) -> Result<(), D::Error> {
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
                let code_account =
                    self.state.load_account(&self.db, &delegate.unwrap_or(code_address))?;
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
    fn after_precompile(&mut self, used: Option<u64>, gas: u64, checkpoint: Checkpoint) -> Ended {
        match used.and_then(|used| gas.checked_sub(used)) {
            Some(gas_left) => Ended { exit: Exit::Return, gas_left },
            None => {
                self.state.revert(checkpoint);
                self.interpreter.clear_return_data();
                Ended { exit: Exit::Halt(ExceptionalHalt::PrecompileFailure), gas_left: 0 }
            }
        }
    }

    /// Begins what CREATE or CREATE2 asked for (execution-specs `generic_create`).
    fn begin_creation(&mut self, watcher: Watcher<'_, '_>) -> Result<(), D::Error> {
        let creation = self.interpreter.creation();
        let (creator, value, gas) = (creation.creator, creation.value, creation.gas);
        let salt = creation.salt;
        let Ok(init_code) = self.interpreter.init_code() else {
            self.interpreter.resume_creation(None, 0);
            return Ok(());
        };
        let code = Bytecode::unhashed(init_code);
        let creator_account = self.state.load_account(&self.db, &creator)?;
        let nonce = self.state.account(creator_account).nonce;
        let address = match salt {
            Some(salt) => address::create2_address(&creator, &salt, &keccak256(code.bytes())),
            None => address::create_address(&creator, nonce),
        };
        let depth = self.frame_depth() + 1;
        if let Some(inspector) = watcher {
            let start = creation_start(creator, address, value, gas, depth, code.bytes());
            inspector.frame_start(&start);
        }
        self.state.increment_nonce(creator_account);
        // EIP-2929: warm from here on, whatever becomes of the creation.
        let account = match self.state.access_account(&self.db, &address, true)? {
            Some((account, _)) => account,
            None => self.state.load_account(&self.db, &address)?,
        };
        if self.collides(account) {
            let exit = Exit::Halt(ExceptionalHalt::AddressCollision);
            self.watch_end(watcher, Ended { exit, gas_left: 0 }, depth);
            self.interpreter.resume_creation(None, 0);
            return Ok(());
        }
        let checkpoint = self.begin_account(creator_account, account, value);
        self.interpreter.push_creation(creator, address, value, gas, &code);
        self.pending.push(Pending { checkpoint, created: Some((account, address)) });
        Ok(())
    }

    /// EIP-684 and EIP-7610.
    fn collides(&self, account: AccountId) -> bool {
        let account = self.state.account(account);
        account.has_code_or_nonce() || account.has_storage()
    }

    /// Brings a created account into being and endows it.
    fn begin_account(&mut self, creator: AccountId, account: AccountId, value: U256) -> Checkpoint {
        let checkpoint = self.state.checkpoint();
        self.state.create_account(account);
        if self.fork() >= Fork::SpuriousDragon {
            self.state.set_nonce(account, 1);
        }
        self.state.touch(account);
        if !value.is_zero() {
            self.state.transfer(creator, account, value);
        }
        checkpoint
    }

    /// Ends the frame on top; answers how the run ended if it was the outermost.
    fn end_frame(&mut self, exit: Exit, watcher: Watcher<'_, '_>) -> Option<Ended> {
        let depth = self.frame_depth();
        let gas_left = self.interpreter.finish_frame(exit);
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

    /// Stores the output of init code as the account's code, or halts
    /// (execution-specs `process_create_message`).
    fn deposit_code(&mut self, account: AccountId, ended: Ended) -> Ended {
        let rules = &self.spec.rules;
        let code = self.interpreter.return_data();
        let halt = |halt| Ended { exit: Exit::Halt(halt), gas_left: 0 };
        if rules.limits.max_code_size.is_some_and(|limit| code.len() > limit) {
            return halt(ExceptionalHalt::CodeSizeLimit);
        }
        if rules.fork >= Fork::London && code.first() == Some(&0xef) {
            return halt(ExceptionalHalt::InvalidContractPrefix);
        }
        let cost = rules.gas.code_deposit_byte.saturating_mul(code.len() as u64);
        match ended.gas_left.checked_sub(cost) {
            Some(gas_left) => {
                let code = Bytecode::new(code);
                self.state.set_code(account, code);
                Ended { gas_left, ..ended }
            }
            None if rules.fork >= Fork::Homestead => halt(ExceptionalHalt::OutOfGas),
            // Frontier: the account stays without code, and the gas too.
            None => {
                self.interpreter.clear_return_data();
                ended
            }
        }
    }

    /// The program of an account's code, or `None` when it has no code.
    #[inline]
    fn program(&mut self, account: AccountId) -> Result<Option<ProgramId>, D::Error> {
        let generation = self.interpreter.programs.generation();
        if let Some(program) = self.state.program(account, generation) {
            return Ok(Some(program));
        }
        let code = self.state.code(&self.db, account)?;
        if code.is_empty() {
            return Ok(None);
        }
        let program = self.interpreter.programs.get_or_insert(code);
        self.state.set_program(account, program, generation);
        Ok(Some(program))
    }

    /// Depth of the frame on top.
    fn frame_depth(&self) -> u16 {
        self.interpreter.current_frame().map_or(0, eevm_interpreter::Frame::depth)
    }

    /// Tells the inspector of a call that begins.
    #[inline(never)]
    fn watch_call(&mut self, watcher: Watcher<'_, '_>) {
        let depth = self.frame_depth() + 1;
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
                depth,
                is_static: call.is_static,
                is_create: false,
                input,
            });
        }
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

const fn creation_start(
    caller: Address,
    address: Address,
    value: U256,
    gas: u64,
    depth: u16,
    init_code: &[u8],
) -> FrameStart<'_> {
    FrameStart {
        caller,
        target: address,
        code_address: address,
        value,
        gas,
        depth,
        is_static: false,
        is_create: true,
        input: init_code,
    }
}
