//! Keccak-256.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx512;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod constants;

use crate::B256;
use sha3::{Digest, Keccak256};

/// `keccak256("")`, the code hash of an account without code (Yellow Paper, section 4.1).
pub const KECCAK_EMPTY: B256 = B256([
    0xc5, 0xd2, 0x46, 0x01, 0x86, 0xf7, 0x23, 0x3c, 0x92, 0x7e, 0x7d, 0xb2, 0xdc, 0xc7, 0x03, 0xc0,
    0xe5, 0x00, 0xb6, 0x53, 0xca, 0x82, 0x27, 0x3b, 0x7b, 0xfa, 0xd8, 0x04, 0x5d, 0x85, 0xa4, 0x70,
]);

/// The Keccak-256 hash of `data` (the original padding, not FIPS 202's).
///
/// Where there is AVX-512, which is looked for when it runs, it takes three quarters of the time
/// that it takes elsewhere.
#[must_use]
pub fn keccak256(data: &[u8]) -> B256 {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        let mut hash = B256([0; 32]);
        if avx512::keccak256(data, &mut hash.0) {
            return hash;
        }
    }
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

    /// Every length around the first blocks, and a long one; every byte of a block matters.
    #[test]
    fn whatever_the_machine_runs_equals_sha3() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut data: alloc::vec::Vec<u8> = core::iter::repeat_with(|| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed.to_le_bytes()[0]
        })
        .take(100_000)
        .collect();
        for len in (0..=5 * 136 + 1).chain([4095, 4096, 65_536, data.len()]) {
            let plain: [u8; 32] = Keccak256::digest(&data[..len]).into();
            assert_eq!(keccak256(&data[..len]), B256(plain), "{len} bytes");
            // Wherever it lies.
            let end = data.len() - len;
            let plain: [u8; 32] = Keccak256::digest(&data[end..]).into();
            assert_eq!(keccak256(&data[end..]), B256(plain), "the last {len} bytes");
        }
        for at in 0..300 {
            data[at] ^= 0x80;
            let plain: [u8; 32] = Keccak256::digest(&data[..300]).into();
            assert_eq!(keccak256(&data[..300]), B256(plain), "byte {at}");
        }
    }
}
