//! `cargo xtask differential`: random cases here and on another engine, in release.

use crate::failure::Failure;
use crate::fixtures;
use crate::workspace::{self, Workspace};
use std::ffi::OsString;
use std::process::Command;

/// What to compare with, or what to do instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Peer {
    /// The published crate, in one process with ours.
    Revm,
    /// The executable specification, in processes of Python.
    ExecutionSpecs,
    /// Nothing: write the cases as state tests.
    None,
}

/// The peers `--against` knows.
pub(crate) const PEERS: &[(&str, Peer)] =
    &[("revm", Peer::Revm), ("execution-specs", Peer::ExecutionSpecs)];

/// The script that runs state tests through the specification.
const SCRIPT: &str = "fixtures/differential/execution_specs.py";

/// Passes the arguments on to the program of the peer, and ends as it does.
pub(crate) fn run(
    workspace: &Workspace,
    peer: Peer,
    arguments: &[OsString],
) -> Result<(), Failure> {
    let mut command = match peer {
        Peer::Revm => peers(workspace)?,
        Peer::ExecutionSpecs => {
            let python = fixtures::python(workspace).map_err(Failure::failed)?;
            let mut command = testing(workspace);
            command.arg("execution-specs").arg(python).arg(workspace.root.join(SCRIPT));
            command
        }
        Peer::None => {
            let mut command = testing(workspace);
            command.arg("generate");
            command
        }
    };
    command.args(arguments);
    match workspace::status(&mut command)?.code() {
        Some(0) => Ok(()),
        Some(2) => Err(Failure::usage("the arguments make no sense")),
        _ => Err(Failure::failed("the engines differ, or could not be compared")),
    }
}

/// The program of `eevm-testing`.
fn testing(workspace: &Workspace) -> Command {
    let mut command = workspace.cargo();
    command.args(["run", "--quiet", "--release", "-p", "eevm-testing", "--features", "fixtures"]);
    command.args(["--bin", "differential", "--"]);
    command
}

/// The program of `benches/peers`, which is a package of its own.
fn peers(workspace: &Workspace) -> Result<Command, Failure> {
    let manifest = workspace.root.join("benches/peers/Cargo.toml");
    if !manifest.is_file() {
        return Err(Failure::failed("benches/peers is not in this checkout"));
    }
    let mut command = workspace.cargo();
    command.args(["run", "--quiet", "--release", "--manifest-path"]).arg(manifest);
    command.arg("--target-dir").arg(workspace.target.join("peers"));
    command.args(["--", "differential"]);
    Ok(command)
}
