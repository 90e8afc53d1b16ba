//! Bytes and errors of small programs.

use super::{
    AsmError, Item, assemble, dest, jump, jumpi, label, push, push_label, push_label_n,
    push_label_shortest, push_n, push0, raw, repeat,
};
use alloc::{format, vec::Vec};
use eevm_bytecode::opcode::{self, ADD, JUMPDEST, POP, STOP};
use eevm_primitives::{Address, B256, U256, decode_hex};

#[track_caller]
fn check(code: Vec<u8>, hex: &str) {
    assert_eq!(code, decode_hex(hex).unwrap());
}

#[track_caller]
fn check_error(items: &[Item], error: AsmError) {
    assert_eq!(assemble(items), Err(error));
}

#[test]
fn pushes_take_the_shortest_form_but_never_push0() {
    check(asm![push(0)], "6000");
    check(asm![push0()], "5f");
    check(asm![push(255)], "60ff");
    check(asm![push(256)], "610100");
    check(asm![push(u64::MAX)], "67ffffffffffffffff");
    check(asm![push(true), push(U256::from(1) << 64)], "600168010000000000000000");
    check(asm![push(Address::repeat_byte(0xab))], &format!("73{}", "ab".repeat(20)));
    check(asm![push(Address::from_low_u64(4))], "6004");
    check(asm![push(B256::repeat_byte(0xcd))], &format!("7f{}", "cd".repeat(32)));
    check(asm![push(-1)], &format!("7f{}", "ff".repeat(32)));
    check(asm![push(i64::MIN)], &format!("7f{}8000000000000000", "ff".repeat(24)));
}

#[test]
fn every_width_is_its_own_opcode() {
    for width in 1..=32 {
        let code = asm![push_n(width, 7)];
        let info = opcode::by_name(&format!("PUSH{width}")).unwrap();
        assert_eq!(code[0], info.opcode);
        assert_eq!(code.len(), 1 + usize::from(info.immediate_len));
        assert_eq!(code[width], 7);
        assert!(code[1..width].iter().all(|&byte| byte == 0));
    }
}

#[test]
fn widths_are_checked() {
    check_error(&[push_n(1, 256)], AsmError::ValueTooWide { needed: 2, width: 1 });
    check_error(&[push_n(0, 0)], AsmError::PushWidth { width: 0 });
    check_error(&[push_n(33, 0)], AsmError::PushWidth { width: 33 });
    check_error(&[push_label_n(33, "a"), label("a")], AsmError::PushWidth { width: 33 });
}

#[test]
fn labels_work_in_both_directions() {
    check(asm![jump("end"), dest("end"), jump("end")], "610004565b61000456");
    check(asm![dest("loop"), push(1), jumpi("loop"), STOP], "5b60016100005700");
    check(asm![push_label("data"), label("data"), raw([1, 2])], "6100030102");
    check(asm![push_label_n(4, "a"), label("a"), JUMPDEST], "63000000055b");
}

#[test]
fn shortest_label_pushes_grow_only_where_they_must() {
    check(asm![push_label_shortest("a"), dest("a")], "60025b");
    // The push itself is what moves its label from 255 to 256, and so widens itself.
    let near = asm![push_label_shortest("a"), repeat(253, STOP), dest("a")];
    assert_eq!((near[0], near[1], near.len()), (0x60, 255, 256));
    let far = asm![push_label_shortest("a"), repeat(254, STOP), dest("a")];
    assert_eq!((far[0], far[1], far[2], far.len()), (0x61, 1, 1, 258));
    // One push that grows pushes the target of another over the limit.
    let two = asm![
        push_label_shortest("b"),
        push_label_shortest("a"),
        repeat(251, STOP),
        dest("a"),
        repeat(9, STOP),
        dest("b")
    ];
    check(two[..6].to_vec(), "61010b610101");
    assert_eq!((two[0x101], two[0x10b]), (0x5b, 0x5b));
}

#[test]
fn labels_are_checked() {
    let name = || "there".into();
    check_error(&[jump("there")], AsmError::UnknownLabel { name: name() });
    check_error(
        &[dest("there"), dest("there")],
        AsmError::DuplicateLabel { name: name(), first: 0, second: 1 },
    );
    check_error(
        &[repeat(2, dest("there"))],
        AsmError::DuplicateLabel { name: name(), first: 0, second: 1 },
    );
    let far = [push_label_n(1, "there"), repeat(300, STOP), dest("there")];
    check_error(&far, AsmError::LabelTooFar { name: name(), offset: 302, width: 1 });
    let far = [jump("there"), raw(alloc::vec![0; 70_000]), dest("there")];
    check_error(&far, AsmError::LabelTooFar { name: name(), offset: 70_004, width: 2 });
}

#[test]
fn blocks_nest_and_repeat() {
    check(asm![repeat(3, block![push(1), POP]), ADD], "60015060015060015001");
    check(asm![repeat(2, repeat(2, ADD)), repeat(0, POP)], "01010101");
    check(asm![alloc::vec![0xfe_u8, 0xff], &[1_u8][..], block![]], "feff01");
    check(asm![], "");
}

#[test]
#[expect(clippy::panic, reason = "the message of a program that does not assemble is the test")]
fn errors_read_well() {
    let Err(error) = assemble(&[push_n(2, 1 << 20)]) else { panic!("assembled") };
    assert_eq!(format!("{error}"), "a value of 3 bytes does not fit a push of 2");
}
