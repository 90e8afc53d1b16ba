//! A signed legacy transaction, from its bytes to the state it leaves.

use crate::support::{
    BASE_FEE, COINBASE, CONTRACT, FUNDS, GAS_PRICE, creation, integer, list, machine, sender,
    signed, string, transaction, word,
};
use eevm_bytecode::opcode::{
    CALLDATASIZE, CALLER, CALLVALUE, LOG1, MSTORE, ORIGIN, RETURN, SSTORE,
};
use eevm_handler::{DecodeError, Outcome, SignedTransaction, create_address};
use eevm_primitives::{Bytes, Fork, U256, address_to_word, keccak256};
use eevm_testing::{asm, asm::push};

#[test]
fn from_bytes_to_state() {
    let code = asm![
        CALLVALUE,
        push(1),
        SSTORE,
        CALLER,
        push(2),
        SSTORE,
        CALLDATASIZE,
        ORIGIN,
        push(0),
        MSTORE,
        push(32),
        push(0),
        LOG1,
        push(32),
        push(0),
        RETURN
    ];
    for chain_id in [Some(1), None] {
        let mut tx = transaction();
        tx.chain_id = chain_id;
        tx.value = word(99);
        tx.data = Bytes::from_static(&[0, 1, 2]);
        let bytes = signed(&tx);
        let decoded = SignedTransaction::decode(&bytes).unwrap();
        assert_eq!((decoded.hash(), decoded.encode()), (keccak256(&bytes), bytes));
        let recovered = decoded.recover(Fork::Osaka).unwrap();
        assert_eq!(recovered, tx);

        let mut evm = machine(Fork::Osaka, &code);
        let mut execution = evm.execute(&recovered).unwrap();
        let intrinsic = 21_000 + 4 + 2 * 16;
        let stores = 2 * (3 + 2_100 + 20_000) + 2 + 2;
        let log = 2 + 2 + 3 + 3 + 3 + 3 + 3 + 375 * 2 + 8 * 32;
        let gas = intrinsic + stores + log + 3 + 3;
        let Outcome::Success { gas_used, gas_refunded, logs, output, created } =
            execution.outcome().clone()
        else {
            panic!("{:?}", execution.outcome());
        };
        assert_eq!((gas_used, gas_refunded, created), (gas, 0, None));
        assert_eq!(&output[..], address_to_word(&sender()).to_be_bytes::<32>());
        assert_eq!((logs.len(), logs[0].address, logs[0].topics[0].0[31]), (1, CONTRACT, 3));

        let diff = execution.state_diff();
        let account = |address| diff.accounts.iter().find(|diff| diff.address == address).unwrap();
        let info = account(sender()).info.as_ref().unwrap();
        assert_eq!(info.balance, word(FUNDS - 99 - gas * GAS_PRICE));
        assert_eq!(info.nonce, 6);
        let contract = account(CONTRACT);
        assert_eq!(contract.info.as_ref().unwrap().balance, word(99));
        let expected = [(word(1), word(99)), (word(2), address_to_word(&sender()))];
        assert_eq!(contract.storage, expected);
        let coinbase = account(COINBASE).info.as_ref().unwrap();
        assert_eq!(coinbase.balance, word(gas * (GAS_PRICE - BASE_FEE)));
        assert_eq!(diff.accounts.len(), 3);
    }
}

#[test]
fn a_creation_from_bytes() {
    // Deploys 32 bytes, the value sent.
    let init = asm![CALLVALUE, push(0), MSTORE, push(32), push(0), RETURN];
    let mut tx = creation(&init);
    tx.value = word(7);
    let tx = SignedTransaction::decode(&signed(&tx)).unwrap().recover(Fork::Osaka).unwrap();
    let mut evm = machine(Fork::Osaka, &[]);
    let mut execution = evm.execute(&tx).unwrap();
    let address = create_address(&sender(), 5);
    let Outcome::Success { created, output, .. } = execution.outcome() else { panic!() };
    let code = word(7).to_be_bytes::<32>();
    assert_eq!((*created, &output[..]), (Some(address), &code[..]));
    let diff = execution.state_diff();
    let new = diff.accounts.iter().find(|diff| diff.address == address).unwrap();
    let info = new.info.as_ref().unwrap();
    assert_eq!((info.nonce, info.balance, info.code_hash), (1, word(7), keccak256(&code)));
}

/// Every byte of a valid transaction changed: never a panic, and never the same sender.
#[test]
fn changed_bytes_are_refused_or_someone_elses() {
    let mut tx = transaction();
    tx.data = Bytes::from_static(&[1, 2, 3, 4]);
    let bytes = signed(&tx);
    for index in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[index] ^= 1 << bit;
            let recovered =
                SignedTransaction::decode(&changed).and_then(|signed| signed.recover(Fork::Osaka));
            if let Ok(recovered) = recovered {
                assert_ne!(recovered.sender, sender(), "byte {index} bit {bit}");
            }
        }
    }
}

#[test]
fn malformed_bytes_are_refused() {
    let field = |bytes: &[u8]| string(bytes);
    let good = vec![
        integer(word(5)),
        integer(word(10)),
        integer(word(21_000)),
        field(&[0xcc; 20]),
        integer(word(0)),
        field(&[]),
        integer(word(37)),
        integer(word(3)),
        integer(word(4)),
    ];
    assert!(SignedTransaction::decode(&list(&good)).is_ok());
    let replaced = |at: usize, with: Vec<u8>| {
        let mut fields = good.clone();
        fields[at] = with;
        SignedTransaction::decode(&list(&fields))
    };
    for at in [0, 1, 2, 4, 6, 7, 8] {
        assert!(replaced(at, vec![0x00]).is_err(), "field {at}: a zero byte is no integer");
        assert!(replaced(at, field(&[0, 1])).is_err(), "field {at}: leading zero");
        assert!(replaced(at, field(&[1; 33])).is_err(), "field {at}: 33 bytes");
        assert!(replaced(at, list(&[])).is_err(), "field {at}: a list");
        assert!(replaced(at, vec![0x81, 0x05]).is_err(), "field {at}: a byte in a longer form");
    }
    for at in [0, 2] {
        assert!(replaced(at, field(&[1; 9])).is_err(), "field {at}: beyond 64 bits");
    }
    for len in [1, 19, 21, 32] {
        assert!(replaced(3, field(&vec![1; len])).is_err(), "recipient of {len} bytes");
    }
    assert!(replaced(3, field(&[])).is_ok());
    let mut fewer = good.clone();
    fewer.pop();
    assert!(SignedTransaction::decode(&list(&fewer)).is_err());
    let mut more = good.clone();
    more.push(integer(word(1)));
    assert!(SignedTransaction::decode(&list(&more)).is_err());
    assert!(SignedTransaction::decode(&[]).is_err());
    assert!(SignedTransaction::decode(&string(&list(&good))).is_err());
    // A list whose length is said to be near 2^64.
    for prefix in [0xf8_u8, 0xfb, 0xff] {
        let mut bytes = vec![prefix];
        bytes.extend([0xff; 8]);
        assert!(SignedTransaction::decode(&bytes).is_err(), "{prefix:#x}");
    }
}

#[test]
fn a_signature_of_nobody_is_refused() {
    let with = |r: U256, s: U256| {
        let fields = [
            integer(word(5)),
            integer(word(10)),
            integer(word(21_000)),
            string(&[0xcc; 20]),
            integer(word(0)),
            string(&[]),
            integer(word(37)),
            integer(r),
            integer(s),
        ];
        SignedTransaction::decode(&list(&fields)).and_then(|signed| signed.recover(Fork::Osaka))
    };
    let (zero, one) = (U256::ZERO, U256::ONE);
    for (r, s) in [(zero, one), (one, zero), (zero, zero), (U256::MAX, one), (one, U256::MAX)] {
        assert_eq!(with(r, s), Err(DecodeError::InvalidSignature), "{r} {s}");
    }
}
