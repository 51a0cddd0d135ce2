//! Time on machines of different speed, and whether it decided anything.

use super::Clock;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// Says how long the times of limits are on this machine, and notes when the clock decided
/// something: a thought that a time limit ended need not come out the same again, one that was
/// ended by nodes or depth does.
///
/// The *pace* is what times are multiplied by: half of them are enough on a machine that is
/// twice as fast as the one that they are meant for. Limits, clocks and times that are written
/// down are those of that other machine; only who looks at the clock on the wall asks the
/// timekeeper.
///
/// ```
/// use papan_search::{Limits, Timekeeper, Watch};
/// use std::time::Duration;
///
/// let timekeeper = Timekeeper::new(0.5);
/// let second = Duration::from_secs(1);
/// assert_eq!(timekeeper.given(second), second / 2);
/// assert_eq!(timekeeper.counted(second), second * 2);
///
/// let limits = Limits::nodes(100).and_time(second).and_timekeeper(&timekeeper);
/// let mut watch = Watch::start(&limits);
/// while !watch.tick() {}
/// assert!(!timekeeper.is_timed());
/// let mut watch = Watch::start(&limits.and_time(Duration::ZERO));
/// while !watch.tick() {}
/// assert!(timekeeper.is_timed());
/// ```
#[derive(Clone, Debug)]
pub struct Timekeeper {
    pace: f64,
    timed: Arc<AtomicBool>,
}

/// No machine is further from another.
const PACES: std::ops::RangeInclusive<f64> = 0.001..=1_000.0;

impl Timekeeper {
    /// One who multiplies all times by `pace`, which is held between a thousandth and a
    /// thousand; what is no number counts as 1.
    pub fn new(pace: f64) -> Timekeeper {
        let pace = match pace.is_nan() {
            true => 1.0,
            false => pace.clamp(*PACES.start(), *PACES.end()),
        };
        Timekeeper {
            pace,
            timed: Arc::default(),
        }
    }

    /// What times are multiplied by.
    pub fn pace(&self) -> f64 {
        self.pace
    }

    /// How long a time is by the clock on the wall of this machine.
    pub fn given(&self, time: Duration) -> Duration {
        scaled(time, self.pace)
    }

    /// What a time that passed on this machine counts.
    pub fn counted(&self, taken: Duration) -> Duration {
        scaled(taken, 1.0 / self.pace)
    }

    /// A clock of the game, as the clock on the wall of this machine has it.
    pub(crate) fn given_clock(&self, clock: &Clock) -> Clock {
        clock.with_times(|time| self.given(time))
    }

    /// Notes that the clock decided something, for all who hold this timekeeper and for good.
    pub fn note(&self) {
        self.timed.store(true, Ordering::Relaxed);
    }

    /// Whether that was noted.
    pub fn is_timed(&self) -> bool {
        self.timed.load(Ordering::Relaxed)
    }
}

/// A time by a factor, exactly itself by 1.
fn scaled(time: Duration, factor: f64) -> Duration {
    if factor == 1.0 {
        return time;
    }
    Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::Seat;

    #[test]
    fn no_pace_and_no_time_is_too_much() {
        for pace in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300] {
            let timekeeper = Timekeeper::new(pace);
            assert!(PACES.contains(&timekeeper.pace()), "{pace}");
            for time in [Duration::ZERO, Duration::MAX] {
                let _ = (timekeeper.given(time), timekeeper.counted(time));
            }
        }
        let usual = Timekeeper::new(1.0);
        let odd = Duration::new(u64::MAX / 3, 999_999_999);
        assert_eq!((usual.given(odd), usual.counted(odd)), (odd, odd));
    }

    #[test]
    fn clocks_are_given_with_all_their_times() {
        let mut clock = Clock::new("60s+500ms".parse().unwrap());
        clock.set(Seat::SECOND, Duration::from_secs(10), 0);
        let given = Timekeeper::new(0.5).given_clock(&clock);
        assert_eq!(given.left(Seat::FIRST), Some(Duration::from_secs(30)));
        assert_eq!(given.left(Seat::SECOND), Some(Duration::from_secs(5)));
        assert_eq!(given.control().increment, Duration::from_millis(250));
    }
}
