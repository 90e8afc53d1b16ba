//! Decoding, encoding and recovery of every type.

use super::*;
use crate::error::{Field, FieldProblem};
use crate::transaction::{AccessListItem, Authorization};
use eevm_primitives::Address;

/// The example of EIP-155, completed with its signature.
const EIP_155: &str = "f86c098504a817c800825208943535353535353535353535353535353535353535\
    880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276\
    a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83";

fn example() -> Vec<u8> {
    eevm_primitives::decode_hex(EIP_155).unwrap()
}

/// One transaction of each type, every field of it set.
fn one_of_each() -> Vec<SignedTransaction> {
    let item = AccessListItem {
        account: Address::repeat_byte(0x11),
        slots: alloc::vec![U256::ZERO, U256::MAX],
    };
    let authorization = Authorization {
        chain_id: U256::from(1),
        address: Address::repeat_byte(0x22),
        nonce: 0,
        y_parity: 1,
        r: U256::from(3),
        s: U256::from(4),
    };
    [
        TransactionType::Legacy,
        TransactionType::AccessList,
        TransactionType::FeeMarket,
        TransactionType::Blob,
        TransactionType::SetCode,
    ]
    .into_iter()
    .map(|transaction_type| {
        let mut tx = Transaction {
            transaction_type,
            nonce: 300,
            gas_limit: 21_000,
            to: Some(Address::repeat_byte(0x33)),
            value: U256::from(0x80),
            data: eevm_primitives::Bytes::from_static(&[1, 2, 3]),
            chain_id: Some(1),
            ..Transaction::default()
        };
        if transaction_type.has_fee_market() {
            tx.max_fee_per_gas = U256::from(1000);
            tx.max_priority_fee_per_gas = U256::from(2);
        } else {
            tx.gas_price = U256::from(5);
        }
        if transaction_type != TransactionType::Legacy {
            tx.access_list = alloc::vec![item.clone(), AccessListItem::default()];
        }
        if transaction_type == TransactionType::Blob {
            tx.max_fee_per_blob_gas = U256::from(6);
            tx.blob_versioned_hashes = alloc::vec![B256::repeat_byte(1); 2];
        }
        if transaction_type == TransactionType::SetCode {
            tx.authorization_list = alloc::vec![authorization.clone(), Authorization::default()];
        }
        let signature = Signature { r: U256::from(7), s: U256::from(8), y_parity: true };
        SignedTransaction::new(tx, signature)
    })
    .collect()
}

#[test]
fn eip_155_example() {
    let signed = SignedTransaction::decode(&example()).unwrap();
    let hash = "daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53";
    assert_eq!(Ok(signed.signing_hash()), hash.parse());
    assert_eq!(signed.encode(), example());
    let transaction = signed.recover(Fork::Osaka).unwrap();
    let sender = "0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f";
    assert_eq!(Ok(transaction.sender), sender.parse());
    assert_eq!(transaction.chain_id, Some(1));
    assert_eq!((transaction.nonce, transaction.gas_limit), (9, 21_000));
}

#[test]
fn every_type_is_read_back() {
    for signed in one_of_each() {
        assert_eq!(SignedTransaction::decode(&signed.encode()), Ok(signed));
    }
}

#[test]
fn every_truncation_and_every_extra_byte_is_refused() {
    for bytes in one_of_each().iter().map(SignedTransaction::encode).chain([example()]) {
        for len in 0..bytes.len() {
            assert!(SignedTransaction::decode(&bytes[..len]).is_err(), "{len}");
        }
        let mut longer = bytes;
        longer.push(0);
        assert_eq!(SignedTransaction::decode(&longer), Err(DecodeError::TrailingBytes(1)));
    }
    for byte in [0, 5, 0x7f, 0x80, 0xbf] {
        let error = Err(DecodeError::UnsupportedType(byte));
        assert_eq!(SignedTransaction::decode(&[byte, 0xc0]), error);
    }
}

/// Whatever is changed in one byte is refused, or gives the changed bytes back.
#[test]
fn what_is_accepted_has_one_encoding() {
    for bytes in one_of_each().iter().map(SignedTransaction::encode) {
        for index in 0..bytes.len() {
            for flip in [1, 0x20, 0x40, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[index] ^= flip;
                if let Ok(signed) = SignedTransaction::decode(&changed) {
                    assert_eq!(signed.encode(), changed);
                }
            }
        }
    }
}

#[test]
fn a_wrong_field_is_named() {
    let mut bytes = example();
    // The nonce 9 becomes 0.
    bytes[2] = 0;
    let problem = FieldProblem::LeadingZeros;
    let error = Err(DecodeError::Field { field: Field::Nonce, problem });
    assert_eq!(SignedTransaction::decode(&bytes), error);
    let short = [0xc2, 0x80, 0x80];
    let problem = FieldProblem::Missing;
    let error = Err(DecodeError::Field { field: Field::GasLimit, problem });
    assert_eq!(SignedTransaction::decode(&short), error);
}

#[test]
fn chain_ids_came_with_spurious_dragon() {
    let signed = SignedTransaction::decode(&example()).unwrap();
    assert!(signed.clone().recover(Fork::TangerineWhistle).is_err());
    assert!(signed.recover(Fork::SpuriousDragon).is_ok());
}

#[test]
fn fault_59_chain_ids_above_255_are_integers() {
    let parity_and_chain = decode::parity_and_chain;
    assert_eq!(parity_and_chain(U256::from(2 * 1337 + 36)), Ok((true, Some(1337))));
    assert_eq!(parity_and_chain(U256::from(35)), Ok((false, Some(0))));
    assert_eq!(parity_and_chain(legacy_v(u64::MAX, true)), Ok((true, Some(u64::MAX))));
    for v in [0_u64, 1, 26, 29, 34] {
        assert!(parity_and_chain(U256::from(v)).is_err(), "{v}");
    }
    assert!(parity_and_chain(U256::MAX).is_err());
}

#[test]
fn high_s_is_refused_from_homestead_on() {
    let mut signed = SignedTransaction::decode(&example()).unwrap();
    signed.signature.s = eevm_ecdsa::secp256k1::ORDER - signed.signature.s;
    signed.signature.y_parity = !signed.signature.y_parity;
    signed.transaction.chain_id = None;
    assert!(signed.clone().recover(Fork::Homestead).is_err());
    assert!(signed.recover(Fork::Frontier).is_ok());
}
