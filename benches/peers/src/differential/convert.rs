//! A case in revm's types, and revm's results in ours.

use alloy_consensus::{
    Transaction as _, TxEnvelope, Typed2718 as _, transaction::SignerRecoverable as _,
};
use alloy_eips::Decodable2718 as _;
use eevm_primitives::{self as ours, Fork};
use eevm_state::{AccountInfo as OurInfo, InMemoryDb};
use eevm_testing::differential::Case;
use revm::{
    bytecode::Bytecode,
    context::{BlockEnv, CfgEnv, TxEnv},
    context_interface::{block::BlobExcessGasAndPrice, either::Either},
    database::{CacheDB, EmptyDB},
    primitives::{Address, B256, Bytes, Log, U256, hardfork::SpecId, keccak256},
    state::{AccountInfo, EvmState},
};

pub(super) type Db = CacheDB<EmptyDB>;

/// The rules of a fork.
pub(super) fn spec_of(fork: Fork) -> SpecId {
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

/// The rules, with the blob parameters of the case's fork.
pub(super) fn cfg(case: &Case) -> CfgEnv {
    let mut cfg = CfgEnv::new_with_spec(spec_of(case.fork));
    cfg.chain_id = case.block.chain_id;
    if case.fork >= Fork::Cancun {
        let blobs = case.spec().blobs;
        // revm has one limit; from Osaka on the protocol has two, of a block and of a transaction.
        let of_transaction = if case.fork >= Fork::Osaka { 6 } else { u64::MAX };
        cfg.max_blobs_per_tx = Some(blobs.max.min(of_transaction));
        cfg.blob_base_fee_update_fraction = Some(blobs.base_fee_update_fraction);
    }
    cfg
}

pub(super) fn block(case: &Case) -> Result<BlockEnv, String> {
    let block = &case.block;
    let basefee = ours::to_u64(&block.base_fee_per_gas).ok_or("base fee beyond 64 bits")?;
    let mut env = BlockEnv {
        number: U256::from(block.number),
        beneficiary: address(block.coinbase),
        timestamp: U256::from(block.timestamp),
        gas_limit: block.gas_limit,
        basefee,
        difficulty: theirs(block.difficulty),
        prevrandao: Some(B256::new(block.prev_randao.0)),
        ..BlockEnv::default()
    };
    if case.fork >= Fork::Cancun {
        let fraction = case.spec().blobs.base_fee_update_fraction;
        env.blob_excess_gas_and_price =
            Some(BlobExcessGasAndPrice::new(case.excess_blob_gas, fraction));
    }
    Ok(env)
}

/// The world; the hash of a block is that of its number's digits, which is what [`EmptyDB`] says.
pub(super) fn db(case: &Case) -> Result<Db, String> {
    let mut db = Db::default();
    for (owner, account) in &case.accounts {
        let code = Bytes::copy_from_slice(&account.code);
        let info = AccountInfo {
            balance: theirs(account.balance),
            nonce: account.nonce,
            code_hash: keccak256(&code),
            code: Some(bytecode(code, case.fork)),
            ..AccountInfo::default()
        };
        db.insert_account_info(address(*owner), info);
        for (key, value) in &account.storage {
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
pub(super) fn transaction(bytes: &[u8], fork: Fork) -> Result<TxEnv, String> {
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

/// Puts what revm changed into the world.
pub(super) fn commit(world: &mut InMemoryDb, state: &EvmState, fork: Fork) {
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
        let code =
            info.code.as_ref().map(|code| eevm_bytecode::Bytecode::new(code.original_byte_slice()));
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

pub(super) fn log(log: &Log) -> ours::Log {
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
