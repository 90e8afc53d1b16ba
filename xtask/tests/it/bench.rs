//! `bench` end to end, with a stand-in for cargo that writes the rows a suite would write.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Answers `metadata`; for `bench` and `run` it notes its arguments and writes `rows.json`.
const CARGO: &str = r#"#!/bin/sh
here=$(dirname "$0")
if [ "$1" = metadata ]; then cat "$here/metadata.json"; exit 0; fi
echo "$* quick=$EEVM_BENCH_QUICK" >> "$here/calls"
echo "$EEVM_BENCH_FIXTURES" >> "$here/fixtures"
if [ -f "$here/broken" ]; then echo "job \`jump loop\`: gas 1, expected 2" >&2; exit 1; fi
out=$EEVM_BENCH_JSON
while [ $# -gt 0 ]; do if [ "$1" = --json ]; then out=$2; fi; shift; done
if [ -f "$here/rows.json" ]; then cat "$here/rows.json" > "$out"; fi
"#;

/// A checkout of one test, removed at its end.
struct Checkout(PathBuf);

impl Checkout {
    fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("eevm-bench-{name}-{}", std::process::id()));
        fs::create_dir_all(root.join("benches/peers")).expect("a folder can be made");
        let text = format!(
            r#"{{"packages": [], "workspace_root": {0:?}, "target_directory": "{1}/target"}}"#,
            root.display().to_string(),
            root.display(),
        );
        fs::write(root.join("metadata.json"), text).expect("written");
        fs::write(root.join("benches/peers/Cargo.toml"), "").expect("written");
        fs::write(root.join("cargo"), CARGO).expect("written");
        fs::set_permissions(root.join("cargo"), fs::Permissions::from_mode(0o755)).expect("set");
        Self(root)
    }

    /// The rows the next run will write: name, ns, and the peer's ratio if there is a peer.
    fn rows(&self, rows: &[(&str, f64, Option<f64>)]) {
        let row = |(name, ns, ratio): &(&str, f64, Option<f64>)| {
            let peer = ratio.map_or("null".to_owned(), |ratio| {
                format!(r#"{{"engine": "revm", "ns": {}, "ratio": {ratio}}}"#, ns * ratio)
            });
            let (low, high) = (ns * 0.875, ns * 1.25);
            format!(
                r#"{{"suite": "interpreter", "name": "{name}", "gas": 7, "ns": {ns}, "ips": 1.0,
                "quartiles_ns": [{low}, {high}], "mgas_per_s": 1.0, "memory_bytes": 0,
                "peer": {peer}}}"#
            )
        };
        let lines: Vec<_> = rows.iter().map(row).collect();
        fs::write(self.0.join("rows.json"), format!("[{}]", lines.join(","))).expect("written");
    }

    fn bench(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_xtask"))
            .arg("bench")
            .args(args)
            .env("CARGO", self.0.join("cargo"))
            .env("EEVM_BENCH_QUICK", "")
            .env_remove("EEVM_BENCH_FIXTURES")
            .env_remove("EEVM_FIXTURES")
            .current_dir(&self.0)
            .output()
            .expect("the program starts")
    }

    #[track_caller]
    fn passes(&self, args: &[&str]) -> String {
        let output = self.bench(args);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    #[track_caller]
    fn fails(&self, args: &[&str], code: i32) -> String {
        let output = self.bench(args);
        assert_eq!(output.status.code(), Some(code));
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    fn calls(&self) -> String {
        fs::read_to_string(self.0.join("calls")).unwrap_or_default()
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The file as JSON.
fn json(path: &Path) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(path).expect("the file is there")).expect("JSON")
}

#[test]
fn rows_are_written_kept_and_compared() {
    let checkout = Checkout::new("rows");
    checkout.rows(&[("jump loop", 200.0, None), ("arithmetic", 50.0, None)]);
    checkout.passes(&["interpreter", "--json", "out.json", "--save", "before"]);
    let rows = json(&checkout.0.join("out.json"));
    assert_eq!(rows.as_array().map(Vec::len), Some(2));
    assert_eq!(rows[0]["name"], "jump loop");
    assert!(rows[0]["peer"].is_null());
    assert_eq!(json(&checkout.0.join("target/eevm-bench/saved/before.json")), rows);

    checkout.rows(&[("jump loop", 100.0, None), ("arithmetic", 100.0, None)]);
    let text = checkout.passes(&["interpreter", "--quick", "--compare", "before"]);
    let line = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    assert!(line("jump loop").ends_with(" 2.000  (1.400–2.857)"), "{text}");
    assert!(line("arithmetic").ends_with(" 0.500  (0.350–0.714)"), "{text}");
    assert_eq!(
        checkout.calls(),
        "bench -p eevm-benches --bench interpreter quick=\n\
         bench -p eevm-benches --bench interpreter quick=1\n"
    );
}

#[test]
fn the_state_fixtures_are_those_that_are_named_or_else_were_set_up() {
    let checkout = Checkout::new("fixtures");
    checkout.rows(&[("loopMul", 200.0, None)]);
    checkout.passes(&["state_fixtures"]);
    fs::create_dir_all(checkout.0.join("target/fixtures")).expect("made");
    checkout.passes(&["state_fixtures"]);
    fs::create_dir_all(checkout.0.join("others")).expect("made");
    checkout.passes(&["state_fixtures", "--fixtures", "others"]);
    let given = fs::read_to_string(checkout.0.join("fixtures")).expect("read");
    let root = checkout.0.canonicalize().expect("it is there");
    let lines: Vec<_> = given.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0], "");
    let place = PathBuf::from(lines[1]).canonicalize().expect("it is there");
    assert_eq!(place, root.join("target/fixtures"));
    let named = PathBuf::from(lines[2]);
    assert!(named.is_absolute());
    assert_eq!(named.canonicalize().expect("it is there"), root.join("others"));
    let message = checkout.fails(&["state_fixtures", "--fixtures", "missing"], 2);
    assert!(message.contains("missing: there is no such path"), "{message}");
}

#[test]
fn a_wrong_job_fails_the_command_and_writes_nothing() {
    let checkout = Checkout::new("broken");
    checkout.rows(&[("jump loop", 200.0, None)]);
    fs::write(checkout.0.join("broken"), "").expect("written");
    let message = checkout.fails(&["interpreter", "--json", "out.json", "--save", "bad"], 1);
    assert!(
        message.contains("jump loop") && message.contains("bench failed in suite: interpreter")
    );
    assert!(!checkout.0.join("out.json").exists());
    assert!(!checkout.0.join("target/eevm-bench/saved/bad.json").exists());
}

#[test]
fn rows_of_an_earlier_run_do_not_pass_for_new_ones() {
    let checkout = Checkout::new("stale");
    checkout.rows(&[("jump loop", 200.0, None)]);
    checkout.passes(&["interpreter"]);
    fs::remove_file(checkout.0.join("rows.json")).expect("removed");
    checkout.fails(&["interpreter"], 1);
    checkout.rows(&[]);
    assert!(checkout.fails(&["interpreter"], 1).contains("wrote no rows"));
}

#[test]
fn against_a_peer_names_the_mean_and_the_worst() {
    let checkout = Checkout::new("against");
    checkout.rows(&[("jump loop", 10.0, Some(4.0)), ("keccak", 10.0, Some(1.0))]);
    let text =
        checkout.passes(&["interpreter", "--quick", "--against", "revm", "--json", "o.json"]);
    assert!(text.contains("against revm: geometric mean of 2 jobs 2.00"), "{text}");
    assert!(text.contains("1.00  interpreter: keccak"), "{text}");
    assert_eq!(json(&checkout.0.join("o.json"))[0]["peer"]["ratio"], 4.0);
    let calls = checkout.calls();
    assert!(calls.starts_with("run --release --manifest-path "), "{calls}");
    assert!(calls.contains("target/peers -- interpreter --quick --json "), "{calls}");

    checkout.rows(&[("keccak", 10.0, None)]);
    let message = checkout.fails(&["interpreter", "--against", "revm"], 1);
    assert!(message.contains("row `keccak` has no peer"), "{message}");
}

#[test]
fn bad_arguments_run_nothing() {
    let checkout = Checkout::new("arguments");
    checkout.fails(&["interpreter", "--compare", "never"], 2);
    checkout.fails(&["interpreter", "--json", "missing/out.json"], 2);
    checkout.fails(&["interpreter", "--json", "benches"], 2);
    assert_eq!(checkout.calls(), "");
}
