//! Trie roots, against alloy-trie.

use alloy_trie::{HashBuilder, Nibbles};
use eevm_primitives::{Address, B256, KECCAK_EMPTY, U256, keccak256};
use eevm_state::{AccountInfo, EMPTY_TRIE_ROOT, InMemoryDb, trie_root};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn oracle<K: AsRef<[u8]>>(entries: &BTreeMap<K, Vec<u8>>) -> B256 {
    let mut builder = HashBuilder::default();
    for (key, value) in entries {
        builder.add_leaf(Nibbles::unpack(key), value);
    }
    B256(builder.root().0)
}

proptest! {
    /// Short keys make every kind of node, children shorter than a hash included.
    #[test]
    fn short_keys(entries in prop::collection::btree_map(
        any::<[u8; 2]>(), prop::collection::vec(1_u8.., 1..40), 1..60,
    )) {
        prop_assert_eq!(trie_root(&entries), oracle(&entries));
    }

    /// Keys of few different bytes share long prefixes.
    #[test]
    fn long_prefixes(entries in prop::collection::btree_map(
        prop::collection::vec(0_u8..2, 32), prop::collection::vec(any::<u8>(), 1..80), 1..30,
    )) {
        prop_assert_eq!(trie_root(&entries), oracle(&entries));
    }
}

/// An account with code, one with storage, one with nothing: EIP-161 is not the trie's business.
#[test]
fn a_world_of_three_accounts() {
    let [a, b, c] = [1, 2, 3].map(Address::from_low_u64);
    let mut db = InMemoryDb::new();
    assert_eq!(db.state_root(), EMPTY_TRIE_ROOT);
    db.insert_account(a, AccountInfo { nonce: 1, balance: U256::MAX, ..Default::default() });
    db.insert_storage(b, U256::from(300), U256::from(0x80));
    db.insert_storage(b, U256::from(0), U256::from(7));
    db.insert_account(c, AccountInfo::default());

    let slots = [(300_u64, vec![0x81, 0x80]), (0, vec![7])];
    let slots = slots.map(|(key, value)| (keccak256(&U256::from(key).to_be_bytes::<32>()), value));
    let storage = oracle(&BTreeMap::from(slots));
    let account = |nonce: u8, balance: &[u8], storage: B256| {
        let mut fields = vec![if nonce == 0 { 0x80 } else { nonce }];
        fields.push(0x80 + u8::try_from(balance.len()).unwrap());
        fields.extend_from_slice(balance);
        fields.push(0xa0);
        fields.extend_from_slice(storage.as_bytes());
        fields.push(0xa0);
        fields.extend_from_slice(KECCAK_EMPTY.as_bytes());
        let mut list = vec![0xf8, u8::try_from(fields.len()).unwrap()];
        list.extend_from_slice(&fields);
        list
    };
    let accounts = BTreeMap::from([
        (keccak256(a.as_bytes()), account(1, &[0xff; 32], EMPTY_TRIE_ROOT)),
        (keccak256(b.as_bytes()), account(0, &[], storage)),
        (keccak256(c.as_bytes()), account(0, &[], EMPTY_TRIE_ROOT)),
    ]);
    assert_eq!(db.state_root(), oracle(&accounts));
}
