//! Runs the public suites under a folder and prints a row for each; `cargo xtask conformance`
//! builds this in the release profile.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program prints")]

use eevm_testing::fixtures::{Counts, Kind, Ratchet, Report, Selection, Source, run};
use lexopt::{Arg, Parser, ValueExt as _};
use std::{
    io::IsTerminal as _,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

const HELP: &str = "Run public test fixtures and compare every result.

Usage: cargo xtask conformance [OPTIONS]

  --fixtures PATH  a folder of suites (else EEVM_FIXTURES), or one archive, folder or file
  --suite NAME     only this suite, such as eest_state_tests or legacy_state_tests
  --filter TEXT    only cases whose `path::test` contains TEXT
  --fork NAME      only cases of this fork, by the fixtures' own name
  --failures N     print at most N failures of a suite (20)
  --threads N      threads (all cores)
  --ratchet PATH   fail when fewer cases of a whole suite pass than PATH says
  --json PATH      write [{suite, passed, failed, skipped}] to PATH";

/// The suites: a row's name, the archive or folder, and what of it.
const SUITES: &[Suite] = &[
    suite("eest_state_tests", "eest_state_tests", &[Kind::State]),
    suite("eest_hole_fill", "eest_hole_fill", &[Kind::State]),
    suite("legacy_state_tests", "legacy_state_tests", &[Kind::State]),
    suite("vm_tests", "legacy_state_tests", &[Kind::Vm]),
    suite("transaction_tests", "ethereum_misc_tests", &[Kind::Transaction]),
    suite("rlp_tests", "ethereum_misc_tests", &[Kind::Rlp]),
    suite("trie_tests", "ethereum_misc_tests", &[Kind::Trie]),
    suite("basic_tests", "ethereum_misc_tests", &[Kind::Keys, Kind::Signing]),
];

struct Suite {
    name: &'static str,
    archive: &'static str,
    kinds: &'static [Kind],
}

const fn suite(name: &'static str, archive: &'static str, kinds: &'static [Kind]) -> Suite {
    Suite { name, archive, kinds }
}

#[derive(Default)]
struct Options {
    fixtures: Option<PathBuf>,
    suite: Option<String>,
    selection: Selection,
    failures: Option<usize>,
    threads: Option<usize>,
    json: Option<PathBuf>,
    ratchet: Option<PathBuf>,
}

fn main() -> ExitCode {
    match options() {
        Ok(None) => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        Ok(Some(options)) => match conformance(&options) {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::from(1),
            Err(message) => {
                eprintln!("error: {message}");
                ExitCode::from(1)
            }
        },
        Err(message) => {
            eprintln!("error: {message} (`cargo xtask conformance --help` says more)");
            ExitCode::from(2)
        }
    }
}

fn options() -> Result<Option<Options>, lexopt::Error> {
    let mut options = Options::default();
    let mut parser = Parser::from_env();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            Arg::Long("fixtures") => options.fixtures = Some(parser.value()?.into()),
            Arg::Long("suite") => options.suite = Some(parser.value()?.string()?),
            Arg::Long("filter") => options.selection.text = Some(parser.value()?.string()?),
            Arg::Long("fork") => options.selection.fork = Some(parser.value()?.string()?),
            Arg::Long("failures") => options.failures = Some(parser.value()?.parse()?),
            Arg::Long("threads") => options.threads = Some(parser.value()?.parse()?),
            Arg::Long("ratchet") => options.ratchet = Some(parser.value()?.into()),
            Arg::Long("json") => options.json = Some(parser.value()?.into()),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Some(options))
}

/// Runs what the options choose; answers whether all passed.
fn conformance(options: &Options) -> Result<bool, String> {
    let folder = match &options.fixtures {
        Some(path) => path.clone(),
        None => std::env::var_os("EEVM_FIXTURES")
            .filter(|path| !path.is_empty())
            .ok_or("no fixtures: give --fixtures PATH or set EEVM_FIXTURES")?
            .into(),
    };
    let ratchet = match &options.ratchet {
        Some(path) => {
            let bad = |error: String| format!("{}: {error}", path.display());
            let text = std::fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
            Some(Ratchet::parse(&text).map_err(bad)?)
        }
        None => None,
    };
    let mut rows = Vec::new();
    let mut total = Counts::default();
    for (name, kinds, source) in chosen(&folder, options)? {
        let started = Instant::now();
        let report = run_watched(&source, &name, kinds, options);
        print_suite(&name, &report, started.elapsed(), options.failures.unwrap_or(20));
        total += report.total();
        rows.extend(suite_rows(&name, &report));
    }
    if let Some(path) = &options.json {
        let text = json(&rows).to_string();
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let mut steps_back = Vec::new();
    if let Some(ratchet) = ratchet.filter(|_| options.selection == Selection::default()) {
        steps_back
            .extend(rows.iter().filter_map(|(row, counts)| ratchet.check(row, counts.passed)));
    }
    for step in &steps_back {
        println!("RATCHET {step}");
    }
    println!("{} passed, {} failed, {} skipped", total.passed, total.failed, total.skipped);
    if total == Counts::default() {
        return Err("no case was chosen".to_owned());
    }
    Ok(total.failed == 0 && steps_back.is_empty())
}

type Chosen = (String, &'static [Kind], Source);

/// The suites of a folder, or the one source that `path` is.
fn chosen(path: &Path, options: &Options) -> Result<Vec<Chosen>, String> {
    let mut chosen = Vec::new();
    for suite in SUITES {
        let is_wanted = options.suite.as_ref().is_none_or(|name| name == suite.name);
        for candidate in [format!("{}.tar.gz", suite.archive), suite.archive.to_owned()] {
            let candidate = path.join(candidate);
            if is_wanted && candidate.exists() {
                chosen.push((suite.name.to_owned(), suite.kinds, Source::new(candidate)));
                break;
            }
        }
    }
    if !chosen.is_empty() {
        return Ok(chosen);
    }
    if !path.exists() {
        return Err(format!("{} does not exist", path.display()));
    }
    if let Some(name) = &options.suite {
        return Err(format!("no suite `{name}` in {}", path.display()));
    }
    let source = Source::new(path);
    Ok(vec![(source.name(), &Kind::RUN, source)])
}

/// Runs a suite and says on standard error how far it is.
fn run_watched(source: &Source, name: &str, kinds: &[Kind], options: &Options) -> Report {
    let threads = options
        .threads
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let (cases, done) = (AtomicU64::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            let is_terminal = std::io::stderr().is_terminal();
            let mut ticks = 0_u32;
            while !done.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(50));
                ticks += 1;
                if ticks.is_multiple_of(if is_terminal { 10 } else { 200 }) {
                    let cases = cases.load(Ordering::Relaxed);
                    let end = if is_terminal { "\r" } else { "\n" };
                    eprint!("{name}: {cases} cases{end}");
                }
            }
        });
        let report = run(source, kinds, &options.selection, threads, &cases);
        done.store(true, Ordering::Relaxed);
        report
    })
}

fn print_suite(name: &str, report: &Report, time: Duration, failures: usize) {
    let total = report.total();
    println!("{name:<28} {}  {:>6.1} s", columns(&total), time.as_secs_f64());
    for (fork, counts) in &report.forks {
        println!(
            "  {:<26} {}",
            if fork.is_empty() { "(unreadable)" } else { fork },
            columns(counts)
        );
    }
    for failure in report.failures.iter().take(failures) {
        println!("  FAILED {failure}");
    }
    if report.failures.len() > failures {
        println!("  ... and {} more", report.failures.len() - failures);
    }
}

fn columns(counts: &Counts) -> String {
    let Counts { passed, failed, skipped, unmapped } = counts;
    let mut text = format!("{passed:>7} passed {failed:>6} failed {skipped:>6} skipped");
    if *unmapped > 0 {
        text += &format!(" ({unmapped} for an unknown reason)");
    }
    text
}

/// One row for the suite; the legacy one by fork.
fn suite_rows(name: &str, report: &Report) -> Vec<(String, Counts)> {
    if name.starts_with("legacy") {
        let forks = report.forks.iter();
        return forks.map(|(fork, counts)| (format!("{name}/{fork}"), *counts)).collect();
    }
    vec![(name.to_owned(), report.total())]
}

fn json(rows: &[(String, Counts)]) -> serde_json::Value {
    let row = |(suite, counts): &(String, Counts)| {
        serde_json::json!({
            "suite": suite,
            "passed": counts.passed,
            "failed": counts.failed,
            "skipped": counts.skipped,
        })
    };
    rows.iter().map(row).collect()
}
