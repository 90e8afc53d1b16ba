//! What is paid, refunded and deleted when a transaction ends.

use crate::support::{
    BASE_FEE, COINBASE, CONTRACT, FUNDS, GAS_PRICE, creation, database, in_block, machine, sender,
    transaction, word,
};
use eevm_bytecode::opcode::{JUMPDEST, RETURN, REVERT, SELFDESTRUCT, SSTORE};
use eevm_handler::{Checks, Evm, Outcome, Transaction, create_address};
use eevm_interpreter::ExceptionalHalt;
use eevm_primitives::{Address, Bytes, Fork, U256};
use eevm_state::{AccountInfo, InMemoryDb, StateDiff};
use eevm_testing::{
    asm,
    asm::{Item, push, raw},
};

fn execute(evm: &mut Evm<InMemoryDb>, tx: &Transaction) -> (Outcome, StateDiff) {
    let mut execution = evm.execute(tx).unwrap();
    (execution.outcome().clone(), execution.state_diff())
}

fn balance(diff: &StateDiff, address: Address) -> Option<U256> {
    let diff = diff.accounts.iter().find(|diff| diff.address == address)?;
    Some(diff.info.as_ref()?.balance)
}

/// Gas used, and that sender and coinbase have what follows from it.
#[track_caller]
fn check(fork: Fork, code: &[u8], tx: &Transaction, gas_used: u64, kept_value: bool) -> Outcome {
    let mut evm = machine(fork, code);
    for key in 0..10 {
        let mut db = evm.db().clone();
        db.insert_storage(CONTRACT, word(key), word(1));
        *evm.db_mut() = db;
    }
    let (outcome, diff) = execute(&mut evm, tx);
    assert_eq!(outcome.gas_used(), gas_used, "{outcome:?}");
    let value = if kept_value { U256::ZERO } else { tx.value };
    let left = word(FUNDS) - word(gas_used * GAS_PRICE) - value;
    assert_eq!(balance(&diff, sender()), Some(left));
    let base_fee = if fork >= Fork::London { BASE_FEE } else { 0 };
    assert_eq!(balance(&diff, COINBASE), Some(word(gas_used * (GAS_PRICE - base_fee))));
    outcome
}

fn clears(count: u64) -> Vec<u8> {
    let items: Vec<Item> = (0..count).map(|key| raw(asm![push(0), push(key), SSTORE])).collect();
    asm![Item::from(items)]
}

#[test]
fn fees_by_fork_and_end() {
    let mut tx = transaction();
    tx.value = word(3);
    for fork in [Fork::Frontier, Fork::Berlin, Fork::London, Fork::Osaka] {
        check(fork, &[JUMPDEST], &tx, 21_001, false);
        let halt = check(fork, &[0xfe], &tx, tx.gas_limit, true);
        let reason = ExceptionalHalt::InvalidOpcode(0xfe);
        assert_eq!(halt, Outcome::Halt { gas_used: tx.gas_limit, reason });
        if fork >= Fork::Berlin {
            let revert = check(fork, &asm![push(0), push(0), REVERT], &tx, 21_006, true);
            assert!(matches!(revert, Outcome::Revert { .. }));
        }
    }
}

#[test]
fn refunds_are_capped() {
    let tx = transaction();
    let used = |count: u64| 21_000 + count * (3 + 3 + 5_000);
    // London: 4,800 a slot, at most a fifth.
    check(Fork::London, &clears(1), &tx, used(1) - 4_800, false);
    check(Fork::London, &clears(10), &tx, used(10) - used(10) / 5, false);
    // Before: 15,000, at most half. Istanbul has no cold surcharge, but SSTORE costs 5,000.
    check(Fork::Istanbul, &clears(1), &tx, used(1) - used(1) / 2, false);
    // A failed transaction refunds nothing.
    let mut failing = clears(3);
    failing.extend(asm![push(0), push(0), REVERT]);
    check(Fork::London, &failing, &tx, used(3) + 6, true);
}

/// EIP-7623: the floor holds after the refund, for the sender and the coinbase.
#[test]
fn fault_31_the_floor_holds_after_the_refund() {
    let mut tx = transaction();
    tx.data = Bytes::from(vec![1; 500]);
    let (intrinsic, floor) = (21_000 + 500 * 16, 21_000 + 500 * 40);
    check(Fork::Cancun, &[], &tx, intrinsic, false);
    check(Fork::Prague, &[], &tx, floor, false);
    // Execution that reaches the floor before the refund, and not after it.
    let used = intrinsic + 3 * 5_006;
    assert!(used > floor && used - used / 5 < floor);
    let outcome = check(Fork::Prague, &clears(3), &tx, floor, false);
    assert!(outcome.is_success());
    check(Fork::Cancun, &clears(3), &tx, used - used / 5, false);
    // Well above the floor it plays no part.
    let used = intrinsic + 10 * 5_006;
    check(Fork::Prague, &clears(10), &tx, used - used / 5, false);
}

#[test]
fn creations() {
    let deploys = asm![push(100), push(0), RETURN];
    let intrinsic = |code: &[u8]| {
        let zeros = code.iter().filter(|&&byte| byte == 0).count() as u64;
        53_000 + 4 * zeros + 16 * (code.len() as u64 - zeros) + 2
    };
    let run = 3 + 3 + 4 * 3;
    let tx = creation(&deploys);
    let outcome = check(Fork::Osaka, &[], &tx, intrinsic(&deploys) + run + 100 * 200, false);
    let Outcome::Success { created, output, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!((created, &output[..]), (Some(create_address(&sender(), 5)), &[0; 100][..]));
    // Reverting, halting, without the gas for the deposit.
    let mut tx = creation(&asm![push(0), push(0), REVERT]);
    tx.value = word(9);
    check(Fork::Osaka, &[], &tx, intrinsic(&tx.data) + 6, true);
    let mut tx = creation(&[0xfe]);
    tx.value = word(9);
    check(Fork::Osaka, &[], &tx, tx.gas_limit, true);
    let mut tx = creation(&asm![push(20_000), push(0), RETURN]);
    tx.value = word(9);
    let outcome = check(Fork::Osaka, &[], &tx, tx.gas_limit, true);
    let reason = ExceptionalHalt::OutOfGas;
    assert_eq!(outcome, Outcome::Halt { gas_used: tx.gas_limit, reason });
}

#[test]
fn fault_39_a_creation_onto_an_account_takes_all_gas() {
    let tx = creation(&[0]);
    let address = create_address(&sender(), 5);
    let mut db = database(&[]);
    db.insert_account(address, AccountInfo { nonce: 1, ..AccountInfo::default() });
    let mut evm = in_block(Evm::new(db, Fork::Osaka));
    let (outcome, diff) = execute(&mut evm, &tx);
    let reason = ExceptionalHalt::AddressCollision;
    assert_eq!(outcome, Outcome::Halt { gas_used: tx.gas_limit, reason });
    assert!(diff.accounts.iter().all(|diff| diff.address != address));
    let nonce = diff.accounts[0].info.as_ref().unwrap().nonce;
    assert_eq!((diff.accounts[0].address, nonce), (sender(), 6));
}

/// The sender may be the coinbase and the recipient.
#[test]
fn who_pays_oneself_pays_the_base_fee() {
    let mut evm = machine(Fork::Osaka, &[]);
    evm.block_mut().coinbase = sender();
    let mut tx = transaction();
    (tx.to, tx.value) = (Some(sender()), word(1_000));
    let (outcome, diff) = execute(&mut evm, &tx);
    assert_eq!(outcome.gas_used(), 21_000);
    assert_eq!(balance(&diff, sender()), Some(word(FUNDS - 21_000 * BASE_FEE)));
    assert_eq!(diff.accounts.len(), 1);
}

/// EIP-161: a coinbase that gets nothing does not come into being, and before it does.
#[test]
fn fault_45_an_empty_coinbase() {
    let mut tx = transaction();
    tx.gas_price = word(BASE_FEE);
    let mut evm = machine(Fork::London, &[]);
    assert_eq!(balance(&execute(&mut evm, &tx).1, COINBASE), None);
    tx.gas_price = U256::ZERO;
    for (fork, expected) in
        [(Fork::TangerineWhistle, Some(U256::ZERO)), (Fork::SpuriousDragon, None)]
    {
        let mut evm = machine(fork, &[]);
        assert_eq!(balance(&execute(&mut evm, &tx).1, COINBASE), expected, "{fork}");
    }
}

/// The fees of a block whose coinbase destroys itself are burnt with it.
#[test]
fn a_coinbase_that_is_destroyed() {
    let mut evm = machine(Fork::London, &asm![push(Address::repeat_byte(9)), SELFDESTRUCT]);
    evm.block_mut().coinbase = CONTRACT;
    let (outcome, diff) = execute(&mut evm, &transaction());
    assert!(outcome.is_success());
    let contract = diff.accounts.iter().find(|diff| diff.address == CONTRACT).unwrap();
    assert!(contract.info.is_none());
}

/// Without fees nothing is bought, returned or paid, whatever the price says.
#[test]
fn fault_63_fees_turned_off() {
    let mut evm = machine(Fork::Osaka, &[0xfe]);
    let mut checks = Checks::ALL;
    checks.fees = false;
    evm.set_checks(checks);
    let (outcome, diff) = execute(&mut evm, &transaction());
    assert_eq!(outcome.gas_used(), 200_000);
    assert_eq!(diff.accounts.len(), 1);
    assert_eq!(balance(&diff, sender()), Some(word(FUNDS)));
}
