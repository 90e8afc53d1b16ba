//! Integration tests of code and programs.

mod cache;
