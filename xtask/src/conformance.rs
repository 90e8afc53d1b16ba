//! `cargo xtask conformance`: the public fixtures, run by a program of `eevm-testing` in release.

use crate::failure::Failure;
use crate::workspace::{self, Workspace};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// The least numbers of passed cases.
const RATCHET: &str = "fixtures/conformance.txt";

/// Passes the arguments on to the program, and ends as it does.
pub(crate) fn run(workspace: &Workspace, arguments: &[OsString]) -> Result<(), Failure> {
    let mut command = command(workspace);
    command.args(arguments);
    if let Some(folder) = workspace.public_fixtures() {
        // The program runs in the root of the checkout.
        command.env("EEVM_FIXTURES", std::path::absolute(&folder).unwrap_or(folder));
    }
    match workspace::status(&mut command)?.code() {
        Some(0) => Ok(()),
        Some(2) => Err(Failure::usage("the arguments make no sense")),
        _ => Err(Failure::failed("not every case came out as expected")),
    }
}

/// The program, with the ratchet file.
pub(crate) fn command(workspace: &Workspace) -> Command {
    let mut command = workspace.cargo();
    command.args(["run", "--quiet", "--release", "-p", "eevm-testing", "--features", "fixtures"]);
    command.args(["--bin", "conformance", "--", "--ratchet"]);
    command.arg(workspace.root.join(Path::new(RATCHET)));
    command
}
