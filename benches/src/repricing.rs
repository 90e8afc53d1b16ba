//! The table that repriced the precompiles of the curve `alt_bn128` (EIP-1108), for this machine.
//!
//! Its names are those of the tables it follows, which compared every precompile with ECRECOVER:
//! what has no vector of that name has an input of the same shape, made by ourselves.

mod vectors;

pub use vectors::{Origin, calls};

use crate::{
    report::{Row, align, grouped, significant},
    svg,
};
use std::fmt::Write;

/// The row that the others are compared with.
const ECRECOVER: &str = "ecrecover";
/// Where the names of pairing checks begin that are made for the fit.
const PAIRS: &str = "pairs_";
/// Gas that is to be burned in a second where the column says so.
const TARGET_GAS_PER_S: f64 = 1e7;

/// A measured table.
#[derive(Debug, Clone)]
pub struct Table<'a> {
    rows: &'a [Row],
    ecrecover: &'a Row,
}

/// Gas as a function of the number of pairs: `base + per_pair · n`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Gas whatever the number of pairs.
    pub base: f64,
    /// Gas of each pair.
    pub per_pair: f64,
}

impl<'a> Table<'a> {
    /// The table of rows whose names are vectors'; `None` without ECRECOVER among them.
    #[must_use]
    pub fn new(rows: &'a [Row]) -> Option<Self> {
        let ecrecover = rows.iter().find(|row| row.name == ECRECOVER)?;
        Some(Self { rows, ecrecover })
    }

    /// Gas that makes a row as dear for its time as ECRECOVER is for its own.
    fn ecrecover_equivalent(&self, row: &Row) -> f64 {
        row.ns / self.ecrecover.ns * gas(self.ecrecover)
    }

    fn cost_of(&self, name: &str) -> Option<f64> {
        self.rows.iter().find(|row| row.name == name).map(|row| self.ecrecover_equivalent(row))
    }

    /// Pairs and ECRECOVER-equivalent gas of the checks that are made for the fit.
    #[must_use]
    pub fn costs_by_pairs(&self) -> Vec<(f64, f64)> {
        let cost = |row: &Row| {
            let pairs = row.name.strip_prefix(PAIRS)?.parse().ok()?;
            Some((pairs, self.ecrecover_equivalent(row)))
        };
        self.rows.iter().filter_map(cost).collect()
    }

    /// The rows in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let head = HEAD.map(str::to_owned).to_vec();
        let line = |row: &Row| {
            vec![
                row.name.clone(),
                grouped(&row.gas.to_string()),
                significant(row.ns),
                significant(row.mgas_per_s()),
                significant(gas_at_target(row)),
                significant(self.ecrecover_equivalent(row)),
            ]
        };
        let lines: Vec<_> = std::iter::once(head).chain(self.rows.iter().map(line)).collect();
        align(&lines, &[0])
    }

    /// The rows as CSV with a head line.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = "name,gas,ns,mgas_per_s,gas_for_10_mgas_per_s,gas_ecrecover_eq\n".to_owned();
        for row in self.rows {
            let (ns, rate) = (row.ns, row.mgas_per_s());
            let (target, equivalent) = (gas_at_target(row), self.ecrecover_equivalent(row));
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "{},{},{ns:.1},{rate:.3},{target:.2},{equivalent:.2}",
                row.name, row.gas
            );
        }
        text
    }

    /// The lines below the table: the cost of 1 and 10 pairings, and the price that follows.
    #[must_use]
    pub fn conclusion(&self) -> String {
        let mut text = String::new();
        let one = self.cost_of("alt_bn128_pairing_one_point");
        let ten = self.cost_of("alt_bn128_pairing_ten_point_match_1");
        if let (Some(one), Some(ten)) = (one, ten) {
            let Fit { base, per_pair } = Fit::through((1.0, one), (10.0, ten));
            let _ = write!(
                text,
                "ecrecover-equivalent cost of 1 pairing   {one:.0} gas (one pair of points other \
                 than infinity never gives one: the points are checked, no pairing is computed)\n\
                 ecrecover-equivalent cost of 10 pairings {ten:.0} gas\n\
                 through these two: A + B·n with A = {base:.0}, B = {per_pair:.0}\n"
            );
        }
        if let Some(Fit { base, per_pair }) = Fit::least_squares(&self.costs_by_pairs()) {
            let _ = writeln!(
                text,
                "least squares over 2, 4, 6, 8, 10 pairs: A + B·n with A = {base:.0}, \
                 B = {per_pair:.0} (EIP-1108 has 45,000 and 34,000)"
            );
        }
        text
    }

    /// The plot of cost against pairs.
    #[must_use]
    pub fn plot_of_pairs(&self) -> String {
        let points = self.costs_by_pairs();
        let line = Fit::least_squares(&points).map(|fit| (fit.at(0.0), fit.at(10.0)));
        svg::scatter(
            "bn254 pairing check: ecrecover-equivalent gas against pairs",
            "pairs",
            "gas",
            &points,
            line.map(|(start, end)| [(0.0, start), (10.0, end)]),
        )
    }
}

impl Fit {
    /// The line through two points.
    #[must_use]
    pub fn through(a: (f64, f64), b: (f64, f64)) -> Self {
        let per_pair = (b.1 - a.1) / (b.0 - a.0);
        Self { base: a.1 - per_pair * a.0, per_pair }
    }

    /// The line with the least squared distance; `None` of fewer than two points.
    #[must_use]
    pub fn least_squares(points: &[(f64, f64)]) -> Option<Self> {
        let sum = |f: fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>();
        let (n, x, y) = (sum(|_| 1.0), sum(|p| p.0), sum(|p| p.1));
        let (xx, xy) = (sum(|p| p.0 * p.0), sum(|p| p.0 * p.1));
        let divisor = n * xx - x * x;
        if points.len() < 2 || divisor == 0.0 {
            return None;
        }
        let per_pair = (n * xy - x * y) / divisor;
        Some(Self { base: (y - per_pair * x) / n, per_pair })
    }

    /// Gas of `pairs` pairs.
    #[must_use]
    pub fn at(&self, pairs: f64) -> f64 {
        self.base + self.per_pair * pairs
    }
}

/// The plot of Mgas/s by row, of any suite.
#[must_use]
pub fn plot_of_rates(rows: &[Row]) -> String {
    let bars: Vec<_> = rows
        .iter()
        .filter(|row| row.gas > 0)
        .map(|row| (row.name.as_str(), row.mgas_per_s()))
        .collect();
    svg::bars("Mgas/s, logarithmic", &bars)
}

const HEAD: [&str; 6] = [
    "name",
    "gas cost",
    "time (ns)",
    "Mgas/s",
    "gas cost for 10 Mgas/s",
    "gas cost for ECDSA equivalence",
];

fn gas_at_target(row: &Row) -> f64 {
    row.ns / 1e9 * TARGET_GAS_PER_S
}

#[expect(clippy::cast_precision_loss, reason = "gas of a run is far below 2^53")]
fn gas(row: &Row) -> f64 {
    row.gas as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, gas: u64, ns: f64) -> Row {
        let name = name.to_owned();
        Row { suite: "repricing", name, gas, ns, quartiles_ns: None, memory_bytes: 0, peer: None }
    }

    #[test]
    fn columns_are_those_of_the_published_table() {
        // Its figures of May 2019.
        let rows = [
            row("ecrecover", 3_000, 116_640.0),
            row("alt_bn128_pairing_one_point", 180_000, 3_036_800.0),
            row("alt_bn128_pairing_ten_point_match_1", 900_000, 14_663_000.0),
        ];
        let table = Table::new(&rows).unwrap();
        let csv = table.csv();
        assert!(csv.contains("ecrecover,3000,116640.0,25.720,1166.40,3000.00"), "{csv}");
        assert!(csv.contains("one_point,180000,3036800.0,59.273,30368.00,78107.00"), "{csv}");
        let text = table.conclusion();
        assert!(text.contains("A = 44882, B = 33225"), "{text}");
        assert!(Table::new(&rows[1..]).is_none());
    }

    #[test]
    fn a_line_is_found_in_its_points() {
        let points = [2.0, 4.0, 10.0].map(|n| (n, 45_000.0 + 34_000.0 * n));
        let fit = Fit::least_squares(&points).unwrap();
        assert!((fit.base - 45_000.0).abs() < 1e-3 && (fit.per_pair - 34_000.0).abs() < 1e-3);
        assert_eq!(Fit::least_squares(&points[..1]), None);
    }
}
