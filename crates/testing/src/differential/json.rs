//! Cases as state tests, the form that every client's test runner reads.

use super::{case::Case, run::Observation};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use eevm_handler::{Authorization, Transaction, TransactionType};
use eevm_primitives::{Address, B256, Fork, U256, encode_hex};
use serde_json::{Map, Value, json};

impl Case {
    /// The file of a state test with this one case, and what must come of it; without that, its
    /// hashes are zero.
    ///
    /// # Errors
    /// The transaction cannot be signed.
    pub fn state_test(&self, expected: Option<&Observation>) -> Result<Value, String> {
        let (root, logs) =
            expected.map_or((B256::ZERO, B256::ZERO), |expected| (expected.root, expected.logs));
        let mut post = json!({
            "hash": root.to_string(),
            "logs": logs.to_string(),
            "txbytes": bytes(&self.encoded()?),
            "indexes": {"data": 0, "gas": 0, "value": 0},
        });
        if let Some(name) = expected.and_then(|seen| seen.status.strip_prefix("rejected ")) {
            post["expectException"] = json!(format!("TransactionException.{name}"));
        }
        let fork = self.fork.name();
        let test = json!({
            "env": self.environment(),
            "pre": self.world(),
            "transaction": self.fields(),
            "post": {fork: [post]},
            "config": self.config(),
        });
        Ok(json!({self.name.clone(): test}))
    }

    fn environment(&self) -> Value {
        let block = &self.block;
        let mut env = json!({
            "currentCoinbase": address(&block.coinbase),
            "currentGasLimit": number(block.gas_limit),
            "currentNumber": number(block.number),
            "currentTimestamp": number(block.timestamp),
        });
        if self.fork >= Fork::Paris {
            env["currentRandom"] = json!(block.prev_randao.to_string());
        } else {
            env["currentDifficulty"] = json!(word(&block.difficulty));
        }
        if self.fork >= Fork::London {
            env["currentBaseFee"] = json!(word(&block.base_fee_per_gas));
        }
        if self.fork >= Fork::Cancun {
            env["currentExcessBlobGas"] = json!(number(self.excess_blob_gas));
        }
        env
    }

    fn world(&self) -> Value {
        let mut accounts = Map::new();
        for (owner, account) in &self.accounts {
            let mut storage = Map::new();
            for (key, value) in &account.storage {
                storage.insert(word(key), json!(word(value)));
            }
            let fields = json!({
                "nonce": number(account.nonce),
                "balance": word(&account.balance),
                "code": bytes(&account.code),
                "storage": storage,
            });
            accounts.insert(address(owner), fields);
        }
        Value::Object(accounts)
    }

    fn fields(&self) -> Value {
        let tx = &self.transaction;
        let mut fields = json!({
            "data": [bytes(&tx.data)],
            "gasLimit": [number(tx.gas_limit)],
            "value": [word(&tx.value)],
            "nonce": number(tx.nonce),
            "to": tx.to.as_ref().map_or_else(String::new, address),
            "sender": address(&tx.sender),
            "secretKey": self.secret.to_string(),
        });
        let kind = tx.transaction_type;
        if kind.has_fee_market() {
            fields["maxFeePerGas"] = json!(word(&tx.max_fee_per_gas));
            fields["maxPriorityFeePerGas"] = json!(word(&tx.max_priority_fee_per_gas));
        } else {
            fields["gasPrice"] = json!(word(&tx.gas_price));
        }
        if kind != TransactionType::Legacy {
            fields["accessLists"] = json!([access_list(tx)]);
        }
        if kind == TransactionType::Blob {
            fields["maxFeePerBlobGas"] = json!(word(&tx.max_fee_per_blob_gas));
            let hashes: Vec<_> = tx.blob_versioned_hashes.iter().map(ToString::to_string).collect();
            fields["blobVersionedHashes"] = json!(hashes);
        }
        if kind == TransactionType::SetCode {
            let list: Vec<_> = tx.authorization_list.iter().map(authorization).collect();
            fields["authorizationList"] = json!(list);
        }
        fields
    }

    fn config(&self) -> Value {
        let mut config = json!({"chainid": number(self.block.chain_id)});
        if self.fork >= Fork::Cancun {
            let blobs = self.spec().blobs;
            let schedule = json!({
                "target": number(blobs.target),
                "max": number(blobs.max),
                "baseFeeUpdateFraction": number(blobs.base_fee_update_fraction),
            });
            config["blobSchedule"] = json!({self.fork.name(): schedule});
        }
        config
    }
}

fn access_list(tx: &Transaction) -> Value {
    let items = tx.access_list.iter().map(|item| {
        let keys: Vec<_> = item.slots.iter().map(full_word).collect();
        json!({"address": address(&item.account), "storageKeys": keys})
    });
    items.collect()
}

fn authorization(item: &Authorization) -> Value {
    json!({
        "chainId": word(&item.chain_id),
        "address": address(&item.address),
        "nonce": number(item.nonce),
        "yParity": number(item.y_parity.into()),
        "r": word(&item.r),
        "s": word(&item.s),
    })
}

fn bytes(bytes: &[u8]) -> String {
    format!("0x{}", encode_hex(bytes).trim_start_matches("0x"))
}

fn address(address: &Address) -> String {
    bytes(address.as_bytes())
}

fn word(word: &U256) -> String {
    format!("{word:#x}")
}

/// A storage key of an access list: always 32 bytes.
fn full_word(word: &U256) -> String {
    bytes(&word.to_be_bytes::<32>())
}

fn number(number: u64) -> String {
    format!("{number:#x}")
}
