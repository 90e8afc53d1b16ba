//! The tracer on random cases and on state fixtures: frames in pairs, and costs that were foreseen.

use eevm_handler::{Evm, EvmError, SignedTransaction};
use eevm_inspectors::{TraceOptions, Tracer, gas_cost};
use eevm_interpreter::{FrameEnd, FrameStart, Inspector, Step};
use eevm_primitives::{Fork, keccak256};
use eevm_testing::{
    differential::{Case, generate},
    fixtures::{CaseEnd, CaseName, CaseWatcher, Kind, Source, watch_state_tests},
};
use std::path::PathBuf;

const SEED: u64 = 0x7ace;

/// Traces a run, asks before each instruction what it is going to cost, and checks that frames begin
/// and end in pairs.
struct Watcher {
    tracer: Tracer<Vec<eevm_inspectors::TraceStep>>,
    quoted: Vec<u64>,
    open: Vec<u16>,
    starts: usize,
}

impl Watcher {
    fn new() -> Self {
        let tracer = Tracer::new(TraceOptions::default(), Vec::new());
        Self { tracer, quoted: Vec::new(), open: Vec::new(), starts: 0 }
    }

    /// Checks a run that ended; answers how many instructions it had.
    #[track_caller]
    fn check(mut self, name: &str) -> usize {
        assert_eq!(self.open, [0_u16; 0], "{name}: frames without an end");
        assert_eq!(self.tracer.take_end().is_some(), self.starts > 0, "{name}");
        let steps = self.tracer.into_sink();
        assert_eq!(steps.len(), self.quoted.len(), "{name}");
        for (step, quoted) in steps.iter().zip(&self.quoted) {
            assert_eq!(step.gas_cost, *quoted, "{name}: {}", step.to_json());
            let is_affordable = step.gas_cost <= step.gas;
            assert!(is_affordable || step.error.is_some(), "{name}: {}", step.to_json());
        }
        steps.len()
    }
}

impl Inspector for Watcher {
    fn step(&mut self, step: &Step<'_>) {
        assert_eq!(self.open.last(), Some(&step.frame.depth()));
        self.quoted.push(gas_cost(step).cost);
        self.tracer.step(step);
    }

    fn frame_start(&mut self, start: &FrameStart<'_>) {
        assert_eq!(usize::from(start.depth), self.open.len());
        self.open.push(start.depth);
        self.starts += 1;
        self.tracer.frame_start(start);
    }

    fn frame_end(&mut self, end: &FrameEnd<'_>) {
        assert_eq!(self.open.pop(), Some(end.depth), "an end without a start");
        self.tracer.frame_end(end);
    }
}

/// Runs a case watched; `None` where it is rejected.
fn run(case: &Case) -> Option<Watcher> {
    let bytes = case.encoded().expect("a key");
    let tx = SignedTransaction::decode(&bytes).and_then(|tx| tx.recover(case.fork)).ok()?;
    let mut db = case.db();
    let block = case.priced_block();
    for number in block.number.saturating_sub(256)..block.number {
        db.insert_block_hash(number, keccak256(number.to_string().as_bytes()));
    }
    let mut evm = Evm::new(db, case.spec());
    *evm.block_mut() = block;
    let mut watcher = Watcher::new();
    match evm.execute_inspected(&tx, &mut watcher) {
        Ok(_) => Some(watcher),
        Err(EvmError::Invalid(_)) => None,
        Err(error) => panic!("{}: {error}", case.name),
    }
}

/// What is computed before an instruction from operands and state is what the difference of gas says
/// after it: two ways to the same number, on every fork.
#[test]
fn fault_75_costs_are_what_was_foreseen_and_fault_74_frames_are_paired() {
    let mut steps = 0;
    for index in 0..1_000_u64 {
        let turn = usize::try_from(index).expect("small") % Fork::ALL.len();
        let case = generate(SEED, index, Fork::ALL[turn]).expect("a case");
        steps += run(&case).map_or(0, |watcher| watcher.check(&case.name));
    }
    assert!(steps > 20_000, "{steps}");
}

/// Watches the cases of a file.
struct Cases {
    path: String,
    watcher: Option<Watcher>,
    cases: usize,
    steps: usize,
}

impl CaseWatcher for Cases {
    fn inspector(&mut self) -> Option<&mut dyn Inspector> {
        Some(self.watcher.insert(Watcher::new()))
    }

    fn end(&mut self, case: &CaseName<'_>, end: &CaseEnd<'_>) -> bool {
        assert_eq!(end.failure, None, "{} {} {}", self.path, case.test, case.fork);
        let name = format!("{} {} {} {}", self.path, case.test, case.fork, case.label);
        self.steps += self.watcher.take().map_or(0, |watcher| watcher.check(&name));
        self.cases += 1;
        true
    }
}

/// Of the public state tests, those in small files, one in forty.
#[test]
fn fault_74_frames_are_paired_in_state_fixtures() {
    let Some(root) = std::env::var_os("EEVM_FIXTURES").filter(|root| !root.is_empty()) else {
        eprintln!("EEVM_FIXTURES IS NOT SET: STATE FIXTURES WERE NOT RUN, only random cases");
        return;
    };
    let (mut files, mut cases, mut steps) = (0_usize, 0, 0);
    for archive in ["eest_state_tests", "legacy_state_tests"] {
        let source = Source::new(PathBuf::from(&root).join(format!("{archive}.tar.gz")));
        let wanted = |path: &str| Kind::of_path(path) == Kind::State;
        let read = source.files(&wanted, &mut |path, content| {
            let content = content.expect("a member of an archive");
            files += 1;
            if files.is_multiple_of(40) && content.len() < 30_000 {
                let mut watched = Cases { path, watcher: None, cases: 0, steps: 0 };
                watch_state_tests(&content, &mut watched).expect("state tests");
                cases += watched.cases;
                steps += watched.steps;
            }
            true
        });
        read.expect("an archive");
    }
    assert!(cases > 300 && steps > 20_000, "{cases} cases, {steps} steps");
}
