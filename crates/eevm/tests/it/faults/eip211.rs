//! Return data (fault kinds 12 to 14).

use super::{call, keep, return_top, run, store_bytes};
use crate::scene::{A, B, NOBODY, Scene, word};
use eevm::{
    Address, ExceptionalHalt, Fork, U256,
    bytecode::opcode::{
        CALL, CREATE, MSTORE, POP, RETURN, RETURNDATACOPY, RETURNDATASIZE, REVERT, STATICCALL,
    },
};
use eevm_testing::{
    asm,
    asm::{Item, push, raw},
};

const GAS: u64 = 5_000_000;

fn returns(op: u8, size: u64) -> Vec<u8> {
    asm![push(0x77), push(0), MSTORE, push(size), push(0), op]
}

/// Calls [`B`], which runs `callee`, then does `then`.
fn after_call(callee: Vec<u8>, then: Vec<u8>) -> Scene {
    let code = asm![call(CALL, B, 100_000, 0), POP, raw(then)];
    Scene::at(Fork::Osaka).code(A, code).code(B, callee)
}

#[test]
fn fault_12_returndatacopy_of_nothing_was_not_checked() {
    let copy = |source: U256, size: u64| {
        asm![push(size), push(source), push(0), RETURNDATACOPY, RETURNDATASIZE, return_top()]
    };
    let ran = after_call(returns(RETURN, 40), copy(word(40), 0)).run();
    assert_eq!(ran.word(), word(40));
    for (source, size) in [(word(41), 0), (U256::MAX, 0), (word(40), 1), (U256::MAX, 1)] {
        after_call(returns(RETURN, 40), copy(source, size))
            .run()
            .halted(ExceptionalHalt::OutOfBoundsRead, GAS);
    }
}

/// The mainnet split of block 13,107,518: the identity precompile's output lay in the caller's
/// memory, which the copy of the output then overwrote.
#[test]
fn fault_13_return_data_aliased_the_callers_memory() {
    let code = asm![
        push(0x1111),
        push(0),
        MSTORE,
        push(0x2222),
        push(32),
        MSTORE,
        // Identity of 0..64, its output over 7..71.
        push(64),
        push(7),
        push(64),
        push(0),
        push(Address::from_low_u64(4)),
        push(10_000),
        STATICCALL,
        POP,
        push(64),
        push(0),
        push(128),
        RETURNDATACOPY,
        push(64),
        push(128),
        RETURN
    ];
    assert_eq!(run(Fork::Osaka, code).words(), [word(0x1111), word(0x2222)]);
}

/// What a caller does to its memory after a call leaves the return data as it was.
#[test]
fn fault_13_return_data_follows_no_later_change() {
    let then = asm![
        push(0xbad),
        push(0),
        MSTORE,
        push(32),
        push(0),
        push(32),
        RETURNDATACOPY,
        push(32),
        push(32),
        RETURN
    ];
    assert_eq!(after_call(returns(RETURN, 32), then).run().word(), word(0x77));
}

#[track_caller]
fn check_size(scene: &Scene, expected: u64) {
    assert_eq!(scene.run().word(), word(expected));
}

#[test]
fn fault_14_return_data_was_not_cleared() {
    let size = || asm![RETURNDATASIZE, return_top()];
    check_size(&after_call(returns(RETURN, 40), size()), 40);
    check_size(&after_call(returns(REVERT, 40), size()), 40);
    check_size(&after_call(vec![], size()), 0);
    check_size(&after_call(vec![0xfe], size()), 0);
    // After one call, another: to nobody, that halts, to a precompile that fails, too costly.
    let second = |call: Item| after_call(returns(RETURN, 40), asm![call, POP, raw(size())]);
    check_size(&second(call(CALL, NOBODY, 0, 0)), 0);
    check_size(&second(call(CALL, B, 3, 0)), 0);
    check_size(&second(call(STATICCALL, Address::from_low_u64(2), 10, 0)), 0);
    check_size(&second(call(CALL, B, 100_000, 5)), 0);
}

#[test]
fn fault_14_return_data_after_creations() {
    let create = |init: &[u8], value: u64| {
        let (store, size) = store_bytes(init);
        raw(asm![store, push(size), push(0), push(value), CREATE, POP])
    };
    let second = |create: Item| {
        let then = asm![create, RETURNDATASIZE, keep(9), push(32), push(9 * 32), RETURN];
        after_call(returns(RETURN, 40), then)
    };
    check_size(&second(create(&returns(RETURN, 5), 0)), 0);
    check_size(&second(create(&returns(REVERT, 5), 0)), 5);
    check_size(&second(create(&[0xfe], 0)), 0);
    // Not affordable: it does not begin, and still empties the return data.
    check_size(&second(create(&returns(RETURN, 5), 5)), 0);
    // Code that may not be deployed.
    let ef = asm![push(0xef), push(0), eevm::bytecode::opcode::MSTORE8, push(1), push(0), RETURN];
    check_size(&second(create(&ef, 0)), 0);
}
