//! The hash of logs, as state tests have it.

use alloc::vec::Vec;
use alloy_rlp::{Encodable, Header};
use eevm_primitives::{B256, Log, keccak256};

/// The hash of the RLP of logs.
#[must_use]
pub fn logs_hash(logs: &[Log]) -> B256 {
    let mut items = Vec::new();
    for log in logs {
        let mut topics = Vec::new();
        for topic in log.topics.iter() {
            topic.as_bytes().encode(&mut topics);
        }
        let mut fields = Vec::new();
        log.address.as_bytes().encode(&mut fields);
        list(&topics, &mut fields);
        log.data[..].encode(&mut fields);
        list(&fields, &mut items);
    }
    let mut encoded = Vec::new();
    list(&items, &mut encoded);
    keccak256(&encoded)
}

fn list(payload: &[u8], out: &mut Vec<u8>) {
    Header { list: true, payload_length: payload.len() }.encode(out);
    out.extend_from_slice(payload);
}
