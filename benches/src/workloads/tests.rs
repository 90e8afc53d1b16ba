//! The bytecode of the programs, by its hash.

use super::{Entry, Workload, all};
use eevm_primitives::{KECCAK_EMPTY, keccak256};
use std::collections::BTreeSet;

/// Checks the hash of the workload's code, and of all other accounts' code joined in order.
#[track_caller]
fn check(workload: &Workload, code_hash: &str, others_hash: &str) {
    assert_eq!(keccak256(workload.code()).to_string(), code_hash, "{}", workload.key);
    let others: Vec<&[u8]> = workload.accounts[1..].iter().map(|other| &*other.code).collect();
    assert_eq!(keccak256(&others.concat()).to_string(), others_hash, "{}", workload.key);
}

#[test]
fn programs_have_the_known_bytes() {
    let none = KECCAK_EMPTY.to_string();
    check(
        &super::arithmetic_loop(),
        "0xd3ac4f1b25bb82e65b2128c08a5b1d35f1afa324fd413191d528ff040b18dc6a",
        &none,
    );
    check(
        &super::jump_loop(),
        "0x89c3adef1d9760efa9e310fb9f6b665630b38fb443917f0109018b12a76251b3",
        &none,
    );
    check(
        &super::mstore_mload_32k(),
        "0x2b1c7adda96fb86171332dfa749a92462ff9c7a96259b31f7492e65056a956d8",
        &none,
    );
    check(
        &super::mstore_1mib(),
        "0x02d95a47bc10b562a492685ece0f522f57ebb47b31396d92a088551efad5dbe7",
        &none,
    );
    check(
        &super::copy_return_32k(),
        "0x7176812eb4ba687df88c7abdbd8c8fe2892c97bff9f08228d3f1cba317b8f225",
        &none,
    );
    check(
        &super::keccak_5k_32b(),
        "0xaf2ca6560e444f7e0f8f5cca6cc2f712d05abaebe83971062a4ac66fc790e1a5",
        &none,
    );
    check(
        &super::keccak_64k(),
        "0xaea68449eee6870a5be5f1960fd1580e77061adcfb26281773c29ec8766bc309",
        &none,
    );
    check(
        &super::storage_500(),
        "0x8f650a80a7c06dad59684fc6873813ecd39c9db6890417e13037ca3f17229bd5",
        &none,
    );
    check(
        &super::staticcall_2k(),
        "0xe39d2eed5a0e4f3225f81fbf30a3540198207397bebf2dad398567ff9b83f882",
        "0xcc4c26687a9fcfdc8d1eafe8ea525aa4bcff1867cdb040de37ba6ab077f86fbd",
    );
    check(
        &super::call_24k_stop(),
        "0x27b800bf625edf6cd00c6c634b06d6abaaf826ba20f3bc4eba3182db9f872001",
        "0xc179e25afa76a8a12c19a14b5ac691a8acb1c1df49e9ba5707071fd8769a2df8",
    );
    check(
        &super::call_24k_jump(),
        "0x27b800bf625edf6cd00c6c634b06d6abaaf826ba20f3bc4eba3182db9f872001",
        "0x369e9550371894bff8bbd0423d24cf0e650435e01233577af4587e55123b968d",
    );
    check(
        &super::erc20_transfer(),
        "0x48bb90e1cffb04164caf0274602375ecddc719f35917b975f25e884defe7cd3b",
        &none,
    );
    check(
        &super::erc20_transfer_sender_given(),
        "0x48bb90e1cffb04164caf0274602375ecddc719f35917b975f25e884defe7cd3b",
        &none,
    );
}

#[test]
fn the_transaction_has_the_known_bytes() {
    let Entry::Transaction { rlp, .. } = super::erc20_transfer().entry else {
        panic!("a transaction")
    };
    assert_eq!(
        keccak256(&rlp).to_string(),
        "0x46bcf3f8877f5bcff50718253c20cdb1510be13e420fd291910a7ccfdedf6274"
    );
}

#[test]
fn keys_and_names_are_unique() {
    let all = all();
    let keys: BTreeSet<_> = all.iter().map(|workload| workload.key).collect();
    let names: BTreeSet<_> = all.iter().map(|workload| workload.name).collect();
    assert_eq!((keys.len(), names.len()), (13, 13));
}
