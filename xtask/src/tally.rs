//! Counting tests: the closing lines of libtest, summed over many test programs.

use crate::failure::Failure;
use std::io::{BufRead as _, BufReader, Write as _};
use std::ops::AddAssign;
use std::process::{Command, ExitStatus, Stdio};

/// How many tests ran, and how.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
    /// Tests that were not run.
    pub ignored: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
    }
}

impl Tally {
    /// Reads a line `test result: ok. 2 passed; 0 failed; 1 ignored; …`.
    fn from_line(line: &str) -> Option<Self> {
        let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
        let mut tally = Self::default();
        for part in counts.split("; ") {
            match part.split_once(' ') {
                Some((number, "passed")) => tally.passed = number.parse().ok()?,
                Some((number, "failed")) => tally.failed = number.parse().ok()?,
                Some((number, "ignored")) => tally.ignored = number.parse().ok()?,
                _ => {}
            }
        }
        Some(tally)
    }

    /// Reads the last line of `conformance`: `2 passed, 0 failed, 1 skipped`.
    fn from_conformance(line: &str) -> Option<Self> {
        let mut counts = line.split(", ");
        let mut count =
            |name: &str| counts.next()?.strip_suffix(name)?.strip_suffix(' ')?.parse().ok();
        let (passed, failed) = (count("passed")?, count("failed")?);
        let ignored = count("skipped")?;
        counts.next().is_none().then_some(Self { passed, failed, ignored })
    }
}

/// Runs a program, passes its output on, and counts the tests it reports.
pub(crate) fn counted(command: &mut Command) -> Result<(ExitStatus, Tally), Failure> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failure = |error: std::io::Error| Failure::failed(format!("cannot run {name}: {error}"));
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(failure)?;
    let mut tally = Tally::default();
    if let Some(output) = child.stdout.take() {
        let mut reader = BufReader::new(output);
        let mut line = Vec::new();
        let mut stdout = std::io::stdout().lock();
        // Bytes, not text: a test may print what is no UTF-8.
        while reader.read_until(b'\n', &mut line).map_err(failure)? > 0 {
            stdout.write_all(&line).map_err(failure)?;
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end();
            tally += Tally::from_line(text)
                .or_else(|| Tally::from_conformance(text))
                .unwrap_or_default();
            line.clear();
        }
    }
    let status = child.wait().map_err(failure)?;
    Ok((status, tally))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_are_read() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 4 filtered out; finished in 0.01s";
        assert_eq!(Tally::from_line(line), Some(Tally { passed: 12, failed: 3, ignored: 1 }));
        let line = "test result: ok. 7 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(Tally::from_line(line), Some(Tally { passed: 7, failed: 0, ignored: 0 }));
    }

    #[test]
    fn the_last_line_of_conformance_is_read() {
        let tally = Tally { passed: 12, failed: 3, ignored: 1 };
        assert_eq!(Tally::from_conformance("12 passed, 3 failed, 1 skipped"), Some(tally));
        let row = "vm_tests    12 passed      3 failed      1 skipped     0.1 s";
        assert_eq!(Tally::from_conformance(row), None);
        assert_eq!(Tally::from_conformance("12 passed, 3 failed, 1 skipped, 4"), None);
    }

    #[test]
    fn other_lines_are_not() {
        for line in ["test gas::tests::sums ... ok", "running 3 tests", "", "test result: "] {
            assert_eq!(Tally::from_line(line), None, "{line}");
        }
    }
}
