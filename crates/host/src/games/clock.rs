//! The clocks of a game as it is kept and shown, and the stopwatch of the turn that runs.

use crate::{
    error::{Answer, ApiError},
    runtime::Instant,
};
use papan_core::{MAX_SEATS, Seat};
use papan_search::{Clock, TimeControl};
use serde::{Deserialize, Serialize};
use std::{ops::RangeInclusive, time::Duration};

/// What can be given to each seat.
const SECONDS: RangeInclusive<f64> = 1.0..=86_400.0;
/// What can be given with each move.
const INCREMENT: RangeInclusive<f64> = 0.0..=600.0;

/// A time control as page and file write it, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ControlSeconds {
    /// For the whole game.
    pub(crate) seconds: f64,
    /// With every move.
    #[serde(default)]
    pub(crate) increment: f64,
}

impl ControlSeconds {
    pub(crate) fn control(&self) -> Answer<TimeControl> {
        if SECONDS.contains(&self.seconds) && INCREMENT.contains(&self.increment) {
            let [base, increment] = [self.seconds, self.increment].map(Duration::from_secs_f64);
            return Ok(TimeControl::new(base, increment));
        }
        Err(ApiError::bad(
            "clock",
            format!(
                "a clock has from {} to {} seconds and adds from {} to {} with each move",
                SECONDS.start(),
                SECONDS.end(),
                INCREMENT.start(),
                INCREMENT.end()
            ),
        ))
    }
}

impl From<&TimeControl> for ControlSeconds {
    fn from(control: &TimeControl) -> ControlSeconds {
        ControlSeconds {
            seconds: control.base.as_secs_f64(),
            increment: control.increment.as_secs_f64(),
        }
    }
}

/// The clock of a game with its history: as it stood when the turn of each ply began, so that
/// taking back a move gives back its time.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RoomClock {
    control: TimeControl,
    history: Vec<Clock>,
}

impl RoomClock {
    pub(crate) fn new(control: TimeControl) -> RoomClock {
        RoomClock {
            control,
            history: vec![Clock::new(control)],
        }
    }

    pub(crate) fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The clock after `spent` of the turn of a ply, which goes on.
    pub(crate) fn running(&self, ply: usize, mover: Option<Seat>, spent: Duration) -> Clock {
        let mut clock = self.history[ply];
        if let Some(mover) = mover
            && let Some(left) = clock.left(mover)
        {
            clock.set(mover, left.saturating_sub(spent), 0);
        }
        clock
    }

    /// The turn of a ply ends after `spent`.
    pub(crate) fn moved(&mut self, ply: usize, mover: Seat, spent: Duration) {
        let mut clock = self.history[ply];
        // Whoever had no time left has lost before.
        let _ = clock.spend(mover, spent, Duration::ZERO);
        self.forget_after(ply);
        self.history.push(clock);
    }

    /// What came after the turn of a ply began is gone.
    pub(crate) fn forget_after(&mut self, ply: usize) {
        self.history.truncate(ply + 1);
    }

    /// The plies whose turn has begun.
    pub(crate) fn plies(&self) -> usize {
        self.history.len()
    }

    /// As it is kept, with what is spent of the turn that runs.
    pub(crate) fn save(&self, seats: usize, spent: Duration) -> SavedClock {
        let left = |clock: &Clock| {
            let left = |seat| clock.left(seat).unwrap_or_default().as_secs_f64();
            Seat::all(seats).map(left).collect()
        };
        SavedClock {
            control: (&self.control).into(),
            left: self.history.iter().map(left).collect(),
            spent: spent.as_secs_f64(),
        }
    }
}

/// The clocks as they are kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SavedClock {
    #[serde(flatten)]
    pub(crate) control: ControlSeconds,
    /// What each seat had left when the turn of each ply began.
    left: Vec<Vec<f64>>,
    /// What is spent of the turn that runs.
    spent: f64,
}

impl SavedClock {
    /// The clocks, and what is spent of the turn that runs.
    pub(crate) fn load(&self) -> Answer<(RoomClock, Duration)> {
        let control = self.control.control()?;
        let clock = |left: &Vec<f64>| {
            let mut clock = Clock::new(control);
            for (seat, &left) in Seat::all(MAX_SEATS).zip(left) {
                clock.set(seat, seconds(left), 0);
            }
            clock
        };
        let history = self.left.iter().map(clock).collect();
        Ok((RoomClock { control, history }, seconds(self.spent)))
    }
}

/// A time of a file; what is none is nothing.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// How long a turn has lasted, without the times in which it stood still.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Stopwatch {
    before: Duration,
    since: Option<Instant>,
}

impl Stopwatch {
    /// One that stands at `before`.
    pub(crate) fn standing(before: Duration) -> Stopwatch {
        Stopwatch {
            before,
            since: None,
        }
    }

    pub(crate) fn elapsed(&self, now: Instant) -> Duration {
        let running = |since| now.saturating_duration_since(since);
        self.before + self.since.map_or(Duration::ZERO, running)
    }

    pub(crate) fn is_running(&self) -> bool {
        self.since.is_some()
    }

    pub(crate) fn run(&mut self, on: bool, now: Instant) {
        if on != self.is_running() {
            self.before = self.elapsed(now);
            self.since = on.then_some(now);
        }
    }

    /// From the beginning, running or standing as before.
    pub(crate) fn reset(&mut self, now: Instant) {
        self.before = Duration::ZERO;
        self.since = self.since.map(|_| now);
    }
}
