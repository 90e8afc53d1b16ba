//! Addresses of created contracts.

use alloc::vec::Vec;
use alloy_rlp::{Encodable, Header};
use eevm_primitives::{Address, B256, keccak256};

/// Address of the contract that `creator` creates at `nonce` (Yellow Paper, equation 88).
#[must_use]
pub fn create_address(creator: &Address, nonce: u64) -> Address {
    let payload_length = creator.as_bytes().length() + nonce.length();
    let mut encoded = Vec::with_capacity(payload_length + 1);
    Header { list: true, payload_length }.encode(&mut encoded);
    creator.as_bytes().encode(&mut encoded);
    nonce.encode(&mut encoded);
    last_20(&keccak256(&encoded))
}

/// Address of the contract that CREATE2 makes (EIP-1014).
#[must_use]
pub fn create2_address(creator: &Address, salt: &B256, init_code_hash: &B256) -> Address {
    let mut bytes = [0xff; 85];
    bytes[1..21].copy_from_slice(creator.as_bytes());
    bytes[21..53].copy_from_slice(salt.as_bytes());
    bytes[53..].copy_from_slice(init_code_hash.as_bytes());
    last_20(&keccak256(&bytes))
}

fn last_20(hash: &B256) -> Address {
    let mut address = [0; 20];
    address.copy_from_slice(&hash.as_bytes()[12..]);
    Address(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_addresses() {
        let creator = "0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0".parse().unwrap();
        let first = "0xcd234a471b72ba2f1ccf0a70fcaba648a5eecd8d".parse();
        assert_eq!(Ok(create_address(&creator, 0)), first);
        let second = "0x343c43a37d37dff08ae8c4a11544c718abb4fcf8".parse();
        assert_eq!(Ok(create_address(&creator, 1)), second);
    }

    #[test]
    fn eip_1014_examples() {
        let zero = Address::ZERO;
        let hash = keccak256(&[0]);
        let expected = "0x4d1a2e2bb4f88f0250f26ffff098b0b30b26bf38".parse();
        assert_eq!(Ok(create2_address(&zero, &B256::ZERO, &hash)), expected);
        let expected = "0xe33c0c7f7df4809055c3eba6c09cfe4baf1bd9e0".parse();
        assert_eq!(Ok(create2_address(&zero, &B256::ZERO, &keccak256(&[]))), expected);
    }
}
