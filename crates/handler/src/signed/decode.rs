//! Fields of each transaction type, in the order of their bytes.

use super::SignedTransaction;
use crate::{
    error::{DecodeError, Field},
    rlp::Fields,
    transaction::{AccessListItem, Authorization, Transaction, TransactionType},
};
use alloc::vec::Vec;
use eevm_ecdsa::secp256k1::Signature;
use eevm_primitives::{B256, Bytes, U256, b256_to_word, to_u64};

/// A legacy transaction.
pub(super) fn legacy(bytes: &[u8]) -> Result<SignedTransaction, DecodeError> {
    let mut fields = Fields::of_list(bytes)?;
    let list = &mut fields;
    let mut transaction = Transaction {
        nonce: list.number(Field::Nonce)?,
        gas_price: list.word(Field::GasPrice)?,
        ..Transaction::default()
    };
    middle(list, &mut transaction)?;
    let v = list.word(Field::V)?;
    let (r, s) = (list.word(Field::R)?, list.word(Field::S)?);
    fields.finish()?;
    let (y_parity, chain_id) = parity_and_chain(v)?;
    transaction.chain_id = chain_id;
    Ok(SignedTransaction { transaction, signature: Signature { r, s, y_parity } })
}

/// A typed transaction, without the byte of its type.
pub(super) fn typed(
    transaction_type: TransactionType,
    bytes: &[u8],
) -> Result<SignedTransaction, DecodeError> {
    let mut fields = Fields::of_list(bytes)?;
    let list = &mut fields;
    let mut transaction = Transaction {
        transaction_type,
        chain_id: Some(list.number(Field::ChainId)?),
        nonce: list.number(Field::Nonce)?,
        ..Transaction::default()
    };
    if transaction_type.has_fee_market() {
        transaction.max_priority_fee_per_gas = list.word(Field::MaxPriorityFeePerGas)?;
        transaction.max_fee_per_gas = list.word(Field::MaxFeePerGas)?;
    } else {
        transaction.gas_price = list.word(Field::GasPrice)?;
    }
    middle(list, &mut transaction)?;
    transaction.access_list = access_list(list)?;
    if transaction_type == TransactionType::Blob {
        transaction.max_fee_per_blob_gas = list.word(Field::MaxFeePerBlobGas)?;
        transaction.blob_versioned_hashes = hashes(list)?;
    }
    if transaction_type == TransactionType::SetCode {
        transaction.authorization_list = authorizations(list)?;
    }
    let v = list.word(Field::V)?;
    let (r, s) = (list.word(Field::R)?, list.word(Field::S)?);
    fields.finish()?;
    let y_parity = match to_u64(&v) {
        Some(0) => false,
        Some(1) => true,
        _ => return Err(DecodeError::InvalidV(v)),
    };
    Ok(SignedTransaction { transaction, signature: Signature { r, s, y_parity } })
}

/// The fields from gas limit to data, which all types have.
fn middle(list: &mut Fields<'_>, transaction: &mut Transaction) -> Result<(), DecodeError> {
    transaction.gas_limit = list.number(Field::GasLimit)?;
    transaction.to = list.recipient(Field::To)?;
    transaction.value = list.word(Field::Value)?;
    transaction.data = Bytes::copy_from_slice(list.string(Field::Data)?);
    Ok(())
}

fn access_list(list: &mut Fields<'_>) -> Result<Vec<AccessListItem>, DecodeError> {
    let mut accesses = list.list(Field::AccessList)?;
    let mut items = Vec::new();
    while !accesses.is_empty() {
        let mut access = accesses.list(Field::AccessList)?;
        let account = access.address(Field::AccessListAddress)?;
        let mut keys = access.list(Field::AccessList)?;
        let mut slots = Vec::new();
        while !keys.is_empty() {
            slots.push(b256_to_word(&keys.hash(Field::AccessListSlot)?));
        }
        access.finish()?;
        items.push(AccessListItem { account, slots });
    }
    Ok(items)
}

fn hashes(list: &mut Fields<'_>) -> Result<Vec<B256>, DecodeError> {
    let mut list = list.list(Field::BlobVersionedHashes)?;
    let mut hashes = Vec::new();
    while !list.is_empty() {
        hashes.push(list.hash(Field::BlobVersionedHashes)?);
    }
    Ok(hashes)
}

fn authorizations(list: &mut Fields<'_>) -> Result<Vec<Authorization>, DecodeError> {
    const FIELD: Field = Field::AuthorizationList;
    let mut list = list.list(FIELD)?;
    let mut authorizations = Vec::new();
    while !list.is_empty() {
        let mut fields = list.list(FIELD)?;
        authorizations.push(Authorization {
            chain_id: fields.word(FIELD)?,
            address: fields.address(FIELD)?,
            nonce: fields.number(FIELD)?,
            y_parity: fields.number(FIELD)?,
            r: fields.word(FIELD)?,
            s: fields.word(FIELD)?,
        });
        fields.finish()?;
    }
    Ok(authorizations)
}

/// `v` of a legacy signature: 27 or 28, or 35 and more with a chain id (EIP-155).
pub(super) fn parity_and_chain(v: U256) -> Result<(bool, Option<u64>), DecodeError> {
    if v == U256::from(27) || v == U256::from(28) {
        return Ok((v == U256::from(28), None));
    }
    let offset = v.checked_sub(U256::from(35)).ok_or(DecodeError::InvalidV(v))?;
    let chain_id = to_u64(&(offset >> 1)).ok_or(DecodeError::InvalidV(v))?;
    Ok((offset.bit(0), Some(chain_id)))
}
