//! Static calls (fault kind 36).

use super::{call, return_top};
use crate::scene::{A, B, C, Scene, word};
use eevm::{
    ExceptionalHalt, Fork, Outcome,
    bytecode::opcode::{
        CALL, CALLCODE, CREATE, CREATE2, DELEGATECALL, LOG0, LOG4, SELFDESTRUCT, SSTORE,
        STATICCALL, STOP, TSTORE,
    },
};
use eevm_testing::{
    asm,
    asm::{push, raw},
};

fn zeros(count: usize) -> Vec<u8> {
    asm![push(0)].repeat(count)
}

/// Programs that change state, each refused in a static frame.
fn changes() -> Vec<Vec<u8>> {
    vec![
        asm![raw(zeros(2)), SSTORE],
        asm![raw(zeros(2)), TSTORE],
        asm![raw(zeros(2)), LOG0],
        asm![raw(zeros(6)), LOG4],
        asm![raw(zeros(3)), CREATE],
        asm![raw(zeros(4)), CREATE2],
        asm![push(C), SELFDESTRUCT],
        call_with_value(CALL),
    ]
}

fn call_with_value(op: u8) -> Vec<u8> {
    asm![call(op, C, 0, 1)]
}

#[test]
fn fault_36_a_change_was_let_through() {
    for change in changes() {
        let mut scene = Scene::at(Fork::Osaka).code(A, &change).balance(A, 10);
        assert!(scene.run().outcome.is_success(), "{change:02x?}");
        scene.message.is_static = true;
        scene.run().halted(ExceptionalHalt::WriteInStaticContext, 5_000_000);
    }
}

/// [`A`] calls [`B`] statically; [`B`] calls [`C`], which does the change.
#[test]
fn fault_36_the_flag_was_not_inherited() {
    for op in [CALL, CALLCODE, DELEGATECALL, STATICCALL] {
        for change in changes() {
            let middle = asm![call(op, C, 1_000_000, 0), return_top()];
            let outer = |kind| {
                asm![
                    push(32),
                    push(0),
                    push(0),
                    push(0),
                    raw(if kind == CALL { asm![push(0)] } else { vec![] }),
                    push(B),
                    push(2_000_000),
                    kind,
                    push(0),
                    eevm::bytecode::opcode::MLOAD,
                    return_top()
                ]
            };
            let scene = Scene::at(Fork::Osaka).code(B, middle).code(C, &change).balance(B, 10);
            let scene = scene.balance(C, 10);
            let ran = scene.clone().code(A, outer(STATICCALL)).run();
            assert_eq!(ran.word(), word(0), "{op:#x} {change:02x?}");
            assert!(ran.diff.accounts.is_empty());
            if op != STATICCALL {
                let ran = scene.code(A, outer(CALL)).run();
                assert_eq!(ran.word(), word(1), "{op:#x} {change:02x?}");
            }
        }
    }
}

/// Only CALL transfers; CALLCODE with a value changes nothing and is allowed.
#[test]
fn callcode_with_a_value_is_no_change() {
    let mut scene = Scene::at(Fork::Osaka).code(A, call_with_value(CALLCODE)).balance(A, 10);
    scene.message.is_static = true;
    let ran = scene.run();
    assert!(matches!(ran.outcome, Outcome::Success { .. }), "{:?}", ran.outcome);
}

/// After the static call has returned its caller may write again.
#[test]
fn the_flag_ends_with_its_frame() {
    let code = asm![call(STATICCALL, B, 50_000, 0), push(0), SSTORE, STOP];
    let ran = Scene::at(Fork::Osaka).code(A, code).code(B, [STOP]).run();
    assert_eq!(ran.slot(A, 0), Some(1));
}
