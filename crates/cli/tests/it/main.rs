//! The program as a user runs it: arguments, exit codes, what it writes where.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod broken;
mod command_line;
mod run;
mod statetest;

use std::{
    ffi::OsStr,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// What a run of the program came to.
#[derive(Debug)]
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Runs the program with nothing on standard input.
fn eevm<S: AsRef<OsStr>>(args: &[S]) -> Ended {
    eevm_reading(args, "")
}

fn eevm_reading<S: AsRef<OsStr>>(args: &[S], input: &str) -> Ended {
    let mut child = Command::new(env!("CARGO_BIN_EXE_eevm"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end without reading.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ended { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// The state fixtures of the repository.
fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/state_fixtures/GeneralStateTests")
}

/// One of them, short; it has two cases.
fn fixture() -> PathBuf {
    fixtures().join("stPreCompiledContracts2/CALLBlake2f.json")
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
