//! Cold and warm (fault kind 23).

use super::{return_top, store_bytes};
use crate::scene::{A, B, NOBODY, SENDER, Scene, word};
use eevm::{
    Address, ExceptionalHalt, Fork,
    bytecode::opcode::{
        BALANCE, CALL, CREATE, CREATE2, EXTCODECOPY, EXTCODEHASH, EXTCODESIZE, GAS, POP,
        SELFDESTRUCT, SLOAD, SSTORE, SUB, SWAP1,
    },
    create_address, create2_address, keccak256,
};
use eevm_testing::{
    asm,
    asm::{Item, push, raw},
};

/// Gas limits that pay for all but the cold part of an access: nothing is loaded or recorded.
#[test]
fn fault_23_a_cold_load_was_done_without_the_gas_for_it() {
    let zeros = |count: usize| raw(asm![push(0)].repeat(count));
    let accesses = [
        (asm![push(NOBODY), BALANCE], 2_600),
        (asm![push(NOBODY), EXTCODESIZE], 2_600),
        (asm![push(NOBODY), EXTCODEHASH], 2_600),
        (asm![zeros(3), push(NOBODY), EXTCODECOPY], 2_600),
        (asm![zeros(5), push(NOBODY), push(0), CALL], 2_600),
        (asm![push(NOBODY), SELFDESTRUCT], 5_000 + 2_600),
    ];
    for (code, cost) in accesses {
        let scene = Scene::at(Fork::Osaka).code(A, &code);
        let enough = scene.clone().run().gas_used();
        assert!(enough > cost, "{code:02x?}");
        let at = |gas| scene.clone().gas(gas).run();
        assert!(at(enough).accessed(NOBODY), "{code:02x?}");
        let ran = at(enough - 1);
        ran.halted(ExceptionalHalt::OutOfGas, enough - 1);
        assert!(!ran.accessed(NOBODY), "{code:02x?}");
    }
}

#[test]
fn fault_23_a_cold_slot_was_loaded_without_the_gas_for_it() {
    let slots = |code: &[u8], gas| {
        let ran = Scene::at(Fork::Osaka).code(A, code).slot(A, 1, 5).gas(gas).run();
        ran.access.accounts.iter().map(|account| account.slots.len()).sum::<usize>()
    };
    let load = asm![push(1), SLOAD];
    assert_eq!((slots(&load, 3 + 2_100), slots(&load, 3 + 2_099)), (1, 0));
    // The sentry asks for more than 2,300 first; then the cold part is affordable.
    let store = asm![push(0), push(1), SSTORE];
    assert_eq!((slots(&store, 6 + 2_301), slots(&store, 6 + 2_300)), (1, 0));
}

#[test]
fn fault_23_the_surcharge_of_selfdestruct_was_forgotten() {
    let gas = |beneficiary: Address, fork| {
        let scene = Scene::at(fork).code(A, asm![push(beneficiary), SELFDESTRUCT]);
        scene.balance(B, 1).run().gas_used()
    };
    assert_eq!(gas(B, Fork::Osaka), 3 + 5_000 + 2_600);
    assert_eq!(gas(B, Fork::Istanbul), 3 + 5_000);
    // A warm beneficiary costs nothing more: there is no warm cost.
    assert_eq!(gas(SENDER, Fork::Osaka), 3 + 5_000);
}

/// The gas of the code between two GAS.
fn between(code: Item) -> Vec<u8> {
    asm![GAS, code, GAS, SWAP1, SUB, return_top()]
}

#[test]
fn sender_target_precompiles_and_coinbase_are_warm() {
    let cost = |address: Address, fork| {
        let code = between(raw(asm![push(address), BALANCE, POP]));
        u64::try_from(Scene::at(fork).code(A, code).run().word()).unwrap() - 3 - 2 - 2
    };
    for address in [A, SENDER, Address::from_low_u64(1), Address::from_low_u64(9)] {
        assert_eq!(cost(address, Fork::Berlin), 100, "{address}");
    }
    assert_eq!(cost(NOBODY, Fork::Berlin), 2_600);
    // The default coinbase is the zero address (EIP-3651).
    assert_eq!(cost(Address::ZERO, Fork::Paris), 2_600);
    assert_eq!(cost(Address::ZERO, Fork::Shanghai), 100);
    for (number, fork) in [(0x0a, Fork::Cancun), (0x11, Fork::Prague), (0x100, Fork::Osaka)] {
        let before = Fork::ALL.into_iter().rfind(|earlier| *earlier < fork).unwrap();
        assert_eq!(cost(Address::from_low_u64(number), fork), 100, "{number:#x} on {fork}");
        assert_eq!(cost(Address::from_low_u64(number), before), 2_600, "{number:#x} on {before}");
    }
}

/// What a frame warmed is cold again when the frame fails; what a creation warmed stays.
#[test]
fn fault_24_warmth_survived_a_failed_frame() {
    let warm = asm![push(NOBODY), BALANCE, POP, push(7), SLOAD, 0xfe_u8];
    let code = asm![
        push(0),
        push(0),
        push(0),
        push(0),
        push(0),
        push(B),
        push(50_000),
        CALL,
        raw(between(raw(asm![push(NOBODY), BALANCE, POP])))
    ];
    let ran = Scene::at(Fork::Osaka).code(A, code).code(B, warm).run();
    assert_eq!(ran.word(), word(3 + 2_600 + 2 + 2));
    // The log of accesses has what the failed frame accessed all the same.
    let slots = |address| {
        let mut accounts = ran.access.accounts.iter();
        accounts.find(|account| account.address == address).map(|account| account.slots.len())
    };
    assert_eq!((slots(NOBODY), slots(B)), (Some(0), Some(1)));
}

#[test]
fn a_created_address_is_warm_whatever_becomes_of_it() {
    for (op, init) in [(CREATE, &[0xfe][..]), (CREATE2, &[0xfe]), (CREATE, &[]), (CREATE2, &[])] {
        let (store, size) = store_bytes(init);
        let salt = if op == CREATE2 { raw(asm![push(0)]) } else { raw([]) };
        let address = if op == CREATE2 {
            create2_address(&A, &eevm::B256::ZERO, &keccak256(init))
        } else {
            create_address(&A, 1)
        };
        let code = asm![
            store,
            salt,
            push(size),
            push(0),
            push(0),
            op,
            POP,
            raw(between(raw(asm![push(address), BALANCE, POP])))
        ];
        let ran = Scene::at(Fork::Osaka).code(A, code).run();
        assert_eq!(ran.word(), word(3 + 100 + 2 + 2), "{op:#x}");
    }
}
