//! Genesis files: the accounts and the block that code runs in.

use crate::{
    arguments::{address, number},
    error::CliError,
    input::{self, hex},
};
use eevm::{AccountInfo, Address, B256, Block, Bytecode, InMemoryDb, U256};
use serde_json::{Map, Value};
use std::{fs, path::Path};

/// The world of a genesis file.
#[derive(Debug, Default)]
pub(crate) struct Prestate {
    pub(crate) db: InMemoryDb,
    pub(crate) block: Block,
    /// The block has a gas limit of its own, which is the gas of the run unless that is given.
    pub(crate) gas_limit: Option<u64>,
}

/// Reads a genesis file: `alloc`, the header's fields, `config.chainId`.
pub(crate) fn read(path: &Path) -> Result<Prestate, CliError> {
    let place = path.display().to_string();
    let bytes = fs::read(path).map_err(|cause| input::file(path, cause))?;
    let genesis: Map<String, Value> =
        serde_json::from_slice(&bytes).map_err(|error| CliError::content(&*place, error))?;
    let mut prestate = Prestate::default();
    let fields = Fields { place: &place, fields: &genesis };
    fields.block(&mut prestate)?;
    if let Some(alloc) = genesis.get("alloc") {
        let accounts =
            alloc.as_object().ok_or_else(|| CliError::content(&*place, "`alloc` is no object"))?;
        for (name, account) in accounts {
            let place = format!("{place}: alloc: {name}");
            let address = address(name).ok_or_else(|| CliError::content(&*place, "no address"))?;
            let fields =
                account.as_object().ok_or_else(|| CliError::content(&*place, "no object"))?;
            Fields { place: &place, fields }.account(address, &mut prestate.db)?;
        }
    }
    Ok(prestate)
}

/// An object's fields; `place` is where it stands.
struct Fields<'a> {
    place: &'a str,
    fields: &'a Map<String, Value>,
}

impl Fields<'_> {
    fn block(&self, prestate: &mut Prestate) -> Result<(), CliError> {
        let block = &mut prestate.block;
        if let Some(coinbase) = self.text("coinbase")? {
            block.coinbase = address(coinbase).ok_or_else(|| self.bad("coinbase"))?;
        }
        if let Some(mix_hash) = self.number("mixHash")? {
            block.prev_randao = B256::from(mix_hash.to_be_bytes());
        }
        block.number = self.number64("number")?.unwrap_or(0);
        block.timestamp = self.number64("timestamp")?.unwrap_or(0);
        prestate.gas_limit = self.number64("gasLimit")?.filter(|limit| *limit != 0);
        block.gas_limit = prestate.gas_limit.unwrap_or(block.gas_limit);
        block.difficulty = self.number("difficulty")?.unwrap_or_default();
        block.base_fee_per_gas = self.number("baseFeePerGas")?.unwrap_or_default();
        if let Some(config) = self.fields.get("config").and_then(Value::as_object) {
            let config = Fields { place: self.place, fields: config };
            block.chain_id = config.number64("chainId")?.unwrap_or(block.chain_id);
        }
        Ok(())
    }

    fn account(&self, address: Address, db: &mut InMemoryDb) -> Result<(), CliError> {
        let mut info = AccountInfo {
            nonce: self.number64("nonce")?.unwrap_or(0),
            balance: self.number("balance")?.unwrap_or_default(),
            ..AccountInfo::default()
        };
        if let Some(code) = self.text("code")? {
            info.code = Some(Bytecode::new(&hex(&format!("{}: code", self.place), code)?));
        }
        db.insert_account(address, info);
        if let Some(storage) = self.fields.get("storage") {
            let slots = storage.as_object().ok_or_else(|| self.bad("storage"))?;
            let slots = Fields { place: self.place, fields: slots };
            for key in slots.fields.keys() {
                let value = slots.number(key)?.unwrap_or_default();
                db.insert_storage(address, slot(key).ok_or_else(|| self.bad(key))?, value);
            }
        }
        Ok(())
    }

    fn text(&self, name: &str) -> Result<Option<&str>, CliError> {
        match self.fields.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => value.as_str().map(Some).ok_or_else(|| self.bad(name)),
        }
    }

    /// A number: JSON's, or text, decimal or hexadecimal.
    fn number(&self, name: &str) -> Result<Option<U256>, CliError> {
        let number = match self.fields.get(name) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::Number(value)) => value.as_u64().map(U256::from),
            Some(Value::String(text)) => slot(text),
            Some(_) => None,
        };
        number.map(Some).ok_or_else(|| self.bad(name))
    }

    fn number64(&self, name: &str) -> Result<Option<u64>, CliError> {
        let number = self.number(name)?;
        number.map(|number| u64::try_from(number).map_err(|_| self.bad(name))).transpose()
    }

    fn bad(&self, name: &str) -> CliError {
        CliError::content(format!("{}: {name}", self.place), "not what belongs there")
    }
}

/// A number as text; `0x` alone is zero.
fn slot(text: &str) -> Option<U256> {
    if text == "0x" { Some(U256::ZERO) } else { number(text) }
}
