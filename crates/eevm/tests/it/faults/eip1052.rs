//! EXTCODEHASH (fault kind 46).

use super::{keep, return_words, store_bytes};
use crate::scene::{A, B, C, NOBODY, SENDER, Scene};
use eevm::{
    Address, Fork, U256,
    bytecode::opcode::{CREATE, DUP1, EXTCODEHASH, EXTCODESIZE, POP},
    create_address, keccak256,
};
use eevm_testing::{
    asm,
    asm::{push, raw},
};

#[test]
fn fault_46_the_hash_of_an_empty_account_was_that_of_no_code() {
    let hash = |address: Address, n| raw(asm![push(address), EXTCODEHASH, keep(n)]);
    let code = asm![
        hash(NOBODY, 0),
        hash(B, 1),
        hash(SENDER, 2),
        hash(C, 3),
        hash(Address::from_low_u64(1), 4),
        return_words(5)
    ];
    let no_code = U256::from_be_bytes(keccak256(&[]).0);
    for fork in [Fork::Petersburg, Fork::Osaka] {
        // B exists and is empty, C has code, the sender a balance.
        let scene = Scene::at(fork).code(A, &code).balance(B, 0).code(C, [0x5b]);
        let expected = [
            U256::ZERO,
            U256::ZERO,
            no_code,
            U256::from_be_bytes(keccak256(&[0x5b]).0),
            U256::ZERO,
        ];
        assert_eq!(scene.run().words(), expected, "{fork}");
    }
}

/// While its init code runs, a new account has no code and is not empty.
#[test]
fn a_contract_in_creation_has_the_hash_of_no_code() {
    let created = create_address(&A, 1);
    let init = asm![
        eevm::bytecode::opcode::ADDRESS,
        DUP1,
        EXTCODEHASH,
        push(0),
        eevm::bytecode::opcode::SSTORE,
        EXTCODESIZE,
        push(1),
        eevm::bytecode::opcode::SSTORE
    ];
    let (store, size) = store_bytes(&init);
    let code = asm![store, push(size), push(0), push(0), CREATE, POP];
    let ran = Scene::at(Fork::Osaka).code(A, code).run();
    let storage = &ran.account(created).unwrap().storage;
    assert_eq!(storage, &[(U256::ZERO, U256::from_be_bytes(keccak256(&[]).0))]);
}
