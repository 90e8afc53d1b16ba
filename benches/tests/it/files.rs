//! The same scenarios as bytecode, in one JSON file each, for comparison between EVMs.
//!
//! The files are not part of the repository. They are looked for in the folder that
//! `EEVM_WORKLOADS` names, or else beside the checkout; the hashes that the library's own tests
//! compare are of these files' programs.
#![expect(clippy::unwrap_used, reason = "a file that is not as expected fails the test")]

use eevm_benches::{
    check::check,
    engine::Eevm,
    workloads::{Account, CALLER, COINBASE, Entry, Expected, TARGET, Workload, all},
};
use eevm_primitives::{Address, Bytes, Fork, U256};
use flate2::read::GzDecoder;
use serde_json::Value;
use std::{
    env,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

fn folder() -> Option<PathBuf> {
    let named = env::var_os("EEVM_WORKLOADS").map(PathBuf::from);
    if let Some(folder) = &named {
        assert!(folder.is_dir(), "EEVM_WORKLOADS names {}, no folder", folder.display());
    }
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/workloads");
    named.or_else(|| beside.is_dir().then_some(beside))
}

/// The file of a key, packed or not.
fn read(folder: &Path, key: &str) -> Value {
    let mut text = String::new();
    let path = folder.join(format!("{key}.json"));
    if path.is_file() {
        File::open(path).unwrap().read_to_string(&mut text).unwrap();
    } else {
        let packed = File::open(folder.join(format!("{key}.json.gz"))).unwrap();
        GzDecoder::new(packed).read_to_string(&mut text).unwrap();
    }
    serde_json::from_str(&text).unwrap()
}

fn bytes(value: &Value) -> Bytes {
    value.as_str().unwrap().parse().unwrap()
}

fn address(value: &Value) -> Address {
    value.as_str().unwrap().parse().unwrap()
}

fn word(text: &str) -> U256 {
    text.parse().unwrap()
}

fn slots(value: &Value) -> Vec<(U256, U256)> {
    let slots = value.as_object().into_iter().flatten();
    let mut slots: Vec<_> =
        slots.map(|(key, value)| (word(key), word(value.as_str().unwrap()))).collect();
    slots.sort_unstable();
    slots
}

/// The workload of a file; name and key are those of ours.
fn workload(json: &Value, ours: &Workload) -> Workload {
    let target = Account {
        address: address(&json["target"]),
        nonce: 1,
        code: bytes(&json["code"]),
        storage: slots(&json["storage"]),
        ..Account::default()
    };
    let others = json["accounts"].as_array().unwrap().iter().map(|account| Account {
        address: address(&account["address"]),
        balance: word(account["balance"].as_str().unwrap()),
        nonce: account["nonce"].as_u64().unwrap(),
        code: bytes(&account["code"]),
        storage: slots(&account["storage"]),
    });
    let entry = match &json["tx"] {
        Value::Null => Entry::Message {
            data: bytes(&json["calldata"]),
            gas: json["gas_limit"].as_u64().unwrap(),
        },
        tx => Entry::Transaction {
            rlp: bytes(&tx["raw"]),
            sender: address(&tx["sender"]),
            recover: matches!(&ours.entry, Entry::Transaction { recover: true, .. }),
        },
    };
    let gas = json["tx"]["gas"].as_u64().or_else(|| json["gas"].as_u64()).unwrap();
    Workload {
        key: ours.key,
        name: ours.name,
        fork: json["fork"].as_str().unwrap().parse::<Fork>().unwrap(),
        entry,
        accounts: std::iter::once(target).chain(others).collect(),
        expected: Expected {
            gas,
            output: bytes(&json["output"]),
            storage: slots(&json["storage_after"]),
            accounts: ours.expected.accounts.clone(),
        },
    }
}

#[test]
fn programs_equal_those_of_the_files_and_both_give_the_same() {
    let Some(folder) = folder() else {
        println!("no folder of workloads given or found");
        return;
    };
    for ours in all() {
        let json = read(&folder, ours.key.trim_end_matches("_sender_given"));
        for (field, address) in [("target", TARGET), ("coinbase", COINBASE)] {
            assert_eq!(bytes(&json[field])[..], address.0, "{}: {field}", ours.key);
        }
        let theirs = workload(&json, &ours);
        match &ours.entry {
            Entry::Message { .. } => assert_eq!(address(&json["caller"]), CALLER),
            Entry::Transaction { sender, .. } => assert_eq!(address(&json["caller"]), *sender),
        }
        if ours.key.starts_with("call_24k") {
            // The called contracts are our own: of the same number, size and shape.
            assert_eq!(ours.code(), theirs.code(), "{}", ours.key);
            assert_eq!(ours.expected, theirs.expected, "{}", ours.key);
            assert_eq!(ours.accounts.len(), theirs.accounts.len(), "{}", ours.key);
            for (our_callee, their_callee) in ours.accounts[1..].iter().zip(&theirs.accounts[1..]) {
                assert_eq!(our_callee.address, their_callee.address);
                assert_eq!(our_callee.code.len(), their_callee.code.len());
            }
        } else {
            assert_eq!(json["name"], ours.name.trim_end_matches(", sender given"));
            assert_eq!(ours, theirs);
        }
        let mut engine = Eevm::new(&theirs).unwrap();
        assert_eq!(check(&mut engine, &theirs), Ok(()));
    }
}
