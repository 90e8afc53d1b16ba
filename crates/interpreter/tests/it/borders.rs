//! Stack heights: every instruction at the lowest and the highest height it allows, and one off.

use crate::support::{Ran, Setting};
use eevm_bytecode::opcode::{
    DUP1, JUMP, OpcodeInfo, PUSH0, RETURN, REVERT, SELFDESTRUCT, STOP, TABLE,
};
use eevm_interpreter::{ExceptionalHalt, Exit};

const LIMIT: usize = 1024;

/// `info`'s instruction on `height` zeros; a PUSH's immediate bytes are zeros too.
fn on(height: usize, info: &OpcodeInfo) -> Ran {
    let mut code = vec![PUSH0; height];
    code.push(info.opcode);
    code.extend([0; 33]);
    let mut setting = Setting::default();
    // No fork refuses a jump destination at 0 there, which would be a loop.
    setting.message.gas = 1_000_000;
    setting.run(&code)
}

const UNDERFLOW: Exit = Exit::Halt(ExceptionalHalt::StackUnderflow);
const OVERFLOW: Exit = Exit::Halt(ExceptionalHalt::StackOverflow);

#[test]
fn one_word_too_few_is_an_underflow() {
    for info in TABLE.iter().flatten() {
        let inputs = usize::from(info.inputs);
        for height in 0..inputs {
            assert_eq!(on(height, info).exit, UNDERFLOW, "{} on {height}", info.name);
        }
        assert!(![UNDERFLOW, OVERFLOW].contains(&on(inputs, info).exit), "{}", info.name);
    }
}

#[test]
fn one_word_too_many_is_an_overflow() {
    for info in TABLE.iter().flatten() {
        let growth = usize::from(info.outputs).saturating_sub(usize::from(info.inputs));
        let highest = LIMIT - growth;
        assert!(![UNDERFLOW, OVERFLOW].contains(&on(highest, info).exit), "{}", info.name);
        if growth > 0 {
            assert_eq!(on(highest + 1, info).exit, OVERFLOW, "{}", info.name);
        }
    }
}

/// Behind an instruction and the immediate bytes that the table gives it stands the next one.
#[test]
fn fault_16_the_counter_moved_twice_over_an_immediate() {
    for info in TABLE.iter().flatten() {
        if [STOP, JUMP, RETURN, REVERT, SELFDESTRUCT].contains(&info.opcode) {
            continue;
        }
        let height = 100;
        let ran = on(height, info);
        if ran.exit == Exit::Stop {
            let next = height + 1 + usize::from(info.immediate_len);
            assert_eq!(ran.trace.last_pc, next, "{}", info.name);
        }
    }
}

/// What an instruction does to the height is what the table says.
#[test]
fn heights_move_as_the_table_says() {
    for info in TABLE.iter().flatten() {
        if [STOP, JUMP, RETURN, REVERT, SELFDESTRUCT].contains(&info.opcode) {
            continue;
        }
        let height = 100;
        let ran = on(height, info);
        let after = height + usize::from(info.outputs) - usize::from(info.inputs);
        match ran.exit {
            // The trailing zeros are STOPs.
            Exit::Stop => {
                assert_eq!(ran.trace.last_opcode, STOP, "{}", info.name);
                assert_eq!(ran.trace.last_stack.len(), after, "{}", info.name);
            }
            // The word that tells of success is not there yet; `frames.rs` looks at it.
            Exit::Call | Exit::Create => assert!(info.opcode >= 0xf0, "{}", info.name),
            exit => panic!("{} on {height} zeros: {exit:?}", info.name),
        }
    }
}

#[test]
fn a_thousand_and_twenty_four_words_are_allowed() {
    let mut code = vec![PUSH0; 1];
    code.extend([DUP1; LIMIT - 1]);
    let ran = Setting::default().run(&code);
    assert_eq!((ran.exit, ran.trace.last_stack.len()), (Exit::Stop, LIMIT));
    code.push(DUP1);
    let ran = Setting::default().run(&code);
    assert_eq!((ran.exit, ran.gas_left), (OVERFLOW, 0));
}
