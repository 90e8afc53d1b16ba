//! Rules, block, world and transaction in revm's types, and revm's results in ours.

use alloy_consensus::{
    Transaction as _, TxEnvelope, Typed2718 as _, transaction::SignerRecoverable as _,
};
use alloy_eips::Decodable2718 as _;
use eevm_bytecode::Bytecode as OurBytecode;
use eevm_handler::{Transaction, TransactionType};
use eevm_interpreter::Block;
use eevm_primitives::{self as ours, Fork, gas::BlobSchedule};
use eevm_state::{AccountInfo as OurInfo, InMemoryDb};
use revm::{
    bytecode::Bytecode,
    context::{BlockEnv, CfgEnv, TxEnv},
    context_interface::{
        either::Either,
        transaction::{AccessList, AccessListItem},
    },
    database::{CacheDB, EmptyDB},
    primitives::{Address, B256, Bytes, Log, TxKind, U256, hardfork::SpecId, keccak256},
    state::{AccountInfo, EvmState},
};

pub(crate) type Db = CacheDB<EmptyDB>;

/// The rules of a fork.
pub(crate) fn spec_of(fork: Fork) -> SpecId {
    match fork {
        Fork::Frontier => SpecId::FRONTIER,
        Fork::Homestead => SpecId::HOMESTEAD,
        Fork::TangerineWhistle => SpecId::TANGERINE,
        Fork::SpuriousDragon => SpecId::SPURIOUS_DRAGON,
        Fork::Byzantium => SpecId::BYZANTIUM,
        Fork::Constantinople | Fork::Petersburg => SpecId::PETERSBURG,
        Fork::Istanbul => SpecId::ISTANBUL,
        Fork::Berlin => SpecId::BERLIN,
        Fork::London => SpecId::LONDON,
        Fork::Paris => SpecId::MERGE,
        Fork::Shanghai => SpecId::SHANGHAI,
        Fork::Cancun => SpecId::CANCUN,
        Fork::Prague => SpecId::PRAGUE,
        // Those with other blob parameters have Osaka's rules.
        _ => SpecId::OSAKA,
    }
}

/// The rules, with the fork's blob parameters.
pub(crate) fn cfg(fork: Fork, chain_id: u64, blobs: BlobSchedule) -> CfgEnv {
    let mut cfg = CfgEnv::new_with_spec(spec_of(fork));
    cfg.chain_id = chain_id;
    if fork >= Fork::Cancun {
        // revm has one limit; from Osaka on the protocol has two, of a block and of a transaction.
        let of_transaction = if fork >= Fork::Osaka { 6 } else { u64::MAX };
        cfg.max_blobs_per_tx = Some(blobs.max.min(of_transaction));
        cfg.blob_base_fee_update_fraction = Some(blobs.base_fee_update_fraction);
    }
    cfg
}

/// The block, without a price of blob gas.
pub(crate) fn block(block: &Block) -> Result<BlockEnv, String> {
    let basefee = ours::to_u64(&block.base_fee_per_gas).ok_or("base fee beyond 64 bits")?;
    Ok(BlockEnv {
        number: U256::from(block.number),
        beneficiary: address(block.coinbase),
        timestamp: U256::from(block.timestamp),
        gas_limit: block.gas_limit,
        basefee,
        difficulty: theirs(block.difficulty),
        prevrandao: Some(B256::new(block.prev_randao.0)),
        ..BlockEnv::default()
    })
}

/// The world; the hash of a block is that of its number's digits, which is what [`EmptyDB`] says.
pub(crate) fn db(world: &InMemoryDb, fork: Fork) -> Result<Db, String> {
    let mut db = Db::default();
    for (owner, info) in world.accounts() {
        let code = world.get_code(&info.code_hash).map_or(&[][..], OurBytecode::bytes);
        let code = Bytes::copy_from_slice(code);
        let their_info = AccountInfo {
            balance: theirs(info.balance),
            nonce: info.nonce,
            code_hash: keccak256(&code),
            code: Some(bytecode(code, fork)),
            ..AccountInfo::default()
        };
        db.insert_account_info(address(*owner), their_info);
        for (key, value) in world.storage_of(owner) {
            db.insert_account_storage(address(*owner), theirs(*key), theirs(*value))
                .map_err(|error| error.to_string())?;
        }
    }
    Ok(db)
}

/// Code as a database gives it: from Prague on a delegation where it is one (EIP-7702). revm would
/// follow one on older forks too.
fn bytecode(code: Bytes, fork: Fork) -> Bytecode {
    if fork >= Fork::Prague
        && let Ok(code) = Bytecode::new_raw_checked(code.clone())
    {
        return code;
    }
    Bytecode::new_legacy(code)
}

/// The transaction of the bytes, or why they are none.
pub(crate) fn transaction(bytes: &[u8], fork: Fork) -> Result<TxEnv, String> {
    let envelope = TxEnvelope::decode_2718(&mut &*bytes).map_err(|error| error.to_string())?;
    // Before EIP-2 any s is good.
    let sender = if fork >= Fork::Homestead {
        envelope.recover_signer()
    } else {
        envelope.recover_signer_unchecked()
    };
    let list = envelope.authorization_list().unwrap_or(&[]);
    Ok(TxEnv {
        tx_type: envelope.ty(),
        caller: sender.map_err(|error| error.to_string())?,
        gas_limit: envelope.gas_limit(),
        gas_price: envelope.max_fee_per_gas(),
        kind: envelope.kind(),
        value: envelope.value(),
        data: envelope.input().clone(),
        nonce: envelope.nonce(),
        chain_id: envelope.chain_id(),
        access_list: envelope.access_list().cloned().unwrap_or_default(),
        gas_priority_fee: envelope.max_priority_fee_per_gas(),
        blob_hashes: envelope.blob_versioned_hashes().unwrap_or(&[]).to_vec(),
        max_fee_per_blob_gas: envelope.max_fee_per_blob_gas().unwrap_or(0),
        authorization_list: list.iter().cloned().map(Either::Left).collect(),
    })
}

/// A transaction whose sender is known; of any type but that of EIP-7702, which no bench runs.
pub(crate) fn transaction_of(tx: &Transaction) -> Result<TxEnv, String> {
    let fee = |fee: &ours::U256| u128::try_from(theirs(*fee)).map_err(|_| "a fee beyond 128 bits");
    let kind = tx.transaction_type;
    if kind == TransactionType::SetCode {
        return Err("authorizations are not converted for revm".to_owned());
    }
    let has_list = kind != TransactionType::Legacy;
    let list = tx.access_list.iter().filter(|_| has_list).map(|item| AccessListItem {
        address: address(item.account),
        storage_keys: item.slots.iter().map(|slot| B256::from(theirs(*slot))).collect(),
    });
    let is_blob = kind == TransactionType::Blob;
    let hashes = tx.blob_versioned_hashes.iter().filter(|_| is_blob).map(|hash| B256::new(hash.0));
    Ok(TxEnv {
        tx_type: kind.number(),
        caller: address(tx.sender),
        gas_limit: tx.gas_limit,
        gas_price: fee(&tx.highest_gas_price())?,
        kind: tx.to.map_or(TxKind::Create, |to| TxKind::Call(address(to))),
        value: theirs(tx.value),
        data: Bytes::copy_from_slice(&tx.data),
        nonce: tx.nonce,
        chain_id: tx.chain_id,
        access_list: AccessList(list.collect()),
        gas_priority_fee: if kind.has_fee_market() {
            Some(fee(&tx.max_priority_fee_per_gas)?)
        } else {
            None
        },
        blob_hashes: hashes.collect(),
        max_fee_per_blob_gas: if is_blob { fee(&tx.max_fee_per_blob_gas)? } else { 0 },
        authorization_list: Vec::new(),
    })
}

/// Puts what revm changed into the world.
pub(crate) fn commit(world: &mut InMemoryDb, state: &EvmState, fork: Fork) {
    for (owner, account) in state {
        let owner = ours::Address(owner.0.0);
        if !account.is_touched() {
            continue;
        }
        let is_gone =
            account.is_selfdestructed() || fork >= Fork::SpuriousDragon && account.is_empty();
        if is_gone {
            world.remove_account(&owner);
            continue;
        }
        if account.is_created() {
            world.remove_account(&owner);
        }
        let info = &account.info;
        let code = info.code.as_ref().map(|code| OurBytecode::new(code.original_byte_slice()));
        let info = OurInfo {
            nonce: info.nonce,
            balance: word(info.balance),
            code_hash: ours::B256(info.code_hash.0),
            code,
            has_storage: false,
        };
        world.insert_account(owner, info);
        for (key, slot) in &account.storage {
            world.insert_storage(owner, word(*key), word(slot.present_value));
        }
    }
}

pub(crate) fn log(log: &Log) -> ours::Log {
    let topics: Vec<_> = log.data.topics().iter().map(|topic| ours::B256(topic.0)).collect();
    ours::Log {
        address: ours::Address(log.address.0.0),
        topics: ours::Topics::from_slice(&topics).unwrap_or_default(),
        data: ours::Bytes::from(log.data.data.to_vec()),
    }
}

fn address(address: ours::Address) -> Address {
    Address::new(address.0)
}

fn theirs(word: ours::U256) -> U256 {
    U256::from_limbs(*word.as_limbs())
}

fn word(word: U256) -> ours::U256 {
    ours::U256::from_limbs(*word.as_limbs())
}
