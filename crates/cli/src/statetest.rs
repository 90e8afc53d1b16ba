//! `eevm statetest`.

mod results;
mod watcher;

use crate::{
    arguments::Arguments,
    error::CliError,
    output::{self, complain},
    tracing,
};
use eevm_testing::fixtures::{Kind, Selection, Source, run, watch_state_tests};
use regex_lite::Regex;
use results::{Form, Results};
use std::{
    ffi::OsStr,
    io::{self, BufRead},
    num::NonZero,
    path::Path,
    process::ExitCode,
    sync::atomic::AtomicU64,
    thread,
};
use watcher::{Choice, Watcher};

/// Runs the state tests of every path, or of each path on standard input as soon as it is read,
/// up to an empty line.
///
/// What cannot be read costs one line on standard error and an exit code of 1, and the rest runs.
/// A case that fails is part of the answer; with `--summary` it makes the exit code 1, too.
pub(crate) fn statetest(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let mut session = Session::new(arguments)?;
    if arguments.operands.is_empty() {
        for line in io::stdin().lock().split(b'\n') {
            let line =
                line.map_err(|cause| CliError::File { path: "standard input".to_owned(), cause })?;
            let path = line.trim_ascii();
            if path.is_empty() {
                break;
            }
            session.path(&*String::from_utf8_lossy(path))?;
        }
    } else {
        for path in &arguments.operands {
            session.path(path)?;
        }
    }
    session.finish()
}

/// What goes on from path to path.
struct Session<'a> {
    arguments: &'a Arguments,
    choice: Choice,
    results: Results,
    /// Something could not be read.
    is_broken: bool,
}

impl<'a> Session<'a> {
    fn new(arguments: &'a Arguments) -> Result<Self, CliError> {
        let regex = arguments.text("run")?.map(Regex::new).transpose();
        let choice = Choice {
            test: regex.map_err(|error| CliError::content("--run", error))?,
            fork: arguments.text("statetest.fork")?.map(str::to_owned),
            index: match arguments.text("statetest.index")? {
                Some("-1") => None,
                _ => arguments.number64("statetest.index")?,
            },
        };
        let form = if arguments.is_on("summary", false)? {
            Form::Summary
        } else if arguments.is_on("human", false)? {
            Form::Human
        } else {
            Form::Json
        };
        let results =
            Results::new(form, arguments.is_on("bench", false)?, arguments.is_on("dump", false)?);
        Ok(Self { arguments, choice, results, is_broken: false })
    }

    fn path(&mut self, path: impl AsRef<OsStr>) -> Result<(), CliError> {
        let path = Path::new(path.as_ref());
        if let Err(cause) = path.metadata() {
            complain(&CliError::File { path: path.display().to_string(), cause });
            self.results.unreadable();
            self.is_broken = true;
            return Ok(());
        }
        let is_alone = path.is_file() && !path.to_string_lossy().ends_with(".tar.gz");
        if self.counts_only()? && !is_alone {
            self.count(path);
            return Ok(());
        }
        let mut tracer = tracing::tracer(self.arguments, io::stderr().lock())?;
        self.results.begin()?;
        let wanted = |name: &str| is_alone || Kind::of_path(name) == Kind::State;
        let mut broken = Vec::new();
        let mut stopped = None;
        let read = Source::new(path).files(&wanted, &mut |name, content| {
            let mut watcher = Watcher {
                path: &name,
                choice: &self.choice,
                tracer: tracer.as_mut(),
                results: &mut self.results,
                error: None,
            };
            let read = content
                .map_err(|cause| cause.to_string())
                .and_then(|content| watch_state_tests(&content, &mut watcher));
            stopped = watcher.error;
            if let Err(reason) = read {
                broken.push(CliError::content(&*name, reason));
            }
            stopped.is_none()
        });
        // The tracer holds standard error.
        drop(tracer);
        self.results.end()?;
        if let Some(error) = stopped {
            return Err(error);
        }
        if let Err(error) = read {
            broken.push(CliError::content(error.path, error.cause));
        }
        for error in &broken {
            complain(error);
            self.results.unreadable();
        }
        self.is_broken |= !broken.is_empty();
        Ok(())
    }

    /// Whether nothing but numbers is asked for, so that all cores can be used.
    fn counts_only(&self) -> Result<bool, CliError> {
        Ok(self.results.form == Form::Summary
            && self.choice.test.is_none()
            && self.choice.index.is_none()
            && !self.arguments.is_on("json", false)?)
    }

    fn count(&mut self, path: &Path) {
        let selection = Selection { text: None, fork: self.choice.fork.clone() };
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let kinds = [Kind::State];
        let report = run(&Source::new(path), &kinds, &selection, threads, &AtomicU64::new(0));
        for failure in &report.failures {
            if failure.test.is_empty() {
                complain(failure);
                self.is_broken = true;
            } else {
                // Closed output ends the program when the summary is written.
                let _ = output::print(&format!("FAIL {failure}\n"));
            }
        }
        self.results.add(report.total());
    }

    fn finish(self) -> Result<ExitCode, CliError> {
        let total = self.results.total;
        let mut failed = self.is_broken;
        if self.results.form == Form::Summary {
            failed |= total.failed > 0;
            let (passed, skipped) = (total.passed, total.skipped);
            output::print(&format!(
                "{passed} passed, {} failed, {skipped} skipped\n",
                total.failed
            ))?;
        }
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}
