//! What happens around each case.

use super::results::{Form, Results};
use crate::{
    error::CliError,
    tracing::{self, JsonTracer},
};
use eevm::Inspector;
use eevm_testing::fixtures::{CaseEnd, CaseName, CaseWatcher};
use regex_lite::Regex;
use std::io::{self, StderrLock, Write};

/// The cases that are run.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) test: Option<Regex>,
    pub(super) fork: Option<String>,
    pub(super) index: Option<u64>,
}

/// Watches the cases of one file.
pub(super) struct Watcher<'a> {
    pub(super) path: &'a str,
    pub(super) choice: &'a Choice,
    pub(super) tracer: Option<&'a mut JsonTracer<StderrLock<'static>>>,
    pub(super) results: &'a mut Results,
    /// Why nothing more can be written.
    pub(super) error: Option<CliError>,
}

impl CaseWatcher for Watcher<'_> {
    fn wants(&mut self, case: &CaseName<'_>) -> bool {
        let Choice { test, fork, index } = self.choice;
        test.as_ref().is_none_or(|regex| regex.is_match(case.test))
            && fork.as_ref().is_none_or(|fork| fork == case.fork)
            && index.is_none_or(|index| usize::try_from(index) == Ok(case.index))
    }

    fn inspector(&mut self) -> Option<&mut dyn Inspector> {
        self.tracer.as_mut().map(|tracer| &mut **tracer as &mut dyn Inspector)
    }

    fn end(&mut self, case: &CaseName<'_>, end: &CaseEnd<'_>) -> bool {
        self.error = self.ended(case, end).err();
        self.error.is_none()
    }
}

impl Watcher<'_> {
    fn ended(&mut self, case: &CaseName<'_>, end: &CaseEnd<'_>) -> Result<(), CliError> {
        let root = end.world.map(eevm::InMemoryDb::state_root);
        if let Some(tracer) = &mut self.tracer {
            tracing::finish(tracer)?;
        }
        let is_told = self.tracer.is_some() || self.results.form == Form::Json;
        if let Some(root) = root.filter(|_| is_told) {
            // Where a tracer has the lock, it is this thread's, which lets it in again.
            writeln!(io::stderr(), r#"{{"stateRoot": "{root}"}}"#)?;
        }
        self.results.case(self.path, case, end, root)
    }
}
