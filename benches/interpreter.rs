//! The interpreter suite: the twelve scenarios, the ERC-20 transfer also with its sender given.
//!
//! Every job is checked before any is timed; one that gives anything but what it must makes this
//! program fail and is named. `EEVM_BENCH_BREAK=<key>` flips one bit of that job's expectation,
//! to see it fail.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a bench reports")]

use eevm_benches::{
    check::check,
    counting::CountingAllocator,
    engine::{Eevm, Engine},
    report,
    suite::Suite,
    workloads::{self, Workload},
};
use std::{env, error::Error, process::ExitCode};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("interpreter: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut workloads = workloads::all();
    if let Ok(key) = env::var("EEVM_BENCH_BREAK") {
        break_expectation(&mut workloads, &key)?;
    }
    let mut jobs = checked(&workloads)?;
    let mut suite = Suite::from_env("interpreter");
    for (workload, engine) in &mut jobs {
        suite.bench(workload.key, workload.name, workload.expected.gas, || engine.run())?;
    }
    print!("{}", report::to_table(&suite.finish()?));
    Ok(())
}

/// An engine for every workload, if all give what they must; or else every one that does not.
fn checked(workloads: &[Workload]) -> Result<Vec<(&Workload, Eevm)>, String> {
    let mut jobs = Vec::new();
    let mut failures = Vec::new();
    for workload in workloads {
        match Eevm::new(workload) {
            Ok(mut engine) => match check(&mut engine, workload) {
                Ok(()) => jobs.push((workload, engine)),
                Err(mismatch) => failures.push(mismatch.to_string()),
            },
            Err(error) => failures.push(format!("{}: {error}", workload.key)),
        }
    }
    if failures.is_empty() {
        eprintln!("{} jobs give the expected gas, output and state", jobs.len());
        Ok(jobs)
    } else {
        Err(format!("wrong results, nothing was timed\n  {}", failures.join("\n  ")))
    }
}

fn break_expectation(workloads: &mut [Workload], key: &str) -> Result<(), String> {
    let keys: Vec<_> = workloads.iter().map(|workload| workload.key).collect();
    match workloads.iter_mut().find(|workload| workload.key == key) {
        Some(workload) => {
            workload.break_expectation();
            Ok(())
        }
        None => Err(format!("no job {key:?} to break; there are {}", keys.join(", "))),
    }
}
