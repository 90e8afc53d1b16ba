//! Frames begin and end in pairs, whatever becomes of them.

use crate::scene::{A, B, NOBODY, SENDER, Scene};
use eevm::{
    AccountInfo, Address, Evm, Exit, Fork, FrameEnd, FrameStart, InMemoryDb, Inspector, Step,
    Transaction, U256,
    bytecode::opcode::{
        CALL, CALLCODE, CREATE, CREATE2, DELEGATECALL, GAS, MSTORE, POP, RETURN, REVERT,
        SELFDESTRUCT, STATICCALL, STOP,
    },
    create_address,
};
use eevm_testing::{
    asm,
    asm::{Item, push, raw},
};

/// Checks that every end belongs to the frame that began last, and that steps are that frame's.
#[derive(Debug, Default)]
struct Pairs {
    open: Vec<u16>,
    starts: usize,
    ends: Vec<Exit>,
    destructions: usize,
}

impl Inspector for Pairs {
    fn step(&mut self, step: &Step<'_>) {
        assert_eq!(self.open.last(), Some(&step.frame.depth()), "a step outside of its frame");
    }

    fn frame_start(&mut self, start: &FrameStart<'_>) {
        assert_eq!(usize::from(start.depth), self.open.len());
        self.open.push(start.depth);
        self.starts += 1;
    }

    fn frame_end(&mut self, end: &FrameEnd<'_>) {
        assert_eq!(self.open.pop(), Some(end.depth), "an end without a start");
        assert!(!matches!(end.exit, Exit::Call | Exit::Create));
        self.ends.push(end.exit);
    }

    fn self_destruct(&mut self, _: &Address, _: &Address) {
        self.destructions += 1;
    }
}

/// Runs the scene; so many frames must have begun, and all of them ended.
#[track_caller]
fn check(scene: &Scene, frames: usize) -> Pairs {
    let mut evm = Evm::new(scene.db.clone(), scene.fork);
    let mut pairs = Pairs::default();
    evm.execute_message_inspected(&scene.message, &mut pairs).expect("a database in memory");
    assert_eq!((pairs.starts, pairs.ends.len(), pairs.open.len()), (frames, frames, 0));
    pairs
}

fn call(op: u8, address: impl Into<Address>, value: u64) -> Item {
    let has_value = matches!(op, CALL | CALLCODE);
    let value = if has_value { asm![push(value)] } else { vec![] };
    raw(asm![
        push(0),
        push(0),
        push(0),
        push(0),
        raw(value),
        push(address.into()),
        push(50_000),
        op,
        POP
    ])
}

fn create(op: u8, init: &[u8], value: u64) -> Item {
    let word = U256::from_be_slice(init) << (256 - 8 * init.len().max(1));
    let salt = if op == CREATE2 { asm![push(0)] } else { vec![] };
    raw(asm![
        push(word),
        push(0),
        MSTORE,
        raw(salt),
        push(init.len() as u64),
        push(0),
        push(value),
        op,
        POP
    ])
}

#[test]
fn fault_74_one_end_for_each_start_of_calls() {
    for op in [CALL, CALLCODE, DELEGATECALL, STATICCALL] {
        for callee in [vec![], vec![STOP], vec![0xfe], asm![push(0), push(0), REVERT]] {
            let scene = Scene::at(Fork::Osaka).code(A, asm![call(op, B, 0)]).code(B, callee);
            check(&scene, 2);
        }
        check(&Scene::at(Fork::Osaka).code(A, asm![call(op, NOBODY, 0)]), 2);
        // Precompiles: identity, blake2f that refuses its input, and one without enough gas.
        for precompile in [4, 9, 8] {
            let address = Address::from_low_u64(precompile);
            check(&Scene::at(Fork::Osaka).code(A, asm![call(op, address, 0)]), 2);
        }
    }
}

#[test]
fn fault_74_what_begins_no_frame_ends_none() {
    // No balance for the value.
    for op in [CALL, CALLCODE] {
        check(&Scene::at(Fork::Osaka).code(A, asm![call(op, B, 1)]), 1);
    }
    for op in [CREATE, CREATE2] {
        check(&Scene::at(Fork::Osaka).code(A, asm![create(op, &[STOP], 1)]), 1);
        // A nonce that cannot grow.
        let scene = Scene::at(Fork::Osaka).code(A, asm![create(op, &[STOP], 0)]).nonce(A, u64::MAX);
        check(&scene, 1);
    }
    // Depth: each frame calls itself with all that it has, and the last call fails.
    let again = asm![push(0), push(0), push(0), push(0), push(0), push(A), GAS, CALL, STOP];
    check(&Scene::at(Fork::Osaka).code(A, again).gas(1 << 60), 1_025);
}

#[test]
fn fault_74_one_end_for_each_start_of_creations() {
    for op in [CREATE, CREATE2] {
        for (init, frames) in [
            (vec![], 2),
            (vec![STOP], 2),
            (vec![0xfe], 2),
            (asm![push(0), push(0), REVERT], 2),
            (asm![push(24_577), push(0), RETURN], 2),
            (asm![push(20_000), push(0), RETURN], 2),
        ] {
            let code = asm![create(op, &init, 0)];
            check(&Scene::at(Fork::Osaka).code(A, code).gas(2_000_000), frames);
        }
    }
    // Onto an account that exists.
    let collision = Scene::at(Fork::Osaka)
        .code(A, asm![create(CREATE, &[STOP], 0)])
        .code(create_address(&A, 1), [STOP]);
    let pairs = check(&collision, 2);
    assert!(matches!(pairs.ends[0], Exit::Halt(_)));
}

#[test]
fn fault_74_selfdestruct_is_shown_once_and_ends_its_frame() {
    for fork in [Fork::Frontier, Fork::London, Fork::Cancun] {
        let code = asm![call(CALL, B, 0)];
        let scene = Scene::at(fork).code(A, code).code(B, asm![push(NOBODY), SELFDESTRUCT]);
        assert_eq!(check(&scene, 2).destructions, 1, "{fork}");
    }
    let scene = Scene::at(Fork::Cancun).code(A, asm![call(STATICCALL, B, 0)]);
    let scene = scene.code(B, asm![push(NOBODY), SELFDESTRUCT]);
    assert_eq!(check(&scene, 2).destructions, 0);
}

#[test]
fn fault_74_one_end_for_the_frame_of_a_transaction() {
    let mut db = InMemoryDb::new();
    let balance = U256::from(1_u64 << 60);
    db.insert_account(SENDER, AccountInfo { balance, ..AccountInfo::default() });
    let taken = create_address(&SENDER, 0);
    db.insert_account(taken, AccountInfo { nonce: 1, ..AccountInfo::default() });
    let mut evm = Evm::new(db, Fork::Cancun);
    for (to, data) in [
        (Some(NOBODY), vec![]),
        (Some(Address::from_low_u64(4)), vec![1; 3]),
        (Some(Address::from_low_u64(9)), vec![1; 3]),
        // Collides.
        (None, vec![STOP]),
    ] {
        let mut tx = Transaction::default();
        tx.sender = SENDER;
        tx.gas_limit = 100_000;
        tx.gas_price = U256::from(1);
        tx.to = to;
        tx.data = data.into();
        let mut pairs = Pairs::default();
        evm.execute_inspected(&tx, &mut pairs).expect("a valid transaction");
        assert_eq!((pairs.starts, pairs.ends.len(), pairs.open.len()), (1, 1, 0), "{to:?}");
    }
}
