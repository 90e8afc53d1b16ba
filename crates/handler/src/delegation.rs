//! Delegations that a transaction sets (EIP-7702).

use crate::{
    evm::Evm,
    transaction::{Authorization, Transaction},
};
use eevm_bytecode::Bytecode;
use eevm_primitives::{
    Address, U256,
    gas::{PER_AUTH_BASE_COST, PER_EMPTY_ACCOUNT_COST},
};
use eevm_state::Database;

/// What of an authorization's cost is given back when its account exists. Gas.
const REFUND: i64 = (PER_EMPTY_ACCOUNT_COST - PER_AUTH_BASE_COST).cast_signed();

impl<D: Database> Evm<D> {
    /// Sets the code of the accounts that gave leave (execution-specs `set_delegation`).
    pub(crate) fn set_delegations(&mut self, tx: &Transaction) -> Result<(), D::Error> {
        for authorization in tx.authorizations() {
            self.set_delegation(authorization)?;
        }
        Ok(())
    }

    /// Follows one authorization, or passes over it when it is not valid.
    fn set_delegation(&mut self, authorization: &Authorization) -> Result<(), D::Error> {
        let chain_id = authorization.chain_id;
        if !chain_id.is_zero() && chain_id != U256::from(self.interpreter.block.chain_id) {
            return Ok(());
        }
        if authorization.nonce == u64::MAX {
            return Ok(());
        }
        let Ok(authority) = authorization.recover_authority() else { return Ok(()) };
        // Warm from here on, whatever the account is like.
        self.state.warm_account(&authority);
        let account = self.state.load_account(&self.db, &authority)?;
        let code = self.state.code(&self.db, account)?;
        if !code.is_empty() && code.delegation().is_none() {
            return Ok(());
        }
        if self.state.account(account).nonce != authorization.nonce {
            return Ok(());
        }
        if self.state.account(account).exists() {
            self.state.add_refund(REFUND);
        }
        self.state.set_code(account, designator(&authorization.address));
        self.state.increment_nonce(account);
        Ok(())
    }
}

/// The code that delegates to `address`; none for address zero.
fn designator(address: &Address) -> Bytecode {
    if address.is_zero() {
        return Bytecode::empty();
    }
    let mut code = [0; 23];
    code[..3].copy_from_slice(&[0xef, 0x01, 0x00]);
    code[3..].copy_from_slice(address.as_bytes());
    Bytecode::new(&code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_designator_is_read_back() {
        let address = Address::from_low_u64(7);
        assert_eq!(designator(&address).delegation(), Some(address));
        assert!(designator(&Address::ZERO).is_empty());
    }
}
