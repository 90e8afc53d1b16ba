//! Authorizations to set an account's code (EIP-7702).

use crate::{error::DecodeError, rlp};
use alloc::vec::Vec;
use alloy_rlp::Encodable;
use eevm_ecdsa::secp256k1::{Signature, recover_address};
use eevm_primitives::{Address, B256, U256, keccak256};

/// The byte before what is signed (execution-specs `SET_CODE_TX_MAGIC`).
const SET_CODE_TX_MAGIC: u8 = 5;

/// The leave an account's owner gives to set its code (execution-specs `Authorization`).
///
/// The fields may hold any value: an authorization that is not valid has no effect, and the
/// transaction goes on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Authorization {
    /// The chain it is for; zero is every chain.
    pub chain_id: U256,
    /// Where the account's code is delegated to; zero ends the delegation.
    pub address: Address,
    /// The nonce that the account must have.
    pub nonce: u64,
    /// Whether the y coordinate of the signature's point is odd: 0 or 1.
    pub y_parity: u8,
    /// The signature's `r`.
    pub r: U256,
    /// The signature's `s`.
    pub s: U256,
}

impl Authorization {
    /// The hash that the account's owner signs.
    #[must_use]
    pub fn signing_hash(&self) -> B256 {
        let mut fields = Vec::with_capacity(64);
        rlp::encode_word(&self.chain_id, &mut fields);
        self.address.as_bytes().encode(&mut fields);
        self.nonce.encode(&mut fields);
        let mut message = Vec::with_capacity(72);
        message.push(SET_CODE_TX_MAGIC);
        rlp::encode_list(&fields, &mut message);
        keccak256(&message)
    }

    /// Who signed it (execution-specs `recover_authority`).
    ///
    /// # Errors
    /// [`DecodeError::InvalidV`], [`DecodeError::InvalidSignature`] or
    /// [`DecodeError::RecoveryFailed`].
    pub fn recover_authority(&self) -> Result<Address, DecodeError> {
        let y_parity = match self.y_parity {
            0 => false,
            1 => true,
            other => return Err(DecodeError::InvalidV(U256::from(other))),
        };
        let signature = Signature { r: self.r, s: self.s, y_parity };
        if !signature.is_low_s() {
            return Err(DecodeError::InvalidSignature);
        }
        Ok(recover_address(&self.signing_hash(), &signature)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eevm_ecdsa::secp256k1::{HALF_ORDER, ORDER};

    #[test]
    fn a_signature_out_of_range_has_no_authority() {
        let good = Authorization { r: U256::from(1), s: U256::from(1), ..Authorization::default() };
        assert!(good.recover_authority().is_ok());
        for bad in [
            Authorization { y_parity: 2, ..good.clone() },
            Authorization { y_parity: 27, ..good.clone() },
            Authorization { s: HALF_ORDER + U256::from(1), ..good.clone() },
            Authorization { s: U256::ZERO, ..good.clone() },
            Authorization { r: U256::ZERO, ..good.clone() },
            Authorization { r: ORDER, ..good.clone() },
        ] {
            assert!(bad.recover_authority().is_err(), "{bad:?}");
        }
    }
}
