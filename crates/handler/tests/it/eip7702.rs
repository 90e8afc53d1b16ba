//! Delegations that a transaction sets (EIP-7702), one test per kind of fault.

use crate::support::{COINBASE, CONTRACT, GAS_PRICE, machine, sender, transaction, word};
use eevm_bytecode::{
    Bytecode,
    opcode::{BALANCE, CALLER, EXTCODESIZE, POP, REVERT, SLOAD, SSTORE, STOP},
};
use eevm_ecdsa::secp256k1::{SecretKey, sign};
use eevm_handler::{Authorization, Evm, Outcome, Transaction, TransactionType};
use eevm_primitives::{Address, B256, Fork, U256};
use eevm_state::{AccountInfo, InMemoryDb, StateDiff};
use eevm_testing::{asm, asm::push};

/// Gas of a call with one authorization, without what the code uses.
const BASE: u64 = 21_000 + 25_000;
const DELEGATE: Address = Address::repeat_byte(0xde);

fn owner() -> SecretKey {
    SecretKey::new(&B256::repeat_byte(0x77)).unwrap()
}

fn authority() -> Address {
    owner().address()
}

fn authorization() -> Authorization {
    Authorization { chain_id: word(1), address: DELEGATE, ..Authorization::default() }
}

fn signed(mut authorization: Authorization) -> Transaction {
    let signature = sign(&authorization.signing_hash(), &owner()).unwrap();
    authorization.y_parity = u8::from(signature.y_parity);
    (authorization.r, authorization.s) = (signature.r, signature.s);
    carrying(authorization)
}

fn carrying(authorization: Authorization) -> Transaction {
    let mut tx = transaction();
    tx.transaction_type = TransactionType::SetCode;
    tx.max_fee_per_gas = word(GAS_PRICE);
    tx.authorization_list = vec![authorization];
    tx
}

/// The authority's account is `info`, the called contract runs `code`.
fn run(info: Option<AccountInfo>, code: &[u8], tx: &Transaction) -> (Outcome, StateDiff) {
    let mut evm: Evm<InMemoryDb> = machine(Fork::Prague, code);
    if let Some(info) = info {
        evm.db_mut().insert_account(authority(), info);
    }
    let mut execution = evm.execute(tx).unwrap();
    (execution.outcome().clone(), execution.state_diff())
}

/// Where the authority's code is delegated to afterwards, and its nonce, if anything changed.
fn changed(diff: &StateDiff) -> Option<(Option<Address>, u64)> {
    let account = diff.accounts.iter().find(|account| account.address == authority())?;
    let info = account.info.as_ref()?;
    Some((info.code.as_ref().and_then(Bytecode::delegation), info.nonce))
}

/// Code that asks for the authority's balance: 2,600 gas if it is cold, 100 if it is warm.
fn asks() -> Vec<u8> {
    asm![push(address_word(authority())), BALANCE, POP, STOP]
}

fn address_word(address: Address) -> U256 {
    eevm_primitives::address_to_word(&address)
}

#[test]
fn a_valid_authorization_delegates_and_raises_the_nonce() {
    let (outcome, diff) = run(None, &[], &signed(authorization()));
    assert_eq!(changed(&diff), Some((Some(DELEGATE), 1)));
    assert_eq!(outcome.gas_used(), BASE);
    let anywhere = Authorization { chain_id: U256::ZERO, ..authorization() };
    assert_eq!(changed(&run(None, &[], &signed(anywhere)).1), Some((Some(DELEGATE), 1)));
}

#[test]
fn fault_56_the_refund_is_for_accounts_that_exist() {
    let exists = AccountInfo { balance: word(1), ..AccountInfo::default() };
    let (outcome, diff) = run(Some(exists), &[], &signed(authorization()));
    assert_eq!(changed(&diff), Some((Some(DELEGATE), 1)));
    // 12,500, of which a fifth of the gas used is given.
    assert_eq!(outcome.gas_used(), BASE - BASE / 5);
}

#[test]
fn fault_55_an_authorization_that_is_not_valid_changes_nothing() {
    let cases = [
        Authorization { chain_id: word(2), ..authorization() },
        Authorization { nonce: 1, ..authorization() },
        Authorization { nonce: u64::MAX, ..authorization() },
    ];
    for case in cases {
        let (outcome, diff) = run(None, &[], &signed(case.clone()));
        assert_eq!(changed(&diff), None, "{case:?}");
        assert_eq!(outcome.gas_used(), BASE);
    }
    let contract = AccountInfo { code: Some(Bytecode::new(&[0])), ..AccountInfo::default() };
    let (outcome, diff) = run(Some(contract), &[], &signed(authorization()));
    assert_eq!(changed(&diff), None);
    assert_eq!(outcome.gas_used(), BASE);
}

#[test]
fn fault_55_y_parity_above_1_and_high_s_are_not_signatures() {
    let good = signed(authorization()).authorization_list.remove(0);
    let mut parity = good.clone();
    parity.y_parity += 27;
    let mut high = good;
    high.s = eevm_ecdsa::secp256k1::ORDER - high.s;
    high.y_parity ^= 1;
    for bad in [parity, high] {
        assert_eq!(changed(&run(None, &[], &carrying(bad)).1), None);
    }
}

#[test]
fn fault_56_an_authority_is_warm_once_recovered_whatever_it_is_like() {
    let used = |tx: &Transaction| run(None, &asks(), tx).0.gas_used() - BASE - 5;
    assert_eq!(used(&signed(authorization())), 100);
    assert_eq!(used(&signed(Authorization { nonce: 9, ..authorization() })), 100);
    // These fail before it is known whose they are.
    assert_eq!(used(&signed(Authorization { chain_id: word(2), ..authorization() })), 2600);
    assert_eq!(used(&signed(Authorization { nonce: u64::MAX, ..authorization() })), 2600);
}

#[test]
fn fault_58_a_delegation_stays_when_the_transaction_reverts() {
    let (outcome, diff) = run(None, &asm![push(0), push(0), REVERT], &signed(authorization()));
    assert!(matches!(outcome, Outcome::Revert { .. }));
    assert_eq!(changed(&diff), Some((Some(DELEGATE), 1)));
}

#[test]
fn address_zero_ends_a_delegation() {
    let mut designator = vec![0xef, 1, 0];
    designator.extend_from_slice(DELEGATE.as_bytes());
    let code = Some(Bytecode::new(&designator));
    let delegated = AccountInfo { code, ..AccountInfo::default() };
    let end = Authorization { address: Address::ZERO, ..authorization() };
    let (_, diff) = run(Some(delegated), &[], &signed(end));
    assert_eq!(changed(&diff), Some((None, 1)));
}

/// The sender may give leave for itself: its nonce has been raised by then.
#[test]
fn a_sender_delegates_itself_at_the_next_nonce() {
    let mut tx = transaction();
    tx.transaction_type = TransactionType::SetCode;
    tx.max_fee_per_gas = word(GAS_PRICE);
    for (nonce, sets) in [(5, false), (6, true)] {
        let mut own = Authorization { nonce, ..authorization() };
        let signature = sign(&own.signing_hash(), &crate::support::key()).unwrap();
        own.y_parity = u8::from(signature.y_parity);
        (own.r, own.s) = (signature.r, signature.s);
        tx.authorization_list = vec![own];
        let (_, diff) = run(None, &[], &tx);
        let account = diff.accounts.iter().find(|account| account.address == sender()).unwrap();
        let info = account.info.as_ref().unwrap();
        assert_eq!(info.code.is_some(), sets);
        assert_eq!(info.nonce, if sets { 7 } else { 6 });
    }
}

/// The code of a delegate runs on the account that is called, its target warm, one hop only;
/// EXTCODESIZE sees the designator.
#[test]
fn fault_58_a_call_runs_the_delegates_code_and_extcode_sees_the_designator() {
    let code = asm![
        push(address_word(authority())),
        EXTCODESIZE,
        push(1),
        SSTORE,
        push(address_word(DELEGATE)),
        BALANCE,
        POP,
        CALLER,
        push(2),
        SSTORE,
        STOP
    ];
    let mut evm: Evm<InMemoryDb> = machine(Fork::Prague, &[]);
    let code = Some(Bytecode::new(&code));
    evm.db_mut().insert_account(DELEGATE, AccountInfo { code, ..AccountInfo::default() });
    let mut tx = signed(authorization());
    tx.to = Some(authority());
    let mut execution = evm.execute(&tx).unwrap();
    // Warm: the authority and its delegate. Cold: two slots, set from zero.
    let others = 4 * 3 + 2 + 2;
    assert_eq!(execution.gas_used(), BASE + others + 2 * 100 + 2 * 22_100);
    let diff = execution.state_diff();
    let account = diff.accounts.iter().find(|account| account.address == authority()).unwrap();
    let storage = [(word(1), word(23)), (word(2), address_word(sender()))];
    assert_eq!(account.storage, storage);
}

/// Access lists warm without touching: the slot costs 100, the account does not come to be.
#[test]
fn an_access_list_warms_what_it_names() {
    let code = asm![push(7), SLOAD, POP, STOP];
    let mut tx = transaction();
    let cold = run(None, &code, &tx).0.gas_used();
    tx.transaction_type = TransactionType::AccessList;
    tx.access_list = vec![
        eevm_handler::AccessListItem { account: CONTRACT, slots: vec![word(7), word(7)] },
        eevm_handler::AccessListItem { account: authority(), slots: vec![] },
    ];
    let (outcome, diff) = run(None, &code, &tx);
    assert_eq!(outcome.gas_used(), cold - 2000 + 2 * 2400 + 2 * 1900);
    let known = [sender(), COINBASE];
    assert!(diff.accounts.iter().all(|account| known.contains(&account.address)));
}

/// A raw designator of another version is code, not a delegation.
#[test]
fn only_the_exact_designator_delegates() {
    let mut designator = [0xef; 23];
    designator[1..3].copy_from_slice(&[1, 1]);
    let code = Some(Bytecode::new(&designator));
    let other = AccountInfo { code, ..AccountInfo::default() };
    assert_eq!(changed(&run(Some(other), &[], &signed(authorization())).1), None);
}
