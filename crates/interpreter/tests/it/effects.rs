//! Memory, storage, logs, KECCAK256, control flow, calls and creations: one test an instruction.

use crate::support::{CALLER, OTHER, SELF, Setting, apply, pow2, return_top, word};
use eevm_bytecode::opcode::{
    CALL, CALLCODE, CREATE, CREATE2, DELEGATECALL, DUP1, GAS, JUMP, JUMPDEST, JUMPI, KECCAK256,
    LOG0, MCOPY, MLOAD, MSIZE, MSTORE, MSTORE8, PC, POP, PUSH0, RETURN, REVERT, SELFDESTRUCT,
    SLOAD, SSTORE, STATICCALL, STOP, SWAP1, TLOAD, TSTORE,
};
use eevm_interpreter::{ExceptionalHalt, Exit};
use eevm_primitives::{Address, B256, Fork, Topics, U256, address_to_word, keccak256};
use eevm_testing::{
    asm,
    asm::{dest, push, push_label, raw},
};

#[test]
fn memory_words_and_bytes() {
    let setting = Setting::default();
    let bytes: Vec<u8> = (1..=32).collect();
    let value = U256::try_from_be_slice(&bytes).unwrap();
    let stored = |offset: u64| asm![raw(apply(MSTORE, &[word(offset), value]))];
    for offset in [0, 1, 31, 32, 33, 4095, 4096, 5000] {
        let load = asm![raw(stored(offset)), push(offset), MLOAD];
        assert_eq!(setting.top(&load), value, "offset {offset}");
        let size = asm![raw(stored(offset)), MSIZE];
        assert_eq!(setting.top(&size), word((offset + 32).div_ceil(32) * 32), "offset {offset}");
    }
    let shifted = asm![raw(stored(1)), push(0), MLOAD];
    assert_eq!(setting.top(&shifted), value >> 8);
    let byte = asm![raw(apply(MSTORE8, &[word(2), word(0xabcd)])), push(0), MLOAD];
    assert_eq!(setting.top(&byte), word(0xcd) << (29 * 8));
    assert_eq!(setting.top(&asm![push(95), MLOAD, MSIZE]), word(128));
}

/// Fault: overlapping MCOPY went forwards; memory grew to one range's end only (EIP-5656).
#[test]
fn mcopy_is_memmove() {
    let setting = Setting::default();
    let bytes: Vec<u8> = (1..=64).collect();
    let fill = |n: usize| U256::try_from_be_slice(&bytes[n..n + 32]).unwrap();
    for [to, from, size] in
        [[3_usize, 0, 40], [0, 3, 40], [0, 0, 64], [64, 0, 33], [0, 70, 10], [5, 5, 0]]
    {
        let code = asm![
            raw(apply(MSTORE, &[word(0), fill(0)])),
            raw(apply(MSTORE, &[word(32), fill(32)])),
            raw(apply(MCOPY, &[to, from, size].map(U256::from))),
            MSIZE,
            push(0),
            RETURN
        ];
        let mut expected = bytes.clone();
        expected.resize((to.max(from) + size).div_ceil(32).max(2) * 32, 0);
        let moved = expected[from..from + size].to_vec();
        expected[to..to + size].copy_from_slice(&moved);
        assert_eq!(setting.run(&code).output, expected, "to {to} from {from} size {size}");
    }
}

#[test]
fn keccak() {
    let setting = Setting::default();
    let store = raw(apply(MSTORE, &[word(0), pow2(255) + word(0x1234)]));
    let mut memory = (pow2(255) + word(0x1234)).to_be_bytes::<32>().to_vec();
    memory.resize(96, 0);
    for (offset, size) in [(0, 32), (30, 2), (5, 60), (32, 64), (0, 0)] {
        let code = asm![store.clone(), push(size), push(offset), KECCAK256];
        let expected = keccak256(&memory[offset..offset + size]);
        assert_eq!(setting.top(&code), U256::from_be_bytes(expected.0), "{offset} {size}");
    }
}

#[test]
fn storage_and_transient_storage() {
    let setting = Setting::default();
    let ran = setting.run(&asm![
        raw(apply(SSTORE, &[word(5), word(50)])),
        raw(apply(TSTORE, &[word(6), word(60)])),
        push(5),
        SLOAD,
        push(6),
        TLOAD,
        push(6),
        SLOAD,
        push(5),
        TLOAD,
        STOP
    ]);
    assert_eq!(ran.trace.last_stack, [word(50), word(60), U256::ZERO, U256::ZERO]);
    assert_eq!(ran.world.storage, [((SELF, word(5)), word(50))].into());
    assert_eq!(ran.world.transient, [((SELF, word(6)), word(60))].into());
}

#[test]
fn logs_have_their_topics_in_order() {
    let store = raw(apply(MSTORE, &[word(0), U256::from_be_bytes([7; 32])]));
    for count in 0..=4_u8 {
        let mut operands = vec![word(30), word(4)];
        operands.extend((1..=count).map(|n| word(0x70 + u64::from(n))));
        let ran = Setting::default().run(&asm![store.clone(), raw(apply(LOG0 + count, &operands))]);
        assert_eq!(ran.exit, Exit::Stop);
        let log = &ran.world.logs[0];
        assert_eq!((ran.world.logs.len(), log.address), (1, SELF));
        assert_eq!(&log.data[..], [7, 7, 0, 0]);
        let topics: Vec<_> =
            (1..=count).map(|n| B256(word(0x70 + u64::from(n)).to_be_bytes())).collect();
        assert_eq!(log.topics, Topics::from_slice(&topics).unwrap());
    }
}

#[test]
fn stop_return_and_revert() {
    let setting = Setting::default().gas(1000);
    let ran = setting.run(&[]);
    assert_eq!((ran.exit, ran.gas_left, ran.output.len()), (Exit::Stop, 1000, 0));
    let ran = setting.run(&[STOP, 0xfe]);
    assert_eq!((ran.exit, ran.gas_left), (Exit::Stop, 1000));
    let store = raw(apply(MSTORE, &[word(0), U256::from_be_bytes([9; 32])]));
    for (op, exit) in [(RETURN, Exit::Return), (REVERT, Exit::Revert)] {
        let ran = setting.run(&asm![store.clone(), push(3), push(30), op]);
        assert_eq!((ran.exit, ran.output), (exit, vec![9, 9, 0]));
        assert_eq!(ran.gas_left, 1000 - 3 * 2 - 3 - 3 - 3 * 2 - 3, "{op:#x}");
    }
}

/// Fault: an undefined byte did not take all gas.
#[test]
fn undefined_bytes_take_all_gas() {
    for byte in 0..=u8::MAX {
        if eevm_bytecode::opcode::info(byte).is_some() {
            continue;
        }
        let ran = Setting::default().run(&[PUSH0, byte]);
        let exit = Exit::Halt(ExceptionalHalt::InvalidOpcode(byte));
        assert_eq!((ran.exit, ran.gas_left), (exit, 0));
    }
}

/// Every instruction is undefined on the fork before its first.
#[test]
fn instructions_begin_with_their_fork() {
    for info in eevm_bytecode::opcode::TABLE.iter().flatten() {
        for fork in Fork::ALL {
            let ran = Setting::at(fork).run(&[info.opcode]);
            let undefined = ran.exit == Exit::Halt(ExceptionalHalt::InvalidOpcode(info.opcode));
            assert_eq!(undefined, fork < info.first_fork(), "{} on {fork}", info.name);
        }
    }
}

#[test]
fn pc_gas_and_jumpdest() {
    let setting = Setting::default().gas(1000);
    let ran = setting.run(&[JUMPDEST, PC, GAS, JUMPDEST, PC, GAS, STOP]);
    let expected = [1, 1000 - 1 - 2 - 2, 4, 1000 - 1 - 2 - 2 - 1 - 2 - 2].map(word);
    assert_eq!(ran.trace.last_stack, expected);
}

#[test]
fn jumps() {
    let setting = Setting::default();
    let code = asm![push_label("x"), JUMP, 0xfe_u8, dest("x"), push(7)];
    assert_eq!(setting.top(&code), word(7));
    for (condition, expected) in [(word(0), 1), (word(1), 2), (pow2(255), 2), (pow2(64), 2)] {
        let code = asm![
            push(condition),
            push_label("x"),
            JUMPI,
            push(1),
            raw(return_top()),
            dest("x"),
            push(2)
        ];
        assert_eq!(setting.top(&code), word(expected), "{condition}");
    }
}

#[test]
fn push_dup_swap_pop() {
    let setting = Setting::default();
    for n in 1..=32_u8 {
        let bytes: Vec<u8> = (0..n).map(|i| 0xa0 + i).collect();
        let code = asm![PUSH0 + n, raw(&bytes)];
        assert_eq!(setting.top(&code), U256::try_from_be_slice(&bytes).unwrap(), "PUSH{n}");
    }
    assert_eq!(setting.top(&[PUSH0]), U256::ZERO);
    let seventeen: Vec<_> = (1..=17_u64).flat_map(|n| asm![push(n)]).collect();
    for n in 1..=16_u8 {
        let mut expected: Vec<_> = (1..=17).map(word).collect();
        let dup = setting.run(&asm![raw(&seventeen), DUP1 + n - 1, STOP]);
        expected.push(expected[17 - usize::from(n)]);
        assert_eq!(dup.trace.last_stack, expected, "DUP{n}");
        expected.pop();
        expected.swap(16, 16 - usize::from(n));
        let swap = setting.run(&asm![raw(&seventeen), SWAP1 + n - 1, STOP]);
        assert_eq!(swap.trace.last_stack, expected, "SWAP{n}");
    }
    let ran = setting.run(&asm![push(1), push(2), POP, STOP]);
    assert_eq!(ran.trace.last_stack, [word(1)]);
}

/// Seven operands, all distinct, against what the interpreter asks its owner for.
#[test]
fn calls_bind_their_operands() {
    let mut setting = Setting::default();
    setting.world.accounts.get_mut(&SELF).unwrap().balance = pow2(200);
    let other = address_to_word(&OTHER);
    let (gas, value) = (word(50_000), word(77));
    let (input, output) = ([word(3), word(40)], [word(64), word(5)]);
    let memory = "in (3, 40) out (64, 5)";
    let frame_value = pow2(100) + word(3);
    let with_value = |op| apply(op, &[gas, other, value, input[0], input[1], output[0], output[1]]);
    let without = |op| apply(op, &[gas, other, input[0], input[1], output[0], output[1]]);
    let check = |code: Vec<u8>, expected: String| {
        let ran = setting.run(&code);
        assert_eq!((ran.exit, ran.call), (Exit::Call, Some(expected)));
    };
    check(
        with_value(CALL),
        format!(
            "Call gas 52300 caller {SELF} target {OTHER} code {OTHER} delegate None value 77 \
             static false {memory}"
        ),
    );
    check(
        with_value(CALLCODE),
        format!(
            "CallCode gas 52300 caller {SELF} target {SELF} code {OTHER} delegate None value 77 \
             static false {memory}"
        ),
    );
    check(
        without(DELEGATECALL),
        format!(
            "DelegateCall gas 50000 caller {CALLER} target {SELF} code {OTHER} delegate None \
             value {frame_value} static false {memory}"
        ),
    );
    check(
        without(STATICCALL),
        format!(
            "StaticCall gas 50000 caller {SELF} target {OTHER} code {OTHER} delegate None value 0 \
             static true {memory}"
        ),
    );
}

#[test]
fn creations_bind_their_operands() {
    let setting = Setting::default();
    let operands = [word(9), word(3), word(40), word(0x5a17)];
    let ran = setting.run(&apply(CREATE, &operands[..3]));
    let gas = 10_000_000 - 3 * 3 - 32_000 - 2 * 2 - 6;
    let given = gas - gas / 64;
    let creation = format!("gas {given} creator {SELF} value 9 salt None code (3, 40)");
    assert_eq!((ran.exit, ran.creation), (Exit::Create, Some(creation)));
    let ran = setting.run(&apply(CREATE2, &operands));
    let salt = B256(word(0x5a17).to_be_bytes());
    let gas = 10_000_000 - 4 * 3 - 32_000 - 2 * (2 + 6) - 6;
    let given = gas - gas / 64;
    let creation = format!("gas {given} creator {SELF} value 9 salt {:?} code (3, 40)", Some(salt));
    assert_eq!((ran.exit, ran.creation), (Exit::Create, Some(creation)));
}

#[test]
fn self_destruction_names_its_beneficiary() {
    let ran = Setting::default().run(&apply(SELFDESTRUCT, &[address_to_word(&OTHER)]));
    assert_eq!((ran.exit, ran.world.destroyed), (Exit::Stop, vec![(SELF, OTHER)]));
}

/// Fault: an instruction that changes state let through in a static frame.
#[test]
fn static_frames_refuse_every_change() {
    let setting = Setting::default().in_static_call();
    let other = address_to_word(&OTHER);
    let zero = U256::ZERO;
    let refused = [
        apply(SSTORE, &[zero, zero]),
        apply(TSTORE, &[zero, zero]),
        apply(LOG0, &[zero, zero]),
        apply(LOG0 + 1, &[zero; 3]),
        apply(LOG0 + 2, &[zero; 4]),
        apply(LOG0 + 3, &[zero; 5]),
        apply(LOG0 + 4, &[zero; 6]),
        apply(CREATE, &[zero; 3]),
        apply(CREATE2, &[zero; 4]),
        apply(SELFDESTRUCT, &[other]),
        apply(CALL, &[zero, other, word(1), zero, zero, zero, zero]),
    ];
    for code in refused {
        let ran = setting.run(&code);
        let exit = Exit::Halt(ExceptionalHalt::WriteInStaticContext);
        assert_eq!((ran.exit, ran.gas_left), (exit, 0), "{code:02x?}");
        let mut world = ran.world;
        (world.warm, world.warm_slots, world.asked) = Default::default();
        assert_eq!(world, setting.world, "{code:02x?}");
    }
    for (op, value) in [(CALL, 0), (CALLCODE, 0), (CALLCODE, 1)] {
        let ran = setting.run(&apply(op, &[zero, other, word(value), zero, zero, zero, zero]));
        assert_eq!(ran.exit, Exit::Call, "{op:#x} with value {value}");
        assert!(ran.call.unwrap().contains("static true"), "static is inherited");
    }
    for op in [DELEGATECALL, STATICCALL] {
        let ran = setting.run(&apply(op, &[zero, other, zero, zero, zero, zero]));
        assert!(ran.call.unwrap().contains("static true"), "static is inherited");
    }
}

/// A failing database ends the run at every question an instruction can ask.
#[test]
fn a_database_failure_is_never_a_halt() {
    let other = address_to_word(&OTHER);
    let zero = U256::ZERO;
    let seven = [word(1), other, word(1), zero, zero, zero, zero];
    let programs = [
        apply(eevm_bytecode::opcode::BALANCE, &[other]),
        apply(eevm_bytecode::opcode::EXTCODESIZE, &[other]),
        apply(eevm_bytecode::opcode::EXTCODEHASH, &[other]),
        apply(eevm_bytecode::opcode::EXTCODECOPY, &[other, zero, zero, zero]),
        vec![eevm_bytecode::opcode::SELFBALANCE],
        apply(SLOAD, &[zero]),
        apply(SSTORE, &[zero, word(1)]),
        apply(TLOAD, &[zero]),
        apply(TSTORE, &[zero, zero]),
        apply(CALL, &seven),
        apply(CALLCODE, &seven),
        apply(DELEGATECALL, &[word(1), other, zero, zero, zero, zero]),
        apply(STATICCALL, &[word(1), other, zero, zero, zero, zero]),
        apply(CREATE, &[zero; 3]),
        apply(CREATE2, &[zero; 4]),
        apply(SELFDESTRUCT, &[other]),
    ];
    for code in programs {
        let asked = Setting::default().run(&code).world.asked;
        assert!(asked > 0, "{code:02x?}");
        for at in 0..asked {
            let mut setting = Setting::default();
            setting.world.fails_at = Some(at);
            assert_eq!(setting.run(&code).exit, Exit::DatabaseFailure, "{code:02x?} at {at}");
        }
    }
}

#[test]
fn a_zero_address_is_an_address() {
    let ran = Setting::default().run(&apply(SELFDESTRUCT, &[U256::ZERO]));
    assert_eq!(ran.world.destroyed, [(SELF, Address::ZERO)]);
}
