//! Signed transactions: from their bytes, to their sender.

mod decode;
mod encode;

use crate::{
    error::DecodeError,
    transaction::{Transaction, TransactionType},
};
use alloc::vec::Vec;
use eevm_ecdsa::secp256k1::{Signature, recover_address};
use eevm_primitives::{B256, Fork, U256, keccak256};

/// A transaction as it was signed, of any type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedTransaction {
    transaction: Transaction,
    signature: Signature,
}

impl SignedTransaction {
    /// Reads the bytes of one transaction (EIP-2718; a legacy transaction is an RLP list).
    ///
    /// Nothing but the one canonical encoding is accepted, so that [`encode`](Self::encode)
    /// gives the same bytes back.
    ///
    /// # Errors
    /// [`DecodeError`], for anything that is not exactly one transaction.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        match bytes {
            [] | [0xc0..=0xff, ..] => decode::legacy(bytes),
            [first, rest @ ..] => match TransactionType::from_byte(*first) {
                Some(kind) => decode::typed(kind, rest),
                None => Err(DecodeError::UnsupportedType(*first)),
            },
        }
    }

    /// A transaction with a signature over its [`signing_hash`](Transaction::signing_hash).
    ///
    /// The sender that `transaction` names is not looked at: recovery finds it.
    #[must_use]
    pub const fn new(transaction: Transaction, signature: Signature) -> Self {
        Self { transaction, signature }
    }

    /// The chain id it was signed for, if it names one (EIP-155).
    #[must_use]
    pub const fn chain_id(&self) -> Option<u64> {
        self.transaction.chain_id
    }

    /// The signature.
    #[must_use]
    pub const fn signature(&self) -> &Signature {
        &self.signature
    }

    /// The hash that was signed.
    #[must_use]
    pub fn signing_hash(&self) -> B256 {
        self.transaction.signing_hash()
    }

    /// The bytes of the transaction.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        encode::transaction(&self.transaction, Some(&self.signature))
    }

    /// The transaction's hash: of its bytes (execution-specs `get_transaction_hash`).
    #[must_use]
    pub fn hash(&self) -> B256 {
        keccak256(&self.encode())
    }

    /// The transaction with its sender, by the rules of `fork`: from Homestead on a signature
    /// whose `s` lies in the upper half is refused (EIP-2), and before Spurious Dragon a legacy
    /// one that names a chain (EIP-155). Source: execution-specs `recover_sender`.
    ///
    /// # Errors
    /// [`DecodeError::InvalidSignature`], [`DecodeError::RecoveryFailed`],
    /// [`DecodeError::InvalidV`].
    pub fn recover(self, fork: Fork) -> Result<Transaction, DecodeError> {
        if let Some(chain_id) = self.transaction.chain_id
            && self.transaction.transaction_type == TransactionType::Legacy
            && fork < Fork::SpuriousDragon
        {
            return Err(DecodeError::InvalidV(legacy_v(chain_id, self.signature.y_parity)));
        }
        if fork >= Fork::Homestead && !self.signature.is_low_s() {
            return Err(DecodeError::InvalidSignature);
        }
        let sender = recover_address(&self.signing_hash(), &self.signature)?;
        Ok(Transaction { sender, ..self.transaction })
    }
}

impl Transaction {
    /// The hash that its sender signs (execution-specs `signing_hash_155` and its like).
    ///
    /// Of a typed transaction that names no chain, that of chain 0.
    #[must_use]
    pub fn signing_hash(&self) -> B256 {
        keccak256(&encode::transaction(self, None))
    }
}

/// `v` of a legacy signature for a chain (EIP-155).
fn legacy_v(chain_id: u64, y_parity: bool) -> U256 {
    U256::from(chain_id) * U256::from(2) + U256::from(35 + u8::from(y_parity))
}

#[cfg(test)]
mod tests;
