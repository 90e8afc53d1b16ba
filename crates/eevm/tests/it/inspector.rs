//! What an inspector is shown when a machine changes between runs, and at limits.

use crate::scene::{A, B, Scene};
use eevm::{
    Evm, Fork, FrameEnd, FrameStart, Inspector, Spec, Step,
    bytecode::opcode::{CALL, CREATE, POP, STOP},
};
use eevm_testing::{asm, asm::push};

/// Counts what it is shown.
#[derive(Debug, Default, PartialEq)]
struct Counter {
    steps: usize,
    starts: usize,
    ends: usize,
}

impl Inspector for Counter {
    fn step(&mut self, _: &Step<'_>) {
        self.steps += 1;
    }

    fn frame_start(&mut self, _: &FrameStart<'_>) {
        self.starts += 1;
    }

    fn frame_end(&mut self, _: &FrameEnd<'_>) {
        self.ends += 1;
    }
}

fn watch(evm: &mut Evm<eevm::InMemoryDb>, scene: &Scene) -> Counter {
    let mut counter = Counter::default();
    evm.execute_message_inspected(&scene.message, &mut counter).unwrap();
    counter
}

/// Fault: new rules brought the plain handlers back while the machine took itself for watched.
#[test]
fn rules_changed_between_two_watched_runs() {
    let scene = Scene::at(Fork::Osaka).code(A, [0x5b, 0x5b, STOP]);
    let mut evm = Evm::new(scene.db.clone(), Fork::Osaka);
    let expected = Counter { steps: 3, starts: 1, ends: 1 };
    assert_eq!(watch(&mut evm, &scene), expected);
    for fork in [Fork::Cancun, Fork::Frontier, Fork::Osaka] {
        evm.set_spec(fork);
        assert_eq!(watch(&mut evm, &scene), expected, "{fork}");
        assert!(evm.execute_message(&scene.message).unwrap().outcome().is_success());
        assert_eq!(watch(&mut evm, &scene), expected, "{fork}");
    }
}

/// Fault: a creation from no init code showed a STOP that no engine runs (differential run against
/// execution-specs, seed 1, case 55).
#[test]
fn a_creation_from_no_init_code_shows_no_instruction() {
    let code = asm![push(0), push(0), push(0), CREATE, STOP];
    let scene = Scene::at(Fork::Berlin).code(A, code);
    let mut evm = Evm::new(scene.db.clone(), Fork::Berlin);
    assert_eq!(watch(&mut evm, &scene), Counter { steps: 5, starts: 2, ends: 2 });
}

/// Fault: a call whose data could not be laid out in memory ended without a beginning.
#[test]
fn a_call_beyond_the_memory_limit_begins_and_ends() {
    let mut spec = Spec::for_fork(Fork::Osaka);
    spec.rules.limits.memory = 1 << 20;
    for (input, output) in [(1_u64 << 22, 0), (0, 1 << 22)] {
        let code = asm![
            push(output),
            push(0),
            push(input),
            push(0),
            push(0),
            push(B),
            push(1_000_000),
            CALL,
            POP,
            STOP
        ];
        for callee in [vec![], vec![STOP]] {
            let scene = Scene::at(Fork::Osaka).code(A, &code).code(B, callee).gas(1 << 50);
            let mut evm = Evm::new(scene.db.clone(), spec.clone());
            let counter = watch(&mut evm, &scene);
            assert_eq!((counter.starts, counter.ends), (2, 2), "{input} {output}");
        }
        let precompile = eevm::Address::from_low_u64(4);
        let code = asm![
            push(output),
            push(0),
            push(input),
            push(0),
            push(0),
            push(precompile),
            push(1_000_000_000),
            CALL,
            POP,
            STOP
        ];
        let scene = Scene::at(Fork::Osaka).code(A, &code).gas(1 << 50);
        let mut evm = Evm::new(scene.db.clone(), spec.clone());
        let counter = watch(&mut evm, &scene);
        assert_eq!((counter.starts, counter.ends), (2, 2), "precompile, {input} {output}");
    }
}

/// Calls that fail lightly, to nobody, to precompiles, and creations of every kind of end.
#[test]
fn frames_that_never_run_begin_and_end_too() {
    let call = |address: eevm::Address, value: u64| {
        eevm_testing::asm::raw(asm![
            push(0),
            push(0),
            push(0),
            push(0),
            push(value),
            push(address),
            push(5_000),
            CALL,
            POP
        ])
    };
    let code = asm![
        call(B, 0),
        call(eevm::Address::from_low_u64(2), 0),
        call(eevm::Address::from_low_u64(9), 0),
        STOP
    ];
    let scene = Scene::at(Fork::Osaka).code(A, code);
    let mut evm = Evm::new(scene.db.clone(), Fork::Osaka);
    let counter = watch(&mut evm, &scene);
    assert_eq!((counter.starts, counter.ends), (4, 4));
}
