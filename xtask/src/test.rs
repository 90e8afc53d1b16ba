//! `cargo xtask test`: every check a change needs, step by step; all steps run, whatever fails.

mod steps;

use crate::failure::Failure;
use crate::flags::{TestFlags, help};
use crate::tally::Tally;
use crate::workspace::Workspace;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// One step of the check.
#[derive(Debug)]
pub(crate) struct Step {
    /// The name `--step` takes.
    pub name: &'static str,
    /// One line for the help text.
    pub about: &'static str,
    /// Does it.
    run: fn(&Context<'_>) -> Result<Done, Failure>,
}

/// What every step is given.
#[derive(Debug)]
struct Context<'a> {
    /// The checkout.
    workspace: &'a Workspace,
    /// The folder of downloaded test data, absolute, if there is any.
    fixtures: Option<PathBuf>,
}

/// How a step ended that could be run at all.
#[derive(Debug, Default)]
struct Done {
    /// The tests it ran.
    tally: Tally,
    /// What did not pass, one a line; none if all is well.
    red: Vec<String>,
    /// What could not be checked here, and why.
    notes: Vec<String>,
}

/// Every step, in the order they run: quick ones first.
pub(crate) const STEPS: &[Step] = &[
    Step { name: "fmt", about: "rustfmt finds nothing to change", run: steps::fmt },
    Step { name: "tidy", about: "layering and house rules", run: steps::tidy },
    Step {
        name: "clippy",
        about: "clippy on all targets, warnings are errors",
        run: steps::clippy,
    },
    Step { name: "tests", about: "unit and integration tests of all packages", run: steps::tests },
    Step { name: "doctests", about: "the examples in the documentation", run: steps::doctests },
    Step { name: "doc", about: "rustdoc, warnings are errors", run: steps::doc },
    Step {
        name: "no-default-features",
        about: "each library alone without features",
        run: steps::no_default_features,
    },
    Step { name: "wasm", about: "the same for wasm32-unknown-unknown", run: steps::wasm },
    Step { name: "features", about: "each feature of each library alone", run: steps::features },
    Step { name: "release", about: "tests of the dispatch in release", run: steps::release },
    Step {
        name: "conformance",
        about: "every case of the public fixtures",
        run: steps::conformance,
    },
    Step { name: "examples", about: "each library's examples run", run: steps::examples },
    Step {
        name: "generated",
        about: "a tenth of the generated tables is made anew and compared",
        run: steps::generated,
    },
    Step {
        name: "peers",
        about: "clippy on benches/peers, warnings are errors",
        run: steps::peers,
    },
    Step { name: "licences", about: "licences of all dependencies", run: steps::licences },
];

/// Runs the steps and sums up.
pub(crate) fn run(workspace: &Workspace, flags: &TestFlags) -> Result<(), Failure> {
    if flags.list {
        println!("{}", help::steps());
        return Ok(());
    }
    let context = Context { workspace, fixtures: fixtures_folder(workspace)? };
    if context.fixtures.is_none() {
        warn_without_fixtures();
    }
    let mut lines = Vec::new();
    let mut total = Tally::default();
    let mut red = Vec::new();
    for step in STEPS.iter().filter(|step| flags.step.is_none_or(|name| name == step.name)) {
        println!("\n==> {}: {}", step.name, step.about);
        let started = Instant::now();
        let done = (step.run)(&context)
            .unwrap_or_else(|failure| Done { red: vec![failure.to_string()], ..Done::default() });
        let line = closing_line(step.name, &done, started.elapsed());
        println!("{line}");
        lines.push(line);
        total += done.tally;
        if !done.red.is_empty() {
            red.push(step.name);
            // A step that is red without a failed test still counts as one failure.
            total.failed += u64::from(done.tally.failed == 0);
        }
    }
    println!("\nsummary");
    for line in &lines {
        println!("{line}");
    }
    if context.fixtures.is_none() {
        warn_without_fixtures();
    }
    if !red.is_empty() {
        println!("\nred: {}", red.join(", "));
    }
    if total != Tally::default() {
        println!("\n{}", closing_counts(total));
    }
    if red.is_empty() { Ok(()) } else { Err(Failure::failed("not all is green")) }
}

/// The line of a finished step, with what is red and what was not checked under it.
fn closing_line(name: &str, done: &Done, time: Duration) -> String {
    let word = if done.red.is_empty() { "ok" } else { "FAILED" };
    let mut line = format!("  {word:<6}  {name:<20} {:>7.1} s", time.as_secs_f64());
    if done.tally != Tally::default() {
        line += &format!("   {}", closing_counts(done.tally));
    }
    for why in &done.red {
        line += &format!("\n          red: {why}");
    }
    for note in &done.notes {
        line += &format!("\n          note: {note}");
    }
    line
}

/// `N passed, N failed`, and how many were left out if any were.
fn closing_counts(tally: Tally) -> String {
    let mut text = format!("{} passed, {} failed", tally.passed, tally.failed);
    if tally.ignored > 0 {
        text += &format!(", {} skipped", tally.ignored);
    }
    text
}

/// Where the public test data is, if there is any; it must be a folder.
fn fixtures_folder(workspace: &Workspace) -> Result<Option<PathBuf>, Failure> {
    let Some(path) = workspace.public_fixtures() else { return Ok(None) };
    // Test programs run in their package's folder, so a relative path would lead them astray.
    match std::path::absolute(&path) {
        Ok(whole) if whole.is_dir() => Ok(Some(whole)),
        _ => Err(Failure::failed(format!(
            "EEVM_FIXTURES is `{}`, which is no folder",
            path.display()
        ))),
    }
}

fn warn_without_fixtures() {
    println!(
        "
  ############################################################################
  #  EEVM_FIXTURES is not set: the tests that compare with public test data  #
  #  do not run. `cargo xtask fixtures` and fixtures/README.md say more.     #
  ############################################################################"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_names_differ() {
        let mut names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), STEPS.len());
    }

    #[test]
    fn counts_name_what_was_skipped_only_if_there_is_any() {
        let mut tally = Tally { passed: 12, failed: 0, ignored: 0 };
        assert_eq!(closing_counts(tally), "12 passed, 0 failed");
        tally.ignored = 2;
        assert_eq!(closing_counts(tally), "12 passed, 0 failed, 2 skipped");
    }

    #[test]
    fn a_red_step_says_why() {
        let done = Done {
            tally: Tally { passed: 1, failed: 1, ignored: 0 },
            red: vec!["tests failed".to_owned()],
            notes: vec!["no wasm".to_owned()],
        };
        let line = closing_line("tests", &done, Duration::from_millis(1500));
        assert_eq!(
            line,
            "  FAILED  tests                    1.5 s   1 passed, 1 failed\n          \
             red: tests failed\n          note: no wasm"
        );
    }
}
