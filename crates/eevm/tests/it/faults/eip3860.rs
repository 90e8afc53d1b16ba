//! Limits of init code and deployed code (fault kinds 33, 41).

use super::return_top;
use crate::scene::{A, SENDER, Scene, word};
use eevm::{
    Block, Evm, EvmError, ExceptionalHalt, Fork, InvalidTransaction, Outcome, Transaction,
    bytecode::opcode::{CREATE, CREATE2, GAS, ISZERO, MSTORE8, POP, RETURN, SUB, SWAP1},
};
use eevm_testing::{
    asm,
    asm::{push, raw},
};

const LIMIT: u64 = 49_152;

/// Creates with `size` bytes of init code, which are zeros.
fn creates(op: u8, size: u64) -> Vec<u8> {
    let salt = if op == CREATE2 { raw(asm![push(0)]) } else { raw([]) };
    asm![salt, push(size), push(0), push(0), op, ISZERO, return_top()]
}

#[test]
fn fault_33_the_limit_was_missing_for_one_of_create_and_create2() {
    for op in [CREATE, CREATE2] {
        let at = |fork, size| Scene::at(fork).code(A, creates(op, size)).run();
        assert_eq!(at(Fork::Shanghai, LIMIT).word(), word(0), "{op:#x}");
        // Over the limit halts the creator.
        at(Fork::Shanghai, LIMIT + 1).halted(ExceptionalHalt::CodeSizeLimit, 5_000_000);
        assert_eq!(at(Fork::Paris, LIMIT + 1).word(), word(0), "{op:#x}");
    }
}

#[test]
fn fault_33_words_of_init_code_were_not_charged() {
    let cost = |op, size: u64, fork| {
        let salt = if op == CREATE2 { raw(asm![push(0)]) } else { raw([]) };
        let code = asm![
            // Memory first, so that only the words differ.
            push(0),
            push(1023),
            MSTORE8,
            GAS,
            salt,
            push(size),
            push(0),
            push(0),
            op,
            POP,
            GAS,
            SWAP1,
            SUB,
            return_top()
        ];
        u64::try_from(Scene::at(fork).code(A, code).run().word()).unwrap()
    };
    for (op, hash) in [(CREATE, 0), (CREATE2, 6)] {
        let base = cost(op, 0, Fork::Shanghai);
        for (size, words) in [(1, 1), (32, 1), (33, 2), (1024, 32)] {
            assert_eq!(cost(op, size, Fork::Shanghai) - base, words * (2 + hash), "{op:#x} {size}");
            assert_eq!(cost(op, size, Fork::Paris) - base, words * hash, "{op:#x} {size}");
        }
    }
}

#[test]
fn fault_33_a_transaction_was_not_limited() {
    let scene = Scene::at(Fork::Shanghai);
    let mut evm = Evm::new(scene.db, scene.fork);
    let mut tx = Transaction::default();
    tx.sender = SENDER;
    tx.gas_limit = 1_000_000;
    tx.chain_id = Some(Block::default().chain_id);
    for (size, words) in [(LIMIT, LIMIT / 32), (64, 2), (65, 3)] {
        tx.data = vec![0; usize::try_from(size).unwrap()].into();
        let used = evm.execute(&tx).unwrap().gas_used();
        assert_eq!(used, 21_000 + 32_000 + 4 * size + 2 * words, "{size}");
    }
    tx.data = vec![0; usize::try_from(LIMIT).unwrap() + 1].into();
    let error = evm.execute(&tx).map(|_| ()).unwrap_err();
    assert!(
        matches!(error, EvmError::Invalid(InvalidTransaction::InitCodeSizeExceeded { .. })),
        "{error:?}"
    );
    evm.set_spec(Fork::Paris);
    assert!(evm.execute(&tx).is_ok());
}

/// How a creation at the top level ends that deploys `size` bytes, the first of them `first`.
fn deploying(fork: Fork, size: u64, first: u8, gas: u64) -> Outcome {
    let scene = Scene::at(fork);
    let mut evm = Evm::new(scene.db, fork);
    let mut tx = Transaction::default();
    tx.sender = SENDER;
    tx.gas_limit = gas;
    tx.data = asm![push(first), push(0), MSTORE8, push(size), push(0), RETURN].into();
    evm.execute(&tx).unwrap().commit()
}

fn reason(outcome: &Outcome) -> Option<ExceptionalHalt> {
    match outcome {
        Outcome::Halt { reason, .. } => Some(*reason),
        _ => None,
    }
}

/// EIP-170's limit, EIP-3541's prefix, and only then the deposit.
#[test]
fn fault_41_code_was_checked_in_the_wrong_order() {
    let much = 10_000_000;
    let at = |fork, size, first, gas| reason(&deploying(fork, size, first, gas));
    let limit = Some(ExceptionalHalt::CodeSizeLimit);
    assert_eq!(at(Fork::Osaka, 24_576, 0, much), None);
    assert_eq!(at(Fork::Osaka, 24_577, 0, much), limit);
    assert_eq!(at(Fork::TangerineWhistle, 24_577, 0, much), None);
    assert_eq!(at(Fork::SpuriousDragon, 24_577, 0, much), limit);
    let prefix = Some(ExceptionalHalt::InvalidContractPrefix);
    assert_eq!(at(Fork::London, 1, 0xef, much), prefix);
    assert_eq!(at(Fork::Berlin, 1, 0xef, much), None);
    assert_eq!(at(Fork::London, 0, 0xef, much), None);
    // Without the gas for the deposit the prefix is still the reason.
    assert_eq!(at(Fork::London, 1_000, 0xef, 60_000), prefix);
    assert_eq!(at(Fork::London, 1_000, 0, 60_000), Some(ExceptionalHalt::OutOfGas));
}
