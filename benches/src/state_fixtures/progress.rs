//! Says what is being run, and for how long already.
#![expect(clippy::print_stderr, reason = "progress goes to standard error")]

use std::{
    io::{IsTerminal as _, stderr},
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

/// Does `work` on this thread, whose time is measured, while another shows `label` and the seconds
/// since: on a terminal in one line, elsewhere a line now and then.
pub fn watched<T>(label: &str, work: impl FnOnce() -> T) -> T {
    let is_terminal = stderr().is_terminal();
    let interval = Duration::from_secs(if is_terminal { 1 } else { 10 });
    let (end, ended) = channel::<()>();
    let started = Instant::now();
    if is_terminal {
        eprint!("{label}\r");
    } else {
        eprintln!("{label}");
    }
    thread::scope(|scope| {
        scope.spawn(move || {
            while ended.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
                let seconds = started.elapsed().as_secs();
                eprint!("{label}: {seconds} s{}", if is_terminal { "\r" } else { "\n" });
            }
            if is_terminal {
                // Clears the line.
                eprint!("\x1b[2K\r");
            }
        });
        let result = work();
        drop(end);
        result
    })
}
