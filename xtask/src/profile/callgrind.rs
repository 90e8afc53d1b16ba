//! Exact instruction counts by callgrind: two runs of different length, one taken from the other,
//! so that start-up and clean-up cancel.

use super::{Hot, ITERATIONS, OPCODES, float, heading, measure, table};
use crate::bench::group;
use crate::failure::Failure;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Instructions by function, each function's own.
type Costs = BTreeMap<String, u64>;

/// Runs the program twice and prints the table of the difference.
pub(super) fn run(program: &Path, folder: &Path) -> Result<(), Failure> {
    eprintln!("callgrind: {ITERATIONS} and {} iterations of {}", ITERATIONS * 2, program.display());
    let once = counted(program, folder, ITERATIONS)?;
    let twice = counted(program, folder, ITERATIONS * 2)?;
    let (hot, instructions) = difference(&once, &twice);
    if instructions == 0 {
        return Err(Failure::failed("twice the iterations took no more instructions"));
    }
    let start_up = once.values().sum::<u64>().saturating_sub(instructions);
    println!("{}", heading(ITERATIONS));
    println!(
        "{} machine instructions, {:.2} per EVM opcode ({} more for start and end)\n",
        group(&instructions.to_string()),
        float(instructions) / float(ITERATIONS * OPCODES),
        group(&start_up.to_string())
    );
    print!("{}", table(&hot));
    Ok(())
}

/// One run of the program under callgrind.
fn counted(program: &Path, folder: &Path, iterations: u64) -> Result<Costs, Failure> {
    let out = folder.join(format!("callgrind.{iterations}.out"));
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--quiet"]);
    command.arg(format!("--callgrind-out-file={}", out.display()));
    command.arg(program).arg(iterations.to_string());
    measure(&mut command, program)?;
    let text = std::fs::read(&out)
        .map_err(|error| Failure::failed(format!("cannot read {}: {error}", out.display())))?;
    let costs = parse(&String::from_utf8_lossy(&text));
    if costs.is_empty() {
        return Err(Failure::failed(format!("{} names no function", out.display())));
    }
    Ok(costs)
}

/// What the second run cost more than the first, dearest function first, and its sum.
fn difference(once: &Costs, twice: &Costs) -> (Vec<Hot>, u64) {
    let more: Vec<_> = twice
        .iter()
        .map(|(name, cost)| (name, cost.saturating_sub(once.get(name).copied().unwrap_or(0))))
        .filter(|(_, cost)| *cost > 0)
        .collect();
    let sum: u64 = more.iter().map(|(_, cost)| cost).sum();
    let mut hot: Vec<_> = more
        .into_iter()
        .map(|(name, cost)| Hot {
            name: name.clone(),
            share: float(cost) / float(sum),
            per_opcode: Some(float(cost) / float(ITERATIONS * OPCODES)),
        })
        .collect();
    hot.sort_by(|a, b| b.share.total_cmp(&a.share));
    (hot, sum)
}

/// Reads callgrind's output format: the own cost of each function, calls left out.
fn parse(text: &str) -> Costs {
    let mut costs = Costs::new();
    let mut names = BTreeMap::new();
    let mut function = String::new();
    let mut line_of_call = false;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("fn=") {
            // A quote and a number mark deeper recursion, which sibling calls are taken for.
            let whole = resolved(name, &mut names);
            let plain = whole.trim_end_matches(|c: char| c.is_ascii_digit());
            function = plain.strip_suffix('\'').unwrap_or(&whole).to_owned();
        } else if let Some(name) = line.strip_prefix("cfn=") {
            // A name may be given its number where it is called, before its own section.
            resolved(name, &mut names);
        } else if line.starts_with("calls=") {
            line_of_call = true;
        } else if line.starts_with(|c: char| c.is_ascii_digit() || "+-*".contains(c)) {
            // `<line> <cost>`; the line after `calls=` carries the cost of the callee.
            let cost = line.split(' ').nth(1).and_then(|cost| cost.parse::<u64>().ok());
            if let (false, Some(cost)) = (line_of_call, cost) {
                *costs.entry(function.clone()).or_insert(0) += cost;
            }
            line_of_call = false;
        }
    }
    costs
}

/// `(12) name` gives the number 12 to a name, `(12)` repeats it; a plain name stands for itself.
fn resolved(text: &str, names: &mut BTreeMap<String, String>) -> String {
    let Some((number, name)) = text.strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
        return text.to_owned();
    };
    let name = name.trim_start();
    if name.is_empty() {
        return names.get(number).cloned().unwrap_or_else(|| format!("({number})"));
    }
    names.insert(number.to_owned(), name.to_owned());
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "\
# callgrind format
version: 1
events: Ir
fn=(1) main
16 400
cfn=(2) callee with spaces (and more)
calls=1 50
16 1000
+1 7
fn=(2)
51 100
* 5
fn=(3) main'2
20 1
fn=plain
20 3
totals: 516
";

    #[test]
    fn own_costs_are_summed_and_calls_are_not() {
        let costs = parse(SAMPLE);
        let expected = [("callee with spaces (and more)", 105), ("main", 408), ("plain", 3)];
        assert_eq!(costs, expected.map(|(name, cost)| (name.to_owned(), cost)).into());
    }

    #[test]
    fn start_up_cancels() {
        let once = [("start", 500), ("loop", 320_000)].map(|(n, c)| (n.to_owned(), c)).into();
        let twice = [("start", 500), ("loop", 640_000), ("grow", 80_000)]
            .map(|(n, c)| (n.to_owned(), c))
            .into();
        let (hot, sum) = difference(&once, &twice);
        assert_eq!(sum, 400_000);
        let rows: Vec<_> = hot.iter().map(|row| (&*row.name, row.share, row.per_opcode)).collect();
        assert_eq!(rows, [("loop", 0.8, Some(1.0)), ("grow", 0.2, Some(0.25))]);
    }
}
