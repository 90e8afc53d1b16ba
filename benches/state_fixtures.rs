//! The suite of state fixtures: long state tests, each run once instead of sampled.
//!
//! Every case is compared with the fixture's state root and logs; one that gives anything else makes
//! this program fail and is named. `EEVM_BENCH_BREAK=<name>` flips one bit of that fixture's roots,
//! to see it fail. `EEVM_BENCH_QUICK=1` leaves out what takes minutes, and says what that is.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a bench reports")]

use eevm_benches::{
    counting::CountingAllocator,
    report,
    state_fixtures::{self, Measured, Set},
    suite::target_folder,
};
use std::{env, error::Error, path::Path, process::ExitCode};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("state_fixtures: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let is_quick = env::var_os("EEVM_BENCH_QUICK").is_some_and(|value| value == "1");
    let set = Set::from_env(is_quick)?;
    set.announce();
    let count = set.fixtures.len();
    let mut measured = Vec::new();
    let mut failures = Vec::new();
    for (index, loaded) in set.fixtures.into_iter().enumerate() {
        let label = format!("{:>2}/{count} {}", index + 1, loaded.fixture.name);
        match state_fixtures::watched(&label, || state_fixtures::heaviest(loaded)) {
            Ok(chosen) => measured.push(Measured { chosen, peer: None, pairs: 0 }),
            Err(error) => {
                eprintln!("WRONG {error}");
                failures.push(error.to_string());
            }
        }
    }
    if !failures.is_empty() {
        return Err(format!("wrong results\n  {}", failures.join("\n  ")).into());
    }
    print!("{}", state_fixtures::to_table(&measured, !set.origin.is_own));
    println!("{}", state_fixtures::LEGEND);
    let rows = state_fixtures::to_rows(&measured);
    let folder = target_folder().join("eevm-bench");
    report::write(&folder.join("state_fixtures.json"), &rows)?;
    report::write(&folder.join("state_fixtures.csv"), &rows)?;
    if let Some(path) = env::var_os("EEVM_BENCH_JSON") {
        report::write(Path::new(&path), &rows)?;
    }
    Ok(())
}
