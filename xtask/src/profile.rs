//! `cargo xtask profile`: where the time of the arithmetic loop goes, function by function.

mod callgrind;
mod perf;

use crate::bench::group;
use crate::failure::Failure;
use crate::flags::{ProfileFlags, Tool};
use crate::workspace::{self, Workspace};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The iterations that are profiled.
const ITERATIONS: u64 = 20_000;

/// The EVM opcodes of one iteration: JUMPDEST, DUP2, PUSH1, ADD, PUSH1, MUL, PUSH32, AND, SWAP2,
/// POP, PUSH1, SWAP1, SUB, DUP1, PUSH2, JUMPI.
const OPCODES: u64 = 16;

/// The rows of the table.
const ROWS: usize = 20;

/// One function and what it cost by itself.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Hot {
    /// The function's name.
    name: String,
    /// Its share of the whole, 0 to 1.
    share: f64,
    /// What is counted, per EVM opcode, if the tool counts.
    per_opcode: Option<f64>,
}

/// Builds the program, runs it under the tool and prints the table.
pub(crate) fn run(workspace: &Workspace, flags: &ProfileFlags) -> Result<(), Failure> {
    let (tool, advice) = match flags.tool {
        Tool::Callgrind => ("valgrind", "install the package valgrind, or try `--tool perf`"),
        Tool::Perf => ("perf", "install the package linux-perf (or linux-tools)"),
    };
    if !workspace::answers(Command::new(tool).arg("--version")) {
        return Err(Failure::failed(format!("`{tool}` cannot be run: {advice}")));
    }
    let program = build(workspace)?;
    let folder = workspace.target.join("eevm-profile");
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::failed(format!("cannot make {}: {error}", folder.display())))?;
    match flags.tool {
        Tool::Callgrind => callgrind::run(&program, &folder),
        Tool::Perf => perf::run(&program, &folder),
    }
}

/// Builds the example in the release profile, as it ships but for the form of its symbols: the
/// older form leaves out type arguments, which tell one instruction's handler from another's.
fn build(workspace: &Workspace) -> Result<PathBuf, Failure> {
    let mut flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    flags.push_str(" -Csymbol-mangling-version=v0");
    let args = ["build", "--release", "-p", "eevm-benches", "--example", "profile"];
    let status = workspace::status(workspace.cargo().args(args).env("RUSTFLAGS", flags))?;
    if !status.success() {
        return Err(Failure::failed("the example `profile` of eevm-benches does not build"));
    }
    let name = format!("profile{}", std::env::consts::EXE_SUFFIX);
    Ok(workspace.target.join("release").join("examples").join(name))
}

/// Runs a measuring program to its end; its own output is shown only if it fails.
fn measure(command: &mut Command, what: &Path) -> Result<String, Failure> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output =
        command.output().map_err(|error| Failure::failed(format!("cannot run {name}: {error}")))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::failed(format!(
            "{name} on {} failed ({}):\n{}",
            what.display(),
            output.status,
            text.trim()
        )));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The table of the hottest functions.
fn table(hot: &[Hot]) -> String {
    let mut text = format!("{:>7}  {:>12}  function\n", "share", "instr/opcode");
    for row in hot.iter().take(ROWS) {
        let per_opcode = row.per_opcode.map_or("-".to_owned(), |count| format!("{count:.2}"));
        text += &format!("{:>6.1}%  {per_opcode:>12}  {}\n", row.share * 100.0, row.name);
    }
    if let Some(rest) = hot.get(ROWS..).filter(|rest| !rest.is_empty()) {
        let share: f64 = rest.iter().map(|row| row.share).sum();
        text += &format!("{:>6.1}%  {:>12}  in {} others\n", share * 100.0, "", rest.len());
    }
    text
}

/// An integer as the nearest floating-point number.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn float(count: u64) -> f64 {
    count as f64
}

/// What was profiled, for the line above the table.
fn heading(iterations: u64) -> String {
    format!(
        "arithmetic loop, {} iterations, {} EVM opcodes",
        group(&iterations.to_string()),
        group(&(iterations * OPCODES).to_string())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_cut_and_the_rest_is_summed() {
        let row = |n: u32| Hot { name: format!("f{n}"), share: 0.01, per_opcode: None };
        let hot: Vec<_> = (0..25).map(row).collect();
        let text = table(&hot);
        assert_eq!(text.lines().count(), 1 + ROWS + 1, "{text}");
        assert!(text.contains("5.0%                in 5 others"), "{text}");
    }

    #[test]
    fn counts_per_opcode_are_shown() {
        let hot = [Hot { name: "run".to_owned(), share: 0.5, per_opcode: Some(4.125) }];
        assert_eq!(table(&hot).lines().nth(1), Some("  50.0%          4.12  run"));
    }
}
