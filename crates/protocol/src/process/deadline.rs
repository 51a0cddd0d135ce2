//! Deadlines of waiting.

use papan_search::Stop;
#[cfg(not(target_family = "wasm"))]
use papan_search::{Failure, Fault};
use std::time::Duration;
use web_time::Instant;

/// How often a wait checks whether it was stopped from elsewhere.
#[cfg(not(target_family = "wasm"))]
const STOP_CHECK: Duration = Duration::from_millis(10);

/// The deadline of an answer of a program.
#[derive(Clone, Copy, Debug)]
pub struct Deadline<'a> {
    /// The whole time, for the message when it was not enough.
    pub time: Duration,
    /// The deadline.
    pub until: Instant,
    /// What ends the wait sooner.
    pub stop: Option<&'a Stop>,
}

impl<'a> Deadline<'a> {
    /// `time` from now on.
    pub fn new(time: Duration, stop: Option<&'a Stop>) -> Deadline<'a> {
        // Nobody waits longer than a year.
        let time = time.min(Duration::from_secs(365 * 86_400));
        Deadline {
            time,
            until: Instant::now() + time,
            stop,
        }
    }

    /// How long to wait before looking again; an error when there is nothing left.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn next_wait(&self, doing: &str) -> Result<Duration, Failure> {
        if self.stop.is_some_and(Stop::is_stopped) {
            return Err(Failure::new(Fault::Stopped, "stopped"));
        }
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            let text = format!("{doing} within {:.1} s", self.time.as_secs_f64());
            return Err(Failure::new(Fault::Time, text));
        }
        Ok(match self.stop {
            None => left,
            Some(_) => left.min(STOP_CHECK),
        })
    }
}
