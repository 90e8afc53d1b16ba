//! What came of a comparison, as text.

use crate::differential::compare::{Options, Summary};
use alloc::{format, string::String, vec::Vec};
use core::fmt::Write as _;
use std::time::Duration;

/// What is run.
pub(super) fn heading(peer: &str, options: &Options) -> String {
    let Options { seed, first, cases, forks, .. } = options;
    let names: Vec<_> = forks.iter().map(|fork| fork.name()).collect();
    format!(
        "eevm against {peer}: seed {seed}, {cases} cases from {first}, forks {}",
        names.join(" ")
    )
}

/// What came of it.
pub(super) fn text(summary: &Summary, time: Duration) -> String {
    let Summary { cases, steps, forks, outcomes, excused, differences } = summary;
    let mut text = String::new();
    for (fork, count) in forks {
        let _ = writeln!(text, "  {:<18} {count:>9}", fork.name());
    }
    for (outcome, count) in outcomes {
        let _ = writeln!(text, "  {count:>9} {outcome}");
    }
    for (reason, count) in excused {
        let _ = writeln!(text, "  {count:>9} left out of the comparison: {reason}");
    }
    let seconds = time.as_secs_f64();
    let _ = writeln!(
        text,
        "{cases} cases, {steps} instructions traced, {} differences, {seconds:.1} s",
        differences.len()
    );
    text
}
