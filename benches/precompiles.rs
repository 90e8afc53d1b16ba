//! The precompile suite: every precompile of Prague, called directly with a valid input.
//!
//! Every job is checked before any is timed; one that gives anything but what it must makes this
//! program fail and is named. `EEVM_BENCH_BREAK=<key>` flips one bit of that job's expectation,
//! to see it fail. `EEVM_BENCH_TABLE=repricing` or `overhead` measures and prints the table of that name
//! instead, on published vectors where `EEVM_FIXTURES` names a folder with some.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a bench reports")]

use eevm_benches::{
    calls,
    counting::CountingAllocator,
    jobs::{self, Job},
    overhead,
    report::{self, Row},
    repricing::{self, Origin, Table, plot_of_rates},
    sample::Plan,
    suite::{Suite, target_folder},
};
use std::{
    env,
    error::Error,
    fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("precompiles: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    match env::var("EEVM_BENCH_TABLE").ok().as_deref() {
        None | Some("") => jobs(),
        Some("repricing") => repricing(),
        Some("overhead") => overhead(),
        Some(name) => Err(format!("no table {name:?}; there are repricing, overhead").into()),
    }
}

fn jobs() -> Result<(), Box<dyn Error>> {
    let jobs = jobs::suite("precompiles", broken().as_deref())?;
    eprintln!("{} jobs give the expected gas and output", jobs.len());
    let rows = measured("precompiles", jobs)?;
    if rows.is_empty() {
        return Ok(());
    }
    print!("{}", report::to_table(&rows));
    write("precompiles-rates.svg", &plot_of_rates(&rows))
}

fn repricing() -> Result<(), Box<dyn Error>> {
    let fixtures = env::var_os("EEVM_FIXTURES").map(PathBuf::from);
    let (mut calls, origin) = repricing::calls(fixtures.as_deref())?;
    match origin {
        Origin::Own => eprintln!(
            "EEVM_FIXTURES IS NOT SET: NO PUBLISHED VECTORS, INPUTS OF OUR OWN UNDER THEIR NAMES"
        ),
        Origin::Published(count) => {
            eprintln!("{count} of {} inputs are published vectors", calls.len());
        }
    }
    if let Some(key) = broken() {
        calls::break_one(&mut calls, &key)?;
    }
    calls::check_all(&calls)?;
    eprintln!("{} jobs give the expected gas and output", calls.len());
    let rows = measured("repricing", jobs::of_calls(&calls)?)?;
    if rows.is_empty() {
        return Ok(());
    }
    let table = Table::new(&rows).ok_or("ecrecover was left out")?;
    println!("{}\n{}", table.markdown(), table.conclusion());
    write("repricing-table.csv", &table.csv())?;
    write("repricing-pairs.svg", &table.plot_of_pairs())?;
    write("repricing-rates.svg", &plot_of_rates(&rows))
}

/// The rows have a peer, the library.
fn overhead() -> Result<(), Box<dyn Error>> {
    let rows = overhead::measure(Plan::from_env(), broken().as_deref())?;
    print!("{}", overhead::table(&rows));
    let folder = target_folder().join("eevm-bench");
    report::write(&folder.join("overhead.json"), &rows)?;
    report::write(&folder.join("overhead.csv"), &rows)?;
    if let Some(path) = env::var_os("EEVM_BENCH_JSON") {
        report::write(Path::new(&path), &rows)?;
    }
    Ok(())
}

fn measured(name: &'static str, jobs: Vec<Job>) -> io::Result<Vec<Row>> {
    let mut suite = Suite::from_env(name);
    for mut job in jobs {
        suite.bench(job.key, job.name, job.gas, || (job.run)())?;
    }
    suite.finish()
}

/// Writes a file beside the suite's rows.
fn write(name: &str, text: &str) -> Result<(), Box<dyn Error>> {
    let folder = target_folder().join("eevm-bench");
    fs::create_dir_all(&folder)?;
    let path = folder.join(name);
    fs::write(&path, text)?;
    println!("written: {}", path.display());
    Ok(())
}

fn broken() -> Option<String> {
    env::var("EEVM_BENCH_BREAK").ok()
}
