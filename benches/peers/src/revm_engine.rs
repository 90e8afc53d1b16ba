//! revm as an engine: one EVM over its in-memory database, kept from run to run.

use alloy_consensus::{
    Signed, Transaction as _, TxLegacy,
    transaction::{RlpEcdsaDecodableTx, SignerRecoverable},
};
use eevm_benches::{
    engine::{Engine, Observed},
    workloads::{Account, CALLER, COINBASE, Entry, TARGET, Workload},
};
use eevm_primitives::{self as ours, Fork};
use revm::{
    Context, ExecuteEvm, MainBuilder, MainContext, MainnetEvm,
    bytecode::Bytecode,
    context::{BlockEnv, CfgEnv, TxEnv, result::ExecutionResult},
    database::{CacheDB, EmptyDB},
    handler::{Handler, MainnetContext, MainnetHandler},
    primitives::{Address, Bytes, KECCAK_EMPTY, TxKind, U256, hardfork::SpecId, keccak256},
    state::{AccountInfo, EvmState},
};
use std::collections::BTreeMap;

/// Name and version, for reports.
pub(crate) const NAME: &str = "revm 43.0.3";

type Db = CacheDB<EmptyDB>;
type Evm = MainnetEvm<MainnetContext<Db>>;

/// revm with a workload loaded.
pub(crate) struct Revm {
    evm: Evm,
    entry: RevmEntry,
}

/// [`Entry`] in revm's types.
enum RevmEntry {
    /// A frame run without validation, intrinsic gas and settlement: revm's system call, with
    /// the message's own caller and gas.
    Message(TxEnv),
    /// A transaction whose sender is known.
    Transaction(TxEnv),
    /// A transaction's bytes.
    Bytes(Bytes),
}

impl Revm {
    /// An EVM over the workload's state, its code analysed.
    pub(crate) fn new(workload: &Workload) -> Result<Self, String> {
        let mut db = Db::default();
        for account in &workload.accounts {
            insert(&mut db, account)?;
        }
        let spec = spec_of(workload.fork)?;
        let mut cfg = CfgEnv::new_with_spec(spec);
        cfg.chain_id = 1;
        let block = BlockEnv { beneficiary: address(COINBASE), ..BlockEnv::default() };
        let evm = Context::mainnet().with_db(db).with_cfg(cfg).with_block(block).build_mainnet();
        let entry = match &workload.entry {
            Entry::Message { data, gas } => RevmEntry::Message(TxEnv {
                caller: address(CALLER),
                kind: TxKind::Call(address(TARGET)),
                gas_limit: *gas,
                data: Bytes::copy_from_slice(data),
                ..TxEnv::default()
            }),
            Entry::Transaction { rlp, recover: true, .. } => {
                RevmEntry::Bytes(Bytes::copy_from_slice(rlp))
            }
            Entry::Transaction { rlp, sender, recover: false } => {
                let signed = decode(rlp)?;
                RevmEntry::Transaction(transaction(signed.tx(), address(*sender)))
            }
        };
        Ok(Self { evm, entry })
    }

    /// One run; its effects are still in the journal.
    fn execute(&mut self) -> Result<ExecutionResult, String> {
        let transaction = match &self.entry {
            RevmEntry::Message(message) => {
                self.evm.ctx.tx = message.clone();
                return MainnetHandler::<_, revm::context::result::EVMError<_>, _>::default()
                    .run_system_call(&mut self.evm)
                    .map_err(|error: revm::context::result::EVMError<_>| error.to_string());
            }
            RevmEntry::Transaction(given) => given.clone(),
            RevmEntry::Bytes(rlp) => {
                let signed = decode(rlp)?;
                let sender = signed.recover_signer().map_err(|error| error.to_string())?;
                transaction(signed.tx(), sender)
            }
        };
        self.evm.transact_one(transaction).map_err(|error| error.to_string())
    }
}

impl Engine for Revm {
    fn run(&mut self) -> u64 {
        let gas = self.execute().map_or(0, |result| result.tx_gas_used());
        // What `transact` does: takes the changes out, which are dropped here, and clears.
        drop(self.evm.finalize());
        gas
    }

    fn observe(&mut self, workload: &Workload) -> Result<Observed, String> {
        let result = self.execute();
        let state = self.evm.finalize();
        let result = result?;
        Ok(Observed {
            failure: (!result.is_success()).then(|| format!("{result:?}")),
            gas: result.tx_gas_used(),
            output: result.output().map_or_else(Default::default, |output| output[..].into()),
            storage: storage(workload, &state),
            accounts: workload
                .expected
                .accounts
                .iter()
                .map(|&(owner, ..)| {
                    let info = state.get(&address(owner)).map(|account| &account.info);
                    let (balance, nonce) =
                        info.map_or((U256::ZERO, 0), |info| (info.balance, info.nonce));
                    (owner, word(balance), nonce)
                })
                .collect(),
        })
    }
}

/// The target's slots after a run that changed `state`.
fn storage(workload: &Workload, state: &EvmState) -> Vec<(ours::U256, ours::U256)> {
    let mut slots: BTreeMap<_, _> = workload.storage().iter().copied().collect();
    if let Some(account) = state.get(&address(TARGET)) {
        let changed = account.storage.iter();
        slots.extend(changed.map(|(key, slot)| (word(*key), word(slot.present_value))));
    }
    slots.into_iter().filter(|(_, value)| !value.is_zero()).collect()
}

fn decode(rlp: &[u8]) -> Result<Signed<TxLegacy>, String> {
    TxLegacy::rlp_decode_signed(&mut &*rlp).map_err(|error| error.to_string())
}

fn transaction(tx: &TxLegacy, sender: Address) -> TxEnv {
    TxEnv {
        caller: sender,
        gas_limit: tx.gas_limit,
        gas_price: tx.gas_price,
        kind: tx.to,
        value: tx.value,
        data: tx.input.clone(),
        nonce: tx.nonce,
        chain_id: tx.chain_id(),
        ..TxEnv::default()
    }
}

fn insert(db: &mut Db, account: &Account) -> Result<(), String> {
    let code = Bytes::copy_from_slice(&account.code);
    let info = AccountInfo {
        balance: revm_word(account.balance),
        nonce: account.nonce,
        code_hash: if code.is_empty() { KECCAK_EMPTY } else { keccak256(&code) },
        code: Some(Bytecode::new_legacy(code)),
        ..AccountInfo::default()
    };
    db.insert_account_info(address(account.address), info);
    for &(key, value) in &account.storage {
        db.insert_account_storage(address(account.address), revm_word(key), revm_word(value))
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn spec_of(fork: Fork) -> Result<SpecId, String> {
    match fork {
        Fork::Cancun => Ok(SpecId::CANCUN),
        Fork::Prague => Ok(SpecId::PRAGUE),
        Fork::Osaka => Ok(SpecId::OSAKA),
        other => Err(format!("no rules of {other} for revm here")),
    }
}

fn address(address: ours::Address) -> Address {
    Address::new(address.0)
}

fn revm_word(word: ours::U256) -> U256 {
    U256::from_limbs(*word.as_limbs())
}

fn word(word: U256) -> ours::U256 {
    ours::U256::from_limbs(*word.as_limbs())
}
