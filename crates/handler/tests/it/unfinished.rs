//! Executions that come to no end, and prices that no check bounds: nothing leaks from them.

use eevm_handler::{Checks, Evm, InvalidTransaction, Transaction, TransactionType};
use eevm_interpreter::{Inspector, Message, Step};
use eevm_primitives::{Address, B256, Fork, U256};
use eevm_state::{AccountInfo, InMemoryDb};
use std::panic::{AssertUnwindSafe, catch_unwind};

const SENDER: Address = Address::repeat_byte(0x5e);
const TARGET: Address = Address::repeat_byte(0x7a);

/// Panics before its n-th instruction.
struct Panicking(usize);

impl Inspector for Panicking {
    fn step(&mut self, _: &Step<'_>) {
        assert_ne!(self.0, 0, "as planned");
        self.0 -= 1;
    }
}

fn storing() -> (Evm<InMemoryDb>, Message) {
    let mut db = InMemoryDb::new();
    // PUSH1 1, PUSH1 1, SSTORE, PUSH1 2, PUSH1 2, SSTORE
    let code = eevm_bytecode::Bytecode::new(&[0x60, 1, 0x60, 1, 0x55, 0x60, 2, 0x60, 2, 0x55]);
    db.insert_account(TARGET, AccountInfo { code: Some(code), ..AccountInfo::default() });
    let message =
        Message { target: TARGET, code_address: TARGET, gas: 100_000, ..Message::default() };
    (Evm::new(db, Fork::Osaka), message)
}

#[test]
fn a_panicking_inspector_leaves_nothing_behind() {
    let (mut evm, message) = storing();
    let expected = evm.execute_message(&message).unwrap().gas_used();
    for steps in 0..6 {
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            evm.execute_message_inspected(&message, &mut Panicking(steps)).map(drop)
        }));
        assert!(panicked.is_err(), "{steps} steps");
        assert_eq!(evm.execute_message(&message).unwrap().gas_used(), expected, "{steps} steps");
    }
}

#[test]
fn a_forgotten_execution_leaves_nothing_behind() {
    let (mut evm, message) = storing();
    let expected = evm.execute_message(&message).unwrap().gas_used();
    core::mem::forget(evm.execute_message(&message).unwrap());
    assert_eq!(evm.execute_message(&message).unwrap().gas_used(), expected);
}

#[test]
fn fault_63_a_blob_price_that_no_check_bounds_mints_nothing() {
    let mut db = InMemoryDb::new();
    let balance = U256::from(1_u64 << 40);
    db.insert_account(SENDER, AccountInfo { balance, ..AccountInfo::default() });
    let mut evm = Evm::new(db, Fork::Osaka);
    evm.block_mut().blob_base_fee = U256::from(1_u64 << 50);
    let mut checks = Checks::ALL;
    checks.base_fee = false;
    evm.set_checks(checks);
    let mut hash = B256::ZERO;
    hash.0[0] = 1;
    let mut tx = Transaction::default();
    tx.transaction_type = TransactionType::Blob;
    tx.sender = SENDER;
    tx.to = Some(TARGET);
    tx.gas_limit = 1_000_000;
    tx.chain_id = Some(1);
    tx.max_fee_per_gas = U256::from(1);
    tx.max_priority_fee_per_gas = U256::from(1);
    tx.blob_versioned_hashes = vec![hash];
    let refused = evm.execute(&tx).map(drop).unwrap_err();
    assert!(
        matches!(
            refused,
            eevm_handler::EvmError::Invalid(InvalidTransaction::InsufficientFunds { .. })
        ),
        "{refused:?}"
    );
    evm.set_checks(Checks::NONE);
    let diff = evm.execute(&tx).unwrap().state_diff();
    for account in diff.accounts {
        assert!(account.address == SENDER, "only the nonce changes");
        assert_eq!(account.info.unwrap().balance, balance);
    }
}
