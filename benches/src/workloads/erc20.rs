//! A token transfer as a whole transaction.

use super::{Account, COINBASE, Entry, Expected, TARGET, Workload};
use eevm_bytecode::opcode::{
    ADD, AND, CALLDATALOAD, CALLDATASIZE, CALLER, CALLVALUE, DUP1, DUP2, DUP4, DUP5, EQ, GT,
    ISZERO, JUMP, KECCAK256, LOG3, LT, MLOAD, MSTORE, POP, RETURN, REVERT, SHR, SLOAD, SSTORE, SUB,
    SWAP1,
};
use eevm_primitives::{Address, Bytes, Fork, U256, address_to_word, b256_to_word, keccak256};
use eevm_testing::{
    asm,
    asm::{Item, dest, jump, jumpi, push, push_label},
    block,
};

/// Who signed the transaction.
const SENDER: Address = Address([
    0x9d, 0x8a, 0x62, 0xf6, 0x56, 0xa8, 0xd1, 0x61, 0x5c, 0x12, 0x94, 0xfd, 0x71, 0xe9, 0xcf, 0xb3,
    0xe4, 0x85, 0x5a, 0x4f,
]);
/// Who gets the tokens.
const RECIPIENT: Address = Address([
    0, 0, 0, 0, 0, 0, 0, 0x4e, 0x4e, 0x4e, 0x4e, 0x4e, 0x4e, 0x4e, 0x4e, 0x4e, 0x4e, 0x4e, 0x4e,
    0x4e,
]);
/// Tokens moved.
const AMOUNT: u64 = 100;
/// Tokens of the sender before.
const TOKENS: u64 = 1_000_000;
/// The sender's nonce before.
const NONCE: u64 = 7;
/// Gas of the whole transaction.
const GAS: u64 = 50_849;
/// 10 ether.
const BALANCE_WEI: u64 = 10_000_000_000_000_000_000;
const GAS_PRICE_WEI: u64 = 1_000_000_000;

/// Selectors: the first four bytes of the hash of the signature.
const TRANSFER: u32 = 0xa905_9cbb;
const TOTAL_SUPPLY: u32 = 0x1816_0ddd;
const BALANCE_OF: u32 = 0x70a0_8231;

/// The signature's `r` and `s`, big-endian.
const R: [u8; 32] = [
    0xf3, 0x24, 0x63, 0xb4, 0xe9, 0xca, 0x09, 0x16, 0xb2, 0xac, 0xd3, 0x40, 0x6a, 0x43, 0xc5, 0x5a,
    0xb8, 0xc3, 0xdb, 0xa3, 0x17, 0x62, 0x21, 0x0a, 0xf1, 0x49, 0x7e, 0x72, 0xe3, 0x3f, 0xff, 0xdf,
];
const S: [u8; 32] = [
    0x6b, 0xfe, 0x04, 0x76, 0x26, 0x09, 0x69, 0x0d, 0x58, 0x26, 0xe6, 0x29, 0x6d, 0x86, 0x78, 0x14,
    0x00, 0xa6, 0x59, 0xf2, 0x9e, 0xcd, 0x62, 0x39, 0x79, 0xb6, 0xac, 0x73, 0x0e, 0x04, 0xa1, 0xea,
];

/// A signed legacy `transfer(address,uint256)`: two SLOADs, two SSTOREs and a LOG3, from the
/// transaction's bytes on, with its sender recovered.
#[must_use]
pub fn erc20_transfer() -> Workload {
    transfer("erc20_transfer", "erc20: transfer via Handler", true)
}

/// [`erc20_transfer`] from the decoded transaction and its sender on.
#[must_use]
pub fn erc20_transfer_sender_given() -> Workload {
    let name = "erc20: transfer via Handler, sender given";
    transfer("erc20_transfer_sender_given", name, false)
}

fn transfer(key: &'static str, name: &'static str, recover: bool) -> Workload {
    let fee_wei = U256::from(GAS * GAS_PRICE_WEI);
    let balance_wei = U256::from(BALANCE_WEI);
    let token = Account {
        nonce: 1,
        code: token_code().into(),
        storage: vec![(balance_slot(SENDER), U256::from(TOKENS))],
        ..Account::empty(TARGET)
    };
    let sender = Account { balance: balance_wei, nonce: NONCE, ..Account::empty(SENDER) };
    let mut storage = vec![
        (balance_slot(SENDER), U256::from(TOKENS - AMOUNT)),
        (balance_slot(RECIPIENT), U256::from(AMOUNT)),
    ];
    storage.sort_unstable();
    Workload {
        key,
        name,
        fork: Fork::Prague,
        entry: Entry::Transaction { rlp: transaction(), sender: SENDER, recover },
        accounts: vec![token, sender],
        expected: Expected {
            gas: GAS,
            output: U256::from(1).to_be_bytes::<32>().to_vec().into(),
            storage,
            accounts: vec![(SENDER, balance_wei - fee_wei, NONCE + 1), (COINBASE, fee_wei, 0)],
        },
    }
}

/// Call data of `transfer(RECIPIENT, AMOUNT)`.
fn call_data() -> Vec<u8> {
    let recipient = address_to_word(&RECIPIENT).to_be_bytes::<32>();
    [&TRANSFER.to_be_bytes()[..], &recipient, &U256::from(AMOUNT).to_be_bytes::<32>()].concat()
}

/// A legacy transaction of chain 1 (EIP-155), in RLP: gas price 1 gwei, gas limit 100,000.
fn transaction() -> Bytes {
    let parts: [&[u8]; 11] = [
        &[0xf8, 169, 7],
        &[0x84, 0x3b, 0x9a, 0xca, 0x00],
        &[0x83, 0x01, 0x86, 0xa0],
        &[0x94],
        TARGET.as_bytes(),
        &[0x80, 0xb8, 68],
        &call_data(),
        &[0x25, 0xa0],
        &R,
        &[0xa0],
        &S,
    ];
    parts.concat().into()
}

/// Where the token keeps an owner's balance: slot 0 is a Solidity mapping.
fn balance_slot(owner: Address) -> U256 {
    let mut key = [0; 64];
    key[12..32].copy_from_slice(owner.as_bytes());
    b256_to_word(&keccak256(&key))
}

/// `balanceOf` and `totalSupply` are there to be dispatched over, and revert.
fn token_code() -> Vec<u8> {
    asm![
        push(0x80),
        push(0x40),
        MSTORE,
        CALLVALUE,
        ISZERO,
        require("not_payable"),
        push(4),
        CALLDATASIZE,
        LT,
        jumpi("fail"),
        push(0),
        CALLDATALOAD,
        push(0xe0),
        SHR,
        case(TOTAL_SUPPLY, "fail"),
        case(BALANCE_OF, "fail"),
        case(TRANSFER, "transfer"),
        dest("fail"),
        revert(),
        dest("transfer"),
        POP,
        transfer_body(),
        push(32),
        push(0x40),
        MLOAD,
        push(1),
        DUP2,
        MSTORE,
        RETURN,
        balance_slot_of(),
    ]
}

/// Checks the recipient, moves the tokens, logs.
fn transfer_body() -> Item {
    let transfer_event = keccak256(b"Transfer(address,address,uint256)");
    block![
        push(0x24),
        CALLDATALOAD,
        push(4),
        CALLDATALOAD,
        DUP1,
        push(U256::MAX >> 96),
        AND,
        DUP2,
        EQ,
        require("an_address"),
        // From the sender's balance.
        CALLER,
        call_balance_slot("from"),
        DUP1,
        SLOAD,
        DUP1,
        DUP5,
        GT,
        ISZERO,
        require("enough"),
        DUP4,
        SWAP1,
        SUB,
        SWAP1,
        SSTORE,
        // To the recipient's.
        DUP1,
        call_balance_slot("to"),
        DUP1,
        SLOAD,
        DUP1,
        DUP5,
        ADD,
        SWAP1,
        DUP2,
        LT,
        ISZERO,
        require("no_overflow"),
        SWAP1,
        SSTORE,
        DUP2,
        push(0x40),
        MLOAD,
        MSTORE,
        CALLER,
        push(transfer_event),
        push(32),
        push(0x40),
        MLOAD,
        LOG3,
        POP,
    ]
}

/// Jumps to `target` if the selector on top of the stack, which stays, is `selector`.
fn case(selector: u32, target: &str) -> Item {
    block![DUP1, push(selector), EQ, jumpi(target)]
}

/// Reverts unless the word on top of the stack is not zero.
fn require(name: &str) -> Item {
    block![jumpi(name), revert(), dest(name)]
}

fn revert() -> Item {
    block![push(0), DUP1, REVERT]
}

/// Calls the function that [`balance_slot_of`] is; it returns to the label `name`.
fn call_balance_slot(name: &str) -> Item {
    block![push_label(name), SWAP1, jump("balance_slot"), dest(name)]
}

/// The function with return address and owner on the stack that leaves the owner's slot.
fn balance_slot_of() -> Item {
    block![
        dest("balance_slot"),
        push(0),
        MSTORE,
        push(0),
        push(32),
        MSTORE,
        push(64),
        push(0),
        KECCAK256,
        SWAP1,
        JUMP,
    ]
}
