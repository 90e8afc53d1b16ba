//! Public fixtures as tests: each file is one, named by its path.
//!
//! Without a filter a sample runs, since this is mostly built without optimisation; with one, all
//! files whose path contains it. `cargo xtask conformance` runs everything.
#![forbid(unsafe_code)]
#![expect(clippy::print_stderr, reason = "says loudly that nothing is tested")]

use eevm_testing::fixtures::{Kind, Selection, Source, Worker, run_file};
use libtest_mimic::{Arguments, Failed, Trial};
use std::{path::PathBuf, process::ExitCode};

/// Archives, and of how many files one is in the sample.
const ARCHIVES: &[(&str, usize)] =
    &[("eest_state_tests", 60), ("legacy_state_tests", 150), ("ethereum_misc_tests", 1)];
/// Bytes of a file that the sample does not exceed.
const SAMPLE_LIMIT: usize = 200_000;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let Some(folder) = std::env::var_os("EEVM_FIXTURES").filter(|path| !path.is_empty()) else {
        eprintln!(
            "\n  EEVM_FIXTURES is not set: NO PUBLIC FIXTURE IS RUN (fixtures/README.md says more)"
        );
        return libtest_mimic::run(&arguments, Vec::new()).exit_code();
    };
    let trials = match trials(&PathBuf::from(folder), arguments.filter.as_deref()) {
        Ok(trials) => trials,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials(folder: &std::path::Path, filter: Option<&str>) -> Result<Vec<Trial>, String> {
    let mut trials = Vec::new();
    for &(archive, step) in ARCHIVES {
        let source = Source::new(folder.join(format!("{archive}.tar.gz")));
        let wanted = |path: &str| {
            Kind::RUN.contains(&Kind::of_path(path))
                && filter.is_none_or(|filter| format!("{archive}/{path}").contains(filter))
        };
        let mut index = 0;
        let mut failure = None;
        let mut take = |path: String, content: std::io::Result<Vec<u8>>| {
            let content = match content {
                Ok(content) => content,
                Err(cause) => {
                    failure = Some(format!("{path}: {cause}"));
                    return false;
                }
            };
            index += 1;
            let is_sampled = index % step == 0 && content.len() <= SAMPLE_LIMIT;
            if filter.is_some() || is_sampled {
                let name = format!("{archive}/{path}");
                trials.push(Trial::test(name, move || check(&path, &content)));
            }
            true
        };
        source.files(&wanted, &mut take).map_err(|error| error.to_string())?;
        if let Some(failure) = failure {
            return Err(failure);
        }
    }
    Ok(trials)
}

fn check(path: &str, content: &[u8]) -> Result<(), Failed> {
    let report = run_file(&mut Worker::default(), &Selection::default(), path, content);
    let total = report.total();
    match report.failures.first() {
        Some(first) => Err(format!("{} of its cases, the first: {first}", total.failed).into()),
        None if total.passed == 0 => Err("no case".into()),
        None => Ok(()),
    }
}
