//! The arguments.

use crate::differential::compare::Options;
use alloc::{format, string::ToString, vec::Vec};
use eevm_primitives::Fork;
use lexopt::{Arg, Parser, ValueExt as _};
use std::{ffi::OsString, path::PathBuf, thread, time::SystemTime};

/// How to call it.
pub const USAGE: &str = "\
  --cases N        how many cases (10000)
  --seed S         the seed; without it one is taken from the clock, and printed
  --first I        the index of the first case (0)
  --fork NAME      only this fork; may be given several times (all that the peer has, in turns)
  --threads N      threads, and processes of the peer (all cores)
  --differences N  end after this many differences (3)
  --out FOLDER     where differences are written (target/differential)";

/// What to do.
#[derive(Debug)]
pub enum Task {
    /// Say how to call it.
    Help,
    /// Run.
    Run(Arguments),
}

/// What is asked for.
#[derive(Debug)]
pub struct Arguments {
    /// Which cases.
    pub options: Options,
    /// Where files go.
    pub folder: PathBuf,
}

impl Arguments {
    /// Reads arguments; `forks` are those that can be run.
    ///
    /// # Errors
    /// What makes no sense, in one line.
    pub fn parse(
        arguments: impl IntoIterator<Item = OsString>,
        forks: &[Fork],
    ) -> Result<Task, lexopt::Error> {
        let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let mut options = Options {
            seed: clock(),
            first: 0,
            cases: 10_000,
            forks: Vec::new(),
            threads: cores,
            most_differences: 3,
        };
        let mut folder = PathBuf::from("target/differential");
        let mut parser = Parser::from_args(arguments);
        while let Some(argument) = parser.next()? {
            match argument {
                Arg::Short('h') | Arg::Long("help") => return Ok(Task::Help),
                Arg::Long("cases") => options.cases = parser.value()?.parse()?,
                Arg::Long("seed") => options.seed = parser.value()?.parse()?,
                Arg::Long("first") => options.first = parser.value()?.parse()?,
                Arg::Long("threads") => options.threads = parser.value()?.parse()?,
                Arg::Long("differences") => options.most_differences = parser.value()?.parse()?,
                Arg::Long("out") => folder = parser.value()?.into(),
                Arg::Long("fork") => {
                    let name = parser.value()?.string()?;
                    let fork: Fork = name.parse().map_err(|error| format!("{error} `{name}`"))?;
                    if !forks.contains(&fork) {
                        return Err(format!("the peer has no fork {fork}").into());
                    }
                    options.forks.push(fork);
                }
                other => return Err(other.unexpected()),
            }
        }
        if options.forks.is_empty() {
            options.forks = forks.to_vec();
        }
        if options.cases == 0 || options.most_differences == 0 {
            return Err("--cases and --differences must be at least 1".to_string().into());
        }
        Ok(Task::Run(Self { options, folder }))
    }
}

/// A seed that is not always the same.
fn clock() -> u64 {
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    time.as_secs() ^ u64::from(time.subsec_micros()) << 40
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Task, lexopt::Error> {
        Arguments::parse(line.split_whitespace().map(OsString::from), &[Fork::Berlin, Fork::Osaka])
    }

    #[test]
    fn cases_are_chosen_by_seed_index_and_fork() {
        let line = "--seed 7 --first 3 --cases 2 --fork Osaka --threads 1 --out x";
        let Ok(Task::Run(Arguments { options, folder })) = parsed(line) else {
            panic!("does not parse");
        };
        assert_eq!((options.seed, options.first, options.cases), (7, 3, 2));
        assert_eq!(options.forks, [Fork::Osaka]);
        assert_eq!(folder, PathBuf::from("x"));
    }

    #[test]
    fn what_makes_no_sense_is_refused_in_one_line() {
        for (line, part) in [
            ("--fork Moon", "unknown fork `Moon`"),
            ("--fork London", "the peer has no fork London"),
            ("--cases 0", "at least 1"),
            ("--seed x", "x"),
            ("extra", "extra"),
        ] {
            let message = parsed(line).expect_err(line).to_string();
            assert!(message.contains(part) && !message.contains('\n'), "{message}");
        }
    }
}
