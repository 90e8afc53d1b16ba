//! The bytes of transactions, with their signature or as they are signed.

use super::legacy_v;
use crate::{
    rlp::{encode_list, encode_word},
    transaction::{AccessListItem, Authorization, Transaction, TransactionType},
};
use alloc::vec::Vec;
use alloy_rlp::Encodable;
use eevm_ecdsa::secp256k1::Signature;
use eevm_primitives::U256;

/// The bytes of a signed transaction, or without `signature` those that are hashed to be signed.
pub(super) fn transaction(tx: &Transaction, signature: Option<&Signature>) -> Vec<u8> {
    let mut fields = Vec::with_capacity(200 + tx.data.len());
    let out = &mut fields;
    let kind = tx.transaction_type;
    if kind != TransactionType::Legacy {
        tx.chain_id.unwrap_or(0).encode(out);
    }
    tx.nonce.encode(out);
    if kind.has_fee_market() {
        encode_word(&tx.max_priority_fee_per_gas, out);
        encode_word(&tx.max_fee_per_gas, out);
    } else {
        encode_word(&tx.gas_price, out);
    }
    tx.gas_limit.encode(out);
    tx.to.as_ref().map_or(&[][..], |to| to.as_bytes()).encode(out);
    encode_word(&tx.value, out);
    tx.data[..].encode(out);
    if kind != TransactionType::Legacy {
        access_list(&tx.access_list, out);
    }
    if kind == TransactionType::Blob {
        encode_word(&tx.max_fee_per_blob_gas, out);
        let mut hashes = Vec::with_capacity(33 * tx.blob_versioned_hashes.len());
        for hash in &tx.blob_versioned_hashes {
            hash.as_bytes().encode(&mut hashes);
        }
        encode_list(&hashes, out);
    }
    if kind == TransactionType::SetCode {
        authorizations(&tx.authorization_list, out);
    }
    match (signature, kind) {
        (Some(signature), _) => encode_signature(tx, signature, out),
        // EIP-155: a legacy transaction for a chain is signed with the chain in place of `v`.
        (None, TransactionType::Legacy) => {
            if let Some(chain_id) = tx.chain_id {
                chain_id.encode(out);
                0_u8.encode(out);
                0_u8.encode(out);
            }
        }
        (None, _) => {}
    }
    let mut encoded = Vec::with_capacity(fields.len() + 10);
    if kind != TransactionType::Legacy {
        encoded.push(kind.number());
    }
    encode_list(&fields, &mut encoded);
    encoded
}

fn encode_signature(tx: &Transaction, signature: &Signature, out: &mut Vec<u8>) {
    let y_parity = signature.y_parity;
    let v = match (tx.transaction_type, tx.chain_id) {
        (TransactionType::Legacy, Some(chain_id)) => legacy_v(chain_id, y_parity),
        (TransactionType::Legacy, None) => U256::from(27 + u8::from(y_parity)),
        _ => U256::from(u8::from(y_parity)),
    };
    encode_word(&v, out);
    encode_word(&signature.r, out);
    encode_word(&signature.s, out);
}

fn access_list(list: &[AccessListItem], out: &mut Vec<u8>) {
    let mut items = Vec::new();
    for item in list {
        let mut slots = Vec::with_capacity(33 * item.slots.len());
        for slot in &item.slots {
            slot.to_be_bytes::<32>().encode(&mut slots);
        }
        let mut fields = Vec::with_capacity(slots.len() + 30);
        item.account.as_bytes().encode(&mut fields);
        encode_list(&slots, &mut fields);
        encode_list(&fields, &mut items);
    }
    encode_list(&items, out);
}

fn authorizations(list: &[Authorization], out: &mut Vec<u8>) {
    let mut items = Vec::new();
    for item in list {
        let mut fields = Vec::with_capacity(128);
        encode_word(&item.chain_id, &mut fields);
        item.address.as_bytes().encode(&mut fields);
        item.nonce.encode(&mut fields);
        item.y_parity.encode(&mut fields);
        encode_word(&item.r, &mut fields);
        encode_word(&item.s, &mut fields);
        encode_list(&fields, &mut items);
    }
    encode_list(&items, out);
}
