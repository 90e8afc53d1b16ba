//! Times of short runs, taken in batches and in turns.
//!
//! Where the system tells it, the time is the processor's for this thread, so that a machine that
//! does other work too does not count against a run.

use crate::spread::Spread;
use std::{hint::black_box, time::Duration};

/// How long and how often is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The least time of a batch.
    pub batch: Duration,
    /// Batches; the median of them counts.
    pub batches: usize,
}

impl Plan {
    /// What `EEVM_BENCH_QUICK=1` asks for, or the full measurement.
    #[must_use]
    pub fn from_env() -> Self {
        let quick = std::env::var_os("EEVM_BENCH_QUICK").is_some_and(|value| value == "1");
        let (batch_ms, batches) = if quick { (2, 31) } else { (5, 101) };
        Self { batch: Duration::from_millis(batch_ms), batches }
    }

    /// Runs of one batch.
    fn runs<T>(self, run: &mut impl FnMut() -> T) -> u64 {
        let mut runs = 1;
        while timed(runs, run) < self.batch && runs < 1 << 24 {
            runs *= 2;
        }
        runs
    }
}

/// The time of one run, in nanoseconds.
pub fn run_ns<T>(plan: Plan, mut run: impl FnMut() -> T) -> Spread {
    let runs = plan.runs(&mut run);
    Spread::of((0..plan.batches).map(|_| ns(timed(runs, &mut run), runs)).collect())
}

/// What two runs took in turns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turns {
    /// The time of the first, in nanoseconds.
    pub first: Spread,
    /// The time of the second, in nanoseconds.
    pub second: Spread,
    /// The second's time divided by the first's, turn by turn.
    pub ratio: Spread,
}

/// Two runs in turns. What slows the machine for a while slows both, and the ratio has it not.
pub fn in_turns<T, U>(
    plan: Plan,
    mut first: impl FnMut() -> T,
    mut second: impl FnMut() -> U,
) -> Turns {
    let runs = plan.runs(&mut first);
    let mut turns = Vec::new();
    for turn in 0..plan.batches {
        // Neither is always the one that comes first.
        if turn % 2 == 0 {
            let a = ns(timed(runs, &mut first), runs);
            turns.push((a, ns(timed(runs, &mut second), runs)));
        } else {
            let b = ns(timed(runs, &mut second), runs);
            turns.push((ns(timed(runs, &mut first), runs), b));
        }
    }
    let of = |f: fn(&(f64, f64)) -> f64| Spread::of(turns.iter().map(f).collect());
    Turns { first: of(|turn| turn.0), second: of(|turn| turn.1), ratio: of(|turn| turn.1 / turn.0) }
}

/// The time of `runs` runs.
pub(crate) fn timed<T>(runs: u64, run: &mut impl FnMut() -> T) -> Duration {
    let start = now();
    for _ in 0..runs {
        black_box(run());
    }
    now().saturating_sub(start)
}

/// The processor's time of this thread.
#[cfg(unix)]
pub(crate) fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// The time since some moment before the first call.
#[cfg(not(unix))]
pub(crate) fn now() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

#[expect(clippy::cast_precision_loss, reason = "runs are far below 2^53")]
fn ns(time: Duration, runs: u64) -> f64 {
    time.as_secs_f64() * 1e9 / runs as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_the_work_takes_longer() {
        let plan = Plan { batch: Duration::from_micros(200), batches: 11 };
        let work = |rounds: u64| move || (0..black_box(rounds)).fold(0, |a, b| black_box(a ^ b));
        let turns = in_turns(plan, work(1_000), work(20_000));
        assert!(turns.first.median < turns.second.median, "{turns:?}");
        let [low, high] = turns.ratio.quartiles;
        assert!(1.0 < low && low <= turns.ratio.median && turns.ratio.median <= high, "{turns:?}");
    }
}
