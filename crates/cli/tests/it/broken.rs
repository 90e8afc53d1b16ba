//! Files that cannot be read, and streams that are closed.

use crate::{eevm, eevm_reading, fixture, folder};
use std::{
    fs,
    process::{Command, Stdio},
};

#[test]
fn each_broken_file_costs_one_line_and_the_rest_runs() {
    let folder = folder("broken");
    let text = fs::read_to_string(fixture()).unwrap();
    let cases = [
        ("truncated.json", text[..text.len() / 2].to_owned()),
        ("empty.json", String::new()),
        ("list.json", "[]".to_owned()),
        ("hex.json", text.replacen(r#""nonce": "0x00""#, r#""nonce": "0xzz""#, 1)),
        ("deep.json", "[".repeat(100_000)),
        ("binary.json", "\u{0}\u{1}\u{2}".to_owned()),
    ];
    let mut input = String::new();
    for (name, content) in &cases {
        let path = folder.join(name);
        fs::write(&path, content).unwrap();
        input += &format!("{}\n", path.display());
    }
    let good = fixture();
    input += &format!("{}/missing.json\n{}\n", folder.display(), good.display());

    let ended = eevm_reading(&["statetest", "--summary"], &input);
    assert_eq!(ended.code, Some(1));
    let lines: Vec<_> = ended.err.lines().collect();
    assert_eq!(lines.len(), cases.len() + 1, "{}", ended.err);
    for (line, (name, _)) in lines.iter().zip(&cases) {
        assert!(line.starts_with("error: ") && line.contains(name), "{line}");
    }
    let alone = eevm(&["statetest", "--summary", good.to_str().unwrap()]);
    let passed = alone.out.split_once(' ').unwrap().0;
    assert_eq!(ended.out, format!("{passed} passed, 7 failed, 0 skipped\n"));
    // In a folder, too.
    let ended = eevm(&["statetest", folder.to_str().unwrap()]);
    assert_eq!(ended.code, Some(1));
    assert_eq!(ended.err.lines().count(), cases.len(), "{}", ended.err);
}

#[test]
fn an_unknown_fork_fails_its_cases_only() {
    let text = fs::read_to_string(fixture()).unwrap();
    let (before, rest) = text.split_once(r#""post": {"#).unwrap();
    let path = folder("fork").join("fork.json");
    let fork = r#"
  "Moon": [{"indexes": {"data": 0, "gas": 0, "value": 0},
   "hash": "0x0000000000000000000000000000000000000000000000000000000000000000",
   "logs": "0x0000000000000000000000000000000000000000000000000000000000000000"}],"#;
    fs::write(&path, format!(r#"{before}"post": {{{fork}{rest}"#)).unwrap();
    let ended = eevm(&["statetest", "--summary", path.to_str().unwrap()]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.out.contains("unknown fork `Moon`"), "{}", ended.out);
    assert!(ended.out.ends_with(" passed, 1 failed, 0 skipped\n"), "{}", ended.out);
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let path = fixture();
    for args in [
        vec!["statetest", path.to_str().unwrap()],
        vec!["run", "--json", "--code", "5b600056", "--gas", "100000"],
        vec!["run", "--help"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_eevm"))
            .args(&args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!text.contains("panicked"), "{args:?}: {text}");
        assert!(output.status.code().is_some(), "{args:?} ended by a signal");
    }
}
