//! Keccak-256.

use crate::B256;
use sha3::{Digest, Keccak256};

/// `keccak256("")`, the code hash of an account without code (Yellow Paper, section 4.1).
pub const KECCAK_EMPTY: B256 = B256([
    0xc5, 0xd2, 0x46, 0x01, 0x86, 0xf7, 0x23, 0x3c, 0x92, 0x7e, 0x7d, 0xb2, 0xdc, 0xc7, 0x03, 0xc0,
    0xe5, 0x00, 0xb6, 0x53, 0xca, 0x82, 0x27, 0x3b, 0x7b, 0xfa, 0xd8, 0x04, 0x5d, 0x85, 0xa4, 0x70,
]);

/// The Keccak-256 hash of `data` (the original padding, not FIPS 202's).
#[must_use]
pub fn keccak256(data: &[u8]) -> B256 {
    B256(Keccak256::digest(data).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_hashes() {
        assert_eq!(keccak256(b""), KECCAK_EMPTY);
        let abc = "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45";
        assert_eq!(Ok(keccak256(b"abc")), abc.parse());
    }
}
