//! Clocks: what is left, and how much of it to think with now.

use papan_core::{Game, MAX_SEATS, Random, Seat};
use std::time::Duration;

/// The clocks of a game: what each seat has left for all of its moves, and what it is given
/// with every move.
///
/// ```
/// use papan_core::{Game, Seat, example::Nim};
/// use papan_search::Clock;
/// use std::time::Duration;
///
/// let nim = Nim::new(200);
/// let clock = Clock::new(Duration::from_secs(60), Duration::ZERO);
/// let share = clock.share(&nim, &nim.start(), Seat::FIRST);
/// assert!(share > Duration::from_millis(500) && share < Duration::from_secs(5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What each seat has left; seats that there are not have nothing to say.
    pub left: [Duration; MAX_SEATS],
    /// What is added after each move.
    pub increment: Duration,
}

/// What a move may take on its way to whoever stops the clock.
const ON_THE_WAY: Duration = Duration::from_millis(20);

impl Clock {
    /// Everyone has the same.
    pub fn new(left: Duration, increment: Duration) -> Clock {
        Clock {
            left: [left; MAX_SEATS],
            increment,
        }
    }

    /// A fair share of what a seat has left for a move in this position: what is left, by the
    /// moves that it still has to make, and most of what is added with each of them. Early
    /// moves get a little more than late ones: they decide more, and games may end sooner
    /// than expected. Never nearer to the end of the time than a tenth.
    pub fn share<G: Game>(&self, game: &G, position: &G::Position, seat: Seat) -> Duration {
        let left = self.left[seat.index()].saturating_sub(ON_THE_WAY);
        let moves = (0.7 * moves_left(game, position, seat)).max(2.0);
        let share = left.div_f64(moves).saturating_add(self.increment * 3 / 4);
        share.min(left * 9 / 10)
    }
}

/// How many more moves a seat has, by a few random games; the rules alone do not say. The
/// same position has the same number: chance follows from it.
fn moves_left<G: Game>(game: &G, position: &G::Position, seat: Seat) -> f64 {
    const GAMES: u64 = 4;
    let mut random = Random::new(game.key(position));
    let mut moves = Vec::new();
    let mut count = 0;
    for _ in 0..GAMES {
        let mut position = *position;
        while let Some(turn) = game.turn(&position) {
            count += u64::from(turn == seat);
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

    #[test]
    fn shares_add_up_to_less_than_there_is() {
        let nim = Nim::new(200);
        let mut position = nim.start();
        let mut clock = Clock::new(Duration::from_secs(10), Duration::ZERO);
        while let Some(seat) = nim.turn(&position) {
            if seat == Seat::FIRST {
                let share = clock.share(&nim, &position, seat);
                assert!(share > Duration::from_millis(2), "{clock:?}");
                clock.left[0] -= share;
            }
            nim.play(&mut position, 2);
        }
        let left = clock.left[0];
        assert!(
            left > ON_THE_WAY && left < Duration::from_secs(4),
            "{left:?}"
        );
    }

    #[test]
    fn who_has_nothing_left_has_no_share() {
        let nim = Nim::new(9);
        let second = Duration::from_secs(1);
        let share = |left, increment| {
            let clock = Clock::new(left, increment);
            clock.share(&nim, &nim.start(), Seat::FIRST)
        };
        assert_eq!(share(Duration::ZERO, second), Duration::ZERO);
        assert!(share(second, second) < second);
    }

    #[test]
    fn the_moves_left_are_about_half_of_the_matches() {
        let nim = Nim::new(200);
        let left = moves_left(&nim, &nim.start(), Seat::FIRST);
        assert!((35.0..=65.0).contains(&left), "{left}");
    }
}
