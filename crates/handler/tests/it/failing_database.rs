//! A database that fails at the n-th read: the run ends with its error, nothing has changed, and
//! the machine goes on as if nothing had been.

use crate::support::{CONTRACT, NOBODY, creation, database, in_block, sender, transaction, word};
use eevm_bytecode::{Bytecode, opcode};
use eevm_handler::{Evm, EvmError, Transaction};
use eevm_interpreter::Message;
use eevm_primitives::{Address, B256, Fork, U256};
use eevm_state::{AccountInfo, Database, InMemoryDb};
use eevm_testing::{
    asm,
    asm::{Item, push, raw},
};
use std::cell::Cell;

/// Answers from a database in memory until it has been asked `fails_at` times.
#[derive(Debug)]
struct Failing {
    db: InMemoryDb,
    asked: Cell<usize>,
    fails_at: Cell<usize>,
}

/// The number of the read that failed.
#[derive(Debug, PartialEq)]
struct Failed(usize);

impl Failing {
    fn ask(&self) -> Result<(), Failed> {
        let asked = self.asked.get() + 1;
        self.asked.set(asked);
        if asked == self.fails_at.get() { Err(Failed(asked)) } else { Ok(()) }
    }
}

impl Database for Failing {
    type Error = Failed;

    fn account(&self, address: &Address) -> Result<Option<AccountInfo>, Failed> {
        self.ask()?;
        let mut info = self.db.account(address).map_err(|_| Failed(0))?;
        // The code is asked for apart.
        if let Some(info) = &mut info {
            info.code = None;
        }
        Ok(info)
    }

    fn code(&self, hash: &B256) -> Result<Bytecode, Failed> {
        self.ask()?;
        self.db.code(hash).map_err(|_| Failed(0))
    }

    fn storage(&self, address: &Address, key: &U256) -> Result<U256, Failed> {
        self.ask()?;
        self.db.storage(address, key).map_err(|_| Failed(0))
    }

    fn block_hash(&self, number: u64) -> Result<B256, Failed> {
        self.ask()?;
        self.db.block_hash(number).map_err(|_| Failed(0))
    }
}

const OTHER: Address = Address::repeat_byte(0x77);

/// Reads of every kind, in three frames.
fn code() -> Vec<u8> {
    use opcode::{
        BALANCE, BLOCKHASH, CALL, CREATE, EXTCODECOPY, EXTCODEHASH, EXTCODESIZE, POP, SLOAD, SSTORE,
    };
    let ask = |op, address: Address| raw(asm![push(address), op, POP]);
    let far = |n: u8| Address::repeat_byte(n);
    asm![
        push(3),
        SLOAD,
        POP,
        push(9),
        push(4),
        SSTORE,
        ask(BALANCE, far(1)),
        ask(EXTCODESIZE, OTHER),
        ask(EXTCODEHASH, far(3)),
        push(32),
        push(0),
        push(0),
        push(OTHER),
        EXTCODECOPY,
        push(7),
        BLOCKHASH,
        POP,
        Item::from([0, 0, 0, 0, 5].map(push)),
        push(OTHER),
        push(50_000),
        CALL,
        POP,
        push(0),
        push(0),
        push(0),
        CREATE,
        POP
    ]
}

fn failing() -> Failing {
    let mut db = database(&code());
    let inner = asm![push(1), opcode::SLOAD, push(NOBODY), opcode::SELFDESTRUCT];
    let code = Some(Bytecode::new(&inner));
    db.insert_account(OTHER, AccountInfo { code, nonce: 1, ..AccountInfo::default() });
    let mut contract = db.get_account(&CONTRACT).unwrap().clone();
    contract.balance = word(10);
    db.insert_account(CONTRACT, contract);
    db.insert_block_hash(7, B256::repeat_byte(7));
    Failing { db, asked: Cell::new(0), fails_at: Cell::new(usize::MAX) }
}

fn machine(db: Failing) -> Evm<Failing> {
    let mut evm = in_block(Evm::new(db, Fork::Osaka));
    evm.block_mut().number = 10;
    evm
}

/// Outcome, diff and access log of `tx`, for comparison.
fn result(evm: &mut Evm<Failing>, tx: &Transaction) -> Result<String, EvmError<Failed>> {
    let mut execution = evm.execute(tx)?;
    Ok(format!(
        "{:?} {:?} {:?}",
        execution.outcome().clone(),
        execution.state_diff(),
        execution.access_log()
    ))
}

#[track_caller]
fn check(tx: &Transaction, least_reads: usize) {
    let mut evm = machine(failing());
    let expected = result(&mut evm, tx).unwrap();
    assert!(expected.starts_with("Success"), "{expected}");
    let reads = evm.db().asked.get();
    assert!(reads >= least_reads, "{reads} reads");
    for at in 1..=reads {
        let mut evm = machine(failing());
        evm.db().fails_at.set(at);
        assert_eq!(result(&mut evm, tx), Err(EvmError::Database(Failed(at))), "read {at}");
        // It fails once; then all is as if it had not been tried.
        assert_eq!(result(&mut evm, tx).as_ref(), Ok(&expected), "after read {at}");
    }
}

#[test]
fn at_every_read_of_a_call() {
    let mut tx = transaction();
    tx.value = word(1);
    check(&tx, 14);
}

#[test]
fn at_every_read_of_a_creation() {
    check(&creation(&code_of_creation()), 9);
}

/// As [`code`], but the new account has no balance to send.
fn code_of_creation() -> Vec<u8> {
    let mut code = asm![push(OTHER), opcode::EXTCODESIZE, opcode::POP];
    code.extend(self::code());
    code
}

/// Committed work survives the failure of what comes after it.
#[test]
fn what_was_committed_stays() {
    let mut tx = transaction();
    let mut evm = machine(failing());
    evm.execute(&tx).unwrap().commit();
    tx.nonce += 1;
    let expected = result(&mut evm, &tx).unwrap();
    for at in 1..6 {
        let mut evm = machine(failing());
        evm.execute(&transaction()).unwrap().commit();
        // Reads of what the second has not in the machine.
        let mut again = transaction();
        again.nonce += 1;
        again.to = Some(Address::repeat_byte(0x99));
        evm.db().fails_at.set(evm.db().asked.get() + at);
        let failed = result(&mut evm, &again);
        if at == 1 {
            assert!(matches!(failed, Err(EvmError::Database(_))), "{failed:?}");
        }
        evm.db().fails_at.set(usize::MAX);
        assert_eq!(result(&mut evm, &tx).unwrap(), expected, "{at}");
    }
}

#[test]
fn messages_fail_alike() {
    let message = Message {
        caller: sender(),
        target: CONTRACT,
        code_address: CONTRACT,
        gas: 200_000,
        value: word(1),
        ..Message::default()
    };
    let mut evm = machine(failing());
    let expected = evm.execute_message(&message).unwrap().outcome().clone();
    let reads = evm.db().asked.get();
    assert!(reads > 10);
    for at in 1..=reads {
        let mut evm = machine(failing());
        evm.db().fails_at.set(at);
        let error = evm.execute_message(&message).map(|_| ()).unwrap_err();
        assert_eq!(error, EvmError::Database(Failed(at)));
        assert_eq!(evm.execute_message(&message).unwrap().outcome(), &expected, "{at}");
    }
}
