//! What the compiler made of the handlers: each leaves by a jump, or a long frame would overflow
//! the native stack.
//!
//! The test executable itself is read, so `cargo test --release` looks at what cargo's release
//! profile makes of the crate.

mod checker;
mod image;

use checker::{Findings, inspect};
use eevm_bytecode::opcode::{RETURN, REVERT, SELFDESTRUCT, STOP, TABLE};
use eevm_interpreter::Dispatch;
use image::Image;
use std::collections::HashSet;

const HANDLER: &str = "eevm_interpreter8dispatch8threaded7handler";
const COLD_HANDLER: &str = "eevm_interpreter8dispatch8threaded12cold_handler";
const OTHERS: [&str; 6] = [
    "eevm_interpreter8dispatch8threaded14traced_handler",
    "eevm_interpreter8dispatch8threaded9undefined",
    "eevm_interpreter8dispatch8threaded15stack_underflow",
    "eevm_interpreter8dispatch8threaded14stack_overflow",
    "eevm_interpreter8dispatch8threaded10out_of_gas",
    "eevm_interpreter8dispatch8threaded6halted",
];
const TABLE_OF_HANDLERS: &str = "eevm_interpreter8dispatch8threaded8HANDLERS";

/// Whether this build has handlers to look at.
#[expect(clippy::print_stderr, reason = "a test that does not look says so")]
fn has_handlers() -> bool {
    if Dispatch::FASTEST == Dispatch::Threaded {
        return true;
    }
    eprintln!(
        "skipped: only the match loop is in this build (debug assertions, no optimisation, portable-dispatch or another target)"
    );
    false
}

/// A debug build has no handlers to disassemble, only the match loop: there the tests below pass
/// without looking, which this one owns up to.
#[test]
fn in_debug_builds_disassembly_is_skipped_because_only_the_match_loop_exists() {
    if cfg!(debug_assertions) {
        assert_eq!(Dispatch::FASTEST, Dispatch::Match);
        assert!(!has_handlers());
    }
}

#[test]
fn no_handler_calls_its_successor() {
    if !has_handlers() {
        return;
    }
    let image = Image::of_this_executable();
    let is_threaded = |name: &str| name.contains("eevm_interpreter8dispatch8threaded");
    let mut names: Vec<_> = vec![HANDLER, COLD_HANDLER];
    names.extend(OTHERS);
    let mut found = 0;
    for function in image.functions(|name| names.iter().any(|part| name.contains(part))) {
        let findings = inspect(&function, |slot| image.slot(slot));
        assert_eq!(findings.indirect_calls, [0_u64; 0], "indirect calls of {}", function.name);
        for target in findings.calls {
            let name = image.name_at(target).unwrap_or_default();
            let is_successor = is_threaded(name) && names.iter().any(|part| name.contains(part));
            assert!(!is_successor, "{} calls {name}", function.name);
        }
        found += 1;
    }
    let defined = TABLE.iter().flatten().count();
    assert!(found > defined, "{found} functions found");
}

/// Each entry of the table jumps on through the table, itself or after its slow half.
#[test]
fn every_handler_jumps_on() {
    if !has_handlers() {
        return;
    }
    let image = Image::of_this_executable();
    let table = image.symbol(TABLE_OF_HANDLERS);
    let entries: Vec<u64> = (0..256).map(|index| image.slot(table + 8 * index).unwrap()).collect();
    let undefined = entries[0xfe];
    let mut handlers = HashSet::new();
    for (opcode, &entry) in (0..=u8::MAX).zip(&entries) {
        let Some(info) = eevm_bytecode::opcode::info(opcode) else {
            assert_eq!(entry, undefined, "{opcode:#x} is undefined");
            continue;
        };
        assert_ne!(entry, undefined, "{} has a handler", info.name);
        handlers.insert(entry);
        let reached = reached_by_jumps(&image, entry);
        let jumps_on = reached.iter().any(|findings| findings.indirect_jumps > 0);
        let ends = [STOP, RETURN, REVERT, SELFDESTRUCT].contains(&opcode);
        assert!(jumps_on || ends, "{} never jumps to the next", info.name);
    }
    assert_eq!(
        image.functions(|name| name.contains(HANDLER)).len(),
        TABLE.iter().flatten().count()
    );
    assert!(handlers.len() > 140, "{} different handlers", handlers.len());
}

/// What is found in the function at `start` and in the threaded ones it jumps to.
fn reached_by_jumps(image: &Image, start: u64) -> Vec<Findings> {
    let mut seen = HashSet::new();
    let mut open = vec![start];
    let mut all = Vec::new();
    while let Some(address) = open.pop() {
        if !seen.insert(address) {
            continue;
        }
        let Some(function) = image.function_at(address) else { continue };
        if !function.name.contains("dispatch8threaded") {
            continue;
        }
        let findings = inspect(&function, |slot| image.slot(slot));
        open.extend(&findings.jumps_out);
        all.push(findings);
    }
    all
}
