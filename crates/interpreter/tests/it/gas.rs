//! Gas is charged instruction by instruction: GAS shows it, and so does what was done before it
//! ran out.

use crate::support::Setting;
use eevm_bytecode::opcode::{GAS, JUMP, JUMPDEST, POP, SLOAD, TIMESTAMP};
use eevm_interpreter::{ExceptionalHalt, Exit};
use eevm_primitives::U256;
use eevm_testing::{
    asm,
    asm::{push_n, raw},
};

/// Eight times a cold slot, a jump, and cheap instructions; and what each instruction costs.
fn blocks() -> (Vec<u8>, Vec<u64>) {
    let (mut code, mut costs) = (Vec::new(), Vec::new());
    for key in 1..=8 {
        let target = u64::try_from(code.len()).unwrap() + 10;
        code.extend(asm![
            push_n(1, key),
            SLOAD,
            POP,
            push_n(2, target),
            JUMP,
            // Never reached.
            raw([0xfe, 0xfe]),
            JUMPDEST,
            TIMESTAMP,
            POP,
            GAS,
            POP
        ]);
        costs.extend([3, 2100, 2, 3, 8, 1, 2, 2, 2, 2]);
    }
    (code, costs)
}

/// Whatever the limit, the slots read and the steps shown are those whose gas was there.
#[test]
fn fault_35_gas_was_charged_by_the_block() {
    let (code, costs) = blocks();
    let full: u64 = costs.iter().sum();
    let mut borders = vec![0];
    for cost in &costs {
        borders.push(borders.last().unwrap() + cost);
    }
    let limits = borders.iter().flat_map(|&sum| [sum.saturating_sub(1), sum, sum + 1]);
    for limit in limits {
        let ran = Setting::default().gas(limit).run(&code);
        let paid = borders.iter().filter(|&&sum| sum <= limit).count() - 1;
        let reads = costs[..paid].iter().filter(|&&cost| cost == 2100).count();
        assert_eq!(ran.world.warm_slots.len(), reads, "slots read with {limit}");
        // The one that is not paid is shown; behind the last stands the STOP.
        assert_eq!(ran.trace.steps, paid + 1, "steps with {limit}");
        let expected = match limit.checked_sub(full) {
            Some(left) => (Exit::Stop, left),
            None => (Exit::Halt(ExceptionalHalt::OutOfGas), 0),
        };
        assert_eq!((ran.exit, ran.gas_left), expected, "with {limit}");
    }
}

/// GAS in the middle of a block answers what is left there.
#[test]
fn fault_35_gas_in_a_block_saw_all_of_it_charged() {
    let mut code = Vec::new();
    let (mut left, mut expected) = (100_000, Vec::new());
    for _ in 0..20 {
        code.extend(asm![TIMESTAMP, POP, GAS]);
        left -= 2 + 2 + 2;
        expected.push(U256::from(left));
    }
    code.extend([JUMPDEST; 10]);
    let ran = Setting::default().gas(100_000).run(&code);
    assert_eq!((ran.exit, ran.gas_left), (Exit::Stop, left - 10));
    assert_eq!(ran.trace.last_stack, expected);
}
