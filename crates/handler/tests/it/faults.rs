//! Kinds of fault that other machines had, where no other module has a test of them.

use crate::support::{
    BASE_FEE, CONTRACT, NOBODY, database, in_block, machine, sender, transaction, word,
};
use eevm_bytecode::{
    Bytecode,
    opcode::{
        ADD, BALANCE, CALL, CALLDATACOPY, CREATE, EXP, KECCAK256, LOG0, MSTORE, POP,
        RETURNDATASIZE, SELFDESTRUCT, SLOAD, SSTORE,
    },
};
use eevm_handler::{
    Evm, EvmError, InvalidTransaction as Invalid, Spec, Transaction, TransactionType,
};
use eevm_interpreter::Message;
use eevm_primitives::{Address, B256, Fork, U256, address_to_word, gas::GasSchedule};
use eevm_state::{AccountInfo, InMemoryDb};
use eevm_testing::{
    asm,
    asm::{Item, push, raw},
};

fn message(gas: u64) -> Message {
    Message {
        caller: sender(),
        target: CONTRACT,
        code_address: CONTRACT,
        gas,
        ..Message::default()
    }
}

/// EIP-7825 is a rule of transactions: a message, as a simulation sends one, may have more gas.
#[test]
fn fault_32_the_cap_of_a_transactions_gas_bounds_no_message() {
    let mut evm = machine(Fork::Osaka, &asm![push(1), push(2), ADD]);
    for gas in [(1 << 24) + 1, 1 << 40, u64::MAX] {
        let execution = evm.execute_message(&message(gas)).unwrap();
        assert!(execution.outcome().is_success());
        assert_eq!(execution.gas_used(), 9);
    }
}

/// Whether `tx` can be paid by a sender who has so much, and what it needs.
fn affordable(tx: &Transaction, balance: U256) -> Result<(), Option<U256>> {
    let mut db = database(&[]);
    db.insert_account(sender(), AccountInfo { balance, nonce: 5, ..AccountInfo::default() });
    let mut evm = in_block(Evm::new(db, Fork::Osaka));
    match evm.execute(tx).map(drop) {
        Ok(()) => Ok(()),
        Err(EvmError::Invalid(Invalid::InsufficientFunds { required, .. })) => Err(required),
        Err(error) => panic!("{error:?}"),
    }
}

#[test]
fn fault_52_the_upfront_balance_is_by_the_highest_fee_with_value_and_blobs() {
    let mut tx = transaction();
    tx.transaction_type = TransactionType::FeeMarket;
    // What is paid in the end is the base fee alone.
    (tx.max_fee_per_gas, tx.max_priority_fee_per_gas) = (word(BASE_FEE + 93), U256::ZERO);
    tx.value = word(17);
    let required = word(tx.gas_limit * 100 + 17);
    assert_eq!(affordable(&tx, required), Ok(()));
    assert_eq!(affordable(&tx, required - U256::ONE), Err(Some(required)));

    tx.transaction_type = TransactionType::Blob;
    let mut hash = B256::ZERO;
    hash.0[0] = 1;
    tx.blob_versioned_hashes = vec![hash; 3];
    tx.max_fee_per_blob_gas = word(1_000);
    let required = required + word(3 * (1 << 17) * 1_000);
    assert_eq!(affordable(&tx, required), Ok(()));
    assert_eq!(affordable(&tx, required - U256::ONE), Err(Some(required)));
    // A product beyond 256 bits is not what is left of it.
    tx.max_fee_per_blob_gas = U256::MAX / word(1 << 16);
    assert_eq!(affordable(&tx, U256::MAX), Err(None));
}

const DELEGATING: Address = Address::repeat_byte(0xd1);
const NEXT: Address = Address::repeat_byte(0xd2);

/// What a call of [`DELEGATING`], which delegates to `target`, costs the caller beyond what it
/// passes on; whether it succeeded.
fn call_of_delegation(target: Address, next: &[u8]) -> (u64, bool) {
    let code = asm![
        push(0),
        push(0),
        push(0),
        push(0),
        push(0),
        push(address_to_word(&DELEGATING)),
        push(10_000),
        CALL,
        push(7),
        SSTORE
    ];
    let mut db = database(&code);
    let mut designator = vec![0xef, 1, 0];
    designator.extend(target.0);
    for (address, code) in [(DELEGATING, &designator[..]), (NEXT, next)] {
        let code = Some(Bytecode::new(code)).filter(|code| !code.is_empty());
        db.insert_account(address, AccountInfo { code, nonce: 1, ..AccountInfo::default() });
    }
    let mut evm = Evm::new(db, Fork::Prague);
    let mut execution = evm.execute_message(&message(1_000_000)).unwrap();
    let used = execution.gas_used();
    let diff = execution.state_diff();
    let account = diff.accounts.iter().find(|account| account.address == CONTRACT);
    let succeeded = account.is_some_and(|account| account.storage == [(word(7), word(1))]);
    // Seven pushes and one more, and the slot: cold, from zero to one or to zero.
    let around = 8 * 3 + if succeeded { 22_100 } else { 2_200 };
    (used - around, succeeded)
}

#[test]
fn fault_57_a_delegation_is_followed_once_and_charged_where_it_is_seen() {
    // Both accounts are cold.
    assert_eq!(call_of_delegation(NEXT, &[]), (2 * 2_600, true));
    assert_eq!(call_of_delegation(NEXT, &asm![push(1), POP]), (2 * 2_600 + 5, true));
    // Nothing is there, and it is charged all the same.
    assert_eq!(call_of_delegation(NOBODY, &[]), (2 * 2_600, true));
    // What the next one delegates to is not looked for: its designator is run as code, and 0xef
    // takes all gas.
    let mut designator = vec![0xef, 1, 0];
    designator.extend(CONTRACT.0);
    assert_eq!(call_of_delegation(NEXT, &designator), (2 * 2_600 + 10_000, false));
    // A precompile as a delegate is an account without code, and warm; ECRECOVER would cost 3,000.
    let ecrecover = Address::from_low_u64(1);
    assert_eq!(call_of_delegation(ecrecover, &[]), (2_600 + 100, true));
}

#[test]
fn fault_57_the_target_of_a_called_delegation_is_warm_from_the_start() {
    let code = asm![push(address_to_word(&NEXT)), BALANCE, POP, RETURNDATASIZE, POP];
    let mut db = database(&[]);
    let mut designator = vec![0xef, 1, 0];
    designator.extend(NEXT.0);
    for (address, code) in [(DELEGATING, &designator), (NEXT, &code)] {
        let code = Some(Bytecode::new(code));
        db.insert_account(address, AccountInfo { code, nonce: 1, ..AccountInfo::default() });
    }
    let mut tx = transaction();
    tx.to = Some(DELEGATING);
    let mut evm = in_block(Evm::new(db, Fork::Prague));
    assert_eq!(evm.execute(&tx).unwrap().gas_used(), 21_000 + 3 + 100 + 2 + 2 + 2);
}

/// Gas of a message to a contract that runs `code`, owns slot 1 and some wei.
fn gas_of(spec: Spec, code: &[u8]) -> u64 {
    let mut db: InMemoryDb = database(&[]);
    let info = AccountInfo {
        code: Some(Bytecode::new(code)),
        balance: word(10),
        nonce: 1,
        ..AccountInfo::default()
    };
    db.insert_account(CONTRACT, info);
    db.insert_storage(CONTRACT, word(1), word(1));
    let mut evm = Evm::new(db, spec);
    let execution = evm.execute_message(&message(1_000_000)).unwrap();
    assert!(execution.outcome().is_success());
    execution.gas_used()
}

/// A thousand more for the price that `edit` names is charged so many times.
#[track_caller]
fn check_price(edit: fn(&mut GasSchedule) -> &mut u64, code: &[u8], times: u64) {
    for fork in [Fork::Cancun, Fork::Osaka] {
        let mut spec = Spec::for_fork(fork);
        let before = gas_of(spec.clone(), code);
        *edit(&mut spec.rules.gas) += 1_000;
        assert_eq!(gas_of(spec, code), before + 1_000 * times, "{fork}");
    }
}

fn sstore(key: u64, value: u64) -> Item {
    raw(asm![push(value), push(key), SSTORE])
}

fn call_with_value(to: Address) -> Item {
    raw(asm![
        push(0),
        push(0),
        push(0),
        push(0),
        push(1),
        push(address_to_word(&to)),
        push(0),
        CALL
    ])
}

#[test]
fn fault_34_an_edited_price_is_honoured_wherever_it_is_charged() {
    check_price(|gas| &mut gas.exp_byte, &asm![push(0x1234), push(3), EXP], 2);
    check_price(|gas| &mut gas.memory_word, &asm![push(1), push(33), MSTORE], 3);
    let copy = asm![push(65), push(0), push(0), CALLDATACOPY];
    check_price(|gas| &mut gas.memory_word, &copy, 3);
    check_price(|gas| &mut gas.copy_word, &copy, 3);
    check_price(|gas| &mut gas.keccak_word, &asm![push(65), push(0), KECCAK256], 3);
    check_price(|gas| &mut gas.log_data_byte, &asm![push(5), push(0), LOG0], 5);
    let nobody = address_to_word(&NOBODY);
    check_price(|gas| &mut gas.cold_account_surcharge, &asm![push(nobody), BALANCE], 1);
    check_price(|gas| &mut gas.cold_account_surcharge, &asm![call_with_value(NOBODY)], 1);
    check_price(|gas| &mut gas.cold_sload_surcharge, &asm![push(9), SLOAD], 1);
    check_price(|gas| &mut gas.cold_sstore_surcharge, &asm![sstore(9, 1), sstore(9, 1)], 1);
    check_price(|gas| &mut gas.sstore_set, &asm![sstore(9, 1)], 1);
    check_price(|gas| &mut gas.sstore_reset, &asm![sstore(1, 2)], 1);
    check_price(|gas| &mut gas.sstore_noop, &asm![sstore(1, 1)], 1);
    check_price(|gas| &mut gas.call_value, &asm![call_with_value(NOBODY)], 1);
    check_price(|gas| &mut gas.new_account, &asm![call_with_value(NOBODY)], 1);
    let destroy = asm![push(nobody), SELFDESTRUCT];
    check_price(|gas| &mut gas.cold_self_destruct_surcharge, &destroy, 1);
    check_price(|gas| &mut gas.self_destruct_new_account, &destroy, 1);
    // Init code that returns one byte of memory: PUSH1 1, PUSH1 0, RETURN.
    let init = U256::from_be_slice(&[0x60, 1, 0x60, 0, 0xf3]);
    let create = asm![push(init), push(0), MSTORE, push(5), push(27), push(0), CREATE];
    check_price(|gas| &mut gas.init_code_word, &create, 1);
    check_price(|gas| &mut gas.code_deposit_byte, &create, 1);
    check_price(|gas| &mut gas.memory_word, &create, 2);
}

#[test]
fn fault_34_an_edited_static_price_is_honoured() {
    for opcode in [ADD, SLOAD, BALANCE, CALLDATACOPY, KECCAK256, LOG0, EXP, MSTORE, POP, CREATE] {
        let mut spec = Spec::for_fork(Fork::Osaka);
        let code = asm![push(0), push(0), push(0), opcode];
        let before = gas_of(spec.clone(), &code);
        if let Some(gas) = &mut spec.rules.static_gas[usize::from(opcode)] {
            *gas += 1_000;
        }
        assert_eq!(gas_of(spec, &code), before + 1_000, "{opcode:#x}");
    }
}
