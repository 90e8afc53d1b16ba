//! Roots of Merkle-Patricia tries (Yellow Paper, appendix D), from all entries at once.

mod node;

use alloc::{collections::BTreeMap, vec::Vec};
use alloy_rlp::{Encodable, Header};
use eevm_primitives::{Address, B256, U256, keccak256};

/// The root of a trie without entries: the hash of the empty string's RLP.
pub const EMPTY_TRIE_ROOT: B256 = B256([
    0x56, 0xe8, 0x1f, 0x17, 0x1b, 0xcc, 0x55, 0xa6, 0xff, 0x83, 0x45, 0xe6, 0x92, 0xc0, 0xf8, 0x6e,
    0x5b, 0x48, 0xe0, 0x1b, 0x99, 0x6c, 0xad, 0xc0, 0x01, 0x62, 0x2f, 0xb5, 0xe3, 0x63, 0xb4, 0x21,
]);

/// The root of the trie with these entries (execution-specs `root`, not secured).
///
/// An entry with an empty value is none. Keys may be of any lengths; nested prefixes among them
/// take native stack in proportion, so their lengths should not be a stranger's choice.
#[must_use]
pub fn trie_root<K: AsRef<[u8]>, V: AsRef<[u8]>>(entries: &BTreeMap<K, V>) -> B256 {
    let mut sorted: Vec<(&[u8], &[u8])> = entries
        .iter()
        .map(|(key, value)| (key.as_ref(), value.as_ref()))
        .filter(|(_, value)| !value.is_empty())
        .collect();
    // The map's order is the keys' own, which need not be that of their bytes.
    sorted.sort_unstable();
    node::root(&sorted)
}

/// The root of the secure trie with these entries: each key is hashed (execution-specs `root`,
/// secured). Each key may be given once; an empty value is no entry.
#[must_use]
pub fn secure_trie_root<K: AsRef<[u8]>, V: AsRef<[u8]>>(
    entries: impl IntoIterator<Item = (K, V)>,
) -> B256 {
    let mut hashed: Vec<(B256, V)> = entries
        .into_iter()
        .filter(|(_, value)| !value.as_ref().is_empty())
        .map(|(key, value)| (keccak256(key.as_ref()), value))
        .collect();
    hashed.sort_unstable_by_key(|entry| entry.0);
    hashed.dedup_by_key(|entry| entry.0);
    node::root(&hashed)
}

/// The root of an account's storage (execution-specs `storage_root`). Each key may be given once;
/// slots that are zero are left out.
#[must_use]
pub fn storage_root(slots: impl IntoIterator<Item = (U256, U256)>) -> B256 {
    let entries = slots.into_iter().filter(|(_, value)| !value.is_zero());
    secure_trie_root(entries.map(|(key, value)| (key.to_be_bytes::<32>(), encoded_word(&value))))
}

/// An account as it stands in the state trie (Yellow Paper, section 4.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrieAccount {
    /// Transactions sent, or contracts created.
    pub nonce: u64,
    /// Wei.
    pub balance: U256,
    /// The root of its storage.
    pub storage_root: B256,
    /// The hash of its code.
    pub code_hash: B256,
}

impl TrieAccount {
    fn encoded(&self) -> Vec<u8> {
        let balance = encoded_word(&self.balance);
        let payload_length = self.nonce.length() + balance.len() + 2 * 33;
        let mut out = Vec::with_capacity(payload_length + 3);
        Header { list: true, payload_length }.encode(&mut out);
        self.nonce.encode(&mut out);
        out.extend_from_slice(&balance);
        self.storage_root.as_bytes().encode(&mut out);
        self.code_hash.as_bytes().encode(&mut out);
        out
    }
}

/// The state root of these accounts, each given once (execution-specs `state_root`).
#[must_use]
pub fn state_root(accounts: impl IntoIterator<Item = (Address, TrieAccount)>) -> B256 {
    secure_trie_root(accounts.into_iter().map(|(address, account)| (address, account.encoded())))
}

/// The RLP of a number.
fn encoded_word(word: &U256) -> Vec<u8> {
    let bytes = word.to_be_bytes::<32>();
    let mut out = Vec::with_capacity(33);
    bytes[word.leading_zeros() / 8..].encode(&mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_root_is_what_it_says() {
        assert_eq!(keccak256(&[0x80]), EMPTY_TRIE_ROOT);
        assert_eq!(trie_root(&BTreeMap::<[u8; 1], [u8; 1]>::new()), EMPTY_TRIE_ROOT);
        assert_eq!(storage_root([(U256::from(1), U256::ZERO)]), EMPTY_TRIE_ROOT);
        assert_eq!(state_root([]), EMPTY_TRIE_ROOT);
    }

    /// The example of the Ethereum wiki's article on the trie.
    #[test]
    fn words_that_are_prefixes_of_each_other() {
        let entries = [("do", "verb"), ("dog", "puppy"), ("doge", "coin"), ("horse", "stallion")];
        let root = "0x5991bb8c6514148a29db676a14ac506cd2cd5775ace63c30a4fe457715e9ac84";
        assert_eq!(Ok(trie_root(&BTreeMap::from(entries))), root.parse());
    }

    #[test]
    fn a_key_given_twice_neither_hangs_nor_panics() {
        let twice = [(U256::from(1), U256::from(2)), (U256::from(1), U256::from(2))];
        assert_eq!(storage_root(twice), storage_root([(U256::from(1), U256::from(2))]));
    }
}
