//! Code, jumps and the stack (fault kinds 1 to 8, 18).

use super::{call, return_top, run};
use crate::scene::{A, B, C, Machines, Scene, word};
use eevm::{
    ExceptionalHalt, Fork, U256,
    bytecode::opcode::{
        ADD, BYTE, CALL, DUP1, EXP, JUMP, JUMPDEST, JUMPI, LT, MCOPY, MLOAD, MSTORE, POP, PUSH0,
        PUSH1, PUSH32, SAR, SHL, SHR, SIGNEXTEND, SSTORE, SUB,
    },
};
use eevm_testing::{
    asm,
    asm::{Item, push, push_n, raw},
};

const GAS: u64 = 5_000_000;

#[test]
fn fault_01_a_jump_into_push_data_was_accepted() {
    let code = asm![push_n(1, 4), JUMP, PUSH1, JUMPDEST];
    run(Fork::Osaka, code).halted(ExceptionalHalt::InvalidJumpDestination, GAS);
}

#[test]
fn fault_01_a_truncated_push_read_past_the_end() {
    let ran = run(Fork::Osaka, asm![push(1), push(0), SSTORE, PUSH32, raw([1, 2])]);
    assert!(ran.outcome.is_success());
    assert_eq!(ran.slot(A, 0), Some(1));
}

#[test]
fn fault_02_execution_went_on_in_padding_after_the_end() {
    let gas = |code: Vec<u8>| run(Fork::Osaka, code).gas_used();
    assert_eq!(gas(asm![push(1)]), 3);
    assert_eq!(gas(asm![push(1), JUMPDEST]), 4);
    // A jump to just past the end is no STOP.
    run(Fork::Osaka, asm![push(3), JUMP]).halted(ExceptionalHalt::InvalidJumpDestination, GAS);
}

#[test]
fn fault_03_targets_and_offsets_were_cut_before_the_check() {
    for bits in [32, 64, 128, 255] {
        let far = (U256::ONE << bits) + word(36);
        let code = asm![push_n(32, far), JUMP, raw([0; 2]), JUMPDEST];
        assert_eq!(code[36], JUMPDEST);
        run(Fork::Osaka, code).halted(ExceptionalHalt::InvalidJumpDestination, GAS);
        let far = U256::ONE << bits;
        run(Fork::Osaka, asm![push(far), MLOAD]).halted(ExceptionalHalt::OutOfGas, GAS);
        let code = asm![push(far), push(0), push(0), MCOPY];
        run(Fork::Osaka, code).halted(ExceptionalHalt::OutOfGas, GAS);
    }
}

#[test]
fn fault_04_large_shifts_became_negative() {
    let lowest = U256::ONE << 255;
    for shift in [word(256), word(1 << 31), word(1 << 32), word(u64::MAX), U256::MAX, lowest] {
        for (op, expected) in [(SHL, U256::ZERO), (SHR, U256::ZERO), (SAR, U256::MAX)] {
            let ran = run(Fork::Osaka, asm![push(lowest), push(shift), op, return_top()]);
            assert_eq!(ran.word(), expected, "{op:#x} by {shift}");
        }
        let ran = run(Fork::Osaka, asm![push(lowest - word(1)), push(shift), SAR, return_top()]);
        assert_eq!(ran.word(), U256::ZERO);
    }
}

#[test]
fn fault_05_operands_were_bound_in_the_wrong_order() {
    let check = |op, top: u64, below: u64, expected: u64| {
        let ran = run(Fork::Osaka, asm![push(below), push(top), op, return_top()]);
        assert_eq!(ran.word(), word(expected), "{op:#x}");
    };
    check(SUB, 9, 2, 7);
    check(LT, 2, 9, 1);
    check(EXP, 2, 9, 512);
    // Destination, source, size.
    let code = asm![push(5), push(0), MSTORE, push(32), push(0), push(32), MCOPY, push(32), MLOAD];
    assert_eq!(run(Fork::Osaka, asm![raw(code), return_top()]).word(), word(5));
}

#[test]
fn fault_06_edges_of_signextend_byte_and_exp() {
    let check = |op, top: U256, below: U256, expected: U256| {
        let ran = run(Fork::Osaka, asm![push(below), push(top), op, return_top()]);
        assert_eq!(ran.word(), expected, "{op:#x} {top} {below}");
    };
    let lowest = U256::ONE << 255;
    for index in [word(31), word(32), word(1 << 32), U256::MAX] {
        check(SIGNEXTEND, index, lowest + word(0x80), lowest + word(0x80));
    }
    check(SIGNEXTEND, word(0), word(0x80), U256::MAX - word(0x7f));
    check(SIGNEXTEND, word(30), U256::ONE << 247, U256::MAX - (U256::MAX >> 9));
    check(BYTE, word(31), word(0xab), word(0xab));
    for index in [word(32), word(1 << 32), U256::MAX] {
        check(BYTE, index, U256::MAX, U256::ZERO);
    }
    check(EXP, U256::ZERO, U256::ZERO, word(1));
    check(EXP, word(2), word(256), U256::ZERO);
}

#[test]
fn fault_06_exp_was_not_charged_by_bytes() {
    for (fork, per_byte) in [(Fork::Homestead, 10), (Fork::SpuriousDragon, 50)] {
        for (exponent, bytes) in [(0_u64, 0), (1, 1), (255, 1), (256, 2), (1 << 40, 6)] {
            let ran = run(fork, asm![push(exponent), push(3), EXP, POP]);
            assert_eq!(ran.gas_used(), 3 + 3 + 10 + bytes * per_byte + 2, "{fork} {exponent}");
        }
    }
}

#[test]
fn fault_07_stack_bounds_were_off_by_one() {
    let dups = |count: usize| asm![PUSH0, raw(vec![DUP1; count])];
    assert!(run(Fork::Osaka, dups(1023)).outcome.is_success());
    run(Fork::Osaka, dups(1024)).halted(ExceptionalHalt::StackOverflow, GAS);
    run(Fork::Osaka, vec![PUSH0, ADD]).halted(ExceptionalHalt::StackUnderflow, GAS);
    run(Fork::Osaka, vec![PUSH0, JUMPI]).halted(ExceptionalHalt::StackUnderflow, GAS);
    // A full stack has room for what takes as many words as it leaves.
    assert!(run(Fork::Osaka, asm![raw(dups(1023)), ADD]).outcome.is_success());
}

/// Frames keep stacks of their own, whatever the frame before them left there.
#[test]
fn a_stack_kept_words_of_an_earlier_frame() {
    let scene = Scene::at(Fork::Osaka).code(A, asm![raw(vec![PUSH0; 900])]);
    let mut machines = crate::scene::Machines::new(Fork::Osaka);
    assert!(machines.run(&scene).outcome.is_success());
    let scene = scene.code(A, [POP]);
    machines.run(&scene).halted(ExceptionalHalt::StackUnderflow, GAS);
}

/// Three frames with full stacks one above the other, thrice on the same machines: what a stack
/// holds is all there when the calls are over, and nothing beyond it was written.
#[test]
fn fault_08_a_stack_outgrew_its_storage() {
    let words = |count: u64, factor: u64| (0..count).map(move |n| word(1 + n * factor));
    // Seven words are for the call, which leaves one.
    let full = |count: u64, factor: u64, middle: Item| {
        let pushes: Vec<_> = words(count, factor).flat_map(|word| asm![push_n(32, word)]).collect();
        let adds = vec![ADD; usize::try_from(count).unwrap() - 1];
        asm![raw(pushes), middle, raw(adds), return_top()]
    };
    let scene = Scene::at(Fork::Osaka)
        .code(A, full(1_017, 3, raw(asm![call(CALL, B, 1_000_000, 0), POP])))
        .code(B, full(1_017, 5, raw(asm![call(CALL, C, 500_000, 0), POP])))
        .code(C, full(1_024, 7, raw([])));
    let mut machines = Machines::new(Fork::Osaka);
    for _ in 0..3 {
        let ran = machines.run(&scene);
        assert_eq!(ran.word(), words(1_017, 3).fold(U256::ZERO, |sum, word| sum + word));
    }
    let mut one_more = scene;
    one_more = one_more.code(A, full(1_018, 3, raw(asm![call(CALL, B, 1_000_000, 0), POP])));
    machines.run(&one_more).halted(ExceptionalHalt::StackOverflow, GAS);
    assert_eq!(
        machines.run(&Scene::at(Fork::Osaka).code(A, asm![push(7), return_top()])).word(),
        word(7)
    );
}

#[test]
fn fault_18_an_undefined_opcode_left_gas() {
    for byte in [0x0c, 0x21, 0xef, 0xf6] {
        run(Fork::Osaka, vec![byte]).halted(ExceptionalHalt::InvalidOpcode(byte), GAS);
    }
    let halt = ExceptionalHalt::InvalidOpcode(PUSH0);
    run(Fork::Paris, vec![PUSH0]).halted(halt, GAS);
}
