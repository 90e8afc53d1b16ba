//! The command line over [`compare`], the same for every peer.

mod arguments;
mod report;

pub use arguments::{Arguments, Task, USAGE};

use super::{
    compare::{MakePeer, compare},
    run::Machine,
};
use alloc::{
    format,
    string::{String, ToString},
};
use serde_json::Map;
use std::{
    fs,
    io::{IsTerminal as _, Write},
    path::Path,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

/// Cases in a file that [`write_cases`] writes.
const CASES_PER_FILE: u64 = 100;

/// Compares with the peer and prints to `out` what came of it; how far it is goes to `log`.
/// Answers whether no difference was found.
///
/// # Errors
/// A case cannot be run, the peer cannot be asked, or a file cannot be written.
pub fn compare_with(
    name: &str,
    arguments: &Arguments,
    make: &MakePeer<'_>,
    out: &mut dyn Write,
    log: &mut (dyn Write + Send),
) -> Result<bool, String> {
    let options = &arguments.options;
    let failed = |error: std::io::Error| format!("output: {error}");
    writeln!(out, "{}", report::heading(name, options)).map_err(failed)?;
    let (done, has_ended) = (AtomicU64::new(0), AtomicBool::new(false));
    let started = Instant::now();
    let summary = thread::scope(|scope| {
        scope.spawn(|| progress(name, options.cases, &done, &has_ended, log));
        let summary = compare(options, make, &done);
        has_ended.store(true, Ordering::Relaxed);
        summary
    })?;
    write!(out, "{}", report::text(&summary, started.elapsed())).map_err(failed)?;
    for difference in &summary.differences {
        let path = difference.write(&arguments.folder)?;
        writeln!(out, "\n{difference}\n  state test: {}", path.display()).map_err(failed)?;
        let (index, fork) = (difference.index, difference.whole.fork);
        let again = format!("--seed {} --first {index} --cases 1 --fork {fork}", options.seed);
        writeln!(out, "  again: {again}").map_err(failed)?;
    }
    Ok(summary.differences.is_empty())
}

/// Says how far it is: every half second on a terminal, else every ten.
fn progress(
    name: &str,
    cases: u64,
    done: &AtomicU64,
    has_ended: &AtomicBool,
    log: &mut (dyn Write + Send),
) {
    let is_terminal = std::io::stderr().is_terminal();
    let (every, end) = if is_terminal { (10, '\r') } else { (200, '\n') };
    let mut ticks = 0_u32;
    while !has_ended.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(50));
        ticks += 1;
        if ticks.is_multiple_of(every) {
            // A lost line about progress is no failure.
            let _ = write!(
                log,
                "against {name}: {} of {cases} cases{end}",
                done.load(Ordering::Relaxed)
            );
            let _ = log.flush();
        }
    }
}

/// Writes the cases as files of state tests that expect what comes of them here; answers how many
/// files.
///
/// # Errors
/// A case cannot be run, or a file cannot be written.
pub fn write_cases(arguments: &Arguments) -> Result<u64, String> {
    let Arguments { options, folder } = arguments;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut machine = Machine::default();
    let (mut tests, mut files) = (Map::new(), 0);
    for offset in 0..options.cases {
        let index = options.first.wrapping_add(offset);
        let case = options.case(index)?;
        let seen = machine.run(&case, false).map_err(|error| format!("{}: {error}", case.name))?;
        if let serde_json::Value::Object(test) = case.state_test(Some(&seen.observation))? {
            tests.extend(test);
        }
        if tests.len() as u64 == CASES_PER_FILE || offset + 1 == options.cases {
            let name = format!("seed_{}_{files:05}.json", options.seed);
            write_json(&folder.join(name), core::mem::take(&mut tests))?;
            files += 1;
        }
    }
    Ok(files)
}

fn write_json(path: &Path, tests: Map<String, serde_json::Value>) -> Result<(), String> {
    let text = serde_json::Value::Object(tests).to_string();
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
