//! Signed transactions: from their bytes, to their sender.

use crate::{error::DecodeError, transaction::Transaction};
use alloc::vec::Vec;
use alloy_rlp::{Encodable, Header};
use eevm_ecdsa::secp256k1::{Signature, recover_address};
use eevm_primitives::{Address, B256, Bytes, Fork, U256, keccak256, to_u64};

/// A transaction as it was signed.
///
/// Legacy transactions, with and without a chain id (EIP-155), are supported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedTransaction {
    transaction: Transaction,
    signature: Signature,
}

impl SignedTransaction {
    /// Reads the bytes of one transaction (EIP-2718; a legacy transaction is an RLP list).
    ///
    /// # Errors
    /// [`DecodeError`], for anything that is not exactly one supported transaction.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        match bytes.first() {
            Some(&kind) if kind <= 0x7f => Err(DecodeError::UnsupportedType(kind)),
            _ => Self::decode_legacy(bytes),
        }
    }

    fn decode_legacy(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut rest = bytes;
        let mut list = Header::decode_bytes(&mut rest, true).map_err(DecodeError::Rlp)?;
        if !rest.is_empty() {
            return Err(DecodeError::TrailingBytes(rest.len()));
        }
        let list = &mut list;
        let nonce = integer::<u64>(list)?;
        let gas_price = word(list)?;
        let gas_limit = integer::<u64>(list)?;
        let to = match string(list)? {
            [] => None,
            bytes => {
                let to = Address::from_slice(bytes);
                Some(to.ok_or(DecodeError::InvalidRecipient(bytes.len()))?)
            }
        };
        let value = word(list)?;
        let data = Bytes::copy_from_slice(string(list)?);
        let (v, r, s) = (word(list)?, word(list)?, word(list)?);
        if !list.is_empty() {
            return Err(DecodeError::Rlp(alloy_rlp::Error::UnexpectedLength));
        }
        let (y_parity, chain_id) = parity_and_chain(v)?;
        let sender = Address::ZERO;
        Ok(Self {
            transaction: Transaction {
                sender,
                nonce,
                gas_price,
                gas_limit,
                to,
                value,
                data,
                chain_id,
            },
            signature: Signature { r, s, y_parity },
        })
    }

    /// The chain id it was signed for (EIP-155), if it names one.
    #[must_use]
    pub const fn chain_id(&self) -> Option<u64> {
        self.transaction.chain_id
    }

    /// The signature.
    #[must_use]
    pub const fn signature(&self) -> &Signature {
        &self.signature
    }

    /// The hash that was signed: without a chain id of six fields, with one of nine (EIP-155).
    #[must_use]
    pub fn signing_hash(&self) -> B256 {
        let tx = &self.transaction;
        let mut fields = Vec::with_capacity(128 + tx.data.len());
        tx.nonce.encode(&mut fields);
        encode_word(&tx.gas_price, &mut fields);
        tx.gas_limit.encode(&mut fields);
        tx.to.as_ref().map_or(&[][..], |to| to.as_bytes()).encode(&mut fields);
        encode_word(&tx.value, &mut fields);
        tx.data[..].encode(&mut fields);
        if let Some(chain_id) = tx.chain_id {
            chain_id.encode(&mut fields);
            0_u8.encode(&mut fields);
            0_u8.encode(&mut fields);
        }
        let mut encoded = Vec::with_capacity(fields.len() + 9);
        Header { list: true, payload_length: fields.len() }.encode(&mut encoded);
        encoded.extend_from_slice(&fields);
        keccak256(&encoded)
    }

    /// The transaction with its sender, by the rules of `fork`: from Homestead on a signature
    /// whose `s` lies in the upper half is refused (EIP-2), and before Spurious Dragon one that
    /// names a chain (EIP-155).
    ///
    /// # Errors
    /// [`DecodeError::InvalidSignature`], [`DecodeError::InvalidV`].
    pub fn recover(self, fork: Fork) -> Result<Transaction, DecodeError> {
        if let Some(chain_id) = self.transaction.chain_id
            && fork < Fork::SpuriousDragon
        {
            return Err(DecodeError::InvalidV(U256::from(chain_id) * U256::from(2)));
        }
        if fork >= Fork::Homestead && !self.signature.is_low_s() {
            return Err(DecodeError::InvalidSignature);
        }
        let sender = recover_address(&self.signing_hash(), &self.signature)
            .map_err(|_| DecodeError::InvalidSignature)?;
        Ok(Transaction { sender, ..self.transaction })
    }
}

/// `v` of a legacy signature: 27 or 28, or 35 and more with a chain id (EIP-155).
fn parity_and_chain(v: U256) -> Result<(bool, Option<u64>), DecodeError> {
    if v == U256::from(27) || v == U256::from(28) {
        return Ok((v == U256::from(28), None));
    }
    let offset = v.checked_sub(U256::from(35)).ok_or(DecodeError::InvalidV(v))?;
    let chain_id = to_u64(&(offset >> 1)).ok_or(DecodeError::InvalidV(v))?;
    Ok((offset.bit(0), Some(chain_id)))
}

fn string<'a>(list: &mut &'a [u8]) -> Result<&'a [u8], DecodeError> {
    Header::decode_bytes(list, false).map_err(DecodeError::Rlp)
}

fn integer<T: alloy_rlp::Decodable>(list: &mut &[u8]) -> Result<T, DecodeError> {
    T::decode(list).map_err(DecodeError::Rlp)
}

/// A number of at most 32 bytes without leading zeros.
fn word(list: &mut &[u8]) -> Result<U256, DecodeError> {
    let bytes = string(list)?;
    match bytes {
        [0, ..] => Err(DecodeError::Rlp(alloy_rlp::Error::LeadingZero)),
        _ => U256::try_from_be_slice(bytes).ok_or(DecodeError::Rlp(alloy_rlp::Error::Overflow)),
    }
}

fn encode_word(word: &U256, out: &mut Vec<u8>) {
    let bytes = word.to_be_bytes::<32>();
    bytes[word.leading_zeros() / 8..].encode(out);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of EIP-155, completed with its signature.
    const EIP_155: &str = "f86c098504a817c800825208943535353535353535353535353535353535353535\
        880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276\
        a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83";

    fn example() -> Vec<u8> {
        eevm_primitives::decode_hex(EIP_155).unwrap()
    }

    #[test]
    fn eip_155_example() {
        let signed = SignedTransaction::decode(&example()).unwrap();
        let hash = "daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53";
        assert_eq!(Ok(signed.signing_hash()), hash.parse());
        let transaction = signed.recover(Fork::Osaka).unwrap();
        let sender = "0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f";
        assert_eq!(Ok(transaction.sender), sender.parse());
        assert_eq!(transaction.chain_id, Some(1));
        assert_eq!((transaction.nonce, transaction.gas_limit), (9, 21_000));
    }

    #[test]
    fn chain_ids_came_with_spurious_dragon() {
        let signed = SignedTransaction::decode(&example()).unwrap();
        assert!(signed.clone().recover(Fork::TangerineWhistle).is_err());
        assert!(signed.recover(Fork::SpuriousDragon).is_ok());
    }

    #[test]
    fn chain_ids_above_255_are_integers() {
        assert_eq!(parity_and_chain(U256::from(2 * 1337 + 36)), Ok((true, Some(1337))));
        assert_eq!(parity_and_chain(U256::from(35)), Ok((false, Some(0))));
        for v in [0_u64, 1, 26, 29, 34] {
            assert!(parity_and_chain(U256::from(v)).is_err(), "{v}");
        }
        assert!(parity_and_chain(U256::MAX).is_err());
    }

    #[test]
    fn every_truncation_and_every_extra_byte_is_refused() {
        let bytes = example();
        for len in 0..bytes.len() {
            assert!(SignedTransaction::decode(&bytes[..len]).is_err(), "{len}");
        }
        let mut longer = bytes;
        longer.push(0);
        assert_eq!(SignedTransaction::decode(&longer), Err(DecodeError::TrailingBytes(1)));
        assert_eq!(SignedTransaction::decode(&[2, 0]), Err(DecodeError::UnsupportedType(2)));
    }

    #[test]
    fn high_s_is_refused_from_homestead_on() {
        let mut signed = SignedTransaction::decode(&example()).unwrap();
        let n: U256 =
            "115792089237316195423570985008687907852837564279074904382605163141518161494337"
                .parse()
                .unwrap();
        signed.signature.s = n - signed.signature.s;
        signed.signature.y_parity = !signed.signature.y_parity;
        signed.transaction.chain_id = None;
        assert!(signed.clone().recover(Fork::Homestead).is_err());
        assert!(signed.recover(Fork::Frontier).is_ok());
    }
}
