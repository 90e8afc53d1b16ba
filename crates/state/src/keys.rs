//! Addresses and words as keys of hash maps, hashed in whole words rather than byte by byte.

use core::hash::{Hash, Hasher};
use eevm_primitives::{Address, U256};

/// An address as a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct AddressKey(pub(crate) Address);

/// A word as a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct WordKey(pub(crate) U256);

impl Hash for AddressKey {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [low, middle, high] = limbs_of(&self.0);
        state.write_u64(low);
        state.write_u64(middle);
        state.write_u64(high);
    }
}

impl Hash for WordKey {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        for limb in *self.0.as_limbs() {
            state.write_u64(limb);
        }
    }
}

/// The bytes of an address in three integers.
#[inline]
pub(crate) fn limbs_of(address: &Address) -> [u64; 3] {
    let mut words = [0_u64; 3];
    for (word, chunk) in words.iter_mut().zip(address.0.chunks(8)) {
        let mut bytes = [0; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        *word = u64::from_le_bytes(bytes);
    }
    words
}
