//! One transaction from validation to settlement (execution-specs `process_transaction`).

use crate::{
    address::create_address,
    error::EvmError,
    evm::Evm,
    frames::{Ended, Watcher},
    outcome::Outcome,
    transaction::{Transaction, TransactionType},
};
use eevm_interpreter::Message;
use eevm_primitives::{Address, Fork, U256};
use eevm_state::{AccountId, Database};

/// What the transaction pays, as far as is known before it runs.
struct Charges {
    /// Gas that the gas used does not fall below (EIP-7623).
    floor: u64,
    /// Wei per gas.
    gas_price: U256,
    /// Whether gas was bought at the start.
    bought: bool,
}

impl<D: Database> Evm<D> {
    pub(crate) fn process_transaction(
        &mut self,
        tx: &Transaction,
        watcher: Watcher<'_, '_>,
    ) -> Result<Outcome, EvmError<D::Error>> {
        let (intrinsic, floor) = self.validate(tx)?;
        self.open();
        let sender = self.state.load_account(&self.db, &tx.sender).map_err(EvmError::Database)?;
        let upfront = self.check_sender(tx, sender)?;
        let gas_price = tx.effective_gas_price(self.base_fee_per_gas());
        let charges = Charges { floor, gas_price, bought: upfront.is_some() };

        let nonce = self.state.account(sender).nonce;
        self.state.increment_nonce(sender);
        if let Some(cost) = upfront {
            self.state.sub_balance(sender, cost);
        }
        self.interpreter.transaction.origin = tx.sender;
        self.interpreter.transaction.gas_price = gas_price;
        let hashes = &mut self.interpreter.transaction.blob_versioned_hashes;
        hashes.clear();
        if tx.transaction_type == TransactionType::Blob {
            hashes.extend_from_slice(&tx.blob_versioned_hashes);
        }

        let gas = tx.gas_limit - intrinsic;
        let created = tx.to.is_none().then(|| create_address(&tx.sender, nonce));
        self.warm(&tx.sender, tx.to.as_ref().or(created.as_ref()));
        self.warm_accesses(tx);
        self.set_delegations(tx).map_err(EvmError::Database)?;
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

    /// The base fee, zero before London.
    pub(crate) fn base_fee_per_gas(&self) -> U256 {
        if self.fork() >= Fork::London {
            self.interpreter.block.base_fee_per_gas
        } else {
            U256::ZERO
        }
    }

    /// Warms the access list (EIP-2930).
    fn warm_accesses(&mut self, tx: &Transaction) {
        for access in tx.accesses() {
            self.state.warm_account(&access.account);
            for slot in &access.slots {
                self.state.warm_slot(&access.account, slot);
            }
        }
    }

    /// Refunds, fees, and deletion of accounts.
    fn settle(
        &mut self,
        tx: &Transaction,
        sender: AccountId,
        charges: &Charges,
        ended: Ended,
        created: Option<Address>,
    ) -> Result<Outcome, D::Error> {
        let used = tx.gas_limit - ended.gas_left;
        let counter = u64::try_from(self.state.refund_counter()).unwrap_or(0);
        let quotient = self.spec.rules.gas.max_refund_quotient.max(1);
        let refunded = counter.min(used / quotient);
        // EIP-7623: the floor holds against the gas used after the refund.
        let gas_used = (used - refunded).max(charges.floor);
        let outcome = self.outcome(ended, gas_used, refunded, created);
        if charges.bought {
            // Both products are at most the upfront cost, which fits.
            let returned = U256::from(tx.gas_limit - gas_used).saturating_mul(charges.gas_price);
            self.state.add_balance(sender, returned);
            let priority_fee = charges.gas_price.saturating_sub(self.base_fee_per_gas());
            let coinbase = self.interpreter.block.coinbase;
            let coinbase = self.state.load_account(&self.db, &coinbase)?;
            self.state.add_balance(coinbase, U256::from(gas_used).saturating_mul(priority_fee));
            self.state.touch(coinbase);
        }
        self.state.finish_transaction();
        Ok(outcome)
    }
}
