//! The files of `fixtures/execution_specs`; their README describes the format.

use flate2::read::GzDecoder;
use serde::Deserialize;
use std::{collections::BTreeMap, fs::File, io::Read, path::Path};

/// One file.
#[derive(Debug, Deserialize)]
pub(crate) struct Document {
    /// Its name.
    pub(crate) list: String,
    /// The order of [`Case::by_fork`].
    pub(crate) forks: Vec<String>,
    pub(crate) world: World,
    pub(crate) effects: Vec<Effect>,
    pub(crate) cases: Vec<Case>,
}

/// What is the same before every case.
#[derive(Debug, Deserialize)]
pub(crate) struct World {
    pub(crate) block: Block,
    pub(crate) gas_price: u64,
    pub(crate) blob_versioned_hashes: Vec<String>,
    pub(crate) blob_base_fee: BTreeMap<String, u64>,
    pub(crate) origin: String,
    pub(crate) caller: String,
    pub(crate) target: String,
    pub(crate) gas: u64,
    pub(crate) accounts: BTreeMap<String, Account>,
    pub(crate) empty_account: String,
    pub(crate) empty_account_until: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Block {
    pub(crate) chain_id: u64,
    pub(crate) number: u64,
    pub(crate) timestamp: u64,
    pub(crate) gas_limit: u64,
    pub(crate) coinbase: String,
    pub(crate) difficulty: String,
    pub(crate) prev_randao: String,
    pub(crate) base_fee_per_gas: u64,
    pub(crate) block_hash_0: String,
    pub(crate) oldest_block_hash: u64,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Account {
    pub(crate) balance: String,
    pub(crate) nonce: u64,
    pub(crate) code: String,
    pub(crate) storage: BTreeMap<String, String>,
}

/// What can be seen afterwards, but for the gas.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Effect {
    pub(crate) status: String,
    pub(crate) halt: String,
    pub(crate) refund_counter: i64,
    pub(crate) output: String,
    pub(crate) logs: Vec<(String, Vec<String>, String)>,
    /// Checked against `post`, where they are null or not at all.
    pub(crate) accounts_to_delete: Vec<String>,
    pub(crate) post: BTreeMap<String, Option<Change>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Change {
    pub(crate) created: bool,
    pub(crate) balance: Option<String>,
    pub(crate) nonce: Option<u64>,
    pub(crate) code: Option<String>,
    pub(crate) storage: BTreeMap<String, String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) target: Option<String>,
    pub(crate) code: Option<String>,
    pub(crate) data: String,
    pub(crate) value: Option<String>,
    pub(crate) gas: Option<u64>,
    #[serde(rename = "static")]
    pub(crate) is_static: bool,
    pub(crate) depth: u16,
    pub(crate) pre: BTreeMap<String, Account>,
    pub(crate) results: Vec<Run>,
    /// Index into `results`, or -1.
    pub(crate) by_fork: Vec<i32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    pub(crate) gas_used: u64,
    pub(crate) effect: usize,
    /// Whether it was run with `gas_used` and with one less.
    #[serde(default)]
    pub(crate) border: bool,
    #[serde(default)]
    pub(crate) exact: Option<(u64, usize)>,
    #[serde(default)]
    pub(crate) short: Option<(u64, usize)>,
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> Document {
    let fail = |error: &dyn std::fmt::Display| -> ! { panic!("{}: {error}", path.display()) };
    let file = File::open(path).unwrap_or_else(|error| fail(&error));
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).unwrap_or_else(|error| fail(&error));
    serde_json::from_str(&text).unwrap_or_else(|error| fail(&error))
}
