//! What a program takes of the processors in a game.

use crate::process::Process;
use std::time::Duration;

/// Counts from the first question of a game to the latest answer. What a program takes while
/// others think counts too: who thinks on their time would else have it for nothing. What it
/// took to start does not.
#[derive(Debug)]
pub(super) struct Meter {
    /// `None` once something of it could not be told.
    taken: Option<Duration>,
    /// What the process had taken, in all, at its latest answer.
    seen: Option<Duration>,
}

impl Meter {
    /// Of a new game.
    pub(super) fn new() -> Meter {
        Meter {
            taken: Some(Duration::ZERO),
            seen: None,
        }
    }

    /// To be called before each question.
    pub(super) fn question(&mut self, process: &Process) {
        self.seen = self.seen.or_else(|| process.processor_time());
    }

    /// To be called after each answer, whatever it was.
    pub(super) fn answer(&mut self, process: &Process) {
        let before = std::mem::replace(&mut self.seen, process.processor_time());
        let last = before.zip(self.seen);
        let last = last.map(|(before, now)| now.saturating_sub(before));
        let sum = self.taken.zip(last);
        self.taken = sum.map(|(taken, last)| taken.saturating_add(last));
    }

    /// What it has taken in this game.
    pub(super) fn taken(&self) -> Option<Duration> {
        self.taken
    }
}
