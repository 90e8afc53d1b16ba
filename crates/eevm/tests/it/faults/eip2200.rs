//! SSTORE's price and refund by fork (fault kind 29).

use super::run;
use crate::scene::{A, Scene};
use eevm::{
    Fork,
    bytecode::opcode::{SLOAD, SSTORE},
};
use eevm_testing::{
    asm,
    asm::{Item, push, raw},
};

fn store(value: u64) -> Item {
    raw(asm![push(value), push(0), SSTORE])
}

/// Gas of storing `values` one after the other over `original`, pushes apart.
#[track_caller]
fn check(fork: Fork, original: u64, values: &[u64], expected: u64) {
    let items: Vec<Item> = values.iter().map(|&value| store(value)).collect();
    let scene = Scene::at(fork).code(A, asm![Item::from(items)]).slot(A, 0, original);
    let gas = scene.run().gas_used() - 6 * values.len() as u64;
    assert_eq!(gas, expected, "{fork}: {original} then {values:?}");
}

#[test]
fn fault_29_eip_1283_stayed_after_petersburg() {
    check(Fork::Byzantium, 0, &[1, 0], 20_000 + 5_000);
    check(Fork::Constantinople, 0, &[1, 0], 20_000 + 200);
    check(Fork::Petersburg, 0, &[1, 0], 20_000 + 5_000);
    check(Fork::Istanbul, 0, &[1, 0], 20_000 + 800);
    check(Fork::Berlin, 0, &[1, 0], 2_100 + 20_000 + 100);
    check(Fork::Petersburg, 5, &[5], 5_000);
    check(Fork::Istanbul, 5, &[5], 800);
    check(Fork::Berlin, 5, &[5], 2_100 + 100);
    check(Fork::Berlin, 5, &[6, 7, 5], 2_100 + 2_900 + 100 + 100);
}

#[test]
fn fault_29_sstore_with_the_stipend_was_not_refused() {
    for (fork, refused) in [
        (Fork::Constantinople, false),
        (Fork::Petersburg, false),
        (Fork::Istanbul, true),
        (Fork::Osaka, true),
    ] {
        // The slot is warm and does not change: 100, 200 or 800 gas; 5,000 on Petersburg.
        let code = asm![push(0), SLOAD, store(1)];
        let scene = Scene::at(fork).code(A, code).slot(A, 0, 1);
        let load = match fork {
            Fork::Osaka => 2_100,
            Fork::Istanbul => 800,
            _ => 200,
        };
        let before = 3 + load + 6;
        let success = |left: u64| scene.clone().gas(before + left).run().outcome.is_success();
        let cost = scene.clone().run().gas_used() - before;
        if refused {
            assert!(!success(2_300) && success(2_301), "{fork}");
        } else {
            assert!(success(cost) && !success(cost - 1), "{fork}");
        }
    }
}

/// The refund counter inside a transaction may fall below nothing, and is none at the end.
#[test]
fn a_slot_cleared_and_set_again_refunds_nothing() {
    let ran = run(Fork::Osaka, asm![store(1), store(0), store(1)]);
    assert!(ran.outcome.is_success());
    assert_eq!(ran.slot(A, 0), Some(1));
}
