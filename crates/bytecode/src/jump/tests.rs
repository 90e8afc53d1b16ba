//! The three methods against the rule as execution-specs writes it.

use super::*;
use alloc::{vec, vec::Vec};
use proptest::prelude::*;

/// execution-specs, `get_valid_jump_destinations`, in the same words.
fn reference(code: &[u8]) -> Vec<usize> {
    let mut valid_jump_destinations = vec![];
    let mut pc = 0;
    while pc < code.len() {
        match code[pc] {
            JUMPDEST => valid_jump_destinations.push(pc),
            opcode @ PUSH1..=PUSH32 => pc += usize::from(opcode - PUSH1) + 1,
            _ => {}
        }
        pc += 1;
    }
    valid_jump_destinations
}

/// Checks all methods at every `pc` and beyond the end; counts what each method decided.
#[track_caller]
fn check(code: &[u8]) -> (usize, usize, usize) {
    let expected = reference(code);
    let bytecode = Bytecode::unhashed(code);
    assert_eq!(JumpDestinations::of(&bytecode).iter().collect::<Vec<_>>(), expected);
    let (mut local, mut searched, mut undecided) = (0, 0, 0);
    let beyond = [usize::MAX, usize::MAX - 32, 1 << 32, usize::MAX / 2];
    for pc in (0..code.len() + 130).chain(beyond) {
        let valid = expected.binary_search(&pc).is_ok();
        let (by_local_rule, by_search) = (by_local_rule(&bytecode, pc), by_search(&bytecode, pc));
        assert_eq!(by_local_rule.unwrap_or(valid), valid, "local rule at {pc}");
        assert_eq!(by_search.unwrap_or(valid), valid, "search at {pc}");
        assert_eq!(bytecode.jump_destinations().contains(pc), valid, "bitmap at {pc}");
        // A fresh one each time, so that the bitmap is not there yet.
        if code.get(pc) == Some(&JUMPDEST) {
            assert_eq!(Bytecode::unhashed(code).is_valid_jump_destination(pc), valid, "at {pc}");
            local += usize::from(by_local_rule.is_some());
            searched += usize::from(by_local_rule.is_none() && by_search.is_some());
            undecided += usize::from(by_search.is_none());
        }
        assert_eq!(bytecode.is_valid_jump_destination(pc), valid, "with bitmap at {pc}");
    }
    (local, searched, undecided)
}

#[test]
fn edges() {
    assert_eq!(check(&[]), (0, 0, 0));
    assert_eq!(check(&[JUMPDEST]), (1, 0, 0));
    assert_eq!(check(&[PUSH1]), (0, 0, 0));
    assert_eq!(check(&[PUSH1, JUMPDEST]), (0, 1, 0));
    assert_eq!(check(&[PUSH1, PUSH1, JUMPDEST]), (0, 1, 0));
    assert_eq!(check(&[PUSH32, JUMPDEST, JUMPDEST]), (0, 2, 0));
    for len in (30..140).step_by(3) {
        check(&vec![JUMPDEST; len]);
        check(&vec![PUSH1; len]);
        for push in [PUSH1, PUSH1 + 1, PUSH1 + 15, PUSH32 - 1, PUSH32] {
            let mut code = vec![JUMPDEST; len];
            code[len - 20] = push;
            check(&code);
            code[len - 30] = push;
            check(&code);
        }
    }
}

#[test]
fn crafted_code_needs_the_bitmap() {
    // No position of this is proven by its neighbours: each has a PUSH1 before it.
    for start in 0..2 {
        let mut code = vec![PUSH1; 3000 + start];
        code.push(JUMPDEST);
        assert_eq!(check(&code), (0, 0, 1));
    }
    let code = [PUSH1, JUMPDEST].repeat(2000);
    let (local, searched, undecided) = check(&code[1..]);
    assert_eq!((local, searched + undecided), (1, 1999));
}

#[test]
fn many_searches_end_in_one_analysis() {
    // A PUSH3 reaches every position, so that each search goes back to the start.
    let bytes = [PUSH1 + 2, JUMPDEST].repeat(500);
    let code = Bytecode::unhashed(&bytes);
    let valid = reference(&bytes);
    let (mut searches, mut steps) = (0, 0);
    for pc in (1..1000).step_by(2) {
        if !code.is_analysed() {
            searches += 1;
            steps += search(&code, pc).1;
        }
        assert_eq!(code.is_valid_jump_destination(pc), valid.binary_search(&pc).is_ok());
    }
    assert!(code.is_analysed());
    assert!(searches > 10 && steps < 3 * 1000, "{searches} searches, {steps} steps");
}

/// Bytes as compilers emit them: mostly short pushes, much data in PUSH4, PUSH20 and PUSH32, and a
/// tail of data.
fn contract() -> impl Strategy<Value = Vec<u8>> {
    fn data(len: usize) -> impl Strategy<Value = Vec<u8>> {
        prop_oneof![
            prop::collection::vec(any::<u8>(), len),
            prop::collection::vec(prop_oneof![Just(JUMPDEST), Just(PUSH1), Just(PUSH32)], len),
        ]
    }
    let push =
        |n: u8| data(usize::from(n)).prop_map(move |data| [&[PUSH1 - 1 + n], &data[..]].concat());
    let instruction = prop_oneof![
        6 => (1..=2_u8).prop_flat_map(push),
        1 => prop_oneof![Just(4_u8), Just(20), Just(32)].prop_flat_map(push),
        1 => (1..=32_u8).prop_flat_map(push),
        4 => Just(vec![JUMPDEST]),
        12 => prop_oneof![0..0x20_u8, 0x50..0x60_u8, 0x80..0xa0_u8].prop_map(|byte| vec![byte]),
    ];
    (prop::collection::vec(instruction, 0..300), data(40), 0..40_usize).prop_map(
        |(instructions, data, cut)| {
            let mut code = [instructions.concat(), data].concat();
            code.truncate(code.len() - cut);
            code
        },
    )
}

fn pushes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![4 => PUSH1..=PUSH32, 4 => PUSH1..PUSH1 + 4, 3 => Just(JUMPDEST)];
    prop::collection::vec(byte, 0..1200)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_code(code in prop::collection::vec(any::<u8>(), 0..600)) {
        check(&code);
    }

    #[test]
    fn code_of_pushes(code in pushes()) {
        check(&code);
    }

    #[test]
    fn code_like_a_contract(code in contract()) {
        check(&code);
    }
}
