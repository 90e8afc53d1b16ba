//! Instructions that read the frame, the transaction, the block and other accounts.

use crate::support::{CALLER, OTHER, OTHER_CODE, SELF, Setting, apply, pow2, word};
use eevm_bytecode::opcode::{
    ADDRESS, BALANCE, BASEFEE, BLOBBASEFEE, BLOBHASH, BLOCKHASH, CALLDATACOPY, CALLDATALOAD,
    CALLDATASIZE, CALLER as CALLER_OP, CALLVALUE, CHAINID, CODECOPY, CODESIZE, COINBASE,
    EXTCODECOPY, EXTCODEHASH, EXTCODESIZE, GASLIMIT, GASPRICE, MSIZE, NUMBER, ORIGIN, PREVRANDAO,
    RETURN, RETURNDATACOPY, RETURNDATASIZE, SELFBALANCE, TIMESTAMP,
};
use eevm_interpreter::{ExceptionalHalt, Exit};
use eevm_primitives::{Address, B256, Fork, U256, address_to_word, b256_to_word, keccak256};
use eevm_testing::{asm, asm::push};

#[track_caller]
fn check(op: u8, operands: &[U256], expected: U256) {
    assert_eq!(Setting::default().top(&apply(op, operands)), expected, "{op:#x}");
}

#[test]
fn frame_and_transaction() {
    check(ADDRESS, &[], address_to_word(&SELF));
    check(CALLER_OP, &[], address_to_word(&CALLER));
    check(ORIGIN, &[], address_to_word(&Address::repeat_byte(0x09)));
    check(CALLVALUE, &[], pow2(100) + word(3));
    check(GASPRICE, &[], pow2(203) + word(10));
    check(SELFBALANCE, &[], word(0x5e1f));
}

#[test]
fn block() {
    check(COINBASE, &[], address_to_word(&Address::repeat_byte(0xcb)));
    check(NUMBER, &[], word(1000));
    check(TIMESTAMP, &[], word(0x7777_0000_0000_0001));
    check(GASLIMIT, &[], word(0x9999_0000_0000_0002));
    check(CHAINID, &[], word(0x1111_2222_3333_4444));
    check(BASEFEE, &[], pow2(200) + word(7));
    check(BLOBBASEFEE, &[], pow2(202) + word(9));
    check(PREVRANDAO, &[], b256_to_word(&B256::repeat_byte(0x3a)));
    let before_merge = Setting::at(Fork::London);
    assert_eq!(before_merge.top(&[PREVRANDAO]), pow2(201) + word(8));
}

#[test]
fn blob_hashes() {
    check(BLOBHASH, &[word(0)], b256_to_word(&B256::repeat_byte(1)));
    check(BLOBHASH, &[word(1)], b256_to_word(&B256::repeat_byte(2)));
    for beyond in [word(2), word(u64::MAX), pow2(32), pow2(64), pow2(64) + word(1), U256::MAX] {
        check(BLOBHASH, &[beyond], U256::ZERO);
    }
}

#[test]
fn block_hashes_of_the_window_only() {
    let mut setting = Setting::default();
    for number in 0..1005 {
        setting.world.block_hashes.insert(number, B256::repeat_byte(number.to_le_bytes()[0] | 1));
    }
    let hash = |number: U256| setting.top(&apply(BLOCKHASH, &[number]));
    for inside in [999_u64, 998, 745, 744] {
        let expected = b256_to_word(&B256::repeat_byte(inside.to_le_bytes()[0] | 1));
        assert_eq!(hash(word(inside)), expected, "{inside}");
    }
    let outside = [word(0), word(743), word(1000), word(1001), pow2(64) + word(999), U256::MAX];
    for number in outside.into_iter().chain([pow2(32) + word(999), pow2(128) + word(999)]) {
        assert_eq!(hash(number), U256::ZERO, "{number}");
    }
}

#[test]
fn a_missing_block_hash_is_no_zero() {
    let ran = Setting::default().run(&apply(BLOCKHASH, &[word(999)]));
    assert_eq!(ran.exit, Exit::DatabaseFailure);
}

#[test]
fn other_accounts() {
    let other = address_to_word(&OTHER);
    // The upper 96 bits of an address on the stack do not count.
    for address in [other, other | (U256::MAX << 160)] {
        check(BALANCE, &[address], word(0x07e2));
        check(EXTCODESIZE, &[address], word(5));
        check(EXTCODEHASH, &[address], b256_to_word(&keccak256(&OTHER_CODE)));
    }
    check(BALANCE, &[word(0x1234)], U256::ZERO);
    check(EXTCODESIZE, &[word(0x1234)], U256::ZERO);
    check(EXTCODEHASH, &[word(0x1234)], U256::ZERO);
}

#[test]
fn call_data() {
    let data: Vec<u8> = (1..=40).collect();
    let setting = Setting::default().data(&data);
    assert_eq!(setting.top(&[CALLDATASIZE]), word(40));
    for offset in [0_usize, 1, 7, 8, 9, 31, 39, 40, 41, 1000] {
        let mut expected = [0; 32];
        for (index, byte) in expected.iter_mut().enumerate() {
            *byte = data.get(offset + index).copied().unwrap_or(0);
        }
        let got = setting.top(&apply(CALLDATALOAD, &[U256::from(offset)]));
        assert_eq!(got, U256::from_be_bytes(expected), "offset {offset}");
    }
    for far in [pow2(32), pow2(63), word(u64::MAX), pow2(64), pow2(64) + word(1), U256::MAX] {
        assert_eq!(setting.top(&apply(CALLDATALOAD, &[far])), U256::ZERO, "{far:#x}");
    }
    assert_eq!(Setting::default().top(&apply(CALLDATALOAD, &[U256::ZERO])), U256::ZERO);
}

/// The memory after a copy of `size` bytes from `source` to `destination`, `0xee` before.
#[track_caller]
fn copied(setting: &Setting, op: u8, address: Option<U256>, operands: [usize; 3]) -> Vec<u8> {
    let fill = U256::from_be_bytes([0xee; 32]);
    let mut code = asm![push(fill), push(0), 0x52_u8, push(fill), push(32), 0x52_u8];
    let mut words = operands.map(U256::from).to_vec();
    if let Some(address) = address {
        words.insert(0, address);
    }
    code.extend(apply(op, &words));
    code.extend(asm![MSIZE, push(0), RETURN]);
    let ran = setting.run(&code);
    assert_eq!(ran.exit, Exit::Return, "{op:#x} {operands:?}");
    ran.output
}

#[track_caller]
fn check_copy(setting: &Setting, op: u8, address: Option<U256>, source: &[u8]) {
    for [to, from, size] in
        [[3, 5, 7], [0, 0, 64], [1, 39, 4], [10, 0, 54], [40, 2, 60], [9, 99, 8]]
    {
        let got = copied(setting, op, address, [to, from, size]);
        let mut expected = vec![0xee; 64];
        expected.resize((to + size).div_ceil(32).max(2) * 32, 0);
        for index in 0..size {
            expected[to + index] = source.get(from + index).copied().unwrap_or(0);
        }
        assert_eq!(got, expected, "{op:#x} to {to} from {from} size {size}");
    }
    let nothing = copied(setting, op, address, [usize::MAX, 0, 0]);
    assert_eq!(nothing, [0xee; 64], "{op:#x} of nothing");
}

#[test]
fn copies() {
    let data: Vec<u8> = (1..=70).collect();
    let mut setting = Setting::default().data(&data);
    check_copy(&setting, CALLDATACOPY, None, &data);
    setting.world.accounts.get_mut(&OTHER).unwrap().code = data.clone();
    check_copy(&setting, EXTCODECOPY, Some(address_to_word(&OTHER)), &data);
    check_copy(&setting, EXTCODECOPY, Some(word(0x1234)), &[]);
}

#[test]
fn own_code() {
    let code = asm![push(32), push(1), push(2), CODECOPY, CODESIZE, push(0), RETURN];
    let ran = Setting::default().run(&code);
    let mut expected = vec![0, 0];
    expected.extend(&code[1..]);
    expected.truncate(code.len());
    assert_eq!((ran.exit, ran.output), (Exit::Return, expected));
}

/// Fault: return data's bounds not checked when nothing is copied (EIP-211).
#[test]
fn return_data() {
    let setting = Setting { return_data: (1..=40).collect(), ..Setting::default() };
    assert_eq!(setting.top(&[RETURNDATASIZE]), word(40));
    for operands in [[3, 5, 7], [0, 0, 40], [1, 39, 1], [64, 40, 0]] {
        let got = copied(&setting, RETURNDATACOPY, None, operands);
        let [to, from, size] = operands;
        let mut expected = vec![0xee; 64];
        if size > 0 {
            expected[to..to + size].copy_from_slice(&setting.return_data[from..from + size]);
        }
        assert_eq!(got, expected, "{operands:?}");
    }
    let beyond = [
        [word(0), word(0), word(41)],
        [word(0), word(40), word(1)],
        [word(0), word(41), word(0)],
        [word(0), word(u64::MAX), word(2)],
        [word(0), word(u64::MAX), word(0)],
        [word(0), pow2(64), word(0)],
        [word(0), U256::MAX, word(0)],
        [word(0), U256::MAX, word(1)],
    ];
    for operands in beyond {
        let ran = setting.run(&apply(RETURNDATACOPY, &operands));
        assert_eq!(ran.exit, Exit::Halt(ExceptionalHalt::OutOfBoundsRead), "{operands:?}");
    }
}
