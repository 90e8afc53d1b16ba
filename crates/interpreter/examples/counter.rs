//! The interpreter alone: a host of one storage slot, and a program that counts in it.
#![expect(clippy::print_stdout, reason = "an example shows its result")]

use eevm_bytecode::{
    Bytecode,
    opcode::{ADD, DUP1, MSTORE, RETURN, SLOAD, SSTORE},
};
use eevm_interpreter::{
    Access, CallTarget, Host, HostError, Interpreter, Message, Rules, SelfDestruct, StorageSlot,
};
use eevm_primitives::{Address, B256, Fork, Log, U256, encode_hex};
use eevm_testing::{asm, asm::push};

/// The whole world: one slot, warm, and nobody else.
#[derive(Debug, Default)]
struct OneSlot {
    slot: U256,
    refund: i64,
}

const fn warm<T>(value: T) -> Result<Access<T>, HostError> {
    Ok(Access { value, is_cold: false })
}

impl Host for OneSlot {
    fn balance(&mut self, _: &Address, _: bool) -> Result<Access<U256>, HostError> {
        warm(U256::ZERO)
    }
    fn self_account(&mut self, _: &Address) -> Result<(U256, u64), HostError> {
        Ok((U256::ZERO, 0))
    }
    fn code_size(&mut self, _: &Address, _: bool) -> Result<Access<usize>, HostError> {
        warm(0)
    }
    fn code_hash(&mut self, _: &Address, _: bool) -> Result<Access<B256>, HostError> {
        warm(B256::ZERO)
    }
    fn code(&mut self, _: &Address, _: bool) -> Result<Access<Bytecode>, HostError> {
        warm(Bytecode::empty())
    }
    fn call_target(&mut self, _: &Address, _: bool) -> Result<Access<CallTarget>, HostError> {
        warm(CallTarget { is_dead: true, delegate: None })
    }
    fn access_account(&mut self, _: &Address, _: bool) -> Result<Access<()>, HostError> {
        warm(())
    }
    fn storage(&mut self, _: &Address, _: &U256, _: bool) -> Result<Access<U256>, HostError> {
        warm(self.slot)
    }
    fn storage_slot(
        &mut self,
        _: &Address,
        _: &U256,
        _: bool,
    ) -> Result<Access<StorageSlot>, HostError> {
        warm(StorageSlot { original: self.slot, current: self.slot })
    }
    fn set_storage(&mut self, _: &Address, _: &U256, value: U256) -> Result<(), HostError> {
        self.slot = value;
        Ok(())
    }
    fn transient_storage(&mut self, _: &Address, _: &U256) -> Result<U256, HostError> {
        Ok(U256::ZERO)
    }
    fn set_transient_storage(&mut self, _: &Address, _: &U256, _: U256) -> Result<(), HostError> {
        Ok(())
    }
    fn block_hash(&mut self, _: u64) -> Result<B256, HostError> {
        Err(HostError::Database)
    }
    fn log(&mut self, log: Log) {
        println!("log: {log:?}");
    }
    fn add_refund(&mut self, amount: i64) {
        self.refund += amount;
    }
    fn refund_counter(&self) -> i64 {
        self.refund
    }
    fn self_destruct_info(
        &mut self,
        _: &Address,
        _: &Address,
        _: bool,
    ) -> Result<Access<SelfDestruct>, HostError> {
        warm(SelfDestruct { beneficiary_is_dead: true, has_balance: false })
    }
    fn self_destruct(&mut self, _: &Address, _: &Address) -> Result<bool, HostError> {
        Ok(false)
    }
}

fn main() {
    // Adds one to slot 0 and returns the sum.
    let code = asm![
        push(0),
        SLOAD,
        push(1),
        ADD,
        DUP1,
        push(0),
        SSTORE,
        push(0),
        MSTORE,
        push(32),
        push(0),
        RETURN
    ];
    let mut world = OneSlot { slot: U256::from(41), refund: 0 };
    let mut interpreter = Interpreter::new(Rules::for_fork(Fork::Osaka));
    let program = interpreter.program(&Bytecode::new(&code));
    interpreter.push_message(&Message { gas: 100_000, ..Message::default() }, program);
    let exit = interpreter.run(&mut world, None);
    let (exit, gas_left) = interpreter.finish_frame(exit);
    println!("{exit:?}, gas left {gas_left}, output {}", encode_hex(interpreter.return_data()));
    println!("the slot is now {}", world.slot);
}
