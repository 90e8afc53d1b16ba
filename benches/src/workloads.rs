//! The programs of the interpreter suite, each with what it must give.

mod calls;
mod compute;
mod erc20;
mod keccak;
mod large_contract;
mod memory;
mod storage;

pub use calls::{call_24k_jump, call_24k_stop, staticcall_2k};
pub use compute::{arithmetic_loop, arithmetic_loop_of, jump_loop};
pub use erc20::{erc20_transfer, erc20_transfer_sender_given};
pub use keccak::{keccak_5k_32b, keccak_64k};
pub use large_contract::{Kind, LARGE_CONTRACT_LEN, large_contract};
pub use memory::{copy_return_32k, mstore_1mib, mstore_mload_32k};
pub use storage::storage_500;

use eevm_bytecode::opcode::{DUP1, SUB, SWAP1};
use eevm_primitives::{Address, Bytes, Fork, U256};
use eevm_testing::{
    asm::{Item, jumpi, push},
    block,
};

/// Who calls in the workloads that are messages.
pub const CALLER: Address = Address::repeat_byte(0xca);
/// The contract that every workload runs.
pub const TARGET: Address = Address::repeat_byte(0x7a);
/// The block's coinbase; gets the fees of the workloads that are transactions.
pub const COINBASE: Address = Address::repeat_byte(0xcb);
/// Gas of the suite's messages.
const MESSAGE_GAS: u64 = 100_000_000;

/// One program, the state it runs on, and what it must give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workload {
    /// Short name, in ids and file names.
    pub key: &'static str,
    /// The scenario's name in reports.
    pub name: &'static str,
    /// The rules it runs under.
    pub fork: Fork,
    /// What is run.
    pub entry: Entry,
    /// The state before, with the code of [`TARGET`].
    pub accounts: Vec<Account>,
    /// What must come of it.
    pub expected: Expected,
}

/// What a workload runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A message from [`CALLER`] to [`TARGET`] without value, without intrinsic gas:
    /// execution-specs `process_message_call`.
    Message {
        /// The call data.
        data: Bytes,
        /// Gas of the frame.
        gas: u64,
    },
    /// A signed transaction to [`TARGET`], validated and settled.
    Transaction {
        /// The transaction's bytes.
        rlp: Bytes,
        /// Whose signature it has.
        sender: Address,
        /// Whether a run begins with the bytes and recovers the sender, or with the decoded
        /// transaction and its sender.
        recover: bool,
    },
}

/// An account before the run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Account {
    /// Its address.
    pub address: Address,
    /// Its balance, in wei.
    pub balance: U256,
    /// Its nonce.
    pub nonce: u64,
    /// Its code.
    pub code: Bytes,
    /// Its slots that are not zero.
    pub storage: Vec<(U256, U256)>,
}

/// What a run must give.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expected {
    /// Gas used: of the frame for a message, in all for a transaction.
    pub gas: u64,
    /// The output.
    pub output: Bytes,
    /// The slots of [`TARGET`] that are not zero after the run, in ascending order.
    pub storage: Vec<(U256, U256)>,
    /// Balance (wei) and nonce of further accounts after the run.
    pub accounts: Vec<(Address, U256, u64)>,
}

impl Workload {
    /// The code of [`TARGET`].
    #[must_use]
    pub fn code(&self) -> &[u8] {
        let target = self.accounts.iter().find(|account| account.address == TARGET);
        target.map_or(&[], |account| &account.code)
    }

    /// The slots of [`TARGET`] before the run.
    #[must_use]
    pub fn storage(&self) -> &[(U256, U256)] {
        let target = self.accounts.iter().find(|account| account.address == TARGET);
        target.map_or(&[], |account| &account.storage)
    }

    /// Flips one bit of the expectation, so that a check of this workload must fail: in the
    /// output, or where there is none in the storage, or else in the gas.
    pub fn break_expectation(&mut self) {
        let expected = &mut self.expected;
        if let Some(byte) = expected.output.first() {
            let flipped = byte ^ 1;
            expected.output = [&[flipped], &expected.output[1..]].concat().into();
        } else if let Some((_, value)) = expected.storage.first_mut() {
            *value ^= U256::from(1);
        } else {
            expected.gas ^= 1;
        }
    }

    /// A message to `code` that leaves no output and no state.
    fn message(key: &'static str, name: &'static str, gas: u64, code: Vec<u8>) -> Self {
        Self {
            key,
            name,
            fork: Fork::Prague,
            entry: Entry::Message { data: Bytes::new(), gas: MESSAGE_GAS },
            accounts: vec![Account { nonce: 1, code: code.into(), ..Account::empty(TARGET) }],
            expected: Expected { gas, ..Expected::default() },
        }
    }
}

impl Account {
    fn empty(address: Address) -> Self {
        Self { address, ..Self::default() }
    }
}

/// Every job of the suite: the twelve scenarios in the order of the reports, and last the ERC-20
/// transfer with its sender given.
#[must_use]
pub fn all() -> Vec<Workload> {
    vec![
        arithmetic_loop(),
        jump_loop(),
        mstore_mload_32k(),
        mstore_1mib(),
        copy_return_32k(),
        keccak_5k_32b(),
        keccak_64k(),
        storage_500(),
        staticcall_2k(),
        call_24k_stop(),
        call_24k_jump(),
        erc20_transfer(),
        erc20_transfer_sender_given(),
    ]
}

/// The end of every loop here: takes one from the counter on top of the stack, and jumps back to
/// the label `loop` unless it is zero.
fn next_round() -> Item {
    block![push(1), SWAP1, SUB, DUP1, jumpi("loop")]
}

#[cfg(test)]
mod tests;
