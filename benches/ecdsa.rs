//! The ECDSA suite: secp256k1 recovery, signing and verification, P-256 verification, P256VERIFY.
//!
//! Every job is checked before any is timed; one that gives anything but what it must makes this
//! program fail and is named. `EEVM_BENCH_BREAK=<key>` flips one bit of that job's expectation,
//! to see it fail.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a bench reports")]

use eevm_benches::{counting::CountingAllocator, jobs, report, suite::Suite};
use std::{env, error::Error, process::ExitCode};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ecdsa: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let jobs = jobs::suite("ecdsa", env::var("EEVM_BENCH_BREAK").ok().as_deref())?;
    eprintln!("{} jobs give the expected gas and output", jobs.len());
    let mut suite = Suite::from_env("ecdsa");
    for mut job in jobs {
        suite.bench(job.key, job.name, job.gas, || (job.run)())?;
    }
    print!("{}", report::to_table(&suite.finish()?));
    Ok(())
}
