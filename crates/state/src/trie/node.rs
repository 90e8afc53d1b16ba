//! The nodes of a trie: leaves, extensions, branches.

use alloc::vec::Vec;
use alloy_rlp::{Encodable, Header};
use eevm_primitives::{B256, keccak256};

/// The root of entries sorted by key.
pub(super) fn root<K: AsRef<[u8]>, V: AsRef<[u8]>>(sorted: &[(K, V)]) -> B256 {
    if sorted.is_empty() {
        return super::EMPTY_TRIE_ROOT;
    }
    let mut out = Vec::with_capacity(1024);
    encode_node(sorted, 0, &mut out);
    keccak256(&out)
}

/// Appends the RLP of the node over `entries`, which agree in their first `depth` nibbles
/// (execution-specs `patricialize` and `encode_internal_node`).
fn encode_node<K: AsRef<[u8]>, V: AsRef<[u8]>>(
    entries: &[(K, V)],
    depth: usize,
    out: &mut Vec<u8>,
) {
    let start = out.len();
    let [first, .., last] = entries else {
        if let [(key, value)] = entries {
            encode_path(key.as_ref(), depth, 2 * key.as_ref().len(), true, out);
            value.as_ref().encode(out);
        }
        return enclose(start, out);
    };
    let fork = common_nibbles(first.0.as_ref(), last.0.as_ref(), depth);
    if fork > depth {
        encode_path(first.0.as_ref(), depth, fork, false, out);
        encode_reference(entries, fork, out);
        return enclose(start, out);
    }
    // Entries that end here come first; there is one, unless a key was given twice.
    let ending = entries.partition_point(|(key, _)| 2 * key.as_ref().len() <= depth);
    let (value, mut rest) = entries.split_at(ending);
    for index in 0..16 {
        let count = rest.partition_point(|(key, _)| nibble(key.as_ref(), depth) <= index);
        let (child, others) = rest.split_at(count);
        if child.is_empty() {
            out.push(alloy_rlp::EMPTY_STRING_CODE);
        } else {
            encode_reference(child, depth + 1, out);
        }
        rest = others;
    }
    value.last().map_or(&[][..], |(_, value)| value.as_ref()).encode(out);
    enclose(start, out);
}

/// Appends how a parent names its child: the child itself if it is shorter than a hash, else its
/// hash.
fn encode_reference<K: AsRef<[u8]>, V: AsRef<[u8]>>(
    entries: &[(K, V)],
    depth: usize,
    out: &mut Vec<u8>,
) {
    let start = out.len();
    encode_node(entries, depth, out);
    if out.len() - start >= 32 {
        let hash = keccak256(&out[start..]);
        out.truncate(start);
        hash.as_bytes().encode(out);
    }
}

/// Makes a list of the items that begin at `start`.
fn enclose(start: usize, out: &mut Vec<u8>) {
    let mut header = [0; 9];
    let length = {
        let mut rest = &mut header[..];
        Header { list: true, payload_length: out.len() - start }.encode(&mut rest);
        9 - rest.len()
    };
    out.splice(start..start, header[..length].iter().copied());
}

/// Appends the nibbles `from..to` of a key in compact form (execution-specs
/// `nibble_list_to_compact`).
fn encode_path(key: &[u8], from: usize, to: usize, is_leaf: bool, out: &mut Vec<u8>) {
    let is_odd = (to - from) % 2 == 1;
    let mut compact = Vec::with_capacity(1 + key.len());
    let flags = (u8::from(is_leaf) << 5) | (u8::from(is_odd) << 4);
    compact.push(if is_odd { flags | nibble(key, from) } else { flags });
    let from = from + usize::from(is_odd);
    compact.extend((from..to).step_by(2).map(|i| (nibble(key, i) << 4) | nibble(key, i + 1)));
    compact[..].encode(out);
}

/// How many nibbles two keys have in common, knowing that it is `from` at least.
fn common_nibbles(a: &[u8], b: &[u8], from: usize) -> usize {
    let end = 2 * a.len().min(b.len());
    (from..end).find(|&i| nibble(a, i) != nibble(b, i)).unwrap_or(end)
}

fn nibble(key: &[u8], index: usize) -> u8 {
    let byte = key.get(index / 2).copied().unwrap_or(0);
    if index.is_multiple_of(2) { byte >> 4 } else { byte & 0xf }
}
