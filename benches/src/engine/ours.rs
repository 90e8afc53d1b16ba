//! eevm as an engine.

use super::{Engine, Observed};
use crate::workloads::{Account, CALLER, COINBASE, Entry, TARGET, Workload};
use eevm::{
    AccountInfo, Bytecode, Database, Evm, Execution, InMemoryDb, Message, Outcome,
    SignedTransaction, StateDiff, Transaction,
};
use eevm_primitives::{Bytes, U256};
use std::collections::BTreeMap;

/// One [`Evm`] over an [`InMemoryDb`] with a workload loaded.
#[derive(Debug)]
pub struct Eevm {
    evm: Evm<InMemoryDb>,
    entry: OurEntry,
}

/// [`Entry`] in the facade's types.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one for a workload")]
enum OurEntry {
    Message(Message),
    Transaction(Transaction),
    Bytes(Bytes),
}

impl Eevm {
    /// An EVM over the workload's state.
    ///
    /// # Errors
    /// A transaction that cannot be decoded, or that another signed than the workload says.
    pub fn new(workload: &Workload) -> Result<Self, String> {
        let mut db = InMemoryDb::new();
        for account in &workload.accounts {
            insert(&mut db, account);
        }
        let mut evm = Evm::new(db, workload.fork);
        evm.block_mut().coinbase = COINBASE;
        let entry = match &workload.entry {
            Entry::Message { data, gas } => OurEntry::Message(Message {
                caller: CALLER,
                target: TARGET,
                code_address: TARGET,
                data: data.clone(),
                gas: *gas,
                ..Message::default()
            }),
            Entry::Transaction { rlp, recover: true, .. } => OurEntry::Bytes(rlp.clone()),
            Entry::Transaction { rlp, sender, recover: false } => {
                let transaction = recovered(&evm, rlp)?;
                if transaction.sender != *sender {
                    return Err(format!("signed by {}, not by {sender}", transaction.sender));
                }
                OurEntry::Transaction(transaction)
            }
        };
        Ok(Self { evm, entry })
    }

    fn execute(&mut self) -> Result<Execution<'_, InMemoryDb>, String> {
        let execution = match &self.entry {
            OurEntry::Message(message) => self.evm.execute_message(message),
            OurEntry::Transaction(transaction) => self.evm.execute(transaction),
            OurEntry::Bytes(rlp) => {
                let transaction = recovered(&self.evm, rlp)?;
                self.evm.execute(&transaction)
            }
        };
        execution.map_err(|error| error.to_string())
    }
}

impl Engine for Eevm {
    fn run(&mut self) -> u64 {
        self.execute().map_or(0, |execution| execution.gas_used())
    }

    fn observe(&mut self, workload: &Workload) -> Result<Observed, String> {
        let mut execution = self.execute()?;
        let diff = execution.state_diff();
        let outcome = execution.outcome();
        Ok(Observed {
            failure: match outcome {
                Outcome::Success { .. } => None,
                failed => Some(format!("{failed:?}")),
            },
            gas: outcome.gas_used(),
            output: outcome.output().into(),
            storage: storage(workload, &diff),
            accounts: diff
                .accounts
                .iter()
                .filter_map(|change| Some((change.address, change.info.as_ref()?)))
                .map(|(address, info)| (address, info.balance, info.nonce))
                .collect(),
        })
    }
}

fn recovered<D: Database>(evm: &Evm<D>, rlp: &[u8]) -> Result<Transaction, String> {
    let signed = SignedTransaction::decode(rlp).map_err(|error| error.to_string())?;
    signed.recover(evm.fork()).map_err(|error| error.to_string())
}

/// The target's slots after a run that changed `diff`.
fn storage(workload: &Workload, diff: &StateDiff) -> Vec<(U256, U256)> {
    let mut slots: BTreeMap<U256, U256> = workload.storage().iter().copied().collect();
    for change in diff.accounts.iter().filter(|change| change.address == TARGET) {
        if change.storage_wiped {
            slots.clear();
        }
        slots.extend(change.storage.iter().copied());
    }
    slots.into_iter().filter(|(_, value)| !value.is_zero()).collect()
}

fn insert(db: &mut InMemoryDb, account: &Account) {
    let info = AccountInfo {
        balance: account.balance,
        nonce: account.nonce,
        code: (!account.code.is_empty()).then(|| Bytecode::new(&account.code)),
        ..AccountInfo::default()
    };
    db.insert_account(account.address, info);
    for &(key, value) in &account.storage {
        db.insert_storage(account.address, key, value);
    }
}
