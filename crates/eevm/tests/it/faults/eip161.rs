//! Touched empty accounts (fault kind 44).

use super::call;
use crate::scene::{A, B, C, NOBODY, Scene};
use eevm::{
    Address, Fork,
    bytecode::opcode::{CALL, CALLCODE, DELEGATECALL, POP, REVERT, SELFDESTRUCT, STATICCALL},
};
use eevm_testing::{
    asm,
    asm::{push, raw},
};

const RIPEMD: Address = Address::from_low_u64(3);
const SHA256: Address = Address::from_low_u64(2);

fn gone(scene: &Scene, address: Address) -> bool {
    let ran = scene.run();
    ran.account(address).is_some_and(|diff| diff.info.is_none())
}

/// [`A`] makes a call of `op` without value to `address`, which exists and is empty.
fn touches(fork: Fork, op: u8, address: Address) -> bool {
    let code = asm![call(op, address, 50_000, 0), POP];
    gone(&Scene::at(fork).code(A, code).balance(address, 0), address)
}

#[test]
fn fault_44_calls_without_value_did_not_touch() {
    for address in [B, SHA256, RIPEMD] {
        assert!(touches(Fork::SpuriousDragon, CALL, address), "{address}");
        assert!(touches(Fork::Byzantium, STATICCALL, address), "{address}");
        // These work on the caller's account.
        assert!(!touches(Fork::Byzantium, CALLCODE, address), "{address}");
        assert!(!touches(Fork::Byzantium, DELEGATECALL, address), "{address}");
        // Before EIP-161 empty accounts stay.
        assert!(!touches(Fork::TangerineWhistle, CALL, address), "{address}");
    }
}

/// Before EIP-161 a call without value brings an account into being.
#[test]
fn an_empty_account_came_into_being_after_eip_161() {
    let ran = |fork| {
        let code = asm![call(CALL, NOBODY, 50_000, 0), POP];
        Scene::at(fork).code(A, code).run().account(NOBODY).is_some()
    };
    assert!(ran(Fork::TangerineWhistle));
    assert!(!ran(Fork::SpuriousDragon));
    assert!(!ran(Fork::Osaka));
}

#[test]
fn fault_44_a_failed_frame_takes_its_touches_back_but_one() {
    // A calls B, which touches the account and reverts or halts.
    for end in [raw([0xfe]), raw(asm![push(0), push(0), REVERT])] {
        for (address, stays_touched) in [(NOBODY, false), (SHA256, false), (RIPEMD, true)] {
            let inner = asm![call(CALL, address, 5_000, 0), POP, end.clone()];
            let code = asm![call(CALL, B, 200_000, 0), POP];
            let scene = Scene::at(Fork::Byzantium).code(A, code).code(B, inner);
            assert_eq!(gone(&scene.balance(address, 0), address), stays_touched, "{address}");
        }
    }
}

/// Out of gas inside RIPEMD-160 itself, as in block 2,675,119.
#[test]
fn fault_44_ripemd_160_that_fails_stays_touched() {
    let code = |address| asm![call(CALL, address, 10, 0), POP];
    for (address, stays_touched) in [(SHA256, false), (RIPEMD, true)] {
        let scene = Scene::at(Fork::SpuriousDragon).code(A, code(address)).balance(address, 0);
        assert_eq!(gone(&scene, address), stays_touched, "{address}");
    }
}

/// execution-specs forgets every touch when the outermost frame fails, and that frame may be the
/// precompile itself.
#[test]
fn nothing_stays_touched_when_the_outermost_frame_fails() {
    let code = asm![call(CALL, RIPEMD, 5_000, 0), POP, 0xfe_u8];
    let scene = Scene::at(Fork::SpuriousDragon).code(A, code).balance(RIPEMD, 0);
    assert!(!gone(&scene, RIPEMD));
    for gas in [0, 10, 599] {
        let mut scene = Scene::at(Fork::SpuriousDragon).balance(RIPEMD, 0).gas(gas);
        (scene.message.target, scene.message.code_address) = (RIPEMD, RIPEMD);
        assert!(!gone(&scene, RIPEMD), "{gas}");
        scene.message.gas = 600;
        assert!(gone(&scene, RIPEMD));
    }
}

#[test]
fn the_beneficiary_of_nothing_is_touched() {
    let scene = |fork| Scene::at(fork).code(A, asm![push(C), SELFDESTRUCT]).balance(C, 0);
    assert!(gone(&scene(Fork::SpuriousDragon), C));
}
