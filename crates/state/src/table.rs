//! An open-addressing index from hashes to positions in a `Vec`, emptied in constant time.

use crate::keys::limbs_of;
use alloc::{vec, vec::Vec};
use core::hash::{BuildHasher, Hasher};
use eevm_primitives::{Address, U256};

/// Buckets hold, from the top, 16 bits of epoch, 16 bits of hash, 32 bits of index. A bucket of
/// another epoch is vacant. Entries are never removed one by one, so there are no tombstones.
///
/// **Invariant:** the number of buckets is a power of two and at most half of them are taken, so
/// that every probe ends.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    buckets: Vec<u64>,
    len: usize,
    epoch: u16,
}

const FIRST_BUCKETS: usize = 64;

impl Table {
    pub(crate) fn new() -> Self {
        // Zeroed buckets are of epoch 0, hence vacant.
        Self { buckets: vec![0; FIRST_BUCKETS], len: 0, epoch: 1 }
    }

    /// The index whose hash is `hash` and for which `is` holds.
    #[inline]
    pub(crate) fn find(&self, hash: u64, mut is: impl FnMut(u32) -> bool) -> Option<u32> {
        let mask = self.buckets.len() - 1;
        let tag = self.tag(hash);
        let mut position = low_usize(hash) & mask;
        loop {
            let bucket = self.buckets[position];
            if bucket >> 32 == tag {
                let index = low_u32(bucket);
                if is(index) {
                    return Some(index);
                }
            } else if bucket >> 48 != u64::from(self.epoch) {
                return None;
            }
            position = (position + 1) & mask;
        }
    }

    /// Adds an index that is not there yet. `hash_of` gives the hashes of those that are.
    pub(crate) fn insert(&mut self, hash: u64, index: u32, hash_of: impl Fn(u32) -> u64) {
        if (self.len + 1) * 2 > self.buckets.len() {
            self.grow(hash_of);
        }
        self.place(hash, index);
        self.len += 1;
    }

    /// Forgets every index, keeping the room.
    pub(crate) fn clear(&mut self) {
        if self.len == 0 {
            return;
        }
        self.len = 0;
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.buckets.fill(0);
            self.epoch = 1;
        }
    }

    #[cold]
    fn grow(&mut self, hash_of: impl Fn(u32) -> u64) {
        let doubled = vec![0; self.buckets.len() * 2];
        let old = core::mem::replace(&mut self.buckets, doubled);
        for bucket in old {
            if bucket >> 48 == u64::from(self.epoch) {
                let index = low_u32(bucket);
                self.place(hash_of(index), index);
            }
        }
    }

    #[inline]
    fn place(&mut self, hash: u64, index: u32) {
        let mask = self.buckets.len() - 1;
        let mut position = low_usize(hash) & mask;
        while self.buckets[position] >> 48 == u64::from(self.epoch) {
            position = (position + 1) & mask;
        }
        self.buckets[position] = self.tag(hash) << 32 | u64::from(index);
    }

    /// The upper half of a bucket.
    #[inline]
    fn tag(&self, hash: u64) -> u64 {
        u64::from(self.epoch) << 16 | hash >> 48
    }
}

/// Hashes for [`Table`]s: multiplications of 64 by 64 bits folded to 64, keyed with secret seeds,
/// as in foldhash. Not cryptographic, but collisions cannot be computed without the seeds.
#[derive(Debug, Clone)]
pub(crate) struct Seeds([u64; 5]);

impl Seeds {
    /// Seeds from foldhash's source of randomness. They decide where entries lie, never what is
    /// found or in which order anything is reported.
    pub(crate) fn new() -> Self {
        let source = foldhash::quality::RandomState::default();
        Self([0_u64, 1, 2, 3, 4].map(|number| {
            let mut hasher = source.build_hasher();
            hasher.write_u64(number);
            hasher.finish()
        }))
    }

    #[inline]
    pub(crate) fn of_address(&self, address: &Address) -> u64 {
        let [s0, s1, s2, ..] = self.0;
        let [low, middle, high] = limbs_of(address);
        fold(fold(low ^ s0, middle ^ s1) ^ high, s2)
    }

    #[inline]
    pub(crate) fn of_slot(&self, account: u32, key: &U256) -> u64 {
        let [s0, s1, s2, s3, s4] = self.0;
        let [a, b, c, d] = *key.as_limbs();
        fold(fold(a ^ s0, b ^ s1) ^ u64::from(account), fold(c ^ s2, d ^ s3) ^ s4)
    }
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    low_u64(product) ^ low_u64(product >> 64)
}

#[expect(clippy::cast_possible_truncation, reason = "the upper half is folded in apart")]
#[inline]
const fn low_u64(product: u128) -> u64 {
    product as u64
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half of a bucket is the index")]
#[inline]
const fn low_u32(bucket: u64) -> u32 {
    bucket as u32
}

#[expect(clippy::cast_possible_truncation, reason = "a position in the table takes any low bits")]
#[inline]
const fn low_usize(hash: u64) -> usize {
    hash as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds everything inserted and nothing else, with hashes that all collide in position.
    #[test]
    fn colliding_hashes_growth_and_clearing() {
        let mut table = Table::new();
        let hash_of = |index: u32| u64::from(index % 3) << 48;
        for round in 0..3 {
            for index in 0..500 {
                assert_eq!(table.find(hash_of(index), |i| i == index), None, "{round}");
                table.insert(hash_of(index), index, hash_of);
            }
            for index in 0..500 {
                assert_eq!(table.find(hash_of(index), |i| i == index), Some(index));
            }
            table.clear();
        }
    }

    /// The epoch wraps after 65,535 clearings; entries of the first must not come back.
    #[test]
    fn epochs_wrap() {
        let mut table = Table::new();
        table.insert(7, 1, |_| 7);
        for _ in 0..70_000 {
            table.clear();
            assert_eq!(table.find(7, |_| true), None);
            table.insert(9, 2, |_| 9);
            assert_eq!(table.find(9, |_| true), Some(2));
        }
    }

    #[test]
    fn every_byte_counts() {
        let seeds = Seeds::new();
        for byte in 0..20 {
            let mut address = Address::ZERO;
            address.0[byte] = 1;
            assert_ne!(seeds.of_address(&address), seeds.of_address(&Address::ZERO));
        }
        for bit in 0..256 {
            let key = U256::from(1) << bit;
            assert_ne!(seeds.of_slot(0, &key), seeds.of_slot(0, &U256::ZERO));
        }
        assert_ne!(seeds.of_slot(0, &U256::ZERO), seeds.of_slot(1, &U256::ZERO));
    }
}
