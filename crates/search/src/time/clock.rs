//! What each seat has left, and how much of it to think with now.

use super::{Period, TimeControl};
use crate::Limits;
use papan_core::{Game, MAX_SEATS, Random, Seat};
use std::time::Duration;

/// The clocks of a game: what each seat has left. Who plays a game takes from it what moves
/// cost ([`spend`](Clock::spend)) and asks it what a move may cost
/// ([`share`](Clock::share)).
///
/// ```
/// use papan_core::{Game, Seat, example::Nim};
/// use papan_search::{Clock, TimeControl};
/// use std::time::Duration;
///
/// let nim = Nim::new(200);
/// let mut clock = Clock::new("60s+1s".parse().unwrap());
/// let share = clock.share(&nim, &nim.start(), Seat::FIRST, Duration::ZERO).unwrap();
/// assert!(share > Duration::from_secs(1) && share < Duration::from_secs(5));
/// assert!(clock.spend(Seat::FIRST, Duration::from_secs(11), Duration::ZERO));
/// assert_eq!(clock.left(Seat::FIRST), Some(Duration::from_secs(50)));
/// assert!(!clock.spend(Seat::FIRST, Duration::from_secs(51), Duration::ZERO));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    /// `None` for who is not limited.
    left: [Option<Left>; MAX_SEATS],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Left {
    time: Duration,
    /// The moves to be made in that time; 0 for all that the game has.
    moves: u32,
}

/// What a move may take on its way to whoever stops the clock.
const ON_THE_WAY: Duration = Duration::from_millis(20);

impl Clock {
    /// Everyone has what the control gives at first.
    pub fn new(control: TimeControl) -> Clock {
        let mut clock = Clock::unlimited(control);
        for seat in Seat::all(MAX_SEATS) {
            clock.set(seat, control.base, 0);
        }
        clock
    }

    /// Nobody is limited before it is [said](Clock::set) what they have left.
    pub const fn unlimited(control: TimeControl) -> Clock {
        Clock {
            control,
            left: [None; MAX_SEATS],
        }
    }

    /// The same with all its times changed.
    pub(super) fn with_times(&self, change: impl Fn(Duration) -> Duration) -> Clock {
        let TimeControl {
            base,
            increment,
            period,
        } = self.control;
        let control = TimeControl {
            base: change(base),
            increment: change(increment),
            period: period.map(|Period { time, moves }| Period {
                time: change(time),
                moves,
            }),
        };
        let left = self.left.map(|left| {
            left.map(|Left { time, moves }| Left {
                time: change(time),
                moves,
            })
        });
        Clock { control, left }
    }

    /// What is given.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// What a seat has left until it must have made the moves of its period, or all of the
    /// game. `None` when it is not limited.
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        self.left[seat.index()].map(|left| left.time)
    }

    /// Someone else keeps the clock: a seat has `time` left for `moves` moves, or for all of
    /// the game when `moves` is 0. With neither, the next period begins, where there is one.
    pub fn set(&mut self, seat: Seat, time: Duration, moves: u32) {
        self.left[seat.index()] = Some(self.or_next_period(Left { time, moves }));
    }

    /// The period that follows when the time of the game is over.
    fn or_next_period(&self, left: Left) -> Left {
        let over = left.time.is_zero() && left.moves == 0;
        let period = self.control.period.filter(|_| over);
        period.map_or(left, Left::of)
    }

    /// Takes what a move cost from the clock of its seat, and adds what is given with a move.
    /// False when that was more than it had and the `grace` period together: its flag has
    /// fallen.
    pub fn spend(&mut self, seat: Seat, taken: Duration, grace: Duration) -> bool {
        let Some(mut left) = self.left[seat.index()] else {
            return true;
        };
        let mut taken = taken;
        if left.moves == 0
            && taken > left.time
            && let Some(period) = self.control.period
        {
            // The time of the game ended within this move, and the period began.
            taken -= left.time;
            left = Left::of(period);
        }
        let in_time = taken <= left.time.saturating_add(grace);
        let rest = left.time.saturating_sub(taken);
        left.time = rest.saturating_add(self.control.increment);
        if left.moves > 0 {
            left.moves -= 1;
            if left.moves == 0 {
                left = self.control.period.map_or(left, Left::of);
            }
        }
        self.left[seat.index()] = Some(self.or_next_period(left));
        in_time
    }

    /// A fair share of what a seat has left for the move to be made in this position: what is
    /// left, by the moves that are still to be made with it, and most of what is added with
    /// each of them. Early moves get a little more than late ones: they decide more, and games
    /// may end sooner than expected. Never nearer to the end of the time than a tenth; only a
    /// time for this move alone is used up, when there is a `grace` period in which a move
    /// is still taken. `None` when the seat is not limited.
    pub fn share<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        seat: Seat,
        grace: Duration,
    ) -> Option<Duration> {
        let Left { time, moves } = self.left[seat.index()]?;
        if moves == 1 && grace >= ON_THE_WAY {
            return Some(time);
        }
        let left = time.saturating_sub(ON_THE_WAY);
        let expected = (0.7 * moves_left(game, position)).max(2.0);
        let moves = match moves {
            0 => expected,
            moves => expected.min(moves.into()),
        };
        let share = left
            .div_f64(moves)
            .saturating_add(self.control.increment * 3 / 4);
        Some(share.min(left * 9 / 10))
    }

    /// The longest thought about a move whose [share](Clock::share) is this: several shares where the
    /// move is unclear, but never so much that the moves to come have nothing left. `None` where what
    /// this move leaves over is lost.
    fn longest(&self, seat: Seat, share: Duration) -> Option<Duration> {
        let Left { time, moves } = self.left[seat.index()]?;
        let left = time.saturating_sub(ON_THE_WAY);
        (moves != 1).then(|| share.max((3 * share).min(left / 4)))
    }

    /// The limits of a move: the [share](Clock::share) of its seat, and the clock itself for
    /// agents that share out their time themselves. Periods are not told: few programs know
    /// them.
    pub fn limits<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        seat: Seat,
        grace: Duration,
    ) -> Limits {
        let time = self.share(game, position, seat, grace);
        Limits {
            time,
            longest: time.and_then(|share| self.longest(seat, share)),
            clock: Some(*self).filter(|_| time.is_some() && self.control.period.is_none()),
            ..Limits::NONE
        }
    }
}

impl Left {
    fn of(Period { time, moves }: Period) -> Left {
        Left { time, moves }
    }
}

/// How many more moves the seat to move has, by a few random games; the rules alone do not
/// say. The same position has the same number: chance follows from it.
fn moves_left<G: Game>(game: &G, position: &G::Position) -> f64 {
    const GAMES: u64 = 4;
    let mover = game.turn(position);
    let mut random = Random::new(game.key(position));
    let mut moves = Vec::new();
    let mut count = 0;
    for _ in 0..GAMES {
        let mut position = *position;
        while let Some(turn) = game.turn(&position) {
            count += u64::from(Some(turn) == mover);
            moves.clear();
            game.moves(&position, &mut moves);
            game.play(&mut position, moves[random.below(moves.len())]);
        }
    }
    count as f64 / GAMES as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::example::Nim;

    const SECOND: Duration = Duration::from_secs(1);
    const GRACE: Duration = Duration::from_millis(100);

    fn share(clock: &Clock, seat: Seat) -> Option<Duration> {
        let nim = Nim::new(40);
        clock.share(&nim, &nim.start(), seat, Duration::ZERO)
    }

    #[test]
    fn shares_add_up_to_less_than_there_is() {
        let nim = Nim::new(200);
        let mut position = nim.start();
        let mut clock = Clock::new(TimeControl::new(10 * SECOND, Duration::ZERO));
        while let Some(seat) = nim.turn(&position) {
            if seat == Seat::FIRST {
                let share = clock.share(&nim, &position, seat, GRACE).unwrap();
                assert!(share > Duration::from_millis(2), "{clock:?}");
                assert!(clock.spend(seat, share, Duration::ZERO));
            }
            nim.play(&mut position, 2);
        }
        let left = clock.left(Seat::FIRST).unwrap();
        assert!(left > ON_THE_WAY && left < 4 * SECOND, "{left:?}");
    }

    #[test]
    fn who_has_nothing_left_has_no_share() {
        let share = |base, increment| {
            let clock = Clock::new(TimeControl::new(base, increment));
            share(&clock, Seat::FIRST).unwrap()
        };
        assert_eq!(share(Duration::ZERO, SECOND), Duration::ZERO);
        assert!(share(SECOND, SECOND) < SECOND);
    }

    #[test]
    fn the_moves_left_are_about_half_of_the_matches() {
        let nim = Nim::new(200);
        let left = moves_left(&nim, &nim.start());
        assert!((35.0..=65.0).contains(&left), "{left}");
    }

    #[test]
    fn a_flag_falls_when_more_is_spent_than_there_was() {
        let mut clock = Clock::new("10s+100ms".parse().unwrap());
        assert!(clock.spend(Seat::FIRST, 9 * SECOND, Duration::ZERO));
        assert!(!clock.spend(Seat::FIRST, 2 * SECOND, GRACE));
        assert!(clock.spend(Seat::SECOND, Duration::from_millis(10_050), GRACE));
        assert_eq!(clock.left(Seat::SECOND), Some(GRACE));
        let mut clock = Clock::unlimited(TimeControl::default());
        assert!(clock.spend(Seat::FIRST, 9 * SECOND, Duration::ZERO));
        assert_eq!(share(&clock, Seat::FIRST), None);
    }

    #[test]
    fn a_time_for_each_move_is_used_up_and_given_again() {
        let nim = Nim::new(40);
        let mut clock = Clock::new(TimeControl::per_move(SECOND));
        let limits = clock.limits(&nim, &nim.start(), Seat::FIRST, GRACE);
        assert_eq!((limits.time, limits.clock), (Some(SECOND), None));
        // Whoever takes no late move gets an earlier one.
        assert!(share(&clock, Seat::FIRST).unwrap() < SECOND);
        for _ in 0..3 {
            assert!(clock.spend(Seat::FIRST, SECOND + GRACE, GRACE));
            assert_eq!(clock.left(Seat::FIRST), Some(SECOND));
        }
        assert!(!clock.spend(Seat::FIRST, SECOND + 2 * GRACE, GRACE));
    }

    #[test]
    fn behind_the_time_of_the_game_come_periods() {
        let period = Period {
            time: 10 * SECOND,
            moves: 5,
        };
        let mut clock = Clock::new(TimeControl {
            period: Some(period),
            ..TimeControl::new(SECOND, Duration::ZERO)
        });
        let seat = Seat::SECOND;
        let at_first = share(&clock, seat).unwrap();
        assert!(at_first < SECOND / 2, "{at_first:?}");
        // A second of the period is spent with the first move in it.
        assert!(clock.spend(seat, 2 * SECOND, Duration::ZERO));
        assert_eq!(clock.left(seat), Some(9 * SECOND));
        let of_four = share(&clock, seat).unwrap();
        assert!(of_four > 2 * SECOND && of_four < 9 * SECOND / 4);
        for _ in 0..3 {
            assert!(clock.spend(seat, 2 * SECOND, Duration::ZERO));
        }
        let last = share(&clock, seat).unwrap();
        assert!(last > 2 * SECOND && last < 3 * SECOND, "{last:?}");
        assert!(clock.spend(seat, SECOND, Duration::ZERO));
        assert_eq!(clock.left(seat), Some(10 * SECOND));
        assert!(!clock.spend(seat, 11 * SECOND, Duration::ZERO));
        clock.set(seat, Duration::ZERO, 0);
        assert_eq!(clock.left(seat), Some(10 * SECOND));
    }
}
