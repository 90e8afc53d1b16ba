//! Frames 1,024 deep, in a thread with 512 KiB of native stack.
//!
//! execution-specs fails a call or creation lightly where `message.depth + 1` exceeds
//! `STACK_DEPTH_LIMIT`, 1,024; the outermost frame has depth 0, so 1,025 frames run.

use crate::scene::{A, Ran, Scene, word};
use eevm::{
    Fork, U256,
    bytecode::opcode::{
        ADD, CALL, CALLCODE, CODECOPY, CODESIZE, CREATE, CREATE2, DELEGATECALL, GAS, ISZERO, LOG0,
        MLOAD, MSTORE, OR, RETURN, RETURNDATASIZE, REVERT, SLOAD, SSTORE, STATICCALL, STOP,
    },
};
use eevm_testing::{
    asm,
    asm::{Item, dest, jumpi, push, raw},
};

const FRAMES: usize = 1025;
/// Each frame keeps a 64th, so that 1/10^7 of the gas reaches the innermost.
const MUCH: u64 = 1 << 60;

/// Runs `scene` in every way on 512 KiB.
fn run(scene: &Scene) -> Ran {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(512 * 1024);
        thread.spawn_scoped(scope, || scene.run()).unwrap().join().unwrap()
    })
}

fn scene(code: Vec<u8>) -> Scene {
    Scene::at(Fork::Osaka).code(A, code).gas(MUCH)
}

/// A call of kind `op` to [`A`] with all gas and no data; leaves whether it succeeded.
fn call(op: u8) -> Item {
    let value = if op == CALL || op == CALLCODE { raw(asm![push(0)]) } else { raw([]) };
    raw(asm![push(0), push(0), push(0), push(0), value, push(A), GAS, op])
}

/// Adds one to slot 0.
fn count() -> Item {
    raw(asm![push(0), SLOAD, push(1), ADD, push(0), SSTORE])
}

#[test]
fn calls_that_write() {
    for op in [CALL, CALLCODE, DELEGATECALL] {
        let ran = run(&scene(asm![count(), call(op), STOP]));
        assert!(ran.outcome.is_success(), "{op:#x}: {:?}", ran.outcome);
        assert_eq!(ran.slot(A, 0), Some(FRAMES as u64), "{op:#x}");
    }
}

/// The frames are counted in their return data.
#[test]
fn static_calls() {
    let code = asm![
        push(32),
        push(0),
        push(0),
        push(0),
        push(A),
        GAS,
        STATICCALL,
        push(0),
        MLOAD,
        ADD,
        push(0),
        MSTORE,
        push(32),
        push(0),
        RETURN
    ];
    // Each adds its call's success to what it returned: the innermost's call failed.
    let ran = run(&scene(code));
    assert_eq!(ran.word(), word(FRAMES as u64 - 1));
}

/// Every frame creates a contract with its own code as init code, and logs what came of it.
fn creating(op: u8) -> Vec<u8> {
    let salt = if op == CREATE2 { raw(asm![push(0)]) } else { raw([]) };
    asm![
        CODESIZE,
        push(0),
        push(0),
        CODECOPY,
        salt,
        CODESIZE,
        push(0),
        push(0),
        op,
        ISZERO,
        push(0),
        MSTORE,
        push(32),
        push(0),
        LOG0,
        STOP
    ]
}

#[test]
fn creations() {
    for op in [CREATE, CREATE2] {
        let ran = run(&scene(creating(op)));
        let failed = |log: &eevm::Log| U256::from_be_slice(&log.data) == word(1);
        let logs = ran.outcome.logs();
        assert_eq!(logs.len(), FRAMES, "{op:#x}: {:?}", ran.outcome.gas_used());
        // The innermost logs first: only its creation failed, and it went on.
        assert!(failed(&logs[0]) && logs[1..].iter().all(|log| !failed(log)), "{op:#x}");
        assert_eq!(ran.diff.accounts.len(), FRAMES, "{op:#x}");
        let nonces = ran.diff.accounts.iter().map(|diff| diff.info.as_ref().unwrap().nonce);
        // The innermost has its first nonce still: a creation too deep bumps none.
        assert_eq!(nonces.filter(|&nonce| nonce == 1).count(), 1, "{op:#x}");
    }
}

/// The innermost frame reverts; what the 1,024 others did stays.
#[test]
fn a_revert_at_the_bottom() {
    for op in [CALL, DELEGATECALL] {
        let code = asm![
            count(),
            call(op),
            // Succeeded, or reverted with a byte: the frame is not the innermost.
            RETURNDATASIZE,
            OR,
            jumpi("fine"),
            push(1),
            push(0),
            REVERT,
            dest("fine"),
            STOP
        ];
        let ran = run(&scene(code));
        assert!(ran.outcome.is_success(), "{op:#x}: {:?}", ran.outcome);
        assert_eq!(ran.slot(A, 0), Some(FRAMES as u64 - 1), "{op:#x}");
    }
}

/// A message from outside may begin at any depth; the limit holds all the same.
#[test]
fn fault_49_the_limit_counts_from_the_outermost_frames_depth() {
    for (depth, frames) in [(1022, 3), (1023, 2), (1024, 1), (1025, 1), (u16::MAX, 1)] {
        let mut scene = scene(asm![count(), call(CALL), STOP]);
        scene.message.depth = depth;
        // The inspector's own frames begin at 0, so this runs unwatched.
        let mut evm = eevm::Evm::new(scene.db, scene.fork);
        let mut execution = evm.execute_message(&scene.message).unwrap();
        let diff = execution.state_diff();
        assert_eq!(diff.accounts[0].storage, [(word(0), word(frames))], "{depth}");
    }
}

/// A light failure gives the gas back, the stipend too, and empties the return data.
#[test]
fn fault_49_a_call_too_deep_costs_no_more_than_itself() {
    let code = asm![
        push(0),
        push(0),
        push(0),
        push(0),
        push(1),
        push(A),
        push(50_000),
        GAS,
        push(32),
        MSTORE,
        CALL,
        GAS,
        push(64),
        MSTORE,
        push(0),
        MSTORE,
        push(96),
        push(0),
        RETURN
    ];
    let mut scene = scene(code).balance(A, 5).gas(100_000);
    scene.message.depth = 1024;
    let mut evm = eevm::Evm::new(scene.db, scene.fork);
    let execution = evm.execute_message(&scene.message).unwrap();
    let words: Vec<_> = execution.outcome().output().chunks(32).map(U256::from_be_slice).collect();
    // Between the two GAS: PUSH, MSTORE with a word of memory (2 of them), CALL, GAS.
    let cost = 3 + 3 + 6 + 100 + 9_000 - 2_300 + 2;
    assert_eq!(words[0], word(0));
    assert_eq!(words[1] - words[2], word(cost));
}
