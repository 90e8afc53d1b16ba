//! Creations, from transactions and from frames.

use super::{Ended, Pending, Watcher};
use crate::{address, evm::Evm};
use eevm_bytecode::Bytecode;
use eevm_interpreter::{ExceptionalHalt, Exit, FrameStart};
use eevm_primitives::{Address, Fork, U256, keccak256};
use eevm_state::{AccountId, Checkpoint, Database};

impl<D: Database> Evm<D> {
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
            let start = creation_start(caller, address, value, (gas, 0), 0, init_code);
            inspector.frame_start(&start);
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

    /// Begins what CREATE or CREATE2 asked for (execution-specs `generic_create`).
    pub(super) fn begin_creation(&mut self, watcher: Watcher<'_, '_>) -> Result<(), D::Error> {
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
            let gas = (gas, self.caller_gas_left());
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
    pub(super) fn collides(&self, account: AccountId) -> bool {
        let account = self.state.account(account);
        account.has_code_or_nonce() || account.has_storage()
    }

    /// Brings a created account into being and endows it.
    pub(super) fn begin_account(
        &mut self,
        creator: AccountId,
        account: AccountId,
        value: U256,
    ) -> Checkpoint {
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

    /// Stores the output of init code as the account's code, or halts
    /// (execution-specs `process_create_message`).
    pub(super) fn deposit_code(&mut self, account: AccountId, ended: Ended) -> Ended {
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
}

/// A creation's start; `gas` is what the init code gets and what the creator keeps.
const fn creation_start(
    caller: Address,
    address: Address,
    value: U256,
    gas: (u64, u64),
    depth: u16,
    init_code: &[u8],
) -> FrameStart<'_> {
    FrameStart {
        caller,
        target: address,
        code_address: address,
        value,
        gas: gas.0,
        caller_gas_left: gas.1,
        depth,
        is_static: false,
        is_create: true,
        input: init_code,
    }
}
