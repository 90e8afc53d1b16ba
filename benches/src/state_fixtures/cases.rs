//! Reading the fixtures, and choosing a case of each.

use super::{FIXTURES, Fixture, Run, Runner};
use eevm_testing::fixtures::{PreparedCase, Source, SourceError};
use std::path::Path;

/// Suites that hold the fixtures, as they are called under `EEVM_FIXTURES`: one that has them all,
/// and the two that have them between them.
const SUITES: [&[&str]; 2] = [&["slow_state_tests"], &["eest_state_tests", "legacy_state_tests"]];

/// A fixture with the cases of its newest fork; never without a case.
#[derive(Debug)]
pub struct Loaded {
    /// Which.
    pub fixture: &'static Fixture,
    /// Its cases.
    pub cases: Vec<PreparedCase>,
}

/// The case that counts, and what a run of it was like.
#[derive(Debug)]
pub struct Chosen {
    /// Of which fixture.
    pub fixture: &'static Fixture,
    /// The case.
    pub case: PreparedCase,
    /// The one run.
    pub run: Run,
}

/// Why there are no figures.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FixtureError {
    /// A folder, file or archive.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The content of a file.
    #[error("{path}: {reason}")]
    Malformed {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Fixtures that are not there.
    #[error("{path} lacks {}", names.join(", "))]
    Missing {
        /// Where they were looked for.
        path: String,
        /// Their names.
        names: Vec<&'static str>,
    },
    /// A name that no fixture has.
    #[error("there is no fixture {name:?} to break")]
    Unknown {
        /// The name.
        name: String,
    },
    /// A case that gives anything but what it must.
    #[error("{name} [{fork} {label}]: {reason}")]
    Wrong {
        /// The fixture.
        name: &'static str,
        /// The fork.
        fork: String,
        /// The variant.
        label: String,
        /// What differs.
        reason: String,
    },
}

impl FixtureError {
    /// The error of a case.
    #[must_use]
    pub fn wrong(fixture: &Fixture, case: &PreparedCase, reason: String) -> Self {
        let (fork, label) = (case.fork.to_string(), case.label.clone());
        Self::Wrong { name: fixture.name, fork, label, reason }
    }
}

/// All fixtures of a folder of suites, or of a folder, file or archive of state tests.
///
/// # Errors
/// What cannot be read, or is not there.
pub fn load(path: &Path) -> Result<Vec<Loaded>, FixtureError> {
    let mut found: Vec<Vec<PreparedCase>> = FIXTURES.iter().map(|_| Vec::new()).collect();
    for source in sources(path) {
        let mut failure = None;
        let wanted = |path: &str| FIXTURES.iter().any(|fixture| fixture.is_of_path(path));
        source.files(&wanted, &mut |path, content| {
            let content = content.map_err(|cause| cause.to_string());
            let cases = match content.and_then(|content| PreparedCase::newest(&content)) {
                Ok(cases) => cases,
                Err(reason) => {
                    failure = Some(FixtureError::Malformed { path, reason });
                    return false;
                }
            };
            for (fixture, found) in FIXTURES.iter().zip(&mut found) {
                if fixture.is_of_path(&path) {
                    found.extend(cases.iter().cloned());
                }
            }
            true
        })?;
        if let Some(failure) = failure {
            return Err(failure);
        }
    }
    for cases in &mut found {
        let newest = cases.iter().map(|case| case.fork).max();
        cases.retain(|case| Some(case.fork) == newest);
    }
    let all = FIXTURES.iter().zip(found);
    let (whole, empty): (Vec<_>, Vec<_>) = all.partition(|(_, cases)| !cases.is_empty());
    if !empty.is_empty() {
        let names = empty.iter().map(|(fixture, _)| fixture.name).collect();
        return Err(FixtureError::Missing { path: path.display().to_string(), names });
    }
    Ok(whole.into_iter().map(|(fixture, cases)| Loaded { fixture, cases }).collect())
}

fn sources(path: &Path) -> Vec<Source> {
    for suites in SUITES {
        let sources: Vec<Source> = suites
            .iter()
            .filter_map(|suite| {
                let names = [format!("{suite}.tar.gz"), (*suite).to_owned()];
                names.iter().map(|name| path.join(name)).find(|path| path.exists())
            })
            .map(Source::new)
            .collect();
        if sources.len() == suites.len() {
            return sources;
        }
    }
    vec![Source::new(path)]
}

/// Flips one bit of the roots that a fixture must come to, so that it fails.
///
/// # Errors
/// No fixture has this name.
pub fn break_root(fixtures: &mut [Loaded], name: &str) -> Result<(), FixtureError> {
    let Some(loaded) = fixtures.iter_mut().find(|loaded| loaded.fixture.name == name) else {
        return Err(FixtureError::Unknown { name: name.to_owned() });
    };
    for case in &mut loaded.cases {
        case.root.0[31] ^= 1;
    }
    Ok(())
}

/// Runs every case of a fixture once, compares what comes of it, and answers the one that uses most
/// gas; of equal ones the longest. Where the forerunner has no figure for that one, a case in which
/// nothing halts goes before any in which gas is burnt without work.
///
/// # Errors
/// A case that gives anything but what it must.
pub fn heaviest(loaded: Loaded) -> Result<Chosen, FixtureError> {
    let fixture = loaded.fixture;
    let mut best: Option<(PreparedCase, Run)> = None;
    for case in loaded.cases {
        let run = Runner::new(&case)
            .checked(&case)
            .map_err(|reason| FixtureError::wrong(fixture, &case, reason))?;
        let weight = |run: &Run| {
            let is_work = fixture.seed.is_some() || !run.end.is_halt();
            (is_work, run.gas, run.ns)
        };
        if best.as_ref().is_none_or(|(_, best)| weight(best) < weight(&run)) {
            best = Some((case, run));
        }
    }
    match best {
        Some((case, run)) => Ok(Chosen { fixture, case, run }),
        None => Err(FixtureError::Missing { path: "the set".into(), names: vec![fixture.name] }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state_fixtures::Origin;

    #[test]
    fn a_broken_root_fails_its_fixture_by_name_and_no_other() {
        let mut all = load(&Origin::own().path).unwrap();
        break_root(&mut all, "stPreCompiledContracts2/CALLBlake2f").unwrap();
        assert!(break_root(&mut all, "moon").unwrap_err().to_string().contains("\"moon\""));
        let short = |loaded: &Loaded| loaded.fixture.name.starts_with("stPreCompiledContracts2");
        let (mut right, mut wrong) = (Vec::new(), Vec::new());
        for loaded in all.into_iter().filter(short) {
            match heaviest(loaded) {
                Ok(chosen) => right.push(chosen.fixture.name),
                Err(error) => wrong.push(error.to_string()),
            }
        }
        assert_eq!(right, ["stPreCompiledContracts2/CALLCODEBlake2f"]);
        let [message] = &wrong[..] else { panic!("{wrong:?}") };
        let begin = "stPreCompiledContracts2/CALLBlake2f [Prague d0 g0 v0]: state root 0x";
        assert!(message.starts_with(begin), "{message}");
    }

    #[test]
    fn a_case_that_does_no_work_is_not_the_heaviest() {
        let all = load(&Origin::own().path).unwrap();
        let name = "stPreCompiledContracts2/CALLCODEBlake2f";
        let loaded = all.into_iter().find(|loaded| loaded.fixture.name == name).unwrap();
        assert_eq!(loaded.cases.len(), 3);
        let chosen = heaviest(loaded).unwrap();
        assert_eq!((chosen.run.gas, chosen.run.end.is_halt()), (90_280, false));
    }
}
