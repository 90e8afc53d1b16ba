//! Samples of time by Linux perf, over many more iterations than callgrind needs.

use super::{Hot, ITERATIONS, OPCODES, float, heading, measure, table};
use crate::failure::Failure;
use std::path::Path;
use std::process::Command;

/// Samples need time: this many times the iterations of the exact count.
const TIMES: u64 = 3_000;

/// Records, reports, and counts instructions where the machine can.
pub(super) fn run(program: &Path, folder: &Path) -> Result<(), Failure> {
    let iterations = ITERATIONS * TIMES;
    let data = folder.join("perf.data");
    eprintln!("perf: {iterations} iterations of {}", program.display());
    let mut record = Command::new("perf");
    record.args(["record", "--quiet", "-o"]).arg(&data);
    record.arg("--").arg(program).arg(iterations.to_string());
    measure(&mut record, program)?;
    let mut report = Command::new("perf");
    report.args(["report", "--stdio", "--quiet", "--fields=overhead,symbol", "-i"]).arg(&data);
    let hot = parse_report(&measure(&mut report, &data)?);
    if hot.is_empty() {
        return Err(Failure::failed("perf took no sample"));
    }
    println!("{}", heading(iterations));
    match instructions(program, iterations)? {
        Some(count) => println!("{count:.2} machine instructions per EVM opcode, start included\n"),
        None => println!("this machine does not count instructions; `--tool callgrind` does\n"),
    }
    print!("{}", table(&hot));
    Ok(())
}

/// Instructions per EVM opcode by the hardware counter, if there is one.
fn instructions(program: &Path, iterations: u64) -> Result<Option<f64>, Failure> {
    let mut stat = Command::new("perf");
    stat.args(["stat", "--field-separator", ",", "--log-fd", "1", "-e", "instructions:u", "--"]);
    stat.arg(program).arg(iterations.to_string());
    let text = measure(&mut stat, program)?;
    Ok(parse_stat(&text).map(|count| float(count) / float(iterations * OPCODES)))
}

/// Reads lines `   12.34%  [.] function`.
fn parse_report(text: &str) -> Vec<Hot> {
    let row = |line: &str| {
        let (share, name) = line.trim().split_once('%')?;
        let name = name.trim();
        let name =
            name.strip_prefix('[').and_then(|rest| rest.split_once("] ")).map_or(name, |r| r.1);
        let share = share.parse::<f64>().ok()? / 100.0;
        Some(Hot { name: name.to_owned(), share, per_opcode: None })
    };
    text.lines().filter_map(row).collect()
}

/// Reads the line `123456,,instructions:u,…`; a machine without counter has text there.
fn parse_stat(text: &str) -> Option<u64> {
    text.lines().find(|line| line.contains("instructions"))?.split(',').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read() {
        let text = "\n    80.25%  [.] eevm_interpreter::add\n     0.50%  [k] 0xffffffff\n\n";
        let hot = parse_report(text);
        let rows: Vec<_> = hot.iter().map(|row| (&*row.name, row.share)).collect();
        assert_eq!(rows, [("eevm_interpreter::add", 0.8025), ("0xffffffff", 0.005)]);
    }

    #[test]
    fn counters_are_read_or_missing() {
        assert_eq!(parse_stat("12345,,instructions:u,100,100.00,,\n"), Some(12_345));
        assert_eq!(parse_stat("<not supported>,,instructions:u,0,100.00,,\n"), None);
        assert_eq!(parse_stat(""), None);
    }
}
