//! The end of the code, truncated immediates, and jumps to where no JUMPDEST is.

use crate::support::{Setting, pow2, word};
use eevm_bytecode::opcode::{JUMP, JUMPDEST, JUMPI, PUSH0, PUSH1, STOP};
use eevm_interpreter::{ExceptionalHalt, Exit};
use eevm_primitives::U256;
use eevm_testing::{
    asm,
    asm::{push, push_n, raw},
};

const INVALID: Exit = Exit::Halt(ExceptionalHalt::InvalidJumpDestination);

/// Fault: a PUSH at the end of the code read past it. Missing bytes are zeros.
#[test]
fn truncated_pushes() {
    let setting = Setting::default().gas(100);
    for width in 1..=32_u8 {
        for present in 0..=width {
            let bytes: Vec<u8> = (0..present).map(|i| 0xc1 + i).collect();
            let ran = setting.run(&asm![PUSH0 + width, raw(&bytes)]);
            let mut padded = bytes;
            padded.resize(width.into(), 0);
            let value = U256::try_from_be_slice(&padded).unwrap();
            assert_eq!((ran.exit, ran.gas_left), (Exit::Stop, 97), "PUSH{width} with {present}");
            assert_eq!(ran.trace.last_stack, [value], "PUSH{width} with {present}");
            assert_eq!(ran.trace.last_opcode, STOP);
        }
    }
}

#[test]
fn the_end_is_a_stop_at_every_length() {
    for len in 0..200 {
        let ran = Setting::default().gas(1000).run(&vec![JUMPDEST; len]);
        assert_eq!((ran.exit, ran.gas_left), (Exit::Stop, 1000 - len as u64));
        // Where there is no code at all, no instruction is shown, not even that STOP.
        let steps = if len == 0 { 0 } else { len + 1 };
        assert_eq!((ran.trace.steps, ran.trace.last_pc), (steps, len));
    }
}

/// Fault: a jump into PUSH data accepted. Every byte of data is a JUMPDEST's.
#[test]
fn no_jump_into_push_data() {
    for width in 1..=32_u8 {
        for inside in 0..width {
            for jump in [JUMP, JUMPI] {
                let target = 9 + u64::from(inside);
                let code = asm![
                    push_n(2, 1),
                    push_n(3, target),
                    jump,
                    PUSH0 + width,
                    raw(vec![JUMPDEST; width.into()]),
                    JUMPDEST
                ];
                assert_eq!(code[usize::try_from(target).unwrap()], JUMPDEST);
                assert_eq!(Setting::default().run(&code).exit, INVALID, "PUSH{width} + {inside}");
            }
        }
        let after = 9 + u64::from(width);
        let code = asm![
            push_n(2, 1),
            push_n(3, after),
            JUMP,
            PUSH0 + width,
            raw(vec![JUMPDEST; width.into()]),
            JUMPDEST
        ];
        assert_eq!(Setting::default().run(&code).exit, Exit::Stop, "after PUSH{width}");
    }
}

/// Data that looks like pushes of data: validity has to be known from the start of the code.
#[test]
fn chains_of_pushes_shift_what_is_data() {
    for padding in 0..40 {
        // PUSH1 PUSH1 PUSH1 …: every other byte is data, until the JUMPDEST.
        let start = 4;
        let mut code = asm![push_n(2, start + padding), JUMP];
        code.extend(vec![PUSH1; usize::try_from(padding).unwrap()]);
        code.push(JUMPDEST);
        let expected = if padding % 2 == 0 { Exit::Stop } else { INVALID };
        assert_eq!(Setting::default().run(&code).exit, expected, "{padding}");
    }
}

#[test]
fn no_jump_to_the_end_or_beyond() {
    for beyond in 0..70_u64 {
        let code = asm![push_n(2, 4 + beyond), JUMP];
        assert_eq!(Setting::default().run(&code).exit, INVALID, "{beyond} past the end");
        let code = asm![push(1), push_n(2, 6 + beyond), JUMPI];
        assert_eq!(Setting::default().run(&code).exit, INVALID, "{beyond} past the end");
        // Not taken, it is not looked at.
        let code = asm![push(0), push_n(2, 6 + beyond), JUMPI];
        assert_eq!(Setting::default().run(&code).exit, Exit::Stop, "{beyond} past the end");
    }
}

#[test]
fn no_jump_to_other_instructions() {
    for byte in (0..=u8::MAX).filter(|&byte| byte != JUMPDEST) {
        let code = asm![push_n(2, 4), JUMP, byte, JUMPDEST];
        assert_eq!(Setting::default().run(&code).exit, INVALID, "{byte:#x}");
    }
}

/// Targets that were proven before do not vouch for others with the same low byte, or the same
/// low 32 or 64 bits.
#[test]
fn a_proven_target_vouches_for_no_other() {
    let near = U256::from(10);
    let others = [256, 512, 1 << 32, 1 << 40].map(|more: u64| near + word(more));
    let others = others.into_iter().chain([64, 128, 255].map(|bits| near + pow2(bits)));
    for last in others.chain([near]) {
        // At 10 stands a JUMP to what is on the stack: 10, 10, 10, `last`, 77.
        let mut code = asm![push_n(2, 100), JUMP];
        code.resize(10, 0xfe);
        code.extend([JUMPDEST, JUMP]);
        code.resize(100, 0xfe);
        let tens = raw(asm![push(10), push(10), push(10)]);
        code.extend(asm![JUMPDEST, push(77), push(last), tens, JUMP]);
        code.resize(1000, 0xfe);
        let ran = Setting::default().run(&code);
        // 77 is no JUMPDEST either.
        let stack = if last == near { vec![word(77)] } else { vec![word(77), last] };
        assert_eq!((ran.exit, ran.trace.last_stack), (INVALID, stack), "{last:#x}");
    }
}

/// Two valid targets that share a slot of the table displace each other, and stay valid.
#[test]
fn targets_that_share_a_low_byte() {
    let mut code = asm![push(50), push_n(2, 20), JUMP];
    code.resize(20, 0xfe);
    // 20: count down at the top; leave at zero.
    code.extend(asm![JUMPDEST, push(1), 0x90_u8, 0x03_u8, push_n(2, 20 + 256), JUMP]);
    code.resize(20 + 256, 0xfe);
    code.extend(asm![JUMPDEST, 0x80_u8, push_n(2, 20), JUMPI, STOP]);
    let ran = Setting::default().run(&code);
    assert_eq!((ran.exit, ran.trace.last_stack), (Exit::Stop, vec![U256::ZERO]));
    assert_eq!(ran.trace.steps, 3 + 50 * (6 + 4) + 1);
}
