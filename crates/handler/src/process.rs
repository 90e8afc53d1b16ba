//! One transaction from validation to settlement (execution-specs `process_transaction`).

use crate::{
    address::create_address,
    error::{EvmError, InvalidTransaction},
    evm::Evm,
    frames::{Ended, Watcher},
    intrinsic::intrinsic_gas,
    outcome::Outcome,
    transaction::Transaction,
};
use eevm_interpreter::Message;
use eevm_primitives::{Fork, KECCAK_EMPTY, U256, gas::TX_MAX_GAS_LIMIT};
use eevm_state::{AccountId, Database};

/// What validation found out.
struct Charges {
    intrinsic: u64,
    floor: u64,
    /// Wei bought as gas at the start; `None` when no fees are charged.
    upfront: Option<U256>,
}

impl<D: Database> Evm<D> {
    pub(crate) fn process_transaction(
        &mut self,
        tx: &Transaction,
        watcher: Watcher<'_, '_>,
    ) -> Result<Outcome, EvmError<D::Error>> {
        let (intrinsic, floor) = self.validate(tx)?;
        self.state.begin_transaction();
        let sender = self.state.load_account(&self.db, &tx.sender).map_err(EvmError::Database)?;
        let upfront = self.check_sender(tx, sender)?;
        let charges = Charges { intrinsic, floor, upfront };

        let nonce = self.state.account(sender).nonce;
        self.state.increment_nonce(sender);
        if let Some(cost) = charges.upfront {
            self.state.sub_balance(sender, cost);
        }
        self.interpreter.transaction.origin = tx.sender;
        self.interpreter.transaction.gas_price = tx.gas_price;
        self.interpreter.transaction.blob_versioned_hashes.clear();

        let gas = tx.gas_limit - charges.intrinsic;
        let created = tx.to.is_none().then(|| create_address(&tx.sender, nonce));
        self.warm(&tx.sender, tx.to.as_ref().or(created.as_ref()));
        let ended = match (&tx.to, created) {
            (Some(to), _) => {
                let message = Message {
                    caller: tx.sender,
                    target: *to,
                    code_address: *to,
                    value: tx.value,
                    data: tx.data.clone(),
                    gas,
                    depth: 0,
                    is_static: false,
                };
                self.run_message(&message, watcher)
            }
            (None, created) => {
                let address = created.unwrap_or_default();
                self.run_creation(tx.sender, address, tx.value, gas, &tx.data, watcher)
            }
        }
        .map_err(EvmError::Database)?;
        self.settle(tx, sender, &charges, ended, created).map_err(EvmError::Database)
    }

    /// Checks that need no state; answers intrinsic and floor gas.
    fn validate(&self, tx: &Transaction) -> Result<(u64, u64), InvalidTransaction> {
        let (fork, gas_limit) = (self.fork(), tx.gas_limit);
        let block = &self.interpreter.block;
        if let Some(chain_id) = tx.chain_id
            && chain_id != block.chain_id
        {
            return Err(InvalidTransaction::InvalidChainId { chain_id, expected: block.chain_id });
        }
        let (intrinsic, floor) = intrinsic_gas(tx, fork);
        if gas_limit < intrinsic {
            return Err(InvalidTransaction::IntrinsicGasTooLow { gas_limit, required: intrinsic });
        }
        if gas_limit < floor {
            return Err(InvalidTransaction::FloorGasTooLow { gas_limit, required: floor });
        }
        if self.checks.nonce && tx.nonce == u64::MAX {
            return Err(InvalidTransaction::NonceIsMaximum);
        }
        if tx.to.is_none()
            && let Some(limit) = self.spec.rules.limits.max_init_code_size
            && tx.data.len() > limit
        {
            let len = tx.data.len();
            return Err(InvalidTransaction::InitCodeSizeExceeded { len, limit });
        }
        if self.checks.gas_limit {
            let limit = TX_MAX_GAS_LIMIT;
            if fork >= Fork::Osaka && gas_limit > limit {
                return Err(InvalidTransaction::GasLimitExceedsMaximum { gas_limit, limit });
            }
            let available = block.gas_limit;
            if gas_limit > available {
                return Err(InvalidTransaction::GasAllowanceExceeded { gas_limit, available });
            }
        }
        if self.checks.base_fee && fork >= Fork::London && tx.gas_price < block.base_fee_per_gas {
            let (gas_price, base_fee) = (tx.gas_price, block.base_fee_per_gas);
            return Err(InvalidTransaction::GasPriceBelowBaseFee { gas_price, base_fee });
        }
        Ok((intrinsic, floor))
    }

    /// Checks against the sender's account; answers what is to be bought as gas.
    fn check_sender(
        &self,
        tx: &Transaction,
        sender: AccountId,
    ) -> Result<Option<U256>, InvalidTransaction> {
        let account = self.state.account(sender);
        let (nonce, expected) = (tx.nonce, account.nonce);
        if self.checks.nonce && nonce < expected {
            return Err(InvalidTransaction::NonceTooLow { nonce, expected });
        }
        if self.checks.nonce && nonce > expected {
            return Err(InvalidTransaction::NonceTooHigh { nonce, expected });
        }
        let cost = U256::from(tx.gas_limit).checked_mul(tx.gas_price);
        let required = cost.and_then(|cost| cost.checked_add(tx.value));
        let balance = account.balance;
        let affordable = required.is_some_and(|required| required <= balance);
        if (self.checks.balance && !affordable) || balance < tx.value {
            return Err(InvalidTransaction::InsufficientFunds { balance, required });
        }
        if self.checks.eip3607 && account.code_hash != KECCAK_EMPTY {
            return Err(InvalidTransaction::SenderNotEoa);
        }
        Ok(cost.filter(|_| self.checks.fees && affordable))
    }

    /// Refunds, fees, and deletion of accounts.
    fn settle(
        &mut self,
        tx: &Transaction,
        sender: AccountId,
        charges: &Charges,
        ended: Ended,
        created: Option<eevm_primitives::Address>,
    ) -> Result<Outcome, D::Error> {
        let used = tx.gas_limit - ended.gas_left;
        let counter = u64::try_from(self.state.refund_counter()).unwrap_or(0);
        let quotient = self.spec.rules.gas.max_refund_quotient.max(1);
        let refunded = counter.min(used / quotient);
        // EIP-7623: the floor holds against the gas used after the refund.
        let gas_used = (used - refunded).max(charges.floor);
        let outcome = self.outcome(ended, gas_used, refunded, created);
        if charges.upfront.is_some() {
            // Both products are at most the upfront cost, which fits.
            let returned = U256::from(tx.gas_limit - gas_used).saturating_mul(tx.gas_price);
            self.state.add_balance(sender, returned);
            let base_fee = if self.fork() >= Fork::London {
                self.interpreter.block.base_fee_per_gas
            } else {
                U256::ZERO
            };
            let priority_fee = tx.gas_price.saturating_sub(base_fee);
            let coinbase = self.interpreter.block.coinbase;
            let coinbase = self.state.load_account(&self.db, &coinbase)?;
            self.state.add_balance(coinbase, U256::from(gas_used).saturating_mul(priority_fee));
            self.state.touch(coinbase);
        }
        self.state.finish_transaction();
        Ok(outcome)
    }
}
