//! Arithmetic against go-ethereum's test vectors, kept outside this repository.

use crate::support::{Setting, apply};
use eevm_bytecode::opcode;
use eevm_primitives::U256;
use std::path::PathBuf;

const NAMES: [&str; 21] = [
    "add", "and", "byte", "div", "eq", "exp", "gt", "lt", "mod", "mul", "or", "sar", "sdiv", "sgt",
    "shl", "shr", "signext", "slt", "smod", "sub", "xor",
];

/// The folder of the vectors, or `None` with a message where there is none.
#[expect(clippy::print_stderr, reason = "a test that does not look says so")]
fn folder() -> Option<PathBuf> {
    let root = std::env::var_os("EEVM_FIXTURES").filter(|root| !root.is_empty());
    if root.is_none() {
        eprintln!(
            "EEVM_FIXTURES is not set: opcode vectors do not run, edge values in arithmetic.rs do"
        );
    }
    Some(PathBuf::from(root?).join("vectors/opcodes/geth"))
}

#[test]
fn every_vector_of_every_operation() {
    let Some(folder) = folder() else { return };
    let setting = Setting::default();
    let mut count = 0;
    for name in NAMES {
        let path = folder.join(format!("testcases_{name}.json"));
        let text = std::fs::read_to_string(&path).expect("every operation has its vectors");
        let cases: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
        let mnemonic = if name == "signext" { "SIGNEXTEND".into() } else { name.to_uppercase() };
        let op = opcode::by_name(&mnemonic).unwrap().opcode;
        for case in &cases {
            let field = |key: &str| U256::from_str_radix(case[key].as_str().unwrap(), 16).unwrap();
            let (x, y) = (field("X"), field("Y"));
            // X is pushed first, so Y is the top.
            let got = setting.top(&apply(op, &[y, x]));
            assert_eq!(got, field("Expected"), "{name} of top {y:#x}, below {x:#x}");
            count += 1;
        }
    }
    assert!(count > 21 * 60, "{count} vectors are too few");
}
