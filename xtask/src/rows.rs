//! The rows every suite writes: one JSON object a job, the same fields for all suites.

use crate::failure::Failure;
use serde_json::Value;
use std::path::Path;

/// One job of a suite, as measured.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    /// The suite's name.
    pub suite: String,
    /// The job's name.
    pub name: String,
    /// Nanoseconds per run.
    pub ns: f64,
    /// Half of the samples of that lie between these; `None` in rows that do not say.
    pub quartiles_ns: Option<[f64; 2]>,
    /// The same job run by a peer, interleaved.
    pub peer: Option<Peer>,
    /// The whole row as it was written.
    pub json: Value,
}

/// What a peer needed for the same job.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Peer {
    /// The peer's name.
    pub engine: String,
    /// Nanoseconds per run.
    pub ns: f64,
    /// Peer's time divided by ours: above 1 we are faster.
    pub ratio: f64,
}

impl Row {
    /// Reads one row; `Err` names the field that is missing or of the wrong type.
    fn from_json(json: &Value) -> Result<Self, &'static str> {
        for number in ["gas", "ns", "ips", "mgas_per_s", "memory_bytes"] {
            if !json[number].is_number() {
                return Err(match number {
                    "gas" => "gas",
                    "ns" => "ns",
                    "ips" => "ips",
                    "mgas_per_s" => "mgas_per_s",
                    _ => "memory_bytes",
                });
            }
        }
        let peer = match &json["peer"] {
            Value::Null => None,
            peer => Some(Peer {
                engine: peer["engine"].as_str().ok_or("peer.engine")?.to_owned(),
                ns: peer["ns"].as_f64().ok_or("peer.ns")?,
                ratio: peer["ratio"].as_f64().filter(|r| *r > 0.0).ok_or("peer.ratio")?,
            }),
        };
        Ok(Self {
            suite: json["suite"].as_str().ok_or("suite")?.to_owned(),
            name: json["name"].as_str().ok_or("name")?.to_owned(),
            ns: json["ns"].as_f64().filter(|ns| *ns > 0.0).ok_or("ns")?,
            quartiles_ns: quartiles(&json["quartiles_ns"])?,
            peer,
            json: json.clone(),
        })
    }
}

/// Two positive numbers in order; rows that were kept before there was this field have none.
fn quartiles(json: &Value) -> Result<Option<[f64; 2]>, &'static str> {
    if json.is_null() {
        return Ok(None);
    }
    match json.as_array().map(|list| list.iter().map(Value::as_f64).collect::<Vec<_>>()).as_deref()
    {
        Some(&[Some(low), Some(high)]) if 0.0 < low && low <= high => Ok(Some([low, high])),
        _ => Err("quartiles_ns"),
    }
}

/// Reads a file of rows.
pub(crate) fn read(path: &Path) -> Result<Vec<Row>, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::failed(format!("cannot read {}: {error}", path.display())))?;
    parse(&text).map_err(|why| Failure::failed(format!("{}: {why}", path.display())))
}

/// Reads a JSON list of rows.
fn parse(text: &str) -> Result<Vec<Row>, String> {
    let json: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let list = json.as_array().ok_or("not a JSON list of rows")?;
    let row = |(index, json)| {
        Row::from_json(json)
            .map_err(|field| format!("row {index} has no proper `{field}` (counted from 0)"))
    };
    list.iter().enumerate().map(row).collect()
}

/// The rows as a JSON list, one row a line.
pub(crate) fn to_json(rows: &[Row]) -> String {
    let lines: Vec<_> = rows.iter().map(|row| format!("  {}", row.json)).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use serde_json::json;

    /// A row as a suite would write it.
    pub(crate) fn row(name: &str, ns: f64, ratio: Option<f64>) -> Row {
        let peer = ratio.map(|r| json!({"engine": "revm", "ns": ns * r, "ratio": r}));
        let json = json!({
            "suite": "interpreter", "name": name, "gas": 100, "ns": ns, "ips": 1e9 / ns,
            "mgas_per_s": 1e5 / ns, "memory_bytes": 0, "peer": peer,
        });
        Row::from_json(&json).expect("a whole row")
    }

    #[test]
    fn what_is_written_reads_back() {
        let rows = [row("a", 10.0, None), row("b: with \"quotes\"", 2.5, Some(1.5))];
        assert_eq!(parse(&to_json(&rows)), Ok(rows.to_vec()));
        assert_eq!(parse(&to_json(&[])), Ok(vec![]));
    }

    #[test]
    fn quartiles_may_be_missing_but_not_wrong() {
        let mut rows = [row("a", 10.0, None)];
        assert_eq!(rows[0].quartiles_ns, None);
        rows[0].json["quartiles_ns"] = json!([9.5, 11.0]);
        let read = parse(&to_json(&rows)).expect("whole rows");
        assert_eq!(read[0].quartiles_ns, Some([9.5, 11.0]));
        for bad in [json!([9.5]), json!([11.0, 9.5]), json!([0.0, 1.0]), json!("9"), json!([1, ""])]
        {
            rows[0].json["quartiles_ns"] = bad;
            let message = parse(&to_json(&rows)).expect_err("no quartiles");
            assert!(message.contains("row 0 has no proper `quartiles_ns`"), "{message}");
        }
    }

    #[test]
    fn a_bad_row_is_named() {
        for field in ["suite", "name", "gas", "ns", "ips", "mgas_per_s", "memory_bytes"] {
            let mut bad = row("a", 10.0, None).json;
            bad[field] = Value::Null;
            let text = Value::Array(vec![row("fine", 1.0, None).json, bad]).to_string();
            let message = parse(&text).expect_err("a field is missing");
            assert!(message.contains("row 1") && message.contains(field), "{message}");
        }
        assert!(parse("{}").is_err());
        assert!(parse("[").is_err());
    }
}
