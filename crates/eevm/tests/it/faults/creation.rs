//! Creations: nonces, collisions, deposits (fault kinds 37 to 40).

use super::{deploys, keep, return_top, store_bytes};
use crate::scene::{A, B, SENDER, Scene, word};
use eevm::{
    B256, Evm, EvmError, Fork, InvalidTransaction, Transaction,
    bytecode::opcode::{
        CREATE, CREATE2, GAS, MSTORE8, POP, RETURN, SSTORE, STATICCALL, SUB, SWAP1,
    },
    create_address, create2_address, keccak256,
};
use eevm_testing::{
    asm,
    asm::{push, raw},
};

/// Creates with `init` and `value`; returns the address, and the gas that went with it.
fn creates(op: u8, init: &[u8], value: u64) -> Vec<u8> {
    let (store, size) = store_bytes(init);
    let salt = if op == CREATE2 { raw(asm![push(0)]) } else { raw([]) };
    asm![
        store,
        GAS,
        salt,
        push(size),
        push(0),
        push(value),
        op,
        keep(10),
        GAS,
        SWAP1,
        SUB,
        keep(11),
        push(64),
        push(320),
        RETURN
    ]
}

/// What creating costs with no init code but its words, memory, pushes and GAS.
const LITTLE: u64 = 33_000;

#[test]
fn fault_37_the_creators_nonce_wrapped() {
    for op in [CREATE, CREATE2] {
        for (nonce, works) in [(u64::MAX - 1, true), (u64::MAX, false)] {
            let scene = Scene::at(Fork::Osaka).code(A, creates(op, &[0xfe], 0)).nonce(A, nonce);
            let ran = scene.run();
            let words = ran.words();
            let cost = u64::try_from(words[1]).unwrap();
            assert_eq!(words[0], word(0));
            // Light: the gas comes back. Run, the init code takes all but a 64th.
            assert_eq!(cost > 1_000_000, works, "{op:#x} {nonce}: {cost}");
            assert_eq!(cost < LITTLE, !works, "{op:#x} {nonce}: {cost}");
            let after = ran.account(A).map(|diff| diff.info.as_ref().unwrap().nonce);
            assert_eq!(after, works.then_some(u64::MAX), "{op:#x}");
        }
    }
}

#[test]
fn fault_37_a_transactions_nonce_wrapped() {
    let scene = Scene::at(Fork::Osaka).nonce(SENDER, u64::MAX);
    let mut evm = Evm::new(scene.db, scene.fork);
    let mut tx = Transaction::default();
    (tx.sender, tx.to, tx.gas_limit, tx.nonce) = (SENDER, Some(B), 21_000, u64::MAX);
    let error = evm.execute(&tx).map(|_| ()).unwrap_err();
    assert_eq!(error, EvmError::Invalid(InvalidTransaction::NonceIsMaximum));
}

/// Balance, depth and nonce are checked before the bump; what fails later keeps it.
#[test]
fn fault_38_the_nonce_bump_was_undone_or_not() {
    let nonce = |init: &[u8], value| {
        let ran = Scene::at(Fork::Osaka).code(A, creates(CREATE, init, value)).run();
        ran.account(A).map(|diff| diff.info.as_ref().unwrap().nonce)
    };
    assert_eq!(nonce(&[], 0), Some(2));
    assert_eq!(nonce(&[0xfe], 0), Some(2));
    assert_eq!(nonce(&asm![push(0), push(0), eevm::bytecode::opcode::REVERT], 0), Some(2));
    // Without the funds.
    assert_eq!(nonce(&[], 1), None);
}

#[test]
fn fault_39_a_creation_onto_an_account_succeeded() {
    let init = deploys(&[0]);
    let at = [
        (CREATE, create_address(&A, 1)),
        (CREATE2, create2_address(&A, &B256::ZERO, &keccak256(&init))),
    ];
    for (op, address) in at {
        let scene = || Scene::at(Fork::Osaka).code(A, creates(op, &init, 0));
        // A balance is no collision.
        let ran = scene().balance(address, 5).run();
        assert_eq!(ran.words()[0], eevm_primitives::address_to_word(&address), "{op:#x}");
        let nonce = scene().nonce(address, 1);
        let code = scene().code(address, [0]).nonce(address, 0);
        let storage = scene().slot(address, 9, 9);
        for (what, scene) in [("nonce", nonce), ("code", code), ("storage", storage)] {
            let ran = scene.run();
            assert_eq!(ran.words()[0], word(0), "{op:#x} {what}");
            // All but a 64th of the gas is gone.
            assert!(ran.words()[1] > word(4_000_000), "{op:#x} {what}");
            assert!(ran.account(address).is_none(), "{op:#x} {what}");
            let bumped = ran.account(A).unwrap().info.as_ref().unwrap().nonce;
            assert_eq!(bumped, 2, "{op:#x} {what}");
        }
    }
}

/// Frontier keeps the account without its code, and the gas; Homestead fails.
#[test]
fn fault_40_a_deposit_without_the_gas() {
    let created = create_address(&A, 1);
    // Deploys 10,000 bytes, which cost 2,000,000; the creation has less.
    let init = asm![push(1), push(0), SSTORE, push(10_000), push(0), RETURN];
    for fork in [Fork::Frontier, Fork::Homestead] {
        let scene = Scene::at(fork).code(A, creates(CREATE, &init, 0)).gas(300_000);
        let ran = scene.run();
        if fork == Fork::Frontier {
            assert_eq!(ran.words()[0], eevm_primitives::address_to_word(&created));
            assert_eq!(ran.slot(created, 0), Some(1));
            let info = ran.account(created).unwrap().info.as_ref().unwrap();
            assert_eq!(info.code_hash, keccak256(&[]));
            assert!(ran.words()[1] < word(100_000));
        } else {
            // Before EIP-150 a creation gets all the gas, so the creator has none left.
            ran.halted(eevm::ExceptionalHalt::OutOfGas, 300_000);
        }
    }
    let scene = Scene::at(Fork::Osaka).code(A, creates(CREATE, &init, 0)).gas(2_000_000);
    let ran = scene.run();
    assert_eq!(ran.words()[0], word(0));
    assert!(ran.account(created).is_none());
}

/// What the init code did is undone when the deposit fails, its endowment too.
#[test]
fn a_failed_creation_gives_its_endowment_back() {
    let init = asm![push(0xef), push(0), MSTORE8, push(1), push(0), RETURN];
    let ran = Scene::at(Fork::Osaka).code(A, creates(CREATE, &init, 5)).balance(A, 9).run();
    assert_eq!((ran.words()[0], ran.balance(A)), (word(0), Some(9)));
}

/// Codes are found by what they are: two contracts at one address, one after the other.
#[test]
fn fault_51_a_created_address_or_its_code_went_stale() {
    let create = |init: &[u8]| {
        let (store, size) = store_bytes(init);
        raw(asm![store, push(size), push(0), push(0), CREATE])
    };
    let ten = deploys(&asm![push(10), return_top()]);
    let eleven = deploys(&asm![push(11), return_top()]);
    let ask = |n: u64| {
        let address = eevm_primitives::address_to_word(&create_address(&A, n));
        raw(asm![
            push(32),
            push(320 + 32 * n),
            push(0),
            push(0),
            push(address),
            GAS,
            STATICCALL,
            POP
        ])
    };
    let code =
        asm![create(&ten), POP, create(&eleven), POP, ask(1), ask(2), push(64), push(352), RETURN];
    assert_eq!(Scene::at(Fork::Osaka).code(A, code).run().words(), [word(10), word(11)]);
}
