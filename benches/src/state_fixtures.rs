//! The state fixtures: long state tests, each run once, checked by its state root and logs.
//!
//! Of every fixture the case that uses most gas counts, of the newest fork that it is filled for.

mod cases;
mod fixture;
mod progress;
mod run;
mod set;
mod table;

pub use cases::{Chosen, FixtureError, Loaded, break_root, heaviest, load};
pub use fixture::{FIXTURES, Fixture, Seed};
pub use progress::watched;
pub use run::{End, Run, Runner};
pub use set::{Origin, Set};
pub use table::{LEGEND, Measured, to_rows, to_table};
