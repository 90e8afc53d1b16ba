//! Integration tests of the interpreter alone: every instruction through both dispatchers.

mod arithmetic;
mod borders;
mod code_end;
mod effects;
mod environment;
mod extremes;
mod support;
mod vectors;
mod world;
