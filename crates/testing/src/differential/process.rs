//! A peer that is a program of its own: it reads a case a line and answers a line.

use super::{
    case::Case,
    compare::Peer,
    run::{Observation, Seen},
};
use alloc::{
    borrow::ToOwned,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;
use serde_json::json;
use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// A running program.
///
/// A request is one line, `{"trace": false, "test": STATE_TEST}`. The answer is the line of an
/// [`Observation`], and where the trace was asked for its lines after that; a line that begins with
/// `error: ` says why there is none.
pub struct ProcessPeer {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl ProcessPeer {
    /// Starts the program.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(command: &mut Command) -> Result<Self, String> {
        let name = command.get_program().to_string_lossy().into_owned();
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("cannot run {name}: {error}"))?;
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or("no output of the peer")?;
        Ok(Self { child, input, output: BufReader::new(output) })
    }

    fn line(&mut self) -> Result<String, String> {
        let mut line = String::new();
        let len = self.output.read_line(&mut line).map_err(|error| format!("peer: {error}"))?;
        if len == 0 {
            return Err("the peer has ended; its last words are above".to_owned());
        }
        match line.strip_prefix("error: ") {
            Some(message) => Err(format!("peer: {}", message.trim_end())),
            None => Ok(line.trim_end().to_owned()),
        }
    }
}

impl Peer for ProcessPeer {
    fn run(&mut self, case: &Case, with_trace: bool) -> Result<Seen, String> {
        let mut request = json!({"trace": with_trace, "test": case.state_test(None)?}).to_string();
        request.push('\n');
        let input = self.input.as_mut().ok_or("no input of the peer")?;
        input
            .write_all(request.as_bytes())
            .and_then(|()| input.flush())
            .map_err(|error| format!("peer: {error}"))?;
        let observation: Observation = self.line()?.parse()?;
        let mut trace = Vec::new();
        if with_trace {
            for _ in 0..observation.steps {
                trace.push(self.line()?);
            }
        }
        Ok(Seen { observation, trace })
    }
}

impl fmt::Debug for ProcessPeer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProcessPeer")
            .field("id", &self.child.id().to_string())
            .finish_non_exhaustive()
    }
}

impl Drop for ProcessPeer {
    fn drop(&mut self) {
        // It ends when its input does.
        drop(self.input.take());
        let _ = self.child.wait();
    }
}
