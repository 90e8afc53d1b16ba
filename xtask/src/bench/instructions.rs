//! `bench --instructions`: machine instructions of one run of every job, exactly.
//!
//! callgrind counts a few runs and twice as many; the difference is theirs alone, because start,
//! check and end are the same in both.

use super::group;
use crate::failure::Failure;
use crate::workspace::{self, Workspace};
use std::path::Path;
use std::process::Command;

/// Runs in the shorter count.
const RUNS: u64 = 2;

/// Counts every job of the suites and prints a table.
pub(super) fn run(workspace: &Workspace, suites: &[&str]) -> Result<(), Failure> {
    if !workspace::answers(Command::new("valgrind").arg("--version")) {
        return Err(Failure::failed("`valgrind` cannot be run: install the package valgrind"));
    }
    let args = ["build", "--release", "-p", "eevm-benches", "--example", "job"];
    let status = workspace::status(workspace.cargo().args(args))?;
    if !status.success() {
        return Err(Failure::failed("the example `job` of eevm-benches does not build"));
    }
    let name = format!("job{}", std::env::consts::EXE_SUFFIX);
    let program = workspace.target.join("release").join("examples").join(name);
    let out = workspace.target.join("eevm-bench").join("callgrind.out");
    workspace::write(&out, "")?;
    println!("{:>15}  job", "instructions");
    for suite in suites {
        let list = output(Command::new(&program).arg(suite))?;
        for (key, name) in list.lines().filter_map(|line| line.split_once(' ')) {
            let once = counted(&program, &out, suite, key, RUNS)?;
            let twice = counted(&program, &out, suite, key, RUNS * 2)?;
            let more = twice.saturating_sub(once);
            if more == 0 {
                let what = "twice the runs took no more instructions";
                return Err(Failure::failed(format!("{key}: {what}")));
            }
            println!("{:>15}  {suite}: {name}", group(&(more / RUNS).to_string()));
        }
    }
    Ok(())
}

/// The instructions of a whole run of the program.
fn counted(program: &Path, out: &Path, suite: &str, key: &str, runs: u64) -> Result<u64, Failure> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--quiet"]);
    command.arg(format!("--callgrind-out-file={}", out.display()));
    output(command.arg(program).args([suite, key]).arg(runs.to_string()))?;
    let text = std::fs::read(out)
        .map_err(|error| Failure::failed(format!("cannot read {}: {error}", out.display())))?;
    total(&String::from_utf8_lossy(&text))
        .ok_or_else(|| Failure::failed(format!("{} has no total", out.display())))
}

/// The sum that callgrind writes at the end.
fn total(text: &str) -> Option<u64> {
    let line = text.lines().rev().find_map(|line| line.strip_prefix("totals: "))?;
    line.trim().parse().ok()
}

/// What a program prints; its errors if it fails.
fn output(command: &mut Command) -> Result<String, Failure> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output =
        command.output().map_err(|error| Failure::failed(format!("cannot run {name}: {error}")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(Failure::failed(format!("{name} failed ({}):\n{}", output.status, text.trim())))
}

#[cfg(test)]
mod tests {
    use super::total;

    #[test]
    fn the_total_is_read() {
        assert_eq!(total("events: Ir\nfn=(1) main\n16 400\ntotals: 516\n"), Some(516));
        assert_eq!(total("events: Ir\n"), None);
    }
}
