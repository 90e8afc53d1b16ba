//! Conversions between words, integers, addresses and hashes that say what happens to every bit.

use crate::{Address, B256, U256};

/// The low 64 bits; the others are dropped.
#[must_use]
#[inline]
pub const fn low_u64(word: &U256) -> u64 {
    word.as_limbs()[0]
}

/// The word as `u64`, or `None` when it does not fit.
#[must_use]
#[inline]
pub const fn to_u64(word: &U256) -> Option<u64> {
    let [a, b, c, d] = *word.as_limbs();
    if b | c | d == 0 { Some(a) } else { None }
}

/// The word as `usize`, or `None` when it does not fit.
#[must_use]
#[inline]
pub fn to_usize(word: &U256) -> Option<usize> {
    to_u64(word).and_then(|value| usize::try_from(value).ok())
}

/// The low 160 bits as an address (execution-specs `to_address_masked`); the others are dropped.
#[must_use]
#[inline]
pub fn address_from_word(word: &U256) -> Address {
    let bytes = word.to_be_bytes::<32>();
    let mut address = [0; 20];
    address.copy_from_slice(&bytes[12..]);
    Address(address)
}

/// The address as a word, its upper 96 bits zero.
#[must_use]
#[inline]
pub fn address_to_word(address: &Address) -> U256 {
    let mut bytes = [0; 32];
    bytes[12..].copy_from_slice(&address.0);
    U256::from_be_bytes(bytes)
}

/// The word's 32 bytes, most significant first.
#[must_use]
#[inline]
pub fn b256_from_word(word: &U256) -> B256 {
    B256(word.to_be_bytes())
}

/// The word whose big-endian bytes are `hash`.
#[must_use]
#[inline]
pub fn b256_to_word(hash: &B256) -> U256 {
    U256::from_be_bytes(hash.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_checked_not_cut() {
        assert_eq!(to_u64(&U256::from(u64::MAX)), Some(u64::MAX));
        assert_eq!(to_u64(&(U256::from(1) << 64)), None);
        assert_eq!(to_usize(&U256::MAX), None);
        assert_eq!(low_u64(&((U256::from(1) << 64) | U256::from(7))), 7);
    }

    #[test]
    fn addresses_are_the_low_bits() {
        let word = U256::MAX - U256::from(1);
        let address = address_from_word(&word);
        assert_eq!(address.0[19], 0xfe);
        assert_eq!(address_to_word(&address), word & (U256::MAX >> 96));
    }
}
