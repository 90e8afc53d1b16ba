//! What `bench` prints over all suites: the comparison with kept rows, and the peers' summary.

use crate::rows::Row;
use std::fmt::Write as _;

/// How many of the worst jobs the summary names.
const WORST: usize = 5;

/// Old ns, new ns and ratio with its spread of every job that is in both runs; the others are named.
pub(super) fn comparison(old: &[Row], new: &[Row]) -> String {
    let same = |a: &Row, b: &Row| a.suite == b.suite && a.name == b.name;
    let width = new.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(3);
    let line = |name: &str, old: &str, new: &str, ratio: &str, spread: &str| {
        format!("{name:<width$}  {old:>14}  {new:>14}  {ratio:>7}  {spread}").trim_end().to_owned()
    };
    let mut text = format!("\n{}\n", line("job", "old ns", "new ns", "ratio", "spread"));
    let mut ratios = Vec::new();
    let mut within = 0_usize;
    for row in new {
        let line = if let Some(before) = old.iter().find(|before| same(before, row)) {
            let ratio = before.ns / row.ns;
            ratios.push(ratio);
            let spread = match ratio_spread(before, row) {
                Some([low, high]) if low <= 1.0 && 1.0 <= high => {
                    within += 1;
                    format!("({low:.3}–{high:.3}) within the spread")
                }
                Some([low, high]) => format!("({low:.3}–{high:.3})"),
                None => "(not kept)".to_owned(),
            };
            line(&row.name, &ns(before.ns), &ns(row.ns), &format!("{ratio:.3}"), &spread)
        } else {
            line(&row.name, "-", &ns(row.ns), "new", "")
        };
        let _ = writeln!(text, "{line}");
    }
    let suites: Vec<_> = new.iter().map(|row| &row.suite).collect();
    for gone in old.iter().filter(|row| suites.contains(&&row.suite)) {
        if !new.iter().any(|row| same(row, gone)) {
            let _ = writeln!(text, "not run now: {}", gone.name);
        }
    }
    match geometric_mean(&ratios) {
        Some(mean) => {
            let _ = writeln!(
                text,
                "geometric mean of {} jobs: {mean:.3} (old / new, above 1 is faster now); \
                 {within} differ by no more than their spread",
                ratios.len()
            );
        }
        None => text.push_str("no job is in both runs\n"),
    }
    text
}

/// The ratio's spread: the least and the greatest ratio of a quartile of the old samples to one of
/// the new.
fn ratio_spread(old: &Row, new: &Row) -> Option<[f64; 2]> {
    let ([old_low, old_high], [new_low, new_high]) = (old.quartiles_ns?, new.quartiles_ns?);
    Some([old_low / new_high, old_high / new_low])
}

/// The geometric mean of the ratios to the peer, and the worst jobs by name.
pub(super) fn summary(engine: &str, rows: &[Row]) -> String {
    let mut ranked: Vec<_> =
        rows.iter().filter_map(|row| Some((row.peer.as_ref()?, row))).collect();
    ranked.sort_by(|a, b| a.0.ratio.total_cmp(&b.0.ratio));
    let ratios: Vec<_> = ranked.iter().map(|(peer, _)| peer.ratio).collect();
    let Some(mean) = geometric_mean(&ratios) else {
        return "no job was run by both engines\n".to_owned();
    };
    let mut text = format!(
        "\nagainst {engine}: geometric mean of {} jobs {mean:.2} (peer's time / ours, above 1 we are faster)\n",
        ratios.len()
    );
    let _ = writeln!(text, "worst {}:", WORST.min(ranked.len()));
    for (peer, row) in ranked.iter().take(WORST) {
        let _ = writeln!(text, "  {:>7.2}  {}: {}", peer.ratio, row.suite, row.name);
    }
    text
}

/// The geometric mean of positive numbers; `None` of no number.
fn geometric_mean(numbers: &[f64]) -> Option<f64> {
    if numbers.is_empty() {
        return None;
    }
    let (sum, count) = numbers.iter().fold((0.0, 0.0), |(sum, n), x| (sum + x.ln(), n + 1.0));
    Some(f64::exp(sum / count))
}

/// Nanoseconds with groups of three digits; one digit after the point below 1,000.
fn ns(value: f64) -> String {
    if value < 1_000.0 {
        return format!("{value:.1}");
    }
    group(&format!("{value:.0}"))
}

/// Digits in groups of three.
pub(crate) fn group(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::tests::row;

    #[test]
    fn comparison_divides_old_by_new() {
        let old = [row("faster", 2_000.0, None), row("slower", 10.0, None), row("gone", 1.0, None)];
        let new =
            [row("faster", 1_000.0, None), row("slower", 40.0, None), row("added", 5.0, None)];
        let text = comparison(&old, &new);
        let line = |name: &str| text.lines().find(|line| line.starts_with(name)).map(str::to_owned);
        assert_eq!(
            line("faster").as_deref(),
            Some("faster           2,000           1,000    2.000  (not kept)")
        );
        assert_eq!(
            line("slower").as_deref(),
            Some("slower            10.0            40.0    0.250  (not kept)")
        );
        assert_eq!(
            line("added").as_deref(),
            Some("added                -             5.0      new")
        );
        assert!(text.contains("not run now: gone"), "{text}");
        assert!(text.contains("geometric mean of 2 jobs: 0.707"), "{text}");
    }

    #[test]
    fn a_ratio_has_its_spread_and_what_lies_within_is_marked() {
        let with = |name: &str, ns: f64, quartiles| {
            let mut row = row(name, ns, None);
            row.quartiles_ns = Some(quartiles);
            row
        };
        let old = [with("a", 100.0, [98.0, 103.0]), with("b", 100.0, [98.0, 103.0])];
        let new = [with("a", 80.0, [79.0, 84.0]), with("b", 99.0, [97.0, 101.0])];
        let text = comparison(&old, &new);
        assert!(text.contains("1.250  (1.167–1.304)\n"), "{text}");
        assert!(text.contains("1.010  (0.970–1.062) within the spread\n"), "{text}");
        assert!(text.contains("1 differ by no more than their spread"), "{text}");
    }

    #[test]
    fn nothing_in_common_is_said() {
        let text = comparison(&[row("a", 1.0, None)], &[row("b", 1.0, None)]);
        assert!(text.contains("no job is in both runs"), "{text}");
    }

    #[test]
    fn summary_names_the_worst_five_in_order() {
        let rows: Vec<_> = [4.0, 0.5, 2.0, 1.0, 0.25, 8.0]
            .iter()
            .map(|ratio| row(&format!("job {ratio}"), 10.0, Some(*ratio)))
            .collect();
        let text = summary("revm", &rows);
        assert!(text.contains("against revm: geometric mean of 6 jobs 1.41"), "{text}");
        let named: Vec<_> =
            text.lines().filter_map(|line| line.split_once("interpreter: ")).map(|l| l.1).collect();
        assert_eq!(named, ["job 0.25", "job 0.5", "job 1", "job 2", "job 4"]);
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!(group("1"), "1");
        assert_eq!(group("1000"), "1,000");
        assert_eq!(group("123456"), "123,456");
        assert_eq!(group("2700006"), "2,700,006");
    }
}
