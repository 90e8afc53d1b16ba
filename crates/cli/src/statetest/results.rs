//! What is printed of the cases.

use crate::{
    dump::dump,
    error::CliError,
    output::{one_line, print},
};
use eevm::B256;
use eevm_testing::fixtures::{CaseEnd, CaseName, Counts};
use serde_json::json;

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A JSON list for each path.
    Json,
    /// A line for each case.
    Human,
    /// A line for each failure, and the numbers in the end.
    Summary,
}

/// Prints and counts.
#[derive(Debug)]
pub(super) struct Results {
    pub(super) form: Form,
    pub(super) total: Counts,
    has_times: bool,
    has_dumps: bool,
    /// Results printed of the list that is open.
    printed: u64,
}

impl Results {
    pub(super) fn new(form: Form, has_times: bool, has_dumps: bool) -> Self {
        Self { form, total: Counts::default(), has_times, has_dumps, printed: 0 }
    }

    /// A path begins.
    pub(super) fn begin(&mut self) -> Result<(), CliError> {
        self.printed = 0;
        if self.form == Form::Json { print("[") } else { Ok(()) }
    }

    /// A path ends.
    pub(super) fn end(&mut self) -> Result<(), CliError> {
        match (self.form, self.printed) {
            (Form::Json, 0) => print("]\n"),
            (Form::Json, _) => print("\n]\n"),
            _ => Ok(()),
        }
    }

    pub(super) fn case(
        &mut self,
        path: &str,
        case: &CaseName<'_>,
        end: &CaseEnd<'_>,
        root: Option<B256>,
    ) -> Result<(), CliError> {
        let passed = end.failure.is_none();
        self.total.passed += u64::from(passed);
        self.total.failed += u64::from(!passed);
        match self.form {
            Form::Json => self.json(case, end, root),
            Form::Summary if passed => Ok(()),
            Form::Human | Form::Summary => {
                let word = if passed { "PASS" } else { "FAIL" };
                let CaseName { test, fork, label, .. } = case;
                let mut line = format!("{word} {path} {test} [{fork} {label}]");
                if let Some(reason) = &end.failure {
                    line += &format!(": {reason}");
                }
                if let Some((time, gas)) = end.measured.filter(|_| self.has_times) {
                    line += &format!(" {gas} gas, {time:?}");
                }
                print(&format!("{}\n", one_line(&line)))
            }
        }
    }

    fn json(
        &mut self,
        case: &CaseName<'_>,
        end: &CaseEnd<'_>,
        root: Option<B256>,
    ) -> Result<(), CliError> {
        let mut result = json!({
            "name": case.test,
            "pass": end.failure.is_none(),
            "fork": case.fork,
        });
        if let Some(root) = root {
            result["stateRoot"] = json!(root.to_string());
        }
        if let Some(reason) = &end.failure {
            result["error"] = json!(reason);
        }
        if let Some((time, gas)) = end.measured.filter(|_| self.has_times) {
            let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
            result["benchStats"] = json!({ "time": nanoseconds, "gasUsed": gas });
        }
        if let Some(world) = end.world.filter(|_| self.has_dumps) {
            result["state"] = dump(world);
        }
        let comma = if self.printed == 0 { "" } else { "," };
        self.printed += 1;
        let text = format!("{result:#}").replace('\n', "\n  ");
        print(&format!("{comma}\n  {text}"))
    }

    /// A file could not be read.
    pub(super) const fn unreadable(&mut self) {
        self.total.failed += 1;
    }

    pub(super) fn add(&mut self, counts: Counts) {
        self.total += counts;
    }
}
