//! Times two engines in turns, so that what the machine does meanwhile hits both alike; by the
//! thread's CPU time, so that what other processes take is not counted.

use eevm_benches::spread::Spread;
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// How long to measure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    /// Time of one sample of one engine.
    pub(crate) sample: Duration,
    /// Samples of each engine.
    pub(crate) pairs: usize,
    /// Time that the pairs of a job whose single run is longer than a sample may take together.
    pub(crate) budget: Duration,
    /// Whether a first impression will do.
    pub(crate) is_quick: bool,
}

impl Plan {
    /// About three seconds a job.
    pub(crate) const FULL: Self = Self {
        sample: Duration::from_millis(50),
        pairs: 31,
        budget: Duration::from_secs(10),
        is_quick: false,
    };
    /// About half a second a job.
    pub(crate) const QUICK: Self = Self {
        sample: Duration::from_millis(20),
        pairs: 11,
        budget: Duration::from_secs(1),
        is_quick: true,
    };
}

/// Medians over the pairs, and quartiles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Timing {
    /// Time of one run of ours, in nanoseconds.
    pub(crate) ours_ns: f64,
    /// Half of the samples of that lie between these, where there are enough to say.
    pub(crate) ours_quartiles_ns: Option<[f64; 2]>,
    /// Time of one run of the peer, in nanoseconds.
    pub(crate) peer_ns: f64,
    /// The peer's time divided by ours, pair by pair.
    pub(crate) ratio: f64,
    /// Half of the ratios lie between these, where there are enough to say.
    pub(crate) ratio_quartiles: Option<[f64; 2]>,
}

/// Measures ours, peer, ours, peer and so on; either is called to do one run.
pub(crate) fn time<T, U>(
    ours: &mut impl FnMut() -> T,
    peer: &mut impl FnMut() -> U,
    plan: Plan,
) -> Timing {
    let runs = (runs_of(ours, plan.sample), runs_of(peer, plan.sample));
    pairs(ours, peer, runs, plan.pairs)
}

/// The same for jobs that may be long, of which one pair has been measured: a sample is a single
/// run where that is longer, and there are as many pairs as [`Plan::budget`] has time for. Answers
/// how many; none is taken where the first alone takes longer, which then counts.
pub(crate) fn time_long(
    ours: &mut impl FnMut() -> u64,
    peer: &mut impl FnMut() -> u64,
    plan: Plan,
    first: Timing,
) -> (Timing, usize) {
    let pair = Duration::from_secs_f64((first.ours_ns + first.peer_ns) / 1e9);
    if pair < plan.sample {
        return (time(ours, peer, plan), plan.pairs);
    }
    let fitting = plan.budget.as_nanos() / pair.as_nanos().max(1);
    match usize::try_from(fitting).map_or(plan.pairs, |fitting| fitting.min(plan.pairs)) {
        0 => (first, 1),
        count => (pairs(ours, peer, (1, 1), count), count),
    }
}

/// So many samples of so many runs of either, in turns.
fn pairs<T, U>(
    ours: &mut impl FnMut() -> T,
    peer: &mut impl FnMut() -> U,
    (our_runs, peer_runs): (u32, u32),
    count: usize,
) -> Timing {
    let mut ours_ns = Vec::with_capacity(count);
    let mut peer_ns = Vec::with_capacity(count);
    for _ in 0..count {
        ours_ns.push(sample_ns(ours, our_runs));
        peer_ns.push(sample_ns(peer, peer_runs));
    }
    Timing::of(ours_ns, peer_ns)
}

impl Timing {
    /// A single pair.
    pub(crate) fn of_one(ours_ns: f64, peer_ns: f64) -> Self {
        Self::of(vec![ours_ns], vec![peer_ns])
    }

    /// The medians of samples taken in turns.
    fn of(ours_ns: Vec<f64>, peer_ns: Vec<f64>) -> Self {
        // Fewer have no quartiles.
        let is_enough = ours_ns.len() >= 3;
        let ratios = peer_ns.iter().zip(&ours_ns).map(|(peer, ours)| peer / ours).collect();
        let (ours, peer, ratio) = (Spread::of(ours_ns), Spread::of(peer_ns), Spread::of(ratios));
        Self {
            ours_ns: ours.median,
            ours_quartiles_ns: is_enough.then_some(ours.quartiles),
            peer_ns: peer.median,
            ratio: ratio.median,
            ratio_quartiles: is_enough.then_some(ratio.quartiles),
        }
    }
}

/// How many runs take about `sample`; warms by doing them.
fn runs_of<T>(one: &mut impl FnMut() -> T, sample: Duration) -> u32 {
    let mut runs = 1;
    loop {
        let begin = cpu_time();
        run(one, runs);
        let time = cpu_time().saturating_sub(begin);
        if time * 2 >= sample {
            let one_ns = time.as_nanos() / u128::from(runs);
            let fitting = sample.as_nanos() / one_ns.max(1);
            return u32::try_from(fitting).unwrap_or(u32::MAX).max(1);
        }
        runs = runs.saturating_mul(2);
    }
}

fn sample_ns<T>(one: &mut impl FnMut() -> T, runs: u32) -> f64 {
    let begin = cpu_time();
    run(one, runs);
    cpu_time().saturating_sub(begin).as_secs_f64() * 1e9 / f64::from(runs)
}

/// The CPU time of this thread so far.
pub(crate) fn cpu_time() -> Duration {
    // A clock of the kernel's is neither negative nor as large as a duration can be.
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

fn run<T>(one: &mut impl FnMut() -> T, runs: u32) {
    for _ in 0..runs {
        std::hint::black_box(one());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_is_peer_time_by_our_time_pair_by_pair() {
        // The machine was half as fast in the second pair: both medians have it, the ratio not.
        let timing = Timing::of(vec![10.0, 20.0, 11.0], vec![30.0, 60.0, 33.0]);
        let expected = Timing {
            ours_ns: 11.0,
            ours_quartiles_ns: Some([10.5, 15.5]),
            peer_ns: 33.0,
            ratio: 3.0,
            ratio_quartiles: Some([3.0, 3.0]),
        };
        assert_eq!(timing, expected);
    }

    #[track_caller]
    fn check_pairs(pair_ms: f64, expected: usize) {
        let half = pair_ms * 1e6 / 2.0;
        let first = Timing::of_one(half, half);
        let mut calls = 0_u64;
        let mut ours = || {
            calls += 1;
            calls
        };
        let (timing, pairs) = time_long(&mut ours, &mut || 0, Plan::QUICK, first);
        assert_eq!((pairs, timing == first), (expected, calls == 0));
    }

    #[test]
    fn long_jobs_are_run_as_often_as_there_is_time_and_no_more() {
        check_pairs(20.0, 11);
        check_pairs(300.0, 3);
        check_pairs(1000.0, 1);
        // The first pair counts, and neither engine is run again.
        check_pairs(1001.0, 1);
        check_pairs(72_000.0, 1);
    }
}
