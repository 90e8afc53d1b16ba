//! Each reason for which a transaction may not be included, at its border.

use crate::support::{
    BASE_FEE, CONTRACT, FUNDS, GAS_PRICE, NOBODY, creation, database, in_block, machine, sender,
    transaction, word,
};
use eevm_bytecode::Bytecode;
use eevm_handler::{
    Checks, Evm, EvmError, InvalidTransaction as Invalid, Transaction, TransactionType,
};
use eevm_primitives::{B256, Fork, U256};
use eevm_state::{AccountInfo, InMemoryDb};

type Machine = Evm<InMemoryDb>;

/// Why `tx` is invalid, if it is; the machine is good for a valid one afterwards.
#[track_caller]
fn reason(evm: &mut Machine, tx: &Transaction) -> Option<Invalid> {
    let reason = match evm.execute(tx).map(|_| ()) {
        Ok(()) => return None,
        Err(EvmError::Invalid(reason)) => reason,
        Err(error) => panic!("{error:?}"),
    };
    assert!(!reason.test_name().is_empty() && !reason.to_string().is_empty());
    Some(reason)
}

fn osaka() -> Machine {
    machine(Fork::Osaka, &[])
}

#[test]
fn intrinsic_gas_and_floor() {
    let mut tx = transaction();
    let mut check = |fork, data: &[u8], expected: Invalid, enough: u64| {
        tx.data = data.to_vec().into();
        tx.gas_limit = enough - 1;
        assert_eq!(reason(&mut machine(fork, &[]), &tx), Some(expected));
        tx.gas_limit = enough;
        assert_eq!(reason(&mut machine(fork, &[]), &tx), None);
    };
    let too_low = |gas: u64| Invalid::IntrinsicGasTooLow { gas_limit: gas - 1, required: gas };
    check(Fork::Osaka, &[], too_low(21_000), 21_000);
    check(Fork::Cancun, &[0, 1, 1], too_low(21_036), 21_036);
    check(Fork::Byzantium, &[0, 1, 1], too_low(21_140), 21_140);
    let floor = Invalid::FloorGasTooLow { gas_limit: 21_089, required: 21_090 };
    check(Fork::Prague, &[0, 1, 1], floor, 21_090);
}

#[test]
fn creations_cost_more() {
    let mut tx = creation(&[0; 33]);
    tx.gas_limit = 53_000 + 33 * 4 + 2 * 2 - 1;
    let expected = Invalid::IntrinsicGasTooLow { gas_limit: 53_135, required: 53_136 };
    assert_eq!(reason(&mut osaka(), &tx), Some(expected));
    assert_eq!(reason(&mut machine(Fork::Paris, &[]), &tx), None);
    tx.gas_limit = 53_136;
    assert_eq!(reason(&mut osaka(), &tx), None);
}

#[test]
fn fault_32_gas_limits_of_transaction_and_block() {
    let mut tx = transaction();
    let mut evm = osaka();
    tx.gas_limit = 16_777_217;
    let expected = Invalid::GasLimitExceedsMaximum { gas_limit: 16_777_217, limit: 16_777_216 };
    assert_eq!(reason(&mut evm, &tx), Some(expected));
    assert_eq!(reason(&mut machine(Fork::Prague, &[]), &tx), None);
    tx.gas_limit = 16_777_216;
    assert_eq!(reason(&mut evm, &tx), None);
    evm.block_mut().gas_limit = 16_777_215;
    let (gas_limit, available) = (16_777_216, 16_777_215);
    let expected = Invalid::GasAllowanceExceeded { gas_limit, available };
    assert_eq!(reason(&mut evm, &tx), Some(expected));
}

#[test]
fn fault_37_nonces() {
    let mut tx = transaction();
    for nonce in [0, 4] {
        tx.nonce = nonce;
        let expected = Invalid::NonceTooLow { nonce, expected: 5 };
        assert_eq!(reason(&mut osaka(), &tx), Some(expected));
    }
    for nonce in [6, u64::MAX - 1] {
        tx.nonce = nonce;
        let expected = Invalid::NonceTooHigh { nonce, expected: 5 };
        assert_eq!(reason(&mut osaka(), &tx), Some(expected));
    }
    tx.nonce = u64::MAX;
    assert_eq!(reason(&mut osaka(), &tx), Some(Invalid::NonceIsMaximum));
}

#[test]
fn fault_52_funds() {
    let mut tx = transaction();
    let gas = tx.gas_limit * GAS_PRICE;
    tx.value = word(FUNDS - gas);
    assert_eq!(reason(&mut osaka(), &tx), None);
    tx.value += U256::ONE;
    let balance = word(FUNDS);
    let required = Some(balance + U256::ONE);
    assert_eq!(reason(&mut osaka(), &tx), Some(Invalid::InsufficientFunds { balance, required }));
    // Products and sums beyond 256 bits.
    for (price, value) in [(U256::MAX, 0), (U256::MAX / word(tx.gas_limit), u64::MAX)] {
        (tx.gas_price, tx.value) = (price, word(value));
        let expected = Invalid::InsufficientFunds { balance, required: None };
        assert_eq!(reason(&mut osaka(), &tx), Some(expected));
    }
    // A sender that does not exist has nothing.
    let mut tx = transaction();
    (tx.sender, tx.nonce) = (NOBODY, 0);
    let required = Some(word(gas));
    let expected = Invalid::InsufficientFunds { balance: U256::ZERO, required };
    assert_eq!(reason(&mut osaka(), &tx), Some(expected));
}

#[test]
fn prices() {
    let mut tx = transaction();
    tx.gas_price = word(BASE_FEE - 1);
    let expected =
        Invalid::GasPriceBelowBaseFee { gas_price: word(BASE_FEE - 1), base_fee: word(BASE_FEE) };
    assert_eq!(reason(&mut osaka(), &tx), Some(expected));
    assert_eq!(reason(&mut machine(Fork::Berlin, &[]), &tx), None);
    tx.gas_price = word(BASE_FEE);
    assert_eq!(reason(&mut osaka(), &tx), None);
    let mut tx = transaction();
    tx.transaction_type = TransactionType::FeeMarket;
    (tx.max_fee_per_gas, tx.max_priority_fee_per_gas) = (word(8), word(9));
    let expected = Invalid::PriorityFeeGreaterThanMaxFee {
        max_priority_fee_per_gas: word(9),
        max_fee_per_gas: word(8),
    };
    assert_eq!(reason(&mut osaka(), &tx), Some(expected));
    tx.max_priority_fee_per_gas = word(8);
    assert_eq!(reason(&mut osaka(), &tx), None);
}

#[test]
fn fault_54_senders_with_code() {
    let with_code = |code: &[u8], fork| {
        let mut db = database(&[]);
        let code = Some(Bytecode::new(code));
        let balance = word(FUNDS);
        db.insert_account(
            sender(),
            AccountInfo { balance, nonce: 5, code, ..AccountInfo::default() },
        );
        reason(&mut in_block(Evm::new(db, fork)), &transaction())
    };
    assert_eq!(with_code(&[0], Fork::Osaka), Some(Invalid::SenderNotEoa));
    let mut designator = vec![0xef, 1, 0];
    designator.extend(CONTRACT.0);
    assert_eq!(with_code(&designator, Fork::Prague), None);
    assert_eq!(with_code(&designator, Fork::Cancun), Some(Invalid::SenderNotEoa));
    designator.push(0);
    assert_eq!(with_code(&designator, Fork::Prague), Some(Invalid::SenderNotEoa));
}

#[test]
fn fault_33_init_code_sizes() {
    let mut tx = creation(&vec![0; 49_153]);
    tx.gas_limit = 1_000_000;
    let expected = Invalid::InitCodeSizeExceeded { len: 49_153, limit: 49_152 };
    assert_eq!(reason(&mut osaka(), &tx), Some(expected));
    assert_eq!(reason(&mut machine(Fork::Paris, &[]), &tx), None);
    // Data of a call is not limited.
    tx.to = Some(CONTRACT);
    assert_eq!(reason(&mut osaka(), &tx), None);
}

#[test]
fn fault_59_chains() {
    let mut tx = transaction();
    for chain_id in [0, 2, u64::MAX] {
        tx.chain_id = Some(chain_id);
        let expected = Invalid::InvalidChainId { chain_id, expected: 1 };
        assert_eq!(reason(&mut osaka(), &tx), Some(expected));
    }
    tx.chain_id = None;
    assert_eq!(reason(&mut osaka(), &tx), None);
}

#[test]
fn types_and_their_forks() {
    for (transaction_type, first) in [
        (TransactionType::AccessList, Fork::Berlin),
        (TransactionType::FeeMarket, Fork::London),
        (TransactionType::Blob, Fork::Cancun),
        (TransactionType::SetCode, Fork::Prague),
    ] {
        let mut tx = transaction();
        tx.transaction_type = transaction_type;
        tx.max_fee_per_gas = word(GAS_PRICE);
        for fork in Fork::ALL {
            let reason = reason(&mut machine(fork, &[]), &tx);
            let refused = reason == Some(Invalid::TypeNotSupported { transaction_type, fork });
            assert_eq!(refused, fork < first, "{transaction_type:?} on {fork}: {reason:?}");
        }
    }
}

fn blobs(hashes: &[u8]) -> Transaction {
    let mut tx = transaction();
    tx.transaction_type = TransactionType::Blob;
    tx.max_fee_per_gas = word(GAS_PRICE);
    tx.max_fee_per_blob_gas = word(3);
    let hash = |&version: &u8| {
        let mut hash = B256::repeat_byte(0x11);
        hash.0[0] = version;
        hash
    };
    tx.blob_versioned_hashes = hashes.iter().map(hash).collect();
    tx
}

#[test]
fn blob_transactions() {
    assert_eq!(reason(&mut osaka(), &blobs(&[1; 6])), None);
    assert_eq!(reason(&mut osaka(), &blobs(&[])), Some(Invalid::NoBlobs));
    let expected = Invalid::BlobCountExceeded { count: 7, limit: 6 };
    assert_eq!(reason(&mut osaka(), &blobs(&[1; 7])), Some(expected));
    let available = 6 << 17;
    let expected = Invalid::BlobGasAllowanceExceeded { blob_gas: 7 << 17, available };
    assert_eq!(reason(&mut machine(Fork::Cancun, &[]), &blobs(&[1; 7])), Some(expected));
    let tx = blobs(&[1, 2]);
    let expected = Invalid::InvalidBlobVersionedHash { hash: tx.blob_versioned_hashes[1] };
    assert_eq!(reason(&mut osaka(), &tx), Some(expected));
    let mut evm = osaka();
    evm.block_mut().blob_base_fee = word(4);
    let expected =
        Invalid::BlobGasPriceBelowBaseFee { max_fee_per_blob_gas: word(3), blob_base_fee: word(4) };
    assert_eq!(reason(&mut evm, &blobs(&[1])), Some(expected));
    let mut tx = blobs(&[1]);
    tx.to = None;
    let transaction_type = TransactionType::Blob;
    let expected = Invalid::TypeCreatesNoContract { transaction_type };
    assert_eq!(reason(&mut osaka(), &tx), Some(expected));
    // What the blobs may cost has to be at hand as well.
    let mut tx = blobs(&[1]);
    tx.max_fee_per_blob_gas = word(FUNDS);
    assert!(matches!(reason(&mut osaka(), &tx), Some(Invalid::InsufficientFunds { .. })));
}

#[test]
fn set_code_transactions() {
    let mut tx = transaction();
    tx.transaction_type = TransactionType::SetCode;
    tx.max_fee_per_gas = word(GAS_PRICE);
    assert_eq!(reason(&mut osaka(), &tx), Some(Invalid::EmptyAuthorizationList));
    tx.to = None;
    let transaction_type = TransactionType::SetCode;
    let expected = Invalid::TypeCreatesNoContract { transaction_type };
    assert_eq!(reason(&mut osaka(), &tx), Some(expected));
}

/// Each check that a simulation turns off, and only that.
#[test]
fn checks_turned_off() {
    let mut evm = osaka();
    let mut tx = transaction();
    (tx.nonce, tx.gas_price, tx.gas_limit) = (77, U256::ZERO, 40_000_000);
    assert!(reason(&mut evm, &tx).is_some());
    evm.set_checks(Checks::NONE);
    assert_eq!(reason(&mut evm, &tx), None);
    let mut without = |change: fn(&mut Checks), edit: fn(&mut Transaction)| {
        let mut tx = transaction();
        edit(&mut tx);
        evm.set_checks(Checks::ALL);
        assert!(reason(&mut evm, &tx).is_some());
        let mut checks = Checks::ALL;
        change(&mut checks);
        evm.set_checks(checks);
        assert_eq!(reason(&mut evm, &tx), None);
    };
    without(|checks| checks.nonce = false, |tx| tx.nonce = 4);
    without(|checks| checks.base_fee = false, |tx| tx.gas_price = U256::ZERO);
    without(|checks| checks.gas_limit = false, |tx| tx.gas_limit = 17_000_000);
    without(|checks| checks.balance = false, |tx| tx.gas_price = word(FUNDS));
    // What it costs to be a transaction is not a check.
    evm.set_checks(Checks::NONE);
    let mut tx = transaction();
    tx.gas_limit = 20_999;
    assert!(matches!(reason(&mut evm, &tx), Some(Invalid::IntrinsicGasTooLow { .. })));
    // Nor can anyone send what is not there.
    let mut tx = transaction();
    tx.value = word(FUNDS + 1);
    assert!(matches!(reason(&mut evm, &tx), Some(Invalid::InsufficientFunds { .. })));
}
