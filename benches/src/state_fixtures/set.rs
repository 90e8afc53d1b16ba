//! Which fixtures a run is about: where they come from, and which of them it leaves out.
#![expect(clippy::print_stderr, reason = "a bench says on standard error what it is about to do")]

use super::{Fixture, FixtureError, Loaded, break_root, load};
use std::{
    env,
    path::{Path, PathBuf},
};

/// Where the fixtures come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// A folder of suites, or of state tests, or one archive.
    pub path: PathBuf,
    /// Whether they are this project's own: the same shapes of work, fewer rounds.
    pub is_own: bool,
}

/// What is to be run.
#[derive(Debug)]
pub struct Set {
    /// Where it comes from.
    pub origin: Origin,
    /// What of it is run.
    pub fixtures: Vec<Loaded>,
    /// What of it is left out, and why.
    pub left_out: Vec<(&'static Fixture, &'static str)>,
}

impl Origin {
    /// What `EEVM_BENCH_FIXTURES` names, or else `EEVM_FIXTURES`, or else the project's own set.
    #[must_use]
    pub fn from_env() -> Self {
        let named = |name| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
        match named("EEVM_BENCH_FIXTURES").or_else(|| named("EEVM_FIXTURES")) {
            Some(path) => Self::at(path),
            None => Self::own(),
        }
    }

    /// What stands at this path.
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        let own = Self::own();
        let is_own = match (path.canonicalize(), own.path.canonicalize()) {
            (Ok(path), Ok(own)) => path == own,
            _ => false,
        };
        if is_own { own } else { Self { path, is_own } }
    }

    /// The project's own set.
    #[must_use]
    pub fn own() -> Self {
        let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
        Self { path: benches.join("../fixtures/state_fixtures"), is_own: true }
    }

    /// One line for whoever reads the figures.
    #[must_use]
    pub fn describe(&self) -> String {
        if self.is_own {
            "the project's own set: the public fixtures' shapes of work, fewer rounds".to_owned()
        } else {
            format!("fixtures of {}", self.path.display())
        }
    }
}

impl Set {
    /// The set that the environment asks for; `EEVM_BENCH_BREAK` names a fixture that is to fail.
    ///
    /// # Errors
    /// What cannot be read, or is not there.
    pub fn from_env(is_quick: bool) -> Result<Self, FixtureError> {
        let mut set = Self::load(Origin::from_env(), is_quick)?;
        if let Ok(name) = env::var("EEVM_BENCH_BREAK") {
            break_root(&mut set.fixtures, &name)?;
        }
        Ok(set)
    }

    /// All of `origin`; but where `is_quick` nothing that is long there.
    ///
    /// # Errors
    /// What cannot be read, or is not there.
    pub fn load(origin: Origin, is_quick: bool) -> Result<Self, FixtureError> {
        let all = load(&origin.path)?;
        // Ours are all short.
        let can_leave_out = is_quick && !origin.is_own;
        let mut set = Self { origin, fixtures: Vec::new(), left_out: Vec::new() };
        for loaded in all {
            match loaded.fixture.long {
                Some(why) if can_leave_out => set.left_out.push((loaded.fixture, why)),
                _ => set.fixtures.push(loaded),
            }
        }
        Ok(set)
    }

    /// Says what is run and what is not.
    pub fn announce(&self) {
        eprintln!("{}", self.origin.describe());
        for (fixture, why) in &self.left_out {
            eprintln!("left out by --quick: {} ({why})", fixture.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state_fixtures::FIXTURES;

    #[test]
    fn nothing_of_our_own_set_is_missing_or_left_out() {
        for is_quick in [false, true] {
            let set = Set::load(Origin::own(), is_quick).unwrap();
            assert_eq!(set.fixtures.len(), FIXTURES.len());
            assert!(set.left_out.is_empty());
        }
    }

    #[test]
    fn a_quick_run_names_what_it_leaves_out() {
        let public = Origin { is_own: false, ..Origin::own() };
        assert!(Set::load(public.clone(), false).unwrap().left_out.is_empty());
        let set = Set::load(public, true).unwrap();
        let names: Vec<_> = set.left_out.iter().map(|(fixture, _)| fixture.name).collect();
        assert_eq!(names, ["stTimeConsuming/CALLBlake2f_MaxRounds"]);
        assert_eq!(set.fixtures.len(), FIXTURES.len() - 1);
    }

    #[test]
    fn a_folder_without_them_is_an_error_in_one_line() {
        let origin = Origin { path: "no such folder".into(), is_own: false };
        let message = Set::load(origin, false).unwrap_err().to_string();
        assert!(message.starts_with("no such folder: ") && !message.contains('\n'), "{message}");
    }
}
