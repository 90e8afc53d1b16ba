//! Results of a suite: a table to read, CSV and JSON to keep.

use serde_json::{Value, json};
use std::{fmt::Write, fs, io, path::Path};

/// The result of one job.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The suite.
    pub suite: &'static str,
    /// The job's name in reports.
    pub name: String,
    /// Gas of one run.
    pub gas: u64,
    /// Time of one run, in nanoseconds.
    pub ns: f64,
    /// Half of the samples of that time lie between these; `None` where it is no median of samples.
    pub quartiles_ns: Option<[f64; 2]>,
    /// Bytes allocated in one run by an engine that is warm.
    pub memory_bytes: u64,
    /// The same job in another engine.
    pub peer: Option<Peer>,
}

/// What another engine took.
#[derive(Debug, Clone, PartialEq)]
pub struct Peer {
    /// Its name and version.
    pub engine: String,
    /// Its time of one run, in nanoseconds.
    pub ns: f64,
    /// Its time divided by ours: above 1, ours is faster.
    pub ratio: f64,
    /// Half of the ratios of the turns lie between these; `None` where there were no turns.
    pub ratio_quartiles: Option<[f64; 2]>,
}

impl Row {
    /// Runs per second.
    #[must_use]
    pub fn ips(&self) -> f64 {
        1e9 / self.ns
    }

    /// Millions of gas per second.
    #[must_use]
    pub fn mgas_per_s(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "gas of a run is far below 2^53")]
        let gas = self.gas as f64;
        gas * 1e3 / self.ns
    }

    fn json(&self) -> Value {
        json!({
            "suite": self.suite,
            "name": self.name,
            "gas": self.gas,
            "ns": self.ns,
            "quartiles_ns": self.quartiles_ns,
            "ips": self.ips(),
            "mgas_per_s": self.mgas_per_s(),
            "memory_bytes": self.memory_bytes,
            "peer": self.peer.as_ref().map(|peer| {
                json!({
                    "engine": peer.engine,
                    "ns": peer.ns,
                    "ratio": peer.ratio,
                    "ratio_quartiles": peer.ratio_quartiles,
                })
            }),
        })
    }

    fn csv(&self) -> String {
        let name = self.name.replace('"', "\"\"");
        let (ips, mgas_per_s) = (self.ips(), self.mgas_per_s());
        let peer = self.peer.as_ref().map_or_else(
            || ",,".to_owned(),
            |peer| format!("\"{}\",{:.1},{:.4}", peer.engine, peer.ns, peer.ratio),
        );
        let pair = |quartiles: Option<[f64; 2]>, digits: usize| {
            let text = quartiles.map(|[low, high]| format!("{low:.digits$},{high:.digits$}"));
            text.unwrap_or_else(|| ",".to_owned())
        };
        let ratio_quartiles = self.peer.as_ref().and_then(|peer| peer.ratio_quartiles);
        format!(
            "{},\"{name}\",{},{:.1},{ips:.3},{mgas_per_s:.3},{},{peer},{},{}",
            self.suite,
            self.gas,
            self.ns,
            self.memory_bytes,
            pair(self.quartiles_ns, 1),
            pair(ratio_quartiles, 4),
        )
    }
}

/// The rows as a JSON list.
#[must_use]
pub fn to_json(rows: &[Row]) -> String {
    let rows: Vec<Value> = rows.iter().map(Row::json).collect();
    format!("{:#}\n", Value::from(rows))
}

/// The rows as CSV with a head line.
#[must_use]
pub fn to_csv(rows: &[Row]) -> String {
    let mut text = "suite,name,gas,ns,ips,mgas_per_s,memory_bytes,peer_engine,peer_ns,ratio,\
                    quartile_1_ns,quartile_3_ns,ratio_quartile_1,ratio_quartile_3\n"
        .to_owned();
    for row in rows {
        text.push_str(&row.csv());
        text.push('\n');
    }
    text
}

/// Writes the rows to `path` as JSON or, where its name ends so, as CSV; makes its folder.
///
/// # Errors
/// The folder or the file cannot be written.
pub fn write(path: &Path, rows: &[Row]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let is_csv = path.extension().is_some_and(|extension| extension == "csv");
    fs::write(path, if is_csv { to_csv(rows) } else { to_json(rows) })
}

/// The rows as a table in Markdown, which is readable as it is; with the peer's columns if any
/// row has them.
#[must_use]
pub fn to_table(rows: &[Row]) -> String {
    let mut head = vec!["scenario", "gas/run", "ns/run", "ips", "Mgas/s", "memory/run"];
    let has_peer = rows.iter().any(|row| row.peer.is_some());
    if has_peer {
        head.extend(["peer", "peer ns/run", "ratio", "spread"]);
    }
    let mut lines = vec![head.into_iter().map(str::to_owned).collect::<Vec<String>>()];
    for row in rows {
        let mut line = vec![
            row.name.clone(),
            grouped(&row.gas.to_string()),
            significant(row.ns),
            significant(row.ips()),
            significant(row.mgas_per_s()),
            bytes(row.memory_bytes),
        ];
        match &row.peer {
            Some(peer) => {
                line.extend([peer.engine.clone(), significant(peer.ns)]);
                line.push(format!("{:.2}", peer.ratio));
                let spread = peer.ratio_quartiles;
                line.push(spread.map_or("-".into(), |[a, b]| format!("{a:.2}–{b:.2}")));
            }
            None if has_peer => line.extend(["none", "", "", ""].map(str::to_owned)),
            None => {}
        }
        lines.push(line);
    }
    align(&lines, &[0, 6])
}

/// A table in Markdown of lines that are all as long as the first, its head; the columns in `left`
/// begin at their left, numbers end at the right.
pub(crate) fn align(lines: &[Vec<String>], left: &[usize]) -> String {
    let is_left = |column: usize| left.contains(&column);
    let columns = lines.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut table = String::new();
    for (number, line) in lines.iter().enumerate() {
        for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
            // Writing to a string does not fail.
            let _ = if is_left(column) {
                write!(table, "| {cell:<width$} ")
            } else {
                write!(table, "| {cell:>width$} ")
            };
        }
        table.push_str("|\n");
        if number == 0 {
            for (column, &width) in widths.iter().enumerate() {
                let end = if is_left(column) { '-' } else { ':' };
                let _ = write!(table, "|-{}{end}", "-".repeat(width));
            }
            table.push_str("|\n");
        }
    }
    table
}

/// Digits in groups of three.
pub(crate) fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with about four significant digits.
pub(crate) fn significant(number: f64) -> String {
    if number >= 1000.0 {
        grouped(&format!("{number:.0}"))
    } else if number >= 100.0 {
        format!("{number:.1}")
    } else {
        format!("{number:.2}")
    }
}

fn bytes(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{} B", grouped(&bytes.to_string())),
        10_000..10_240_000 => format!("{} KiB", grouped(&(bytes / 1024).to_string())),
        _ => format!("{} MiB", grouped(&(bytes / 1024 / 1024).to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> [Row; 2] {
        let row = Row {
            suite: "interpreter",
            name: "compute: jump loop (100k)".into(),
            gas: 2_600_003,
            ns: 1_300_001.5,
            quartiles_ns: Some([1_300_000.5, 1_300_002.0]),
            memory_bytes: 11_264,
            peer: None,
        };
        let peer = Peer {
            engine: "revm 43.0.3, blst".into(),
            ns: 2_600_003.0,
            ratio: 2.0,
            ratio_quartiles: Some([1.9, 2.125]),
        };
        [row.clone(), Row { name: "a \"b\", c".into(), peer: Some(peer), ..row }]
    }

    #[test]
    fn rates_follow_from_gas_and_time() {
        let [row, _] = rows();
        assert!((row.mgas_per_s() - 2000.0).abs() < 1e-9);
        assert!((row.ips() - 769.229_882).abs() < 1e-6);
    }

    #[test]
    fn json_has_the_same_keys_for_every_row() {
        let parsed: Value = serde_json::from_str(&to_json(&rows())).unwrap();
        assert_eq!(parsed[0]["peer"], Value::Null);
        assert_eq!(parsed[0]["gas"], 2_600_003);
        assert_eq!(parsed[0]["memory_bytes"], 11_264);
        assert_eq!(parsed[1]["peer"]["ratio"], 2.0);
        assert_eq!(parsed[1]["quartiles_ns"], json!([1_300_000.5, 1_300_002.0]));
        assert_eq!(parsed[1]["peer"]["ratio_quartiles"], json!([1.9, 2.125]));
        let keys = |row: &Value| row.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&parsed[0]), keys(&parsed[1]));
    }

    #[test]
    fn csv_quotes_names_and_fills_every_column() {
        let csv = to_csv(&rows());
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines[0].matches(',').count(), lines[1].matches(',').count());
        assert!(lines[2].starts_with("interpreter,\"a \"\"b\"\", c\",2600003,1300001.5,769.230,"));
        let peer = ",11264,\"revm 43.0.3, blst\",2600003.0,2.0000";
        assert!(lines[2].ends_with(&format!("{peer},1300000.5,1300002.0,1.9000,2.1250")));
        assert!(lines[1].ends_with(",11264,,,,1300000.5,1300002.0,,"));
    }

    #[test]
    fn the_table_is_aligned_and_has_peers_only_when_there_are_any() {
        let table = to_table(&rows());
        let widths: Vec<usize> = table.lines().map(|line| line.chars().count()).collect();
        assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{table}");
        assert!(
            table.contains("| 2,600,003 | 1,300,002 | 769.2 |  2,000 |     11 KiB |"),
            "{table}"
        );
        assert!(table.contains("|  2.00 | 1.90–2.12 |"), "{table}");
        assert!(!to_table(&rows()[..1]).contains("ratio"));
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped("1"), "1");
        assert_eq!(grouped("123456"), "123,456");
        assert_eq!(grouped("1234567"), "1,234,567");
        assert_eq!(significant(0.1234), "0.12");
        assert_eq!(bytes(9_999), "9,999 B");
        assert_eq!(bytes(20 << 20), "20 MiB");
    }
}
