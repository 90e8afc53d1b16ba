//! Whether a transaction may be included (execution-specs `validate_transaction` and
//! `check_transaction`).

use crate::{
    error::{EvmError, InvalidTransaction},
    evm::Evm,
    intrinsic::intrinsic_gas,
    transaction::{Transaction, TransactionType},
};
use eevm_primitives::{
    Fork, KECCAK_EMPTY, U256,
    gas::{BLOB_COUNT_LIMIT, GAS_PER_BLOB, TX_MAX_GAS_LIMIT, VERSIONED_HASH_VERSION_KZG},
};
use eevm_state::{AccountId, Database};

impl<D: Database> Evm<D> {
    /// Checks that need no state; answers intrinsic and floor gas.
    pub(crate) fn validate(&self, tx: &Transaction) -> Result<(u64, u64), InvalidTransaction> {
        let (fork, transaction_type) = (self.fork(), tx.transaction_type);
        if fork < transaction_type.first_fork() {
            return Err(InvalidTransaction::TypeNotSupported { transaction_type, fork });
        }
        let expected = self.interpreter.block.chain_id;
        if let Some(chain_id) = tx.chain_id
            && chain_id != expected
        {
            return Err(InvalidTransaction::InvalidChainId { chain_id, expected });
        }
        let charges = self.validate_gas(tx)?;
        self.validate_fees(tx)?;
        self.validate_blobs(tx)?;
        if transaction_type == TransactionType::SetCode {
            if tx.to.is_none() {
                return Err(InvalidTransaction::TypeCreatesNoContract { transaction_type });
            }
            if tx.authorization_list.is_empty() {
                return Err(InvalidTransaction::EmptyAuthorizationList);
            }
        }
        Ok(charges)
    }

    /// Gas limit, nonce and size of init code.
    fn validate_gas(&self, tx: &Transaction) -> Result<(u64, u64), InvalidTransaction> {
        let (fork, gas_limit) = (self.fork(), tx.gas_limit);
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
            let available = self.interpreter.block.gas_limit;
            if gas_limit > available {
                return Err(InvalidTransaction::GasAllowanceExceeded { gas_limit, available });
            }
        }
        Ok((intrinsic, floor))
    }

    /// Prices against the base fee (EIP-1559).
    fn validate_fees(&self, tx: &Transaction) -> Result<(), InvalidTransaction> {
        let Transaction { max_fee_per_gas, max_priority_fee_per_gas, .. } = *tx;
        if tx.transaction_type.has_fee_market() && max_fee_per_gas < max_priority_fee_per_gas {
            return Err(InvalidTransaction::PriorityFeeGreaterThanMaxFee {
                max_priority_fee_per_gas,
                max_fee_per_gas,
            });
        }
        let (gas_price, base_fee) = (tx.highest_gas_price(), self.base_fee_per_gas());
        if self.checks.base_fee && gas_price < base_fee {
            return Err(InvalidTransaction::GasPriceBelowBaseFee { gas_price, base_fee });
        }
        Ok(())
    }

    /// Number, version and price of blobs (EIP-4844, EIP-7594).
    fn validate_blobs(&self, tx: &Transaction) -> Result<(), InvalidTransaction> {
        let transaction_type = tx.transaction_type;
        if transaction_type != TransactionType::Blob {
            return Ok(());
        }
        let count = tx.blob_versioned_hashes.len();
        if count == 0 {
            return Err(InvalidTransaction::NoBlobs);
        }
        let (blob_gas, available) =
            (tx.blob_gas(), GAS_PER_BLOB.saturating_mul(self.spec.blobs.max));
        if blob_gas > available {
            return Err(InvalidTransaction::BlobGasAllowanceExceeded { blob_gas, available });
        }
        let limit = BLOB_COUNT_LIMIT;
        if self.fork() >= Fork::Osaka && count > limit {
            return Err(InvalidTransaction::BlobCountExceeded { count, limit });
        }
        let unknown = |hash: &&eevm_primitives::B256| hash.0[0] != VERSIONED_HASH_VERSION_KZG;
        if let Some(&hash) = tx.blob_versioned_hashes.iter().find(unknown) {
            return Err(InvalidTransaction::InvalidBlobVersionedHash { hash });
        }
        let blob_base_fee = self.interpreter.block.blob_base_fee;
        let max_fee_per_blob_gas = tx.max_fee_per_blob_gas;
        if self.checks.base_fee && max_fee_per_blob_gas < blob_base_fee {
            return Err(InvalidTransaction::BlobGasPriceBelowBaseFee {
                max_fee_per_blob_gas,
                blob_base_fee,
            });
        }
        if tx.to.is_none() {
            return Err(InvalidTransaction::TypeCreatesNoContract { transaction_type });
        }
        Ok(())
    }

    /// Checks against the sender's account; answers what is to be bought as gas and blob gas, or
    /// `None` when nothing is charged.
    pub(crate) fn check_sender(
        &mut self,
        tx: &Transaction,
        sender: AccountId,
    ) -> Result<Option<U256>, EvmError<D::Error>> {
        let account = self.state.account(sender);
        let (nonce, expected) = (tx.nonce, account.nonce);
        if self.checks.nonce && nonce < expected {
            return Err(InvalidTransaction::NonceTooLow { nonce, expected }.into());
        }
        if self.checks.nonce && nonce > expected {
            return Err(InvalidTransaction::NonceTooHigh { nonce, expected }.into());
        }
        // What must be at hand is by the highest prices, what is paid by those in force.
        let required = cost(tx, tx.highest_gas_price(), tx.max_fee_per_blob_gas)
            .and_then(|cost| cost.checked_add(tx.value));
        let balance = account.balance;
        // Where the check of the base fee is off, the prices in force may exceed the highest ones.
        let gas_price = tx.effective_gas_price(self.base_fee_per_gas());
        let paid = cost(tx, gas_price, self.interpreter.block.blob_base_fee);
        let required = required
            .zip(paid.and_then(|paid| paid.checked_add(tx.value)))
            .map(|(highest, in_force)| highest.max(in_force));
        let affordable = required.is_some_and(|required| required <= balance);
        if (self.checks.balance && !affordable) || balance < tx.value {
            return Err(InvalidTransaction::InsufficientFunds { balance, required }.into());
        }
        if self.checks.eip3607 && account.code_hash != KECCAK_EMPTY {
            let code = self.state.code(&self.db, sender).map_err(EvmError::Database)?;
            if self.spec.rules.fork < Fork::Prague || code.delegation().is_none() {
                return Err(InvalidTransaction::SenderNotEoa.into());
            }
        }
        Ok(paid.filter(|_| self.checks.fees && affordable))
    }
}

/// Wei for all gas and blob gas; `None` where that exceeds 256 bits.
fn cost(tx: &Transaction, gas_price: U256, blob_gas_price: U256) -> Option<U256> {
    let gas = U256::from(tx.gas_limit).checked_mul(gas_price)?;
    match tx.blob_gas() {
        0 => Some(gas),
        blob_gas => gas.checked_add(U256::from(blob_gas).checked_mul(blob_gas_price)?),
    }
}
