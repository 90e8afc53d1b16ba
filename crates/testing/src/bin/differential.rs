//! Compares this engine with execution-specs on random cases, or writes such cases as state tests;
//! `cargo xtask differential` builds this in the release profile.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program prints")]

use eevm_primitives::Fork;
use eevm_testing::differential::{
    ExecutionSpecs,
    command::{Arguments, Task, USAGE, compare_with, write_cases},
};
use std::{ffi::OsString, io, process::ExitCode};

const HELP: &str = "Run random cases here and on execution-specs, or write them as state tests.

Usage: differential execution-specs PYTHON SCRIPT [OPTIONS]
       differential generate [OPTIONS]
";

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let task = arguments.next();
    let result = match task.as_ref().and_then(|task| task.to_str()) {
        Some("execution-specs") => match (arguments.next(), arguments.next()) {
            (Some(python), Some(script)) => {
                let specs = ExecutionSpecs::new(python, script);
                with(arguments, &ExecutionSpecs::FORKS, |arguments| {
                    compare_with(
                        "execution-specs",
                        arguments,
                        &|| specs.start(),
                        &mut io::stdout(),
                        &mut io::stderr(),
                    )
                })
            }
            _ => Err(Failure::Usage("PYTHON and SCRIPT are missing".to_owned())),
        },
        Some("generate") => with(arguments, &Fork::ALL, |arguments| {
            let files = write_cases(arguments)?;
            let options = &arguments.options;
            println!(
                "seed {}: {} cases in {files} files in {}",
                options.seed,
                options.cases,
                arguments.folder.display()
            );
            Ok(true)
        }),
        Some("-h" | "--help") => {
            println!("{HELP}\n{USAGE}");
            Ok(true)
        }
        _ => Err(Failure::Usage("the first argument is execution-specs or generate".to_owned())),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(Failure::Failed(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(1)
        }
        Err(Failure::Usage(message)) => {
            eprintln!("error: {message} (--help says more)");
            ExitCode::from(2)
        }
    }
}

enum Failure {
    Usage(String),
    Failed(String),
}

/// Runs with the arguments read; prints the help where that is asked for.
fn with(
    arguments: impl Iterator<Item = OsString>,
    forks: &[Fork],
    run: impl FnOnce(&Arguments) -> Result<bool, String>,
) -> Result<bool, Failure> {
    match Arguments::parse(arguments, forks) {
        Ok(Task::Run(arguments)) => run(&arguments).map_err(Failure::Failed),
        Ok(Task::Help) => {
            println!("{HELP}\n{USAGE}");
            Ok(true)
        }
        Err(error) => Err(Failure::Usage(error.to_string())),
    }
}
