//! Evaluations: the value of a position before the game is over.

use papan_core::{Game, Scores, Seat};

/// A heuristic value of positions, handed to a search.
///
/// ```
/// use papan_core::{Game, Seat};
/// use papan_othello::Othello;
/// use papan_search::{Evaluation, ScoreDifference};
///
/// let othello = Othello::new();
/// let start = othello.start();
/// assert_eq!(ScoreDifference.value(&othello, &start, Seat::FIRST), 0);
/// ```
pub trait Evaluation<G: Game>: Send + Sync {
    /// How much better `seat` stands than the others while the game goes on.
    fn value(&self, game: &G, position: &G::Position, seat: Seat) -> i32;

    /// The weight of one point of the final result: by default so large that a decided game
    /// weighs more than any evaluation of an undecided one.
    #[inline(always)]
    fn unit(&self) -> i32 {
        FINISHED
    }

    /// The value of the end of the game for `seat`.
    #[inline(always)]
    fn finished(&self, game: &G, position: &G::Position, seat: Seat) -> i32 {
        margin(game, position, seat) * self.unit()
    }

    /// The value after a move of `seat`, which is to move, and whether the game is known to
    /// be over then. An evaluation that can tell without playing the move says so here: the
    /// last ply of a search is made of this question.
    #[inline(always)]
    fn after(&self, game: &G, position: &G::Position, played: G::Move, seat: Seat) -> (i32, bool) {
        after_playing(self, game, position, played, seat)
    }

    /// The value for every seat, for searches with more than two.
    #[inline]
    fn standing(&self, game: &G, position: &G::Position) -> Scores {
        let mut points = [0; papan_core::MAX_SEATS];
        let over = game.turn(position).is_none();
        for seat in Seat::all(game.seats()) {
            points[seat.index()] = match over {
                true => self.finished(game, position, seat),
                false => self.value(game, position, seat),
            };
        }
        Scores::new(&points[..game.seats()])
    }
}

/// [`Evaluation::after`] by playing the move, for evaluations that can tell sooner only
/// sometimes.
#[inline(always)]
pub fn after_playing<G: Game, E: Evaluation<G> + ?Sized>(
    evaluation: &E,
    game: &G,
    position: &G::Position,
    played: G::Move,
    seat: Seat,
) -> (i32, bool) {
    let child = game.after(position, played);
    match game.turn(&child) {
        None => (evaluation.finished(game, &child, seat), true),
        Some(_) => (evaluation.value(game, &child, seat), false),
    }
}

/// The weight of one point of the final result against the points of an evaluation.
pub const FINISHED: i32 = 10_000;

/// How far a seat is ahead of the best of the others by the score of the game.
#[inline(always)]
pub fn margin<G: Game>(game: &G, position: &G::Position, seat: Seat) -> i32 {
    let scores = game.scores(position);
    if scores.seats() == 2 {
        let difference = scores[Seat::FIRST] - scores[Seat::SECOND];
        return if seat.index() == 0 {
            difference
        } else {
            -difference
        };
    }
    scores.difference(seat)
}

/// The score of the game itself: discs, marks, seeds in the stores, squares placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreDifference;

impl<G: Game> Evaluation<G> for ScoreDifference {
    #[inline(always)]
    fn value(&self, game: &G, position: &G::Position, seat: Seat) -> i32 {
        margin(game, position, seat)
    }

    #[inline(always)]
    fn unit(&self) -> i32 {
        1
    }

    #[inline(always)]
    fn after(&self, game: &G, position: &G::Position, played: G::Move, seat: Seat) -> (i32, bool) {
        if let Some(lead) = game.lead_after(position, played) {
            return lead;
        }
        let child = game.after(position, played);
        (margin(game, &child, seat), game.turn(&child).is_none())
    }
}

/// Another evaluation with noise, so that games differ: every position has its own fixed
/// noise from `-amount` to `amount`, which follows from `seed`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Varied<E> {
    /// The evaluation without noise.
    pub evaluation: E,
    /// The largest noise, in points of the evaluation; 0 leaves it as it is.
    pub amount: u32,
    /// The seed of the noise.
    pub seed: u64,
}

impl<G: Game, E: Evaluation<G>> Evaluation<G> for Varied<E> {
    #[inline(always)]
    fn value(&self, game: &G, position: &G::Position, seat: Seat) -> i32 {
        let value = self.evaluation.value(game, position, seat);
        if self.amount == 0 {
            return value;
        }
        let bits = papan_core::key::mix(self.seed, game.key(position));
        let width = u64::from(self.amount) * 2 + 1;
        let noise = (bits % width) as i32 - self.amount as i32;
        // What is good for one of two seats is as bad for the other.
        value + if seat.index() == 0 { noise } else { -noise }
    }

    #[inline(always)]
    fn unit(&self) -> i32 {
        self.evaluation.unit()
    }

    #[inline(always)]
    fn finished(&self, game: &G, position: &G::Position, seat: Seat) -> i32 {
        self.evaluation.finished(game, position, seat)
    }

    #[inline(always)]
    fn after(&self, game: &G, position: &G::Position, played: G::Move, seat: Seat) -> (i32, bool) {
        if self.amount == 0 {
            return self.evaluation.after(game, position, played, seat);
        }
        after_playing(self, game, position, played, seat)
    }
}
