//! Runs suites on eevm and on revm, in turns in one process, and prints how they compare.
//!
//! Both get the same inputs at the same level: a frame without a transaction around it, or a whole
//! transaction. Both keep from run to run what they keep by themselves, and drop what a run did to
//! the state. Both must give the expected gas, output and state before anything is timed.

mod convert;
mod differential;
mod ecdsa;
mod flags;
mod interpreter;
mod pair;
mod precompiles;
mod revm_engine;
mod state_fixtures;

use crate::flags::{Command, Flags, USAGE};
use eevm_benches::{counting::CountingAllocator, report};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).peekable();
    if arguments.next_if(|argument| argument == "differential").is_some() {
        return differential::main(arguments);
    }
    let flags = match flags::parse(arguments) {
        Ok(Command::Run(flags)) => flags,
        Ok(Command::Help) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("error: {error}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&flags) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(flags: &Flags) -> Result<(), String> {
    let mut rows = Vec::new();
    for suite in &flags.suites {
        rows.extend((suite.run)(flags.plan)?);
    }
    if let Some(path) = &flags.json {
        report::write(path, &rows)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}
