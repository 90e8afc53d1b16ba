//! Integration tests of the interpreter alone: every instruction through both dispatchers.
#![expect(clippy::unwrap_used, reason = "what fails in a helper fails the test that calls it")]

mod arithmetic;
mod borders;
mod code_end;
mod disassembly;
mod effects;
mod environment;
mod extremes;
mod gas;
mod million;
mod support;
mod vectors;
mod world;
