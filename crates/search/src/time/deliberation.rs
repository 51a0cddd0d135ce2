//! How long to think about one move.

use super::Timekeeper;
use crate::Limits;
use std::time::Duration;

/// Says after each depth of a search whether to look deeper, where a clock gives time that other
/// moves can use: a clear move is played early, an unclear one is thought about for longer than its
/// fair share. A time for this move alone is neither saved nor lent.
///
/// ```
/// use papan_search::{Deliberation, Limits};
/// use std::time::Duration;
///
/// let second = Duration::from_secs(1);
/// let limits = Limits { longest: Some(3 * second), ..Limits::time(second) };
/// let mut deliberation = Deliberation::new(&limits);
/// assert_eq!(deliberation.limits().time, Some(3 * second));
/// for depth in 1..=8 {
///     deliberation.note("f5", 2.0);
/// }
/// assert!(deliberation.goes_on(second / 5));
/// assert!(!deliberation.goes_on(second));
/// deliberation.note("d6", -3.0);
/// assert!(deliberation.goes_on(second));
/// ```
#[derive(Clone, Debug)]
pub struct Deliberation<M> {
    limits: Limits,
    /// The fair share, by the clock on the wall, where it is worth saving.
    share: Option<Duration>,
    best: Option<M>,
    /// For how many depths the best move has been the same.
    steady: u32,
    /// The last values, the latest first: who moves last makes a difference, so that one is compared
    /// with the one before the last.
    values: [Option<f64>; 3],
    is_clear: bool,
}

impl<M: PartialEq> Deliberation<M> {
    /// A thought begins.
    pub fn new(limits: &Limits) -> Deliberation<M> {
        let given = |time| match &limits.timekeeper {
            Some(timekeeper) => Timekeeper::given(timekeeper, time),
            None => time,
        };
        Deliberation {
            limits: Limits {
                time: limits.longest.or(limits.time),
                ..limits.clone()
            },
            share: limits.longest.and(limits.time).map(given),
            best: None,
            steady: 0,
            values: [None; 3],
            is_clear: false,
        }
    }

    /// The limits that end the thought in any case.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// A depth was searched: its best move, and what that is worth in points of the result.
    pub fn note(&mut self, best: M, value: f64) {
        self.steady = match self.best.as_ref() == Some(&best) {
            true => self.steady + 1,
            false => 0,
        };
        self.best = Some(best);
        let [latest, before, _] = self.values;
        self.values = [Some(value), latest, before];
    }

    /// Whether it is worth finding out if the best move is far ahead of the others: it has been the
    /// best for long.
    pub fn may_be_clear(&self) -> bool {
        self.share.is_some() && !self.is_clear && self.steady >= 5
    }

    /// The best move is far ahead of the others, or the only one.
    pub fn note_clear(&mut self) {
        self.is_clear = true;
    }

    /// Whether there is time to look a ply deeper after `elapsed` by the clock on the wall. That
    /// takes longer than all depths before it.
    pub fn goes_on(&self, elapsed: Duration) -> bool {
        let Some(share) = self.share else {
            return true;
        };
        let goes_on = elapsed < share.mul_f64(self.patience());
        if let (false, Some(timekeeper)) = (goes_on, &self.limits.timekeeper) {
            timekeeper.note();
        }
        goes_on
    }

    /// The part of the fair share after which no other depth is begun.
    fn patience(&self) -> f64 {
        if self.is_clear {
            return 0.1;
        }
        let unsteady = match self.steady {
            0 => 1.2,
            1 => 1.0,
            2 => 0.8,
            _ => 0.6,
        };
        let falls = match self.values {
            [Some(latest), _, Some(before)] => before - latest >= 2.0,
            _ => false,
        };
        if falls { 1.4 * unsteady } else { unsteady }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn on_a_clock() -> Limits {
        Limits {
            longest: Some(4 * SECOND),
            ..Limits::time(SECOND)
        }
    }

    /// The part of a second after which no depth is begun any more.
    fn patience(deliberation: &Deliberation<u8>) -> u32 {
        let parts = (1..100).take_while(|part| deliberation.goes_on(SECOND * *part / 20));
        parts.count() as u32
    }

    #[test]
    fn the_less_clear_a_move_the_longer_the_thought() {
        let mut clear = Deliberation::new(&on_a_clock());
        for _ in 0..6 {
            clear.note(1, 0.0);
        }
        let steady = clear.clone();
        clear.note_clear();
        let mut falling = steady.clone();
        falling.note(1, 0.0);
        falling.note(1, -4.0);
        let mut changed = steady.clone();
        changed.note(2, 0.0);
        let mut both = falling.clone();
        both.note(2, -4.0);
        let times = [&clear, &steady, &falling, &changed, &both].map(patience);
        assert!(times.is_sorted_by(|less, more| less < more), "{times:?}");
        // All of them begin nothing near the end.
        assert!(times[4] < 2 * 20, "{times:?}");
        assert!(steady.may_be_clear() && !changed.may_be_clear());
    }

    #[test]
    fn a_time_for_one_move_is_used_up() {
        let mut deliberation = Deliberation::new(&Limits::time(SECOND));
        for _ in 0..9 {
            deliberation.note(1, 0.0);
        }
        assert!(deliberation.goes_on(SECOND * 9 / 10));
        assert!(!deliberation.may_be_clear());
        assert_eq!(deliberation.limits().time, Some(SECOND));
    }

    #[test]
    fn the_timekeeper_hears_when_the_clock_ended_a_thought() {
        let timekeeper = Timekeeper::new(2.0);
        let deliberation = Deliberation::<u8>::new(&on_a_clock().and_timekeeper(&timekeeper));
        assert!(deliberation.goes_on(SECOND));
        assert!(!timekeeper.is_timed());
        assert!(!deliberation.goes_on(3 * SECOND));
        assert!(timekeeper.is_timed());
    }
}
