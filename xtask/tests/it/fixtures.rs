//! `fixtures` end to end in a checkout of its own: setting data up is all or nothing.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Output};

// FIPS 180-4 example: the digest of "abc"; and that of no bytes.
const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// gzip of nothing: a head, an empty block, checksum and length.
const GZIP: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\0\xff\x03\0\0\0\0\0\0\0\0\0";

const VECTOR: &str = "vectors/precompiles/geth/some.json";

/// A checkout with a list of files, and a folder that holds them; removed at its end.
struct Checkout(PathBuf);

impl Checkout {
    fn new(name: &str, list: &[(&str, &str)]) -> Self {
        let root = std::env::temp_dir().join(format!("eevm-setup-{name}-{}", std::process::id()));
        fs::create_dir_all(root.join("fixtures")).expect("a folder can be made");
        let text = format!(
            r#"{{"packages": [], "workspace_root": {0:?}, "target_directory": "{1}/target"}}"#,
            root.display().to_string(),
            root.display(),
        );
        fs::write(root.join("metadata.json"), text).expect("written");
        let cargo = "#!/bin/sh\ncat \"$(dirname \"$0\")/metadata.json\"\n";
        fs::write(root.join("cargo"), cargo).expect("written");
        fs::set_permissions(root.join("cargo"), fs::Permissions::from_mode(0o755)).expect("set");
        let lines: String = list.iter().map(|(sum, name)| format!("{sum}  {name}\n")).collect();
        fs::write(root.join("fixtures/public.sha256"), lines).expect("written");
        Self(root)
    }

    fn hold(&self, name: &str, content: &[u8]) {
        let path = self.0.join("data").join(name);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("made");
        fs::write(path, content).expect("written");
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_xtask"))
            .arg("fixtures")
            .args(args)
            .env("CARGO", self.0.join("cargo"))
            .env_remove("EEVM_FIXTURES")
            .env("EEVM_FIXTURES_MIRROR", format!("file://{}/data", self.0.display()))
            .current_dir(&self.0)
            .output()
            .expect("the program starts")
    }

    fn has(&self, name: &str) -> bool {
        self.0.join("target/fixtures").join(name).exists()
    }

    #[track_caller]
    fn refused(&self, args: &[&str], part: &str) {
        let output = self.run(args);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{text}");
        let errors: Vec<_> = text.lines().filter(|line| line.starts_with("error: ")).collect();
        assert!(errors.len() == 1 && errors[0].contains(part), "{text}");
        assert_eq!(text.lines().last(), Some(errors[0]));
        assert!(!self.has("SHA256SUMS"), "something was set up");
    }

    #[track_caller]
    fn succeeds(&self, args: &[&str], part: &str) {
        let output = self.run(args);
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && text.contains(part), "{text}{errors}");
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn all_files_of_the_list_are_taken_or_none() {
    let checkout = Checkout::new("from", &[(ABC, "a.tar.gz"), (EMPTY, VECTOR)]);
    checkout.refused(&["--from", "data"], "data is no folder");
    checkout.hold("a.tar.gz", b"abc");
    checkout.refused(&["--from", "data"], "1 of 2 files of data are not as in");
    checkout.hold(VECTOR, b"changed");
    checkout.refused(&["--from", "data"], "1 of 2 files of data are not as in");
    checkout.hold(VECTOR, b"");
    checkout.hold("not-on-the-list", b"");
    checkout.succeeds(&["--from", "data"], "2 files set up");
    assert!(checkout.has("a.tar.gz") && checkout.has(VECTOR) && !checkout.has("not-on-the-list"));
    checkout.succeeds(&[], "2 files, all as in SHA256SUMS");
    checkout.succeeds(&["--from", "data"], "2 files set up");
}

fn has_curl() -> bool {
    Command::new("curl").arg("--version").output().is_ok()
}

#[test]
fn a_download_that_is_not_whole_sets_nothing_up_and_is_gone_on_with() {
    let archives = ["eest_state_tests.tar.gz", "legacy_state_tests.tar.gz"];
    let list = [(ABC, archives[0]), (ABC, archives[1]), (EMPTY, VECTOR), (ABC, "vectors/kzg/x")];
    let checkout = Checkout::new("download", &list);
    if !has_curl() {
        checkout.refused(&["--download"], "cannot run curl");
        return;
    }
    checkout.refused(&["--download"], "cannot fetch file://");
    checkout.hold(archives[0], b"ab");
    checkout.refused(&["--download"], "should be 3e2b02d4");
    checkout.hold(archives[0], b"abc");
    checkout.hold(archives[1], b"abc");
    // Of this one no digest is known, so that it has to be an archive to its last byte.
    checkout.hold("ethereum_misc_tests.tar.gz", &GZIP[..GZIP.len() - 1]);
    checkout.refused(&["--download"], "is no whole archive");
    checkout.hold("ethereum_misc_tests.tar.gz", GZIP);
    checkout.refused(&["--download"], "cannot fetch file://");
    // What was fetched stays, even where it is no longer published.
    fs::remove_file(checkout.0.join("data").join(archives[0])).expect("removed");
    checkout.hold(VECTOR, b"");
    checkout.succeeds(&["--download"], "4 files set up");
    assert!(checkout.has(archives[0]) && checkout.has(VECTOR) && !checkout.has("vectors/kzg/x"));
    checkout.succeeds(&[], "4 files, all as in SHA256SUMS");
}
