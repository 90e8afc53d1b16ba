//! Memory (fault kinds 9 to 11, 15).

use super::{return_top, return_words, run};
use crate::scene::{A, Scene, word};
use eevm::{
    Evm, ExceptionalHalt, Fork, InMemoryDb, Outcome, Spec, U256,
    bytecode::opcode::{
        CALLDATACOPY, KECCAK256, LOG0, MCOPY, MLOAD, MSIZE, MSTORE, POP, RETURN, REVERT,
    },
};
use eevm_testing::{
    asm,
    asm::{push, raw},
};

#[test]
fn fault_09_the_memory_cost_overflowed_64_bits() {
    for words in [1_u64 << 32, (1 << 32) - 1, 1 << 33, 1 << 36, 1 << 58, (1 << 59) - 1] {
        let code = asm![push((words - 1) * 32), MLOAD];
        let gas = 1 << 50;
        let ran = Scene::at(Fork::Osaka).code(A, code).gas(gas).run();
        ran.halted(ExceptionalHalt::OutOfGas, gas);
    }
}

/// 724 words cost 724 × 3 + 724² / 512, exactly.
#[test]
fn the_quadratic_part_is_exact() {
    for words in [1_u64, 22, 23, 724, 725, 10_000] {
        let ran = run(Fork::Osaka, asm![push((words - 1) * 32), MLOAD, POP]);
        assert_eq!(ran.gas_used(), 3 + 3 + 2 + 3 * words + words * words / 512, "{words}");
    }
}

#[test]
fn fault_10_affordable_memory_was_allocated_whatever_its_size() {
    let mut spec = Spec::for_fork(Fork::Osaka);
    spec.rules.limits.memory = 1 << 20;
    let mut scene = Scene::at(Fork::Osaka).gas(u64::MAX);
    let programs = [
        asm![push(1_u64 << 33), MLOAD],
        asm![push(1_u64 << 33), push(0), RETURN],
        asm![push(1_u64 << 33), push(0), REVERT],
        asm![push(1_u64 << 33), push(0), KECCAK256],
        asm![push(1_u64 << 33), push(0), LOG0],
        asm![push(1_u64 << 33), push(0), push(0), CALLDATACOPY],
    ];
    for code in programs {
        scene = scene.code(A, &code);
        let mut evm = Evm::<InMemoryDb>::new(scene.db.clone(), spec.clone());
        let execution = evm.execute_message(&scene.message).unwrap();
        let reason = ExceptionalHalt::MemoryLimit;
        let expected = Outcome::Halt { gas_used: u64::MAX, reason };
        assert_eq!(execution.outcome(), &expected, "{code:02x?}");
    }
}

#[test]
fn fault_11_an_access_of_no_bytes_far_away_expanded_memory() {
    let far = U256::MAX;
    for access in [
        asm![push(0), push(far), KECCAK256, POP],
        asm![push(0), push(far), LOG0],
        asm![push(0), push(far), push(far), CALLDATACOPY],
        asm![push(0), push(far), push(far), MCOPY],
    ] {
        assert_eq!(run(Fork::Osaka, asm![raw(access), MSIZE, return_top()]).word(), word(0));
    }
    let ran = run(Fork::Osaka, asm![push(0), push(far), RETURN]);
    assert!(ran.outcome.is_success() && ran.outcome.output().is_empty());
}

#[test]
fn fault_15_mcopy_went_forwards_and_grew_to_one_range_only() {
    let stored = |n: u64| raw(asm![push(n), push(n * 32), MSTORE]);
    let code = asm![
        stored(1),
        stored(2),
        // 1 and 2 move up by a word.
        push(64),
        push(32),
        push(64),
        MCOPY,
        return_words(4)
    ];
    assert_eq!(run(Fork::Osaka, code).words(), [0, 1, 1, 2].map(word));
    for (destination, source) in [(0, 200), (200, 0)] {
        let code = asm![push(10), push(source), push(destination), MCOPY, MSIZE, return_top()];
        assert_eq!(run(Fork::Osaka, code).word(), word(224));
    }
}
