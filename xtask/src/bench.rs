//! `cargo xtask bench`: runs suites, gathers their rows, keeps and compares them.
//!
//! A suite is a criterion bench of the package `eevm-benches`, or with `--against` a run of
//! `benches/peers`. Either checks its jobs before timing, prints, and writes its rows as JSON
//! to the path this program gives it.

mod instructions;
mod report;

pub(crate) use report::group;

use crate::failure::Failure;
use crate::flags::BenchFlags;
use crate::rows::{self, Row};
use crate::workspace::{self, Workspace};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// One suite of benchmarks.
#[derive(Debug)]
pub(crate) struct Suite {
    /// The name of its bench target.
    pub name: &'static str,
    /// One line for the help text.
    pub about: &'static str,
    /// Whether it runs when no suite is named.
    pub by_default: bool,
}

/// The suite that reads fixtures.
pub(crate) const FIXTURES_SUITE: &str = "state_fixtures";

/// Every suite there is.
pub(crate) const SUITES: &[Suite] = &[
    Suite {
        name: "interpreter",
        about: "twelve programs and one whole transaction",
        by_default: true,
    },
    Suite {
        name: "precompiles",
        about: "every precompile of Prague, called directly",
        by_default: true,
    },
    Suite { name: "ecdsa", about: "recovery, signing and verification", by_default: true },
    Suite {
        name: "bls12_381",
        about: "field, curve and pairing below the precompiles",
        by_default: false,
    },
    Suite {
        name: FIXTURES_SUITE,
        about: "long state tests, each run once, the state root checked",
        by_default: false,
    },
];

/// What `--table` prints.
#[derive(Debug)]
pub(crate) struct Table {
    /// Its name.
    pub name: &'static str,
    /// The suite whose bench target makes it.
    pub suite: &'static str,
    /// One line for the help text.
    pub about: &'static str,
}

/// Every table there is.
pub(crate) const TABLES: &[Table] = &[
    Table {
        name: "repricing",
        suite: "precompiles",
        about: "prices that follow from time, as EIP-1108 found them",
    },
    Table {
        name: "overhead",
        suite: "precompiles",
        about: "each precompile beside its library called directly",
    },
];

/// The suite of the table named.
pub(crate) fn suite_of_table(name: &str) -> Option<&'static str> {
    TABLES.iter().find(|table| table.name == name).map(|table| table.suite)
}

/// The suites whose instructions can be counted.
pub(crate) const COUNTED: &[&str] = &["precompiles", "ecdsa"];

/// The peers `--against` knows.
pub(crate) const ENGINES: &[&str] = &["revm"];

/// The suites that peers can run too.
pub(crate) const PAIRED: &[&str] = &["interpreter", "precompiles", "ecdsa", "state_fixtures"];

/// Runs the suites asked for.
pub(crate) fn run(workspace: &Workspace, flags: &BenchFlags) -> Result<(), Failure> {
    if flags.instructions {
        return instructions::run(workspace, &flags.suites);
    }
    // All that can be wrong with the arguments is found before minutes are spent.
    let json = flags.json.as_deref().map(writable).transpose()?;
    let fixtures = fixtures(workspace, flags)?;
    let folder = workspace.target.join("eevm-bench");
    let saved = |name: &str| folder.join("saved").join(format!("{name}.json"));
    let old = flags.compare.as_deref().map(|name| kept(&saved(name), name)).transpose()?;

    let mut rows = Vec::new();
    let mut failed = Vec::new();
    for (index, suite) in flags.suites.iter().enumerate() {
        eprintln!("suite {suite} ({} of {})", index + 1, flags.suites.len());
        let started = Instant::now();
        match run_suite(workspace, flags, suite, &folder, fixtures.as_deref()) {
            Ok(new) => {
                eprintln!(
                    "suite {suite}: {} jobs, {:.1} s with build",
                    new.len(),
                    started.elapsed().as_secs_f64()
                );
                rows.extend(new);
            }
            Err(failure) => {
                eprintln!("suite {suite}: {failure}");
                failed.push(*suite);
            }
        }
    }
    if !failed.is_empty() {
        // Rows of a run that is not whole are neither kept nor compared.
        return Err(Failure::failed(format!("bench failed in suite: {}", failed.join(", "))));
    }

    if let Some(engine) = flags.against {
        print!("{}", report::summary(engine, &rows));
    }
    if let Some(old) = &old {
        print!("{}", report::comparison(old, &rows));
    }
    if let Some(path) = &json {
        workspace::write(path, &rows::to_json(&rows))?;
        println!("rows written to {}", path.display());
    }
    if let Some(name) = &flags.save {
        workspace::write(&saved(name), &rows::to_json(&rows))?;
        println!("rows kept as `{name}`");
    }
    Ok(())
}

/// Builds and runs one suite and reads the rows it wrote.
fn run_suite(
    workspace: &Workspace,
    flags: &BenchFlags,
    suite: &str,
    folder: &Path,
    fixtures: Option<&Path>,
) -> Result<Vec<Row>, Failure> {
    let part = match flags.against {
        None => folder.join("run").join(format!("{suite}.json")),
        Some(engine) => folder.join("run").join(format!("{suite}-{engine}.json")),
    };
    // Rows of an earlier run must not pass for those of this one.
    workspace::write(&part, "")?;
    let mut command = match flags.against {
        None => suite_command(workspace, flags, suite, &part),
        Some(_) => peers_command(workspace, flags.quick, suite, &part)?,
    };
    if suite == FIXTURES_SUITE {
        match fixtures {
            Some(path) => command.env("EEVM_BENCH_FIXTURES", path),
            None => command.env_remove("EEVM_BENCH_FIXTURES").env_remove("EEVM_FIXTURES"),
        };
    }
    let status = workspace::status(&mut command)?;
    if !status.success() {
        return Err(Failure::failed(format!("failed ({status})")));
    }
    let rows = rows::read(&part)?;
    if rows.is_empty() {
        return Err(Failure::failed("wrote no rows"));
    }
    let has_peer = flags.against.is_some() || flags.table == Some("overhead");
    if let Some(row) = rows.iter().find(|row| row.peer.is_some() != has_peer) {
        let what = if row.peer.is_some() { "a" } else { "no" };
        return Err(Failure::failed(format!("row `{}` has {what} peer", row.name)));
    }
    Ok(rows)
}

/// The suite on our engine alone, in the profile a user gets.
fn suite_command(workspace: &Workspace, flags: &BenchFlags, suite: &str, part: &Path) -> Command {
    let mut command = workspace.cargo();
    command.args(["bench", "-p", "eevm-benches", "--bench", suite]);
    command.env("EEVM_BENCH_JSON", part);
    match flags.table {
        Some(table) => command.env("EEVM_BENCH_TABLE", table),
        None => command.env_remove("EEVM_BENCH_TABLE"),
    };
    if flags.quick {
        command.env("EEVM_BENCH_QUICK", "1");
    } else {
        command.env_remove("EEVM_BENCH_QUICK");
    }
    command
}

/// The suite on both engines in one process; a package apart, so that only this needs the peer.
fn peers_command(
    workspace: &Workspace,
    quick: bool,
    suite: &str,
    part: &Path,
) -> Result<Command, Failure> {
    let manifest = workspace.root.join("benches/peers/Cargo.toml");
    if !manifest.is_file() {
        return Err(Failure::failed("benches/peers is not in this checkout"));
    }
    let mut command = workspace.cargo();
    command.args(["run", "--release", "--manifest-path"]).arg(manifest);
    // What the build of revm's fastest MODEXP needs.
    if ["m4", "make"].iter().all(|tool| workspace::answers(Command::new(tool).arg("--version"))) {
        command.args(["--features", "gmp"]);
    }
    command.arg("--target-dir").arg(workspace.target.join("peers"));
    command.args(["--", suite]);
    if quick {
        command.arg("--quick");
    }
    command.arg("--json").arg(part);
    Ok(command)
}

/// Where the state fixtures are, absolute, because a bench runs in its package's folder; `None`
/// where there are only the project's own.
fn fixtures(workspace: &Workspace, flags: &BenchFlags) -> Result<Option<PathBuf>, Failure> {
    let Some(path) = flags.fixtures.clone().or_else(|| workspace.public_fixtures()) else {
        return Ok(None);
    };
    let bad = |why: &str| Failure::usage(format!("fixtures {}: {why}", path.display()));
    let whole = std::path::absolute(&path).map_err(|error| bad(&error.to_string()))?;
    let is_used = flags.suites.contains(&FIXTURES_SUITE);
    if is_used && !whole.exists() { Err(bad("there is no such path")) } else { Ok(Some(whole)) }
}

/// The absolute form of a path that is to be written, checked before the run.
fn writable(path: &Path) -> Result<PathBuf, Failure> {
    let bad = |why: &str| Failure::usage(format!("--json {}: {why}", path.display()));
    let whole = std::path::absolute(path).map_err(|error| bad(&error.to_string()))?;
    if whole.is_dir() {
        return Err(bad("is a folder"));
    }
    match whole.parent() {
        Some(folder) if folder.is_dir() => Ok(whole),
        Some(folder) => Err(bad(&format!("there is no folder {}", folder.display()))),
        None => Err(bad("is no file name")),
    }
}

/// The rows kept under a name, or what there is instead.
fn kept(path: &Path, name: &str) -> Result<Vec<Row>, Failure> {
    if path.is_file() {
        return rows::read(path);
    }
    let mut names: Vec<_> = path
        .parent()
        .and_then(|folder| std::fs::read_dir(folder).ok())
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    let known = if names.is_empty() { "none yet".to_owned() } else { names.join(", ") };
    Err(Failure::usage(format!("nothing is kept as `{name}`; kept: {known}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suite_names_differ() {
        let mut names: Vec<_> = SUITES.iter().map(|suite| suite.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), SUITES.len());
    }

    #[test]
    fn a_path_that_cannot_be_written_is_refused_before_the_run() {
        let folder = std::env::temp_dir();
        assert!(writable(&folder.join("rows.json")).is_ok());
        assert!(matches!(writable(&folder), Err(Failure::Usage(_))));
        let missing = folder.join("eevm-no-such-folder").join("rows.json");
        let Err(Failure::Usage(message)) = writable(&missing) else {
            panic!("a missing folder is accepted")
        };
        assert!(message.contains("there is no folder"), "{message}");
    }

    #[test]
    fn an_unknown_kept_name_is_refused_before_the_run() {
        let path = std::env::temp_dir().join("eevm-no-such-folder").join("before.json");
        let Err(Failure::Usage(message)) = kept(&path, "before") else {
            panic!("a missing file is accepted")
        };
        assert!(message.contains("nothing is kept as `before`"), "{message}");
    }
}
