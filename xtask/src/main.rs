//! The project's own commands: `cargo xtask bench|conformance|differential|test|tidy|fixtures|profile`.
//!
//! One file per command; `flags` parses the arguments and holds the help texts.
//! Exit codes: 0 all well, 1 something checked or run has failed, 2 wrong usage.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program prints")]

mod bench;
mod conformance;
mod differential;
mod failure;
mod fixtures;
mod flags;
mod profile;
mod rows;
mod tally;
mod test;
mod tidy;
mod workspace;

use crate::failure::Failure;
use crate::flags::Command;
use crate::workspace::Workspace;
use std::process::ExitCode;

fn main() -> ExitCode {
    match dispatch() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}

fn dispatch() -> Result<(), Failure> {
    let command = flags::parse(std::env::args_os().skip(1))?;
    if let Command::Help(text) = command {
        println!("{text}");
        return Ok(());
    }
    let workspace = Workspace::open()?;
    match command {
        Command::Help(_) => Ok(()),
        Command::Bench(flags) => bench::run(&workspace, &flags),
        Command::Conformance(arguments) => conformance::run(&workspace, &arguments),
        Command::Differential(peer, arguments) => differential::run(&workspace, peer, &arguments),
        Command::Test(flags) => test::run(&workspace, &flags),
        Command::Tidy => tidy::run(&workspace),
        Command::Fixtures(flags) => fixtures::run(&workspace, &flags),
        Command::Profile(flags) => profile::run(&workspace, &flags),
    }
}
