//! Runs cases here and on a peer, and gathers what differs.

mod difference;

pub use difference::Difference;

use super::{
    case::Case,
    generate::generate,
    run::{Machine, Seen},
    shrink::shrink,
};
use alloc::{
    boxed::Box,
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec::Vec,
};
use eevm_primitives::Fork;
use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

/// Another engine.
pub trait Peer {
    /// Runs a case.
    ///
    /// # Errors
    /// The engine cannot be asked; what it thinks of the case is no error.
    fn run(&mut self, case: &Case, with_trace: bool) -> Result<Seen, String>;

    /// Our outcome (`success`, `rejected NAME`) in the words of this engine.
    fn outcome(&self, case: &Case, ours: &str) -> String {
        let _ = case;
        ours.to_string()
    }

    /// Whether its traces say of a creation what it costs without the gas that the init code gets.
    fn shows_creation_cost(&self) -> bool {
        true
    }

    /// Why what differs is known to be the peer's own doing, where it is.
    fn excuse(&self, case: &Case, ours: &Seen, theirs: &Seen) -> Option<&'static str> {
        let _ = (case, ours, theirs);
        None
    }
}

/// Makes a peer for each thread.
pub type MakePeer<'a> = dyn Fn() -> Result<Box<dyn Peer>, String> + Sync + 'a;

/// Which cases to run.
#[derive(Debug, Clone)]
pub struct Options {
    /// The seed.
    pub seed: u64,
    /// The first index.
    pub first: u64,
    /// How many cases.
    pub cases: u64,
    /// The forks, in turns.
    pub forks: Vec<Fork>,
    /// Threads, and engines of the peer.
    pub threads: usize,
    /// After this many differences nothing more is run.
    pub most_differences: usize,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Summary {
    /// Cases that both engines ran.
    pub cases: u64,
    /// Instructions in all traces.
    pub steps: u64,
    /// Cases by fork.
    pub forks: BTreeMap<Fork, u64>,
    /// Cases by outcome here.
    pub outcomes: BTreeMap<String, u64>,
    /// Differences that are known to be the peer's own, by reason.
    pub excused: BTreeMap<&'static str, u64>,
    /// The other differences, made small.
    pub differences: Vec<Difference>,
}

impl Summary {
    fn add(&mut self, case: &Case, verdict: &Verdict) {
        self.cases += 1;
        self.steps += verdict.ours.observation.steps as u64;
        *self.forks.entry(case.fork).or_default() += 1;
        *self.outcomes.entry(verdict.outcome.clone()).or_default() += 1;
    }
}

/// Runs the cases; `done` counts them meanwhile.
///
/// # Errors
/// A case cannot be made or run, or the peer cannot be asked.
pub fn compare(
    options: &Options,
    make: &MakePeer<'_>,
    done: &AtomicU64,
) -> Result<Summary, String> {
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let summary = Mutex::new(Summary::default());
    let worker = || {
        let (mut machine, peer) = (Machine::default(), make()?);
        machine.hides_creation_cost = !peer.shows_creation_cost();
        let mut pair = Pair { machine, peer };
        while !stop.load(Ordering::Relaxed) {
            let offset = next.fetch_add(1, Ordering::Relaxed);
            if offset >= options.cases {
                break;
            }
            let index = options.first.wrapping_add(offset);
            let case = options.case(index)?;
            let verdict =
                pair.run(&case, false).map_err(|error| format!("{}: {error}", case.name))?;
            let mut difference = None;
            if verdict.is_difference() {
                difference = Some(pair.describe(index, &case)?);
            }
            let mut summary = summary.lock().unwrap_or_else(PoisonError::into_inner);
            summary.add(&case, &verdict);
            if let Some(excuse) = verdict.excuse {
                *summary.excused.entry(excuse).or_default() += 1;
            }
            summary.differences.extend(difference);
            if summary.differences.len() >= options.most_differences {
                stop.store(true, Ordering::Relaxed);
            }
            done.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..options.threads.max(1)).map(|_| scope.spawn(worker)).collect();
        let ended = workers.into_iter().map(|worker| {
            let result = worker.join().unwrap_or_else(|_| Err("a thread panicked".to_string()));
            if result.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            result
        });
        ended.collect::<Vec<_>>().into_iter().collect::<Result<Vec<()>, String>>()
    })?;
    Ok(summary.into_inner().unwrap_or_else(PoisonError::into_inner))
}

impl Options {
    /// The case of an index.
    ///
    /// # Errors
    /// There is no fork, or the case cannot be made.
    pub fn case(&self, index: u64) -> Result<Case, String> {
        let turn = index.checked_rem(self.forks.len() as u64).ok_or("no fork")?;
        let fork = usize::try_from(turn).ok().and_then(|turn| self.forks.get(turn));
        generate(self.seed, index, *fork.ok_or("no fork")?)
    }
}

/// Both engines.
struct Pair {
    machine: Machine,
    peer: Box<dyn Peer>,
}

/// What both made of a case.
struct Verdict {
    /// Our outcome in our own words.
    outcome: String,
    ours: Seen,
    theirs: Seen,
    fields: Vec<&'static str>,
    excuse: Option<&'static str>,
}

impl Verdict {
    const fn is_difference(&self) -> bool {
        !self.fields.is_empty() && self.excuse.is_none()
    }
}

impl Pair {
    fn run(&mut self, case: &Case, with_trace: bool) -> Result<Verdict, String> {
        let mut ours = self.machine.run(case, with_trace)?;
        let theirs = self.peer.run(case, with_trace)?;
        let status = self.peer.outcome(case, &ours.observation.status);
        let outcome = core::mem::replace(&mut ours.observation.status, status);
        let fields = ours.observation.differences(&theirs.observation);
        let excuse = if fields.is_empty() { None } else { self.peer.excuse(case, &ours, &theirs) };
        Ok(Verdict { outcome, ours, theirs, fields, excuse })
    }

    /// Makes the case small and describes it.
    fn describe(&mut self, index: u64, case: &Case) -> Result<Difference, String> {
        let before = self.run(case, false)?;
        let small = shrink(case, &mut |smaller| {
            self.run(smaller, false)
                .is_ok_and(|verdict| verdict.is_difference() && verdict.fields == before.fields)
        });
        let verdict = self.run(&small, true)?;
        Ok(Difference {
            index,
            whole: case.clone(),
            case: small,
            fields: verdict.fields,
            ours: verdict.ours,
            theirs: verdict.theirs,
        })
    }
}
