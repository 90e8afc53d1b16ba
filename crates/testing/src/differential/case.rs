//! A whole case: world, block and transaction.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use eevm_bytecode::Bytecode;
use eevm_ecdsa::secp256k1::{ORDER, SecretKey, Signature, sign};
use eevm_handler::{SignedTransaction, Spec, Transaction};
use eevm_interpreter::Block;
use eevm_primitives::{Address, B256, Fork, U256};
use eevm_state::{AccountInfo, InMemoryDb};

/// An account before the transaction.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Account {
    /// Its nonce.
    pub nonce: u64,
    /// Its balance in wei.
    pub balance: U256,
    /// Its code.
    pub code: Vec<u8>,
    /// Its slots that are not zero.
    pub storage: BTreeMap<U256, U256>,
}

/// What is wrong with a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SignatureFault {
    /// Nothing.
    #[default]
    None,
    /// `s` lies in the upper half of the group, which Homestead forbids (EIP-2).
    HighS,
    /// `r` is zero.
    ZeroR,
    /// `s` is zero.
    ZeroS,
    /// `r` is the order of the group.
    LargeR,
    /// `s` is the order of the group.
    LargeS,
}

/// A world, a block, and a transaction to execute there.
#[derive(Debug, Clone)]
pub struct Case {
    /// What it is called in reports and files.
    pub name: String,
    /// The fork.
    pub fork: Fork,
    /// The block; its blob base fee follows from [`Self::excess_blob_gas`].
    pub block: Block,
    /// The block's excess blob gas (EIP-4844).
    pub excess_blob_gas: u64,
    /// The accounts.
    pub accounts: BTreeMap<Address, Account>,
    /// The transaction; its sender is the signer.
    pub transaction: Transaction,
    /// Who signs.
    pub secret: B256,
    /// What is wrong with the signature.
    pub fault: SignatureFault,
}

impl Case {
    /// The transaction's bytes, signed.
    ///
    /// # Errors
    /// The secret is no key.
    pub fn encoded(&self) -> Result<Vec<u8>, String> {
        let secret = SecretKey::new(&self.secret).map_err(|error| format!("secret: {error}"))?;
        let hash = self.transaction.signing_hash();
        let signature = sign(&hash, &secret).map_err(|error| format!("signing: {error}"))?;
        let signature = self.fault.applied(signature);
        Ok(SignedTransaction::new(self.transaction.clone(), signature).encode())
    }

    /// The rules.
    #[must_use]
    pub fn spec(&self) -> Spec {
        Spec::for_fork(self.fork)
    }

    /// The block with its blob base fee.
    #[must_use]
    pub fn priced_block(&self) -> Block {
        let mut block = self.block.clone();
        if self.fork >= Fork::Cancun {
            block.blob_base_fee = self.spec().blobs.blob_base_fee(self.excess_blob_gas);
        }
        block
    }

    /// The world.
    #[must_use]
    pub fn db(&self) -> InMemoryDb {
        let mut db = InMemoryDb::new();
        for (address, account) in &self.accounts {
            let code = Bytecode::new(&account.code);
            let info = AccountInfo {
                nonce: account.nonce,
                balance: account.balance,
                code_hash: code.hash(),
                code: Some(code),
                has_storage: false,
            };
            db.insert_account(*address, info);
            for (key, value) in &account.storage {
                db.insert_storage(*address, *key, *value);
            }
        }
        db
    }
}

impl SignatureFault {
    fn applied(self, signature: Signature) -> Signature {
        let Signature { r, s, y_parity } = signature;
        match self {
            Self::None => signature,
            Self::HighS => Signature { s: ORDER.saturating_sub(s), y_parity: !y_parity, r },
            Self::ZeroR => Signature { r: U256::ZERO, ..signature },
            Self::ZeroS => Signature { s: U256::ZERO, ..signature },
            Self::LargeR => Signature { r: ORDER, ..signature },
            Self::LargeS => Signature { s: ORDER, ..signature },
        }
    }
}
