//! The clocks of a game, and the meter of the turn that runs.

use crate::error::{Answer, ApiError};
use serde::{Deserialize, Serialize};
use std::{ops::RangeInclusive, time::Instant};

/// What can be given to each seat.
const SECONDS: RangeInclusive<f64> = 1.0..=86_400.0;
/// What can be given with each move.
const INCREMENT: RangeInclusive<f64> = 0.0..=600.0;

/// What each seat is given.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct ClockRule {
    /// For the whole game.
    pub(crate) seconds: f64,
    /// With every move.
    #[serde(default)]
    pub(crate) increment: f64,
}

impl ClockRule {
    pub(crate) fn check(&self) -> Answer<()> {
        match SECONDS.contains(&self.seconds) && INCREMENT.contains(&self.increment) {
            true => Ok(()),
            false => Err(ApiError::bad(
                "clock",
                format!(
                    "a clock has from {} to {} seconds and adds from {} to {} with each move",
                    SECONDS.start(),
                    SECONDS.end(),
                    INCREMENT.start(),
                    INCREMENT.end()
                ),
            )),
        }
    }
}

/// The clocks as they are kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct SavedClock {
    #[serde(flatten)]
    pub(crate) rule: ClockRule,
    /// What each seat had left when the turn of each ply began, so that taking back a move
    /// gives back its time.
    pub(crate) left: Vec<Vec<f64>>,
    /// What is spent of the turn that runs.
    pub(crate) spent: f64,
}

impl SavedClock {
    pub(crate) fn new(rule: ClockRule, seats: usize) -> SavedClock {
        SavedClock {
            rule,
            left: vec![vec![rule.seconds; seats]],
            spent: 0.0,
        }
    }

    /// The turn of a ply ends after so many seconds.
    pub(crate) fn moved(&mut self, ply: usize, seat: usize, spent: f64) {
        self.left.truncate(ply + 1);
        let mut next = self.left[ply].clone();
        next[seat] = (next[seat] - spent).max(0.0) + self.rule.increment;
        self.left.push(next);
    }
}

/// How long a turn has lasted, without the times in which it stood still.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Meter {
    before: f64,
    since: Option<Instant>,
}

impl Meter {
    /// One that stands at so many seconds.
    pub(crate) fn standing(before: f64) -> Meter {
        Meter {
            before,
            since: None,
        }
    }

    pub(crate) fn seconds(&self, now: Instant) -> f64 {
        let running = |since| now.saturating_duration_since(since).as_secs_f64();
        self.before + self.since.map_or(0.0, running)
    }

    pub(crate) fn is_running(&self) -> bool {
        self.since.is_some()
    }

    pub(crate) fn run(&mut self, on: bool, now: Instant) {
        if on != self.is_running() {
            self.before = self.seconds(now);
            self.since = on.then_some(now);
        }
    }

    /// From the beginning, running or standing as before.
    pub(crate) fn reset(&mut self, now: Instant) {
        self.before = 0.0;
        self.since = self.since.map(|_| now);
    }
}
