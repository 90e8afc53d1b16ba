//! The table of the suite.

use super::{Chosen, Fixture, Seed};
use crate::report::{Peer, Row, align, grouped, significant};

/// A fixture's case with what was measured of it.
#[derive(Debug)]
pub struct Measured {
    /// The case, and its first run.
    pub chosen: Chosen,
    /// The same in another engine.
    pub peer: Option<Peer>,
    /// How many pairs of runs, ours and the peer's in turns, the figures are the medians of.
    pub pairs: usize,
}

/// What stands below the table.
pub const LEGEND: &str =
    "(Mgas/s in brackets: a frame halted and burnt the gas it had left, so compare seconds)";

/// The rows that every suite gives.
#[must_use]
pub fn to_rows(measured: &[Measured]) -> Vec<Row> {
    measured.iter().map(row).collect()
}

fn row(Measured { chosen, peer, .. }: &Measured) -> Row {
    Row {
        suite: "state_fixtures",
        name: chosen.fixture.name.to_owned(),
        gas: chosen.run.gas,
        ns: chosen.run.ns,
        quartiles_ns: None,
        memory_bytes: chosen.run.memory_bytes,
        peer: peer.clone(),
    }
}

/// The rows as a table in Markdown; with the forerunner's seconds where `has_seeds`, and with the
/// peer's where there is one.
#[must_use]
pub fn to_table(measured: &[Measured], has_seeds: bool) -> String {
    let mut head = vec!["fixture", "fork", "case", "gas used", "seconds", "Mgas/s"];
    let has_peer = measured.iter().any(|measured| measured.peer.is_some());
    if has_peer {
        head.extend(["peer", "peer seconds", "ratio", "pairs"]);
    }
    if has_seeds {
        head.push("seed");
    }
    head.push("end");
    let left: &[usize] = if has_peer { &[0, 1, 2, 6] } else { &[0, 1, 2] };
    let mut lines = vec![head.iter().map(|&cell| cell.to_owned()).collect::<Vec<String>>()];
    for measured in measured {
        let (row, chosen) = (row(measured), &measured.chosen);
        let mut line = vec![
            row.name.clone(),
            chosen.case.fork.to_string(),
            chosen.case.label.clone(),
            grouped(&row.gas.to_string()),
            seconds(row.ns),
            // Gas that is burnt is no work.
            if chosen.run.end.is_halt() {
                format!("({})", significant(row.mgas_per_s()))
            } else {
                significant(row.mgas_per_s())
            },
        ];
        if has_peer {
            line.extend(match &row.peer {
                Some(peer) => {
                    let ratio = format!("{:.2}", peer.ratio);
                    [peer.engine.clone(), seconds(peer.ns), ratio, measured.pairs.to_string()]
                }
                None => ["", "", "", ""].map(str::to_owned),
            });
        }
        if has_seeds {
            line.push(seed(chosen.fixture, row.gas));
        }
        line.push(chosen.run.end.to_string());
        lines.push(line);
    }
    align(&lines, left)
}

fn seconds(ns: f64) -> String {
    let seconds = ns / 1e9;
    if seconds >= 10.0 { format!("{seconds:.1}") } else { format!("{seconds:.6}") }
}

/// The forerunner's seconds, with its gas where that is another.
fn seed(fixture: &Fixture, gas: u64) -> String {
    match fixture.seed {
        None => "-".to_owned(),
        Some(Seed { gas: theirs, seconds }) if theirs == gas => format!("{seconds:.2}"),
        Some(Seed { gas: theirs, seconds }) => {
            format!("{seconds:.2} for {} gas", grouped(&theirs.to_string()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FIXTURES, Origin, heaviest, load};
    use super::*;

    /// The fixture with BLAKE2F, whose cases are short.
    fn measured(peer: Option<Peer>) -> Measured {
        let mut all = load(&Origin::own().path).unwrap();
        let index = all.iter().position(|loaded| loaded.fixture.name.ends_with("/CALLBlake2f"));
        let chosen = heaviest(all.swap_remove(index.unwrap())).unwrap();
        Measured { chosen, pairs: 3 * usize::from(peer.is_some()), peer }
    }

    #[test]
    fn the_table_has_what_was_measured_and_the_peer_if_there_is_one() {
        let alone = to_table(&[measured(None)], true);
        assert!(alone.contains("| d2 g2 v0 |   90,280 |"), "{alone}");
        assert!(alone.contains(" seed |") && !alone.contains("ratio"), "{alone}");
        let peer =
            Peer { engine: "peer 1".into(), ns: 12_345_678.0, ratio: 2.0, ratio_quartiles: None };
        let with_peer = to_table(&[measured(Some(peer))], false);
        assert!(
            with_peer.contains("| peer 1 |     0.012346 |  2.00 |     3 | success |"),
            "{with_peer}"
        );
        assert!(!with_peer.contains(" seed |"), "{with_peer}");
    }

    #[test]
    fn the_forerunners_figure_says_when_it_is_of_another_case() {
        let fixture = &FIXTURES[0];
        assert_eq!(seed(fixture, 250_000_000), "0.75");
        assert_eq!(seed(fixture, 1), "0.75 for 250,000,000 gas");
    }
}
