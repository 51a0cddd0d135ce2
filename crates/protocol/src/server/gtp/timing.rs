//! The clocks that GTP tells of.

use super::arguments::LONGEST;
use papan_core::{MAX_SEATS, Notation, Seat};
use papan_search::{Clock, Limits};
use std::time::Duration;

/// What each colour has left. A main time is followed by periods in which so many moves are
/// to be made.
#[derive(Default)]
pub(super) struct Timing {
    setting: Option<Setting>,
    /// `None` for who is not limited.
    left: [Option<Left>; MAX_SEATS],
}

#[derive(Clone, Copy)]
struct Setting {
    main: Duration,
    period: Duration,
    moves: u32,
}

#[derive(Clone, Copy)]
struct Left {
    time: Duration,
    /// The moves to be made in that time; 0 in the main time.
    moves: u32,
}

impl Timing {
    /// `time_settings`. A period without a number of moves means no limit.
    pub(super) fn set(&mut self, main: Duration, period: Duration, moves: u32) {
        let unlimited = !period.is_zero() && moves == 0;
        self.setting = (!unlimited).then_some(Setting {
            main,
            period,
            moves,
        });
        self.begin();
    }

    /// A new game: the clocks are set back.
    pub(super) fn begin(&mut self) {
        let first = self.setting.map(|setting| match setting.main.is_zero() {
            true => setting.next_period(),
            false => Left {
                time: setting.main,
                moves: 0,
            },
        });
        self.left = [first; MAX_SEATS];
    }

    /// `time_left`: someone else keeps the clock. Without settings it limits that colour
    /// alone.
    pub(super) fn correct(&mut self, colour: usize, time: Duration, moves: u32) {
        let over = time.is_zero() && moves == 0;
        let period = self.next_period().filter(|_| over);
        self.left[colour] = Some(period.unwrap_or(Left { time, moves }));
    }

    /// What follows the main time, where anything does.
    fn next_period(&self) -> Option<Left> {
        let setting = self.setting.filter(|setting| !setting.period.is_zero());
        setting.map(Setting::next_period)
    }

    /// A colour has thought about a move.
    pub(super) fn spend(&mut self, colour: usize, time: Duration) {
        let period = self.next_period();
        let Some(left) = &mut self.left[colour] else {
            return;
        };
        left.time = left.time.saturating_sub(time);
        let over = match left.moves {
            0 => left.time.is_zero(),
            moves => {
                left.moves = moves - 1;
                moves == 1
            }
        };
        if let (true, Some(period)) = (over, period) {
            *left = period;
        }
    }

    /// What a colour may spend on its move.
    pub(super) fn limits<G: Notation>(
        &self,
        game: &G,
        position: &G::Position,
        colour: usize,
    ) -> Limits {
        let Some(Left { time, moves }) = self.left[colour] else {
            return Limits::NONE;
        };
        let share = match moves {
            0 => {
                let seat = game.turn(position).unwrap_or(Seat::FIRST);
                Clock::new(time, Duration::ZERO).share(game, position, seat)
            }
            // Some of it is lost on the way.
            moves => time / moves * 9 / 10,
        };
        let mut limits = Limits::time(share);
        if self.next_period().is_none() && game.colours() == game.seats() {
            let left = self.left.map(|left| left.map_or(LONGEST, |left| left.time));
            limits.clock = Some(Clock {
                left,
                increment: Duration::ZERO,
            });
        }
        limits
    }
}

impl Setting {
    fn next_period(self) -> Left {
        Left {
            time: self.period,
            moves: self.moves,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::{Game, example::Nim};

    const SECOND: Duration = Duration::from_secs(1);

    fn share(timing: &Timing, colour: usize) -> Option<Duration> {
        let nim = Nim::new(40);
        timing.limits(&nim, &nim.start(), colour).time
    }

    #[test]
    fn without_settings_there_is_no_limit() {
        let mut timing = Timing::default();
        assert_eq!(share(&timing, 0), None);
        timing.set(SECOND, SECOND, 0);
        assert_eq!(share(&timing, 0), None);
    }

    #[test]
    fn what_is_spent_is_gone_until_the_next_game() {
        let mut timing = Timing::default();
        timing.set(10 * SECOND, Duration::ZERO, 0);
        let at_first = share(&timing, 0).unwrap();
        timing.spend(0, 9 * SECOND);
        assert!(share(&timing, 0).unwrap() < at_first / 8);
        assert_eq!(share(&timing, 1), Some(at_first));
        timing.begin();
        assert_eq!(share(&timing, 0), Some(at_first));
        timing.correct(0, 20 * SECOND, 0);
        assert!(share(&timing, 0).unwrap() > at_first);
    }

    #[test]
    fn behind_the_main_time_come_periods() {
        let mut timing = Timing::default();
        timing.set(SECOND, 10 * SECOND, 5);
        timing.spend(1, 2 * SECOND);
        assert_eq!(share(&timing, 1), Some(10 * SECOND / 5 * 9 / 10));
        for _ in 0..4 {
            timing.spend(1, 2 * SECOND);
        }
        assert_eq!(share(&timing, 1), Some(2 * SECOND * 9 / 10));
        timing.spend(1, SECOND);
        assert_eq!(share(&timing, 1), Some(10 * SECOND / 5 * 9 / 10));
    }

    #[test]
    fn agents_that_share_out_time_themselves_see_the_clock() {
        let nim = Nim::new(40);
        let mut timing = Timing::default();
        timing.correct(1, 3 * SECOND, 0);
        let clock = timing.limits(&nim, &nim.start(), 1).clock.unwrap();
        assert_eq!(clock.left[1], 3 * SECOND);
        // Nobody has told of the other, who is not limited.
        assert_eq!(clock.left[0], LONGEST);
        assert_eq!(share(&timing, 0), None);
        timing.begin();
        assert_eq!(share(&timing, 1), None);
    }
}
