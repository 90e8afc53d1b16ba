//! Decides whether instructions dispatch by sibling calls (`eevm_threaded`).
//!
//! A handler ends by calling the next one. That costs no native stack only where the compiler
//! turns such a call into a jump, which LLVM does on x86-64 at optimisation level 1 and above.
//! The disassembly check in the tests holds this crate to it. Elsewhere the same instruction
//! bodies run in a loop around a `match`. With debug assertions on, checks inside the bodies keep
//! call frames alive, so the crate's code asks for their absence as well.

use std::env;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(eevm_threaded)");
    println!("cargo::rerun-if-changed=build.rs");
    let value = |name: &str| env::var(name).unwrap_or_default();
    let optimised = value("OPT_LEVEL") != "0";
    let target = value("CARGO_CFG_TARGET_ARCH") == "x86_64";
    let portable = env::var_os("CARGO_FEATURE_PORTABLE_DISPATCH").is_some();
    if optimised && target && !portable {
        println!("cargo::rustc-cfg=eevm_threaded");
    }
}
