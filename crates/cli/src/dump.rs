//! A whole state as JSON.

use eevm::{InMemoryDb, primitives::encode_hex};
use serde_json::{Map, Value, json};

/// Root and accounts, in the shape of go-ethereum's dumps.
pub(crate) fn dump(db: &InMemoryDb) -> Value {
    let mut accounts: Vec<_> = db.accounts().collect();
    accounts.sort_by_key(|(address, _)| **address);
    let accounts: Map<_, _> = accounts
        .into_iter()
        .map(|(address, info)| {
            let code = info.code.as_ref().or_else(|| db.get_code(&info.code_hash));
            let mut slots: Vec<_> = db.storage_of(address).collect();
            slots.sort();
            let storage: Map<_, _> = slots
                .into_iter()
                .map(|(key, value)| (format!("{key:#066x}"), json!(format!("{value:#x}"))))
                .collect();
            let account = json!({
                "balance": info.balance.to_string(),
                "nonce": info.nonce,
                "codeHash": info.code_hash.to_string(),
                "code": code.map_or_else(|| "0x".to_owned(), |code| encode_hex(code.bytes())),
                "storage": storage,
            });
            (address.to_string(), account)
        })
        .collect();
    json!({ "root": db.state_root().to_string(), "accounts": accounts })
}
