//! Integration tests of the memory arena.

mod basics;
mod model;
