//! Until when to wait.

use papan_search::{Failure, Fault, Stop};
use std::time::{Duration, Instant};

/// How often a wait looks whether it was stopped from elsewhere.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// Until when to wait for a program.
#[derive(Clone, Copy, Debug)]
pub struct Patience<'a> {
    /// How long in all, to be told when it was not enough.
    pub time: Duration,
    /// When that is over.
    pub until: Instant,
    /// What ends the wait sooner.
    pub stop: Option<&'a Stop>,
}

impl<'a> Patience<'a> {
    /// So long from now on.
    pub fn new(time: Duration, stop: Option<&'a Stop>) -> Patience<'a> {
        // Nobody waits longer than a year.
        let time = time.min(Duration::from_secs(365 * 86_400));
        Patience {
            time,
            until: Instant::now() + time,
            stop,
        }
    }

    /// How long to wait before looking again; an error when there is nothing left.
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
            Some(_) => left.min(BETWEEN_LOOKS),
        })
    }
}
