//! Integration tests: published vectors, own vectors, and property tests against other libraries.

mod call;
mod fixtures;
