//! What a run came to, in a form that can be compared: from the file and from the machine.

use super::{
    accounts::{CaseDb, address, bytes, number},
    model::{Change, Effect},
};
use eevm::{
    AccountDiff, Address, B256, Database, ExceptionalHalt, Execution, Log, Outcome, U256,
    primitives::encode_hex,
};
use std::{collections::BTreeMap, str::FromStr};

/// Everything that is compared.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) status: Status,
    pub(crate) gas_used: u64,
    /// `None` where it cannot be seen.
    pub(crate) refund_counter: Option<i64>,
    pub(crate) output: String,
    pub(crate) logs: Vec<(Address, Vec<B256>, String)>,
    pub(crate) post: BTreeMap<Address, Option<Changed>>,
}

/// How it ended; names of halts are those of execution-specs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Success,
    Revert,
    Halt(String),
}

/// What changed in an account.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Changed {
    pub(crate) created: bool,
    pub(crate) balance: Option<U256>,
    pub(crate) nonce: Option<u64>,
    pub(crate) code: Option<String>,
    pub(crate) storage: BTreeMap<U256, U256>,
}

impl Seen {
    /// What the file says.
    pub(crate) fn expected(gas_used: u64, effect: &Effect) -> Self {
        let status = match effect.status.as_str() {
            "success" => Status::Success,
            "revert" => Status::Revert,
            "halt" => Status::Halt(effect.halt.clone()),
            other => panic!("status {other}"),
        };
        let logs = effect.logs.iter().map(|(from, topics, data)| {
            let topics = topics.iter().map(|topic| hash(topic)).collect();
            (address(from), topics, encode_hex(&bytes(data)))
        });
        let post = effect
            .post
            .iter()
            .map(|(key, change)| (address(key), change.as_ref().map(Changed::expected)));
        for deleted in &effect.accounts_to_delete {
            assert!(
                effect.post.get(deleted).is_none_or(Option::is_none),
                "{deleted} is still there"
            );
        }
        Self {
            status,
            gas_used,
            refund_counter: Some(effect.refund_counter),
            output: encode_hex(&bytes(&effect.output)),
            logs: logs.collect(),
            post: post.collect(),
        }
    }

    /// What the machine did.
    pub(crate) fn actual<D: Database>(
        run: &mut Execution<'_, D>,
        refund_counter: Option<i64>,
        before: &CaseDb,
    ) -> Self {
        let diff = run.state_diff();
        let post = diff.accounts.iter().filter_map(|account| {
            let old = before.get(&account.address);
            match &account.info {
                // Created and deleted again: as if nothing had been.
                None => old.map(|_| (account.address, None)),
                Some(_) => Some((account.address, Some(Changed::actual(account, before)))),
            }
        });
        let outcome = run.outcome();
        Self {
            status: match outcome {
                Outcome::Success { .. } => Status::Success,
                Outcome::Revert { .. } => Status::Revert,
                Outcome::Halt { reason, .. } => Status::Halt(halt_name(*reason).to_owned()),
            },
            gas_used: outcome.gas_used(),
            refund_counter,
            output: encode_hex(outcome.output()),
            logs: outcome.logs().iter().map(log).collect(),
            post: post.collect(),
        }
    }
}

impl Changed {
    fn expected(change: &Change) -> Self {
        Self {
            created: change.created,
            balance: change.balance.as_deref().map(number),
            nonce: change.nonce,
            code: change.code.as_ref().map(|code| encode_hex(&bytes(code))),
            storage: change.storage.iter().map(|(k, v)| (number(k), number(v))).collect(),
        }
    }

    /// `diff` against what was before; a diff that lists what did not change shows.
    fn actual(diff: &AccountDiff, before: &CaseDb) -> Self {
        let Some(info) = &diff.info else { return Self::default() };
        let old = before.get(&diff.address);
        let mut storage: BTreeMap<U256, U256> = diff.storage.iter().copied().collect();
        if diff.storage_wiped {
            for key in old.iter().flat_map(|account| account.storage.keys()) {
                storage.entry(*key).or_default();
            }
            storage.retain(|key, value| {
                old.and_then(|account| account.storage.get(key)).copied().unwrap_or_default()
                    != *value
            });
        }
        Self {
            created: old.is_none(),
            balance: (info.balance != old.map(|old| old.balance).unwrap_or_default())
                .then_some(info.balance),
            nonce: (info.nonce != old.map(|old| old.nonce).unwrap_or_default())
                .then_some(info.nonce),
            code: info.code.as_ref().map(|code| encode_hex(code.bytes())),
            storage,
        }
    }
}

fn log(log: &Log) -> (Address, Vec<B256>, String) {
    (log.address, log.topics.to_vec(), encode_hex(&log.data))
}

fn hash(text: &str) -> B256 {
    B256::from_str(text).unwrap_or_else(|error| panic!("hash {text}: {error}"))
}

/// The exception of execution-specs. Code beyond the limits counts as running out of gas there.
const fn halt_name(halt: ExceptionalHalt) -> &'static str {
    match halt {
        ExceptionalHalt::StackUnderflow => "StackUnderflowError",
        ExceptionalHalt::StackOverflow => "StackOverflowError",
        ExceptionalHalt::OutOfGas | ExceptionalHalt::CodeSizeLimit => "OutOfGasError",
        ExceptionalHalt::InvalidOpcode(_) => "InvalidOpcode",
        ExceptionalHalt::InvalidJumpDestination => "InvalidJumpDestError",
        ExceptionalHalt::WriteInStaticContext => "WriteInStaticContext",
        ExceptionalHalt::OutOfBoundsRead => "OutOfBoundsRead",
        ExceptionalHalt::InvalidContractPrefix => "InvalidContractPrefix",
        ExceptionalHalt::AddressCollision => "AddressCollision",
        ExceptionalHalt::PrecompileFailure => "precompile",
        _ => "none of the specification's",
    }
}
