//! Random cases on eevm and on revm, in one process.

mod revm_peer;
mod trace;

use eevm_primitives::Fork;
use eevm_testing::differential::command::{Arguments, Task, USAGE, compare_with};
use std::{ffi::OsString, io, process::ExitCode};

/// The forks that revm has: not Constantinople with EIP-1283.
const FORKS: [Fork; 19] = [
    Fork::Frontier,
    Fork::Homestead,
    Fork::TangerineWhistle,
    Fork::SpuriousDragon,
    Fork::Byzantium,
    Fork::Petersburg,
    Fork::Istanbul,
    Fork::Berlin,
    Fork::London,
    Fork::Paris,
    Fork::Shanghai,
    Fork::Cancun,
    Fork::Prague,
    Fork::Osaka,
    Fork::Bpo1,
    Fork::Bpo2,
    Fork::Bpo3,
    Fork::Bpo4,
    Fork::Bpo5,
];

/// Runs with the arguments after `differential`.
pub(crate) fn main(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::parse(arguments, &FORKS) {
        Ok(Task::Run(arguments)) => arguments,
        Ok(Task::Help) => {
            println!("Run random cases on eevm and on revm.\n\n{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("error: {error} (--help says more)");
            return ExitCode::from(2);
        }
    };
    let make = || -> Result<Box<dyn eevm_testing::differential::Peer>, String> {
        Ok(Box::<revm_peer::Revm>::default())
    };
    let name = crate::revm_engine::NAME;
    match compare_with(name, &arguments, &make, &mut io::stdout(), &mut io::stderr()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
