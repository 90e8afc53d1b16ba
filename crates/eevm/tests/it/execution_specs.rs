//! Every case of `fixtures/execution_specs` on every fork: what execution-specs says, we say.
//!
//! Each case runs three times: with each dispatch, and watched by an inspector.
//! `EEVM_EXECUTION_SPECS` may name more files of the same format, separated by colons.

mod accounts;
mod model;
mod replay;
mod result;

use replay::replay;
use std::path::{Path, PathBuf};

#[test]
fn opcodes() {
    check("opcodes", 4_000);
}

#[test]
fn storage() {
    check("storage", 300);
}

#[test]
fn calls() {
    check("calls", 2_000);
}

#[test]
fn creates() {
    check("creates", 700);
}

#[test]
fn halts() {
    check("halts", 1_500);
}

#[test]
fn precompiles() {
    check("precompiles", 150);
}

#[test]
fn precompiles_later() {
    check("precompiles_later", 600);
}

#[test]
fn random() {
    check("random", 400);
}

#[test]
fn files_named_by_the_environment() {
    let Some(paths) = std::env::var_os("EEVM_EXECUTION_SPECS") else { return };
    for path in std::env::split_paths(&paths) {
        replay(&model::read(&path)).unwrap_or_else(|differences| panic!("{differences}"));
    }
}

/// A file that says something else is noticed, whatever the part.
#[test]
fn a_wrong_expectation_is_noticed() {
    let path = fixture("storage");
    let wrong: [fn(&mut model::Document); 5] = [
        |document| document.cases[0].results[0].gas_used += 1,
        |document| document.cases[0].results[0].effect = 0,
        |document| document.effects.iter_mut().for_each(|effect| effect.refund_counter += 1),
        |document| document.effects.iter_mut().for_each(|effect| effect.output = "00".into()),
        |document| document.effects.iter_mut().for_each(|effect| effect.post.clear()),
    ];
    for change in wrong {
        let mut document = model::read(&path);
        document.cases.truncate(20);
        assert!(replay(&document).is_ok());
        change(&mut document);
        assert!(replay(&document).is_err());
    }
}

/// Replays a file that has to hold at least `cases` cases.
#[track_caller]
fn check(name: &str, cases: usize) {
    let document = model::read(&fixture(name));
    assert!(document.cases.len() >= cases, "{name}: only {} cases", document.cases.len());
    let runs = replay(&document).unwrap_or_else(|differences| panic!("{differences}"));
    assert!(runs >= cases, "{name}: only {runs} runs");
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures/execution_specs")
        .join(name)
        .with_extension("json.gz")
}
