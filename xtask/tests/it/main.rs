//! The built program as a user meets it: exit codes, and messages of one line.

#[cfg(unix)]
mod bench;
#[cfg(unix)]
mod fixtures;

use std::process::{Command, Output};

fn xtask(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(args)
        .env_remove("EEVM_FIXTURES")
        .output()
        .expect("the program starts")
}

#[track_caller]
fn refused(args: &[&str], code: i32, part: &str) {
    let output = xtask(args);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {message}");
    assert!(message.contains(part), "{args:?}: {message}");
    assert_eq!(message.trim_end().lines().count(), 1, "{args:?}: {message}");
    assert!(output.stdout.is_empty(), "{args:?}");
}

#[track_caller]
fn prints(args: &[&str], part: &str) {
    let output = xtask(args);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{args:?}");
    assert!(text.contains(part), "{args:?}: {text}");
}

#[test]
fn wrong_usage_ends_with_2_and_one_line() {
    refused(&[], 2, "no command; known: bench");
    refused(&["frob"], 2, "unknown command `frob`");
    refused(&["bench", "nonsense"], 2, "unknown suite `nonsense`; known: interpreter");
    refused(&["bench", "--frob"], 2, "--frob");
    refused(&["bench", "--save", "../evil"], 2, "plain name");
    refused(&["bench", "--compare", "never-saved-under-this-name"], 2, "nothing is kept");
    refused(&["bench", "--json", "no/such/folder/rows.json"], 2, "there is no folder");
    refused(&["test", "--step", "nope"], 2, "unknown step `nope`");
    refused(&["profile", "--tool", "gdb"], 2, "unknown tool `gdb`");
}

#[test]
fn help_and_lists_end_with_0() {
    prints(&["--help"], "cargo xtask <COMMAND>");
    prints(&["bench", "--help"], "interpreter");
    prints(&["test", "--help"], "no-default-features");
    prints(&["test", "--list"], "licences");
    prints(&["tidy", "--help"], "layering");
    prints(&["fixtures", "--help"], "--download");
    prints(&["profile", "--help"], "callgrind");
}

#[test]
fn fixtures_without_data_says_how_to_get_them() {
    prints(&["fixtures"], "EEVM_FIXTURES is not set");
}

#[test]
fn fixtures_pointing_nowhere_is_an_error() {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("fixtures")
        .env("EEVM_FIXTURES", "no-such-folder")
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-such-folder is no folder"));
}
