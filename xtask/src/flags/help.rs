//! The help texts; names of suites and steps come from their tables.

use crate::bench::{ENGINES, SUITES, TABLES};
use crate::test::STEPS;
use std::fmt::Write as _;

/// The names of the commands, for messages.
pub(super) const COMMANDS: &str = "bench, conformance, differential, test, tidy, fixtures, profile";

/// What `cargo xtask --help` prints.
pub(super) fn overview() -> String {
    "The commands of the eevm workspace.

Usage: cargo xtask <COMMAND> [ARGUMENTS]

  bench        run benchmark suites; each job is checked before it is timed
  conformance  run the public fixtures and compare every result
  differential run random cases here and on another engine, and compare everything
  test         run every check a change needs; this is what CI runs
  tidy         check layering and house rules only
  fixtures     set up, show and verify the test data, regenerate what is generated
  profile      the hottest functions of the interpreter, and instructions per opcode

`cargo xtask <COMMAND> --help` says more."
        .to_owned()
}

/// What `cargo xtask bench --help` prints.
pub(super) fn bench() -> String {
    let mut text = format!(
        "Run benchmark suites in the release profile; a wrong result fails the run.

Usage: cargo xtask bench [SUITE...] [OPTIONS]

  --quick         shorter measurement, about thirty seconds a suite; a job that cannot be short
                  is left out and named
  --json PATH     write the rows of all suites to PATH as one JSON list
  --save NAME     keep the rows as target/eevm-bench/saved/NAME.json
  --compare NAME  print old ns, new ns and their ratio with its spread against kept rows
  --against PEER  run interleaved with a peer and print ratios; known: {}
  --fixtures PATH of state_fixtures: a folder of suites, or of state tests, or one archive;
                  without it EEVM_FIXTURES, then what `cargo xtask fixtures` has set up, then
                  the project's own set
  --table NAME    measure and print a table instead; its CSV and plots go to target/eevm-bench
  --instructions  count machine instructions of every job under valgrind instead

Suites (all that are not marked run when none is named):
",
        ENGINES.join(", ")
    );
    for suite in SUITES {
        let mark = if suite.by_default { "" } else { " (only when named)" };
        let _ = writeln!(text, "  {:<14}  {}{mark}", suite.name, suite.about);
    }
    text.push_str("\nTables:\n");
    for table in TABLES {
        let _ = writeln!(text, "  {:<14}  of {}: {}", table.name, table.suite, table.about);
    }
    text.trim_end().to_owned()
}

/// What `cargo xtask differential --help` prints.
pub(super) fn differential() -> String {
    "Run random programs and transactions here and on another engine, and compare state root, logs,
gas, outcome, output and EIP-3155 trace. A difference is made small, written down, and fails the run.

Usage: cargo xtask differential --against PEER [OPTIONS]
       cargo xtask differential --generate [OPTIONS]

  --against PEER   revm, or execution-specs (needs a Python with it, see EEVM_PYTHON)
  --generate       only write the cases, as state tests
  --cases N        how many cases (10000)
  --seed S         the seed; without it one is taken from the clock, and printed
  --first I        the index of the first case (0)
  --fork NAME      only this fork; may be given several times (all that the peer has, in turns)
  --threads N      threads, and processes of the peer (all cores)
  --differences N  end after this many differences (3)
  --out FOLDER     where files are written (target/differential)"
        .to_owned()
}

/// What `cargo xtask test --help` prints.
pub(super) fn test() -> String {
    format!(
        "Run every check a change needs; all steps run, whatever fails before.

Usage: cargo xtask test [--step NAME] [--list]

  --step NAME  only this step
  --list       name the steps and end

{}",
        steps()
    )
}

/// The steps of `test`, one a line.
pub(crate) fn steps() -> String {
    let mut text = String::from("Steps:\n");
    for step in STEPS {
        let _ = writeln!(text, "  {:<20}  {}", step.name, step.about);
    }
    text.trim_end().to_owned()
}

/// What `cargo xtask tidy --help` prints.
pub(super) fn tidy() -> String {
    "Check layering and house rules: the table of allowed dependencies, `//!` at the head of
every source file, file length, README and example of each crate, no_std, unsafe_code,
trailing whitespace, absolute paths. `cargo test -p xtask` checks the same.

Usage: cargo xtask tidy"
        .to_owned()
}

/// What `cargo xtask fixtures --help` prints.
pub(super) fn fixtures() -> String {
    "Show where the public test data is, verify SHA256SUMS there and list what is there:
where EEVM_FIXTURES points, else target/fixtures, which the options below set up.

Usage: cargo xtask fixtures [--from PATH | --download | --generate | --check]

  --from PATH  verify the files of fixtures/public.sha256 in the folder PATH, and link or copy
               them to target/fixtures
  --download   fetch what is published under its own name, with curl: the release v5.4.0 of the
               Execution Spec Tests (SHA-256 pinned), the vectors of go-ethereum (pinned), and
               two commits of ethereum/legacytests and ethereum/tests (GitHub packs these when
               asked, so that no SHA-256 is pinned: they are checked to be whole, and the one
               that came is written down). What was fetched completely is kept if it fails.
               EEVM_FIXTURES_MIRROR names another address to fetch all from, by the names of
               fixtures/public.sha256.
  --generate   rewrite the tables and fixtures that the executable specification makes:
               fixtures/execution_specs, fixtures/state_fixtures
  --check      make them anew and compare, writing nothing

The last two need a Python with the package `ethereum-execution`: the one EEVM_PYTHON names,
else target/execution-specs/bin/python, else python3."
        .to_owned()
}

/// What `cargo xtask profile --help` prints.
pub(super) fn profile() -> String {
    "Profile the arithmetic loop at 20,000 iterations (320,000 opcodes): a table of the
hottest functions with their share, and machine instructions per EVM opcode.

Usage: cargo xtask profile [--tool callgrind|perf]

  --tool callgrind  count instructions exactly under valgrind (the default)
  --tool perf       sample time with Linux perf, over many more iterations"
        .to_owned()
}
