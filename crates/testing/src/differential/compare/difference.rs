//! A difference, told and written down.

use crate::differential::{
    case::Case,
    run::{Machine, Seen},
};
use alloc::{format, string::String, vec::Vec};
use core::fmt;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A case on which two engines differ.
#[derive(Debug)]
pub struct Difference {
    /// Its index.
    pub index: u64,
    /// The case as it was generated.
    pub whole: Case,
    /// The case made small.
    pub case: Case,
    /// What differs.
    pub fields: Vec<&'static str>,
    /// What was seen here, the outcome in the peer's words.
    pub ours: Seen,
    /// What was seen there.
    pub theirs: Seen,
}

impl Difference {
    /// Writes the small case as a state test that expects what came of it here, the generated one
    /// likewise, and both traces; answers the small case's path.
    ///
    /// # Errors
    /// A file cannot be written; the text names it.
    pub fn write(&self, folder: &Path) -> Result<PathBuf, String> {
        let put = |name: String, text: String| {
            let path = folder.join(name);
            let bad = |error: io::Error| format!("{}: {error}", path.display());
            fs::write(&path, text).map_err(bad).map(|()| path.clone())
        };
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let name = &self.case.name;
        put(format!("{name}.eevm.jsonl"), lines(&self.ours.trace))?;
        put(format!("{name}.peer.jsonl"), lines(&self.theirs.trace))?;
        put(format!("{name}.txt"), format!("{self}\n"))?;
        put(format!("{name}.whole.json"), state_test(&self.whole)?)?;
        put(format!("{name}.json"), state_test(&self.case)?)
    }
}

/// The case with what comes of it here.
fn state_test(case: &Case) -> Result<String, String> {
    let seen = Machine::default().run(case, false)?;
    Ok(format!("{:#}\n", case.state_test(Some(&seen.observation))?))
}

fn lines(trace: &[String]) -> String {
    trace.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} differ", self.case.name, self.fields.join(", "))?;
        for (who, seen) in [("eevm", &self.ours), ("peer", &self.theirs)] {
            let seen = &seen.observation;
            writeln!(
                f,
                "  {who}: {}, {} gas, {} steps, state root {}",
                seen.status, seen.gas_used, seen.steps, seen.root
            )?;
        }
        let pairs = self.ours.trace.iter().zip(&self.theirs.trace);
        match pairs.clone().position(|(ours, theirs)| ours != theirs) {
            Some(at) => {
                write!(f, "  first step that differs: {at}")?;
                if let Some((ours, theirs)) = pairs.clone().nth(at) {
                    write!(f, "\n    eevm {}\n    peer {}", shortened(ours), shortened(theirs))?;
                }
                Ok(())
            }
            None => write!(f, "  no step differs up to the end of the shorter trace"),
        }
    }
}

fn shortened(line: &str) -> String {
    line.chars().take(400).collect()
}
