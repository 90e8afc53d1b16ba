//! A host whose every answer is a constant.

use eevm_bytecode::Bytecode;
use eevm_interpreter::{Access, CallTarget, Host, HostError, SelfDestruct, StorageSlot};
use eevm_primitives::{Address, B256, Log, U256};

/// Everything is warm, zero and empty; nothing is kept.
pub(super) struct ConstantHost;

const fn warm<T>(value: T) -> Result<Access<T>, HostError> {
    Ok(Access { value, is_cold: false })
}

impl Host for ConstantHost {
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
        warm(CallTarget { is_dead: false, delegate: None })
    }

    fn access_account(&mut self, _: &Address, _: bool) -> Result<Access<()>, HostError> {
        warm(())
    }

    fn storage(&mut self, _: &Address, _: &U256, _: bool) -> Result<Access<U256>, HostError> {
        warm(U256::ZERO)
    }

    fn storage_slot(
        &mut self,
        _: &Address,
        _: &U256,
        _: bool,
    ) -> Result<Access<StorageSlot>, HostError> {
        warm(StorageSlot { original: U256::ZERO, current: U256::ZERO })
    }

    fn set_storage(&mut self, _: &Address, _: &U256, _: U256) -> Result<(), HostError> {
        Ok(())
    }

    fn transient_storage(&mut self, _: &Address, _: &U256) -> Result<U256, HostError> {
        Ok(U256::ZERO)
    }

    fn set_transient_storage(&mut self, _: &Address, _: &U256, _: U256) -> Result<(), HostError> {
        Ok(())
    }

    fn block_hash(&mut self, _: u64) -> Result<B256, HostError> {
        Ok(B256::ZERO)
    }

    fn log(&mut self, _: Log) {}

    fn add_refund(&mut self, _: i64) {}

    fn refund_counter(&self) -> i64 {
        0
    }

    fn self_destruct_info(
        &mut self,
        _: &Address,
        _: &Address,
        _: bool,
    ) -> Result<Access<SelfDestruct>, HostError> {
        warm(SelfDestruct { beneficiary_is_dead: false, has_balance: false })
    }

    fn self_destruct(&mut self, _: &Address, _: &Address) -> Result<bool, HostError> {
        Ok(false)
    }
}
