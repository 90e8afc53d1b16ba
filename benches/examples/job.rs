//! Runs one job of a suite a given number of times and nothing else: for programs that count.
//!
//! `cargo run --release -p eevm-benches --example job -- ecdsa sign 1000`; with the suite alone its
//! jobs are listed.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program prints")]

use eevm_benches::jobs;
use std::{env, process::ExitCode};

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("job: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<(), String> {
    match args {
        [suite] => {
            for (key, name) in jobs::names(suite)? {
                println!("{key} {name}");
            }
            Ok(())
        }
        [suite, key, runs] => {
            let runs: u64 = runs.parse().map_err(|error| format!("runs: {error}"))?;
            let mut job = jobs::one(suite, key)?;
            for _ in 0..runs {
                if !(job.run)() {
                    return Err(format!("{key} failed"));
                }
            }
            Ok(())
        }
        _ => Err(format!("usage: job <suite> [<key> <runs>]; suites: {}", jobs::SUITES.join(", "))),
    }
}
