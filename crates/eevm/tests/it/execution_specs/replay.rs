//! Runs the cases of a file and compares.

use super::{
    accounts::{self, Accounts, CaseDb, address, bytes, number},
    model::{Case, Document, World},
    result::{Seen, Status},
};
use eevm::{
    B256, Block, Dispatch, Evm, Fork, FrameEnd, FrameStart, Inspector, Message, Step, U256,
    bytecode::opcode,
};
use std::{fmt::Write, rc::Rc};

/// How many failures are described in full.
const SHOWN: usize = 5;

/// How a case is run.
#[derive(Debug, Clone, Copy)]
enum Way {
    Plain(Dispatch),
    Inspected,
}

const WAYS: [Way; 3] =
    [Way::Plain(Dispatch::Threaded), Way::Plain(Dispatch::Match), Way::Inspected];

/// Runs every case on every fork in every way; answers the number of runs, or what differs.
#[expect(clippy::print_stdout, reason = "how many cases were run is part of the answer")]
pub(crate) fn replay(document: &Document) -> Result<usize, String> {
    let world = &document.world;
    assert_eq!(world.gas_price, 0, "a message has no gas price");
    assert!(world.blob_versioned_hashes.is_empty(), "a message has no blobs");
    assert_eq!(world.origin, world.caller);
    let mut runs = 0;
    let mut failed = Failures::default();
    for (index, name) in document.forks.iter().enumerate() {
        let fork = fork_of(name);
        let base = Rc::new(accounts::of_world(world, fork));
        let mut evm = machine(world, name, fork);
        for case in &document.cases {
            let Ok(result) = usize::try_from(case.by_fork[index]) else { continue };
            let result = &case.results[result];
            let db = case_db(world, case, &base);
            let limit = case.gas.unwrap_or(world.gas);
            let mut limits = vec![(limit, (result.gas_used, result.effect))];
            if result.border {
                let used = result.gas_used;
                limits.push((used, result.exact.unwrap_or((used, result.effect))));
                limits.push((used - 1, result.short.unwrap_or((used - 1, 0))));
            }
            for (gas, (used, effect)) in limits {
                let expected = Seen::expected(used, &document.effects[effect]);
                let message = message(world, case, gas);
                for way in WAYS {
                    runs += 1;
                    let actual = run(&mut evm, &db, &message, way);
                    failed.compare(case, name, gas, way, &expected, actual);
                }
            }
        }
    }
    println!("{}: {} cases, {runs} runs", document.list, document.cases.len());
    if runs == 0 {
        return Err(format!("{}: nothing was run", document.list));
    }
    if failed.count > 0 {
        let (list, count, text) = (&document.list, failed.count, failed.text);
        return Err(format!("{list}: {count} of {runs} runs differ\n{text}"));
    }
    Ok(runs)
}

/// The fork of ours that a module of execution-specs describes.
pub(crate) fn fork_of(module: &str) -> Fork {
    match module {
        "frontier" => Fork::Frontier,
        "homestead" => Fork::Homestead,
        "tangerine_whistle" => Fork::TangerineWhistle,
        "spurious_dragon" => Fork::SpuriousDragon,
        "byzantium" => Fork::Byzantium,
        "constantinople" => Fork::Petersburg,
        "istanbul" => Fork::Istanbul,
        "berlin" => Fork::Berlin,
        "london" => Fork::London,
        "paris" => Fork::Paris,
        "shanghai" => Fork::Shanghai,
        "cancun" => Fork::Cancun,
        "prague" => Fork::Prague,
        "osaka" => Fork::Osaka,
        "bpo1" => Fork::Bpo1,
        "bpo2" => Fork::Bpo2,
        other => panic!("fork {other}"),
    }
}

fn machine(world: &World, name: &str, fork: Fork) -> Evm<CaseDb> {
    let mut evm = Evm::new(CaseDb::default(), fork);
    let mut block = Block::default();
    block.chain_id = world.block.chain_id;
    block.number = world.block.number;
    block.timestamp = world.block.timestamp;
    block.gas_limit = world.block.gas_limit;
    block.coinbase = address(&world.block.coinbase);
    block.difficulty = number(&world.block.difficulty);
    block.prev_randao = B256::from(number(&world.block.prev_randao).to_be_bytes());
    block.base_fee_per_gas = U256::from(world.block.base_fee_per_gas);
    block.blob_base_fee = U256::from(world.blob_base_fee.get(name).copied().unwrap_or(1));
    *evm.block_mut() = block;
    evm
}

fn case_db(world: &World, case: &Case, base: &Rc<Accounts>) -> CaseDb {
    let mut own = accounts::parse(&case.pre);
    if let Some(code) = &case.code {
        let target = address(case.target.as_ref().unwrap_or(&world.target));
        let account = own
            .entry(target)
            .or_insert_with(|| base.get(&target).expect("code is put into an account").clone());
        account.set_code(&bytes(code));
    }
    let block_hashes = (world.block.oldest_block_hash, number(&world.block.block_hash_0));
    CaseDb { world: Rc::clone(base), case: Rc::new(own), block_hashes }
}

fn message(world: &World, case: &Case, gas: u64) -> Message {
    let target = address(case.target.as_ref().unwrap_or(&world.target));
    Message {
        caller: address(&world.caller),
        target,
        code_address: target,
        value: case.value.as_deref().map(number).unwrap_or_default(),
        data: bytes(&case.data).into(),
        gas,
        depth: case.depth,
        is_static: case.is_static,
    }
}

fn run(evm: &mut Evm<CaseDb>, db: &CaseDb, message: &Message, way: Way) -> Result<Seen, String> {
    *evm.db_mut() = db.clone();
    let mut watcher = Watcher::new(message.depth);
    let result = match way {
        Way::Plain(dispatch) => {
            evm.set_dispatch(dispatch);
            evm.execute_message(message)
        }
        Way::Inspected => evm.execute_message_inspected(message, &mut watcher),
    };
    let mut execution = result.map_err(|error| format!("{error:?}"))?;
    let refund = if execution.outcome().is_success() { watcher.refund_counter } else { Some(0) };
    let refund = if matches!(way, Way::Inspected) { refund } else { None };
    let seen = Seen::actual(&mut execution, refund, db);
    if watcher.open_frames != 0 {
        return Err(format!("{} frames began but did not end", watcher.open_frames));
    }
    Ok(seen)
}

/// Sees the refund counter before the last instruction of the outermost frame, and counts frames.
struct Watcher {
    depth: u16,
    /// The depth of the present frame; one less than `depth` before it begins.
    present: i32,
    open_frames: i32,
    refund_counter: Option<i64>,
}

impl Watcher {
    fn new(depth: u16) -> Self {
        Self { depth, present: i32::from(depth) - 1, open_frames: 0, refund_counter: Some(0) }
    }
}

impl Inspector for Watcher {
    fn step(&mut self, step: &Step<'_>) {
        if self.present == i32::from(self.depth) {
            // What SELFDESTRUCT itself adds is seen by nobody.
            let shown = step.opcode != opcode::SELFDESTRUCT;
            self.refund_counter = shown.then_some(step.refund_counter);
        }
    }

    fn frame_start(&mut self, _: &FrameStart<'_>) {
        self.present += 1;
        self.open_frames += 1;
    }

    fn frame_end(&mut self, _: &FrameEnd<'_>) {
        self.present -= 1;
        self.open_frames -= 1;
    }
}

#[derive(Default)]
struct Failures {
    count: usize,
    text: String,
}

impl Failures {
    fn compare(
        &mut self,
        case: &Case,
        fork: &str,
        gas: u64,
        way: Way,
        expected: &Seen,
        actual: Result<Seen, String>,
    ) {
        let difference = match actual {
            Ok(actual) => difference(expected, &actual),
            Err(error) => format!("  {error}\n"),
        };
        if difference.is_empty() {
            return;
        }
        self.count += 1;
        if self.count <= SHOWN {
            let name = &case.name;
            let _ = write!(self.text, "{name} on {fork} with {gas} gas, {way:?}\n{difference}");
        } else if self.count <= 200 {
            let _ = writeln!(self.text, "{} on {fork} with {gas} gas, {way:?}", case.name);
        }
    }
}

/// The fields that differ, one a line; empty when none does.
fn difference(expected: &Seen, actual: &Seen) -> String {
    let mut text = String::new();
    let mut field = |name: &str,
                     equal: bool,
                     expected: &dyn std::fmt::Debug,
                     actual: &dyn std::fmt::Debug| {
        if !equal {
            let _ =
                writeln!(text, "  {name}: expected {expected:?}\n  {name}: got      {actual:?}");
        }
    };
    field(
        "status",
        same_status(&expected.status, &actual.status),
        &expected.status,
        &actual.status,
    );
    field("gas_used", expected.gas_used == actual.gas_used, &expected.gas_used, &actual.gas_used);
    let refund_seen =
        actual.refund_counter.is_none() || expected.refund_counter == actual.refund_counter;
    field("refund_counter", refund_seen, &expected.refund_counter, &actual.refund_counter);
    field("output", expected.output == actual.output, &expected.output, &actual.output);
    field("logs", expected.logs == actual.logs, &expected.logs, &actual.logs);
    for key in expected
        .post
        .keys()
        .chain(actual.post.keys().filter(|key| !expected.post.contains_key(*key)))
    {
        let (expected, actual) = (expected.post.get(key), actual.post.get(key));
        field(&format!("account {key}"), expected == actual, &expected, &actual);
    }
    text
}

/// Whether a run ended as the specification says.
///
/// The reason of a halt may differ in two ways, which change nothing but the name: the
/// specification has several exceptions for what a precompile refuses, too little gas among them,
/// where we have one; and it takes gas before it looks for room on the stack, for the words of DUP
/// and SWAP and for a static frame, where we look first.
fn same_status(expected: &Status, actual: &Status) -> bool {
    let (Status::Halt(expected), Status::Halt(actual)) = (expected, actual) else {
        return expected == actual;
    };
    match (expected.as_str(), actual.as_str()) {
        (
            "ExceptionalHalt" | "InvalidParameter" | "KZGProofError" | "OutOfGasError",
            "precompile",
        )
        | (
            "OutOfGasError",
            "StackOverflowError" | "StackUnderflowError" | "WriteInStaticContext",
        ) => true,
        (expected, actual) => expected == actual,
    }
}
