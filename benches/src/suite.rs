//! One suite on criterion: measures jobs, then makes report rows of criterion's samples.

use crate::{
    counting::allocated_bytes,
    report::{self, Row},
    sample::timed,
    spread::Spread,
};
use criterion::{Criterion, Throughput};
use std::{
    env, fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

/// A suite that is being measured.
#[expect(missing_debug_implementations, reason = "criterion's has none")]
pub struct Suite {
    name: &'static str,
    criterion: Criterion,
    target: PathBuf,
    jobs: Vec<Job>,
}

#[derive(Debug)]
struct Job {
    key: &'static str,
    name: String,
    gas: u64,
    memory_bytes: u64,
}

impl Suite {
    /// A suite with criterion's command line; `EEVM_BENCH_QUICK=1` makes it take about two
    /// seconds a job instead of seven.
    #[must_use]
    pub fn from_env(name: &'static str) -> Self {
        let target = target_folder();
        let quick = env::var_os("EEVM_BENCH_QUICK").is_some_and(|value| value == "1");
        let (warm_up_ms, measurement_ms, samples) =
            if quick { (300, 1000, 20) } else { (1000, 5000, 60) };
        let criterion = Criterion::default()
            .output_directory(&target.join("criterion"))
            .warm_up_time(Duration::from_millis(warm_up_ms))
            .measurement_time(Duration::from_millis(measurement_ms))
            .sample_size(samples)
            .nresamples(10_000)
            .configure_from_args();
        Self { name, criterion, target, jobs: Vec::new() }
    }

    /// Measures `run` as `<suite>/<key>`, unless the command line leaves it out. The first run,
    /// which warms, is not counted.
    ///
    /// # Errors
    /// The samples of an earlier command cannot be removed.
    pub fn bench<T>(
        &mut self,
        key: &'static str,
        name: &str,
        gas: u64,
        mut run: impl FnMut() -> T,
    ) -> io::Result<()> {
        match fs::remove_file(self.samples(key)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut is_measured = false;
        let mut group = self.criterion.benchmark_group(self.name);
        if gas > 0 {
            group.throughput(Throughput::Elements(gas));
        }
        group.bench_function(key, |bencher| {
            is_measured = true;
            bencher.iter_custom(|runs| timed(runs, &mut run));
        });
        group.finish();
        if is_measured {
            let memory_bytes = allocated_bytes(|| drop(run()));
            self.jobs.push(Job { key, name: name.to_owned(), gas, memory_bytes });
        }
        Ok(())
    }

    /// The rows of what was measured, which are also written to `eevm-bench/<suite>.json` and
    /// `.csv` in the target folder and, as JSON, to the file that `EEVM_BENCH_JSON` names.
    ///
    /// No rows, and no files, if criterion was asked to list or to test only.
    ///
    /// # Errors
    /// Criterion's samples cannot be read, or a file cannot be written.
    pub fn finish(self) -> io::Result<Vec<Row>> {
        let mut rows = Vec::new();
        for job in &self.jobs {
            let path = self.samples(job.key);
            let Some(spread) = run_ns(&path)? else { continue };
            rows.push(Row {
                suite: self.name,
                name: job.name.clone(),
                gas: job.gas,
                ns: spread.median,
                quartiles_ns: Some(spread.quartiles),
                memory_bytes: job.memory_bytes,
                peer: None,
            });
        }
        if rows.is_empty() {
            return Ok(rows);
        }
        let folder = self.target.join("eevm-bench");
        report::write(&folder.join(format!("{}.json", self.name)), &rows)?;
        report::write(&folder.join(format!("{}.csv", self.name)), &rows)?;
        if let Some(path) = env::var_os("EEVM_BENCH_JSON") {
            report::write(Path::new(&path), &rows)?;
        }
        Ok(rows)
    }

    fn samples(&self, key: &str) -> PathBuf {
        let mut path = self.target.join("criterion");
        path.extend([self.name, key, "new", "sample.json"]);
        path
    }
}

/// The time of one run in criterion's samples, in nanoseconds; `None` without a file.
fn run_ns(path: &Path) -> io::Result<Option<Spread>> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text?,
    };
    let samples: serde_json::Value = serde_json::from_str(&text)?;
    let numbers = |key: &str| -> Option<Vec<f64>> {
        samples[key].as_array()?.iter().map(serde_json::Value::as_f64).collect()
    };
    match (numbers("iters"), numbers("times")) {
        (Some(runs), Some(times)) if runs.len() == times.len() && !runs.is_empty() => {
            let of_run = times.iter().zip(&runs).map(|(time, runs)| time / runs);
            Ok(Some(Spread::of(of_run.collect())))
        }
        _ => Err(io::Error::other(format!("no samples in {}", path.display()))),
    }
}

/// Cargo's target folder: a bench is `<target>/<profile>/deps/<program>`.
#[must_use]
pub fn target_folder() -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    program.ancestors().nth(3).map_or_else(|| "target".into(), Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_and_their_absence_is_told() {
        let path = env::temp_dir().join(format!("eevm-samples-{}.json", std::process::id()));
        assert_eq!(run_ns(&path).unwrap(), None);
        fs::write(&path, r#"{"iters":[1.0,2.0,4.0],"times":[3.0,8.0,20.0]}"#).unwrap();
        let spread = Spread { median: 4.0, quartiles: [3.5, 4.5] };
        assert_eq!(run_ns(&path).unwrap(), Some(spread));
        for text in ["{}", r#"{"iters":[],"times":[]}"#, r#"{"iters":[1.0],"times":[]}"#] {
            fs::write(&path, text).unwrap();
            assert!(run_ns(&path).is_err(), "{text}");
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn the_target_folder_holds_this_program() {
        let program = env::current_exe().unwrap();
        let inside = program.strip_prefix(target_folder()).unwrap();
        assert_eq!(inside.components().count(), 3);
        assert!(inside.parent().unwrap().ends_with("deps"));
    }
}
