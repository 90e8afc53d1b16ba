//! Which precompiles exist on which fork.

use crate::{
    blake2f::BLAKE2F,
    bls12_381::{self, G1_ADD, G1_MSM, G2_ADD, G2_MSM, MAP_FP_TO_G1, MAP_FP2_TO_G2},
    bn254,
    ecrecover::ECRECOVER,
    identity::IDENTITY,
    kzg::POINT_EVALUATION,
    modexp::{MODEXP_BERLIN, MODEXP_BYZANTIUM, MODEXP_OSAKA},
    p256verify::P256VERIFY,
    precompile::Precompile,
    ripemd160::RIPEMD160,
    sha256::SHA256,
};
use alloc::borrow::Cow;
use eevm_primitives::{Address, Fork};

static FRONTIER: [Precompile; 4] = [ECRECOVER, SHA256, RIPEMD160, IDENTITY];

#[rustfmt::skip]
static BYZANTIUM: [Precompile; 8] = [
    ECRECOVER, SHA256, RIPEMD160, IDENTITY, MODEXP_BYZANTIUM,
    bn254::ADD_BYZANTIUM, bn254::MUL_BYZANTIUM, bn254::PAIRING_CHECK_BYZANTIUM,
];

#[rustfmt::skip]
static ISTANBUL: [Precompile; 9] = [
    ECRECOVER, SHA256, RIPEMD160, IDENTITY, MODEXP_BYZANTIUM,
    bn254::ADD, bn254::MUL, bn254::PAIRING_CHECK, BLAKE2F,
];

#[rustfmt::skip]
static BERLIN: [Precompile; 9] = [
    ECRECOVER, SHA256, RIPEMD160, IDENTITY, MODEXP_BERLIN,
    bn254::ADD, bn254::MUL, bn254::PAIRING_CHECK, BLAKE2F,
];

#[rustfmt::skip]
static CANCUN: [Precompile; 10] = [
    ECRECOVER, SHA256, RIPEMD160, IDENTITY, MODEXP_BERLIN,
    bn254::ADD, bn254::MUL, bn254::PAIRING_CHECK, BLAKE2F, POINT_EVALUATION,
];

#[rustfmt::skip]
static PRAGUE: [Precompile; 17] = [
    ECRECOVER, SHA256, RIPEMD160, IDENTITY, MODEXP_BERLIN,
    bn254::ADD, bn254::MUL, bn254::PAIRING_CHECK, BLAKE2F, POINT_EVALUATION,
    G1_ADD, G1_MSM, G2_ADD, G2_MSM, bls12_381::PAIRING_CHECK, MAP_FP_TO_G1, MAP_FP2_TO_G2,
];

#[rustfmt::skip]
static OSAKA: [Precompile; 18] = [
    ECRECOVER, SHA256, RIPEMD160, IDENTITY, MODEXP_OSAKA,
    bn254::ADD, bn254::MUL, bn254::PAIRING_CHECK, BLAKE2F, POINT_EVALUATION,
    G1_ADD, G1_MSM, G2_ADD, G2_MSM, bls12_381::PAIRING_CHECK, MAP_FP_TO_G1, MAP_FP2_TO_G2,
    P256VERIFY,
];

/// The precompiles of one chain at one fork.
///
/// A value without heap storage until it is edited.
#[derive(Debug, Clone)]
pub struct Precompiles {
    /// Sorted by address, no address twice.
    entries: Cow<'static, [Precompile]>,
    /// Whether some entry's address does not begin with eighteen zero bytes.
    has_long_address: bool,
}

impl Precompiles {
    /// Those of mainnet at `fork`.
    #[must_use]
    pub fn for_fork(fork: Fork) -> Self {
        let entries: &'static [Precompile] = match fork {
            _ if fork >= Fork::Osaka => &OSAKA,
            _ if fork >= Fork::Prague => &PRAGUE,
            _ if fork >= Fork::Cancun => &CANCUN,
            _ if fork >= Fork::Berlin => &BERLIN,
            _ if fork >= Fork::Istanbul => &ISTANBUL,
            _ if fork >= Fork::Byzantium => &BYZANTIUM,
            _ => &FRONTIER,
        };
        Self { entries: Cow::Borrowed(entries), has_long_address: false }
    }

    /// None at all.
    #[must_use]
    pub const fn empty() -> Self {
        Self { entries: Cow::Borrowed(&[]), has_long_address: false }
    }

    /// The precompile at `address`, if there is one.
    ///
    /// Addresses of ordinary contracts are told apart by their leading bytes.
    #[must_use]
    #[inline]
    pub fn get(&self, address: &Address) -> Option<&Precompile> {
        match short_number(address) {
            // Numbers from 1 on without a gap stand at their own place.
            Some(number) => match self.entries.get(number.wrapping_sub(1)) {
                Some(entry) if entry.address == *address => Some(entry),
                _ => self.search(address),
            },
            None if self.has_long_address => self.search(address),
            None => None,
        }
    }

    /// Whether there is a precompile at `address`.
    #[must_use]
    #[inline]
    pub fn contains(&self, address: &Address) -> bool {
        self.get(address).is_some()
    }

    /// All addresses, ascending: those that every transaction begins with as accessed (EIP-2929).
    pub fn addresses(&self) -> impl ExactSizeIterator<Item = &Address> {
        self.entries.iter().map(|entry| &entry.address)
    }

    /// All entries, by ascending address.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Precompile> {
        self.entries.iter()
    }

    /// Adds `precompile` and returns the one that was at its address.
    pub fn insert(&mut self, precompile: Precompile) -> Option<Precompile> {
        self.has_long_address |= short_number(&precompile.address).is_none();
        let entries = self.entries.to_mut();
        match entries.binary_search_by(|entry| entry.address.cmp(&precompile.address)) {
            Ok(index) => Some(core::mem::replace(&mut entries[index], precompile)),
            Err(index) => {
                entries.insert(index, precompile);
                None
            }
        }
    }

    /// Removes the precompile at `address` and returns it.
    pub fn remove(&mut self, address: &Address) -> Option<Precompile> {
        let index = self.entries.binary_search_by(|entry| entry.address.cmp(address)).ok()?;
        let removed = self.entries.to_mut().remove(index);
        self.has_long_address =
            self.entries.iter().any(|entry| short_number(&entry.address).is_none());
        Some(removed)
    }

    #[cold]
    fn search(&self, address: &Address) -> Option<&Precompile> {
        let index = self.entries.binary_search_by(|entry| entry.address.cmp(address)).ok()?;
        self.entries.get(index)
    }
}

/// The number of an address that begins with eighteen zero bytes.
#[inline]
fn short_number(address: &Address) -> Option<usize> {
    let [.., high, low] = address.0;
    let [a, b, ..] = words(address);
    let rest = u16::from_be_bytes([address.0[16], address.0[17]]);
    if a | b == 0 && rest == 0 { Some(usize::from(u16::from_be_bytes([high, low]))) } else { None }
}

/// The first sixteen bytes as two integers; the byte order does not matter.
#[inline]
fn words(address: &Address) -> [u64; 2] {
    let (mut a, mut b) = ([0; 8], [0; 8]);
    a.copy_from_slice(&address.0[..8]);
    b.copy_from_slice(&address.0[8..16]);
    [u64::from_ne_bytes(a), u64::from_ne_bytes(b)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editing_keeps_the_order_and_finds_everything() {
        let mut precompiles = Precompiles::for_fork(Fork::LATEST);
        let count = precompiles.addresses().len();
        let long = Address::repeat_byte(0xee);
        assert!(!precompiles.contains(&long));
        assert!(precompiles.insert(Precompile { address: long, ..IDENTITY }).is_none());
        assert!(precompiles.insert(Precompile { address: long, ..SHA256 }).is_some());
        assert_eq!(precompiles.get(&long).map(|entry| entry.name), Some("SHA256"));
        assert!(precompiles.remove(&Address::from_low_u64(1)).is_some());
        assert!(!precompiles.contains(&Address::from_low_u64(1)));
        assert!(precompiles.contains(&Address::from_low_u64(2)));
        assert!(precompiles.remove(&long).is_some());
        assert!(precompiles.remove(&long).is_none());
        assert!(!precompiles.contains(&long));
        assert_eq!(precompiles.addresses().len(), count - 1);
        assert!(precompiles.addresses().is_sorted());
    }

    #[test]
    fn only_whole_addresses_match() {
        let precompiles = Precompiles::for_fork(Fork::LATEST);
        for i in 0..20 {
            let mut address = Address::from_low_u64(4);
            address.0[i] ^= 0x80;
            assert!(!precompiles.contains(&address), "{address}");
        }
        assert!(!precompiles.contains(&Address::ZERO));
        assert!(!precompiles.contains(&Address::repeat_byte(0xff)));
        assert!(Precompiles::empty().get(&Address::from_low_u64(1)).is_none());
    }
}
