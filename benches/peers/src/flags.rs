//! The command line.

use crate::{ecdsa, interpreter, pair::Plan, precompiles, state_fixtures};
use eevm_benches::report::Row;
use lexopt::{Arg, Parser};
use std::{ffi::OsString, path::PathBuf};

/// How to call this program.
pub(crate) const USAGE: &str = "usage: eevm-peers <suite>... [--quick] [--json PATH]
       eevm-peers differential [--help]
suites: interpreter, precompiles, ecdsa, state_fixtures";

/// A suite that both engines can run.
#[derive(Debug)]
pub(crate) struct Suite {
    name: &'static str,
    /// Checks, times, prints a table, and gives a row for every job.
    pub(crate) run: fn(Plan) -> Result<Vec<Row>, String>,
}

const SUITES: [Suite; 4] = [
    Suite { name: "interpreter", run: interpreter::run },
    Suite { name: "precompiles", run: precompiles::run },
    Suite { name: "ecdsa", run: ecdsa::run },
    Suite { name: "state_fixtures", run: state_fixtures::run },
];

/// What is asked for.
#[derive(Debug)]
pub(crate) enum Command {
    Help,
    Run(Flags),
}

#[derive(Debug)]
pub(crate) struct Flags {
    pub(crate) suites: Vec<&'static Suite>,
    pub(crate) plan: Plan,
    pub(crate) json: Option<PathBuf>,
}

/// What can be wrong with the command line.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UsageError {
    #[error("no suite is named")]
    NoSuite,
    #[error("there is no suite {0:?}")]
    UnknownSuite(String),
    #[error(transparent)]
    Arguments(#[from] lexopt::Error),
}

pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Command, UsageError> {
    let mut parser = Parser::from_args(arguments);
    let mut flags = Flags { suites: Vec::new(), plan: Plan::FULL, json: None };
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Long("quick") => flags.plan = Plan::QUICK,
            Arg::Long("json") => flags.json = Some(parser.value()?.into()),
            Arg::Value(name) => flags.suites.push(suite(&name)?),
            other => return Err(other.unexpected().into()),
        }
    }
    if flags.suites.is_empty() { Err(UsageError::NoSuite) } else { Ok(Command::Run(flags)) }
}

fn suite(name: &OsString) -> Result<&'static Suite, UsageError> {
    let found = SUITES.iter().find(|suite| name == suite.name);
    found.ok_or_else(|| UsageError::UnknownSuite(name.to_string_lossy().into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command, UsageError> {
        parse(line.split_whitespace().map(OsString::from))
    }

    #[track_caller]
    fn check_error(line: &str, message: &str) {
        assert_eq!(parsed(line).unwrap_err().to_string(), message);
    }

    #[test]
    fn suites_and_options_stand_in_any_order() {
        let Ok(Command::Run(flags)) = parsed("--json rows.json ecdsa --quick precompiles") else {
            panic!("does not parse");
        };
        let names: Vec<_> = flags.suites.iter().map(|suite| suite.name).collect();
        assert_eq!(names, ["ecdsa", "precompiles"]);
        assert_eq!(flags.plan.pairs, Plan::QUICK.pairs);
        assert_eq!(flags.json, Some("rows.json".into()));
    }

    #[test]
    fn errors_are_clear() {
        check_error("", "no suite is named");
        check_error("--quick", "no suite is named");
        check_error("interpreter moon", "there is no suite \"moon\"");
        check_error("interpreter --json", "missing argument for option '--json'");
        check_error("interpreter --slow", "invalid option '--slow'");
    }
}
