//! The program `conformance` as a user meets it: what is broken is named, and the rest still runs.

use flate2::{Compression, write::GzEncoder};
use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// An RLP test that passes: the text "dog" (Yellow Paper, appendix B).
const GOOD: &str = r#"{"dog": {"in": "dog", "out": "0x83646f67"}}"#;
const WRONG: &str = r#"{"dog": {"in": "dog", "out": "0x83646f68"}}"#;

/// A folder of one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("eevm-batch-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("made");
        fs::write(path, content).expect("written");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(path: &Path) -> (Output, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_conformance"))
        .arg("--fixtures")
        .arg(path)
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, text)
}

/// An archive of these files.
fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::none()));
    for (path, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, path, content.as_bytes()).expect("appended");
    }
    let mut gzip = tar.into_inner().expect("finished");
    gzip.flush().expect("flushed");
    gzip.finish().expect("finished")
}

#[test]
fn broken_files_of_a_folder_fail_by_name_and_the_rest_runs() {
    let folder = Folder::new("folder");
    folder.write("RLPTests/a.json", &GOOD[..20]);
    folder.write("RLPTests/b.json", GOOD);
    folder.write("RLPTests/c.json", WRONG);
    folder.write("RLPTests/d.json", "");
    folder.write("RLPTests/e.json", b"\xff\xfe{}");
    folder.write("state_tests/f.json", r#"{"t": {"post": 1}}"#);
    folder.write("RLPTests/notes.txt", "no fixture");
    // What is called a fixture and is none.
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", folder.0.join("RLPTests/z.json")).expect("linked");
    let (output, text) = run(&folder.0);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let failed: Vec<_> = text.lines().filter(|line| line.contains("FAILED")).collect();
    let names = ["a", "c", "d", "e", "z"].map(|name| format!("FAILED RLPTests/{name}.json"));
    for name in &names[..if cfg!(unix) { 5 } else { 4 }] {
        assert!(failed.iter().any(|line| line.contains(name)), "{name}: {text}");
    }
    assert!(text.contains("FAILED state_tests/f.json: "), "{text}");
    let count = if cfg!(unix) { 6 } else { 5 };
    assert_eq!(text.lines().last(), Some(&*format!("1 passed, {count} failed, 0 skipped")));
    assert_eq!(failed.len(), count);
}

#[test]
fn a_truncated_archive_fails_after_what_it_holds_and_the_other_suites_run() {
    let folder = Folder::new("archive");
    let whole = archive(&[("state_tests/a.json", "{}"), ("state_tests/b.json", "[]")]);
    folder.write("eest_state_tests.tar.gz", &whole[..whole.len() - 600]);
    folder.write("eest_hole_fill.tar.gz", "no archive");
    folder.write("ethereum_misc_tests.tar.gz", archive(&[("RLPTests/a.json", GOOD)]));
    let (output, text) = run(&folder.0);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for suite in ["eest_state_tests.tar.gz: ", "eest_hole_fill.tar.gz: "] {
        let named = text.lines().any(|line| line.contains("FAILED") && line.contains(suite));
        assert!(named, "{suite}: {text}");
    }
    assert!(text.contains("FAILED state_tests/b.json: "), "{text}");
    assert_eq!(text.lines().last(), Some("1 passed, 3 failed, 0 skipped"), "{text}");
}

#[test]
fn what_is_not_there_is_an_error_in_one_line() {
    let folder = Folder::new("nothing");
    for (path, part) in [("missing", "does not exist"), ("missing.json", "does not exist")] {
        let (output, text) = run(&folder.0.join(path));
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{text}{error}");
        assert!(error.contains(part) && error.lines().count() == 1, "{error}");
    }
    // A folder without a fixture is no success.
    let (output, _) = run(&folder.0);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no case was chosen"));
}
