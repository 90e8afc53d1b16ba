//! The primitives of BLS12-381, in nanoseconds and, where a counter can be read, cycles.
//!
//! All are checked by the laws that define them before any is timed; one that does not obey makes
//! this program fail and is named. `EEVM_BENCH_BREAK=<job>` expects its law not to hold, to see it
//! fail.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a bench reports")]

use eevm_benches::{primitives, report, sample::Plan, suite::target_folder};
use std::{env, error::Error, path::Path, process::ExitCode};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bls12_381: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let broken = env::var("EEVM_BENCH_BREAK").ok();
    let rows = primitives::measure(Plan::from_env(), broken.as_deref())?;
    let clock = primitives::ticks_per_ns();
    print!("{}", primitives::table(&rows, clock));
    match clock {
        Some(clock) => println!("cycles are those of the time-stamp counter, {clock:.2} in a ns"),
        None => println!("no cycle counter can be read on this target"),
    }
    let folder = target_folder().join("eevm-bench");
    report::write(&folder.join("bls12_381.json"), &rows)?;
    report::write(&folder.join("bls12_381.csv"), &rows)?;
    if let Some(path) = env::var_os("EEVM_BENCH_JSON") {
        report::write(Path::new(&path), &rows)?;
    }
    Ok(())
}
