//! What positions of Othello are worth.

use super::paper;
use papan_core::{Game, Seat};
use papan_engines::othello::{Corners, around, evaluate};
use papan_othello::{
    Move, Othello, Position,
    kernel::{Kernel, Task},
};
use papan_search::{Evaluation, FINISHED, ScoreDifference};

/// The evaluations by the names of
/// [`EVALUATIONS`](crate::Playable::EVALUATIONS).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OthelloEvaluation {
    /// The difference of discs.
    Discs,
    /// The difference of moves.
    Mobility,
    /// Corners, the squares beside them, and mobility.
    Corners,
    /// Patterns learned from games of the engine with itself, in 32nds of a disc.
    Patterns,
    /// What the paper meant to compute: its evaluation after the discs are turned.
    Paper,
}

impl Evaluation<Othello> for OthelloEvaluation {
    #[inline(always)]
    fn value(&self, game: &Othello, position: &Position, seat: Seat) -> i32 {
        let value = match self {
            OthelloEvaluation::Discs => discs(position),
            _ => self.slow_value(game, position),
        };
        if seat == position.mover() {
            value
        } else {
            -value
        }
    }

    #[inline(always)]
    fn after(&self, game: &Othello, position: &Position, played: Move, seat: Seat) -> (i32, bool) {
        if let OthelloEvaluation::Discs = self {
            return ScoreDifference.after(game, position, played, seat);
        }
        let child = game.after(position, played);
        match child.is_over() {
            true => (self.finished(game, &child, seat), true),
            false => (self.value(game, &child, seat), false),
        }
    }

    #[inline(always)]
    fn unit(&self) -> i32 {
        match self {
            OthelloEvaluation::Discs => 1,
            _ => FINISHED,
        }
    }
}

/// How many discs the side to move is ahead.
#[inline(always)]
pub(super) fn discs(position: &Position) -> i32 {
    position.own().count_ones() as i32 - position.other().count_ones() as i32
}

impl OthelloEvaluation {
    /// For the side to move.
    #[inline(never)]
    fn slow_value(&self, game: &Othello, position: &Position) -> i32 {
        match self {
            OthelloEvaluation::Discs => discs(position),
            OthelloEvaluation::Mobility => moves(game, position),
            OthelloEvaluation::Corners => {
                let (own, other) = (position.own(), position.other());
                let difference =
                    |set: u64| (own & set).count_ones() as i32 - (other & set).count_ones() as i32;
                let corners = Corners::of(game);
                // Beside a corner that someone holds a disc does no harm.
                let open = corners.corners & !(own | other);
                moves(game, position) + 25 * difference(corners.corners)
                    - 10 * difference(corners.inside & around(open))
                    - 5 * difference(corners.beside & around(open))
            }
            OthelloEvaluation::Patterns => evaluate(game, position),
            OthelloEvaluation::Paper => paper::corrected(game, position),
        }
    }
}

/// How many moves more than the other side the side to move has.
fn moves(game: &Othello, position: &Position) -> i32 {
    let own = position.mobility().count_ones() as i32;
    own - mobility(game, position.other(), position.own()).count_ones() as i32
}

/// Where a side could move if it were to move.
pub(super) fn mobility(game: &Othello, own: u64, other: u64) -> u64 {
    struct Mobility(u64, u64);
    impl Task for Mobility {
        type Output = u64;
        #[inline(always)]
        fn run<K: Kernel>(self, kernel: K) -> u64 {
            kernel.mobility(self.0, self.1)
        }
    }
    game.kernel().run(Mobility(own, other)) & game.squares()
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::Notation;

    #[test]
    fn what_is_good_for_one_side_is_bad_for_the_other() {
        let othello = Othello::new();
        let mut position = othello.start();
        for text in ["f5", "d6", "c3", "d3", "c4"] {
            let played = othello.parse_move(&position, text).unwrap();
            othello.play(&mut position, played);
        }
        for judgement in [
            OthelloEvaluation::Discs,
            OthelloEvaluation::Mobility,
            OthelloEvaluation::Corners,
            OthelloEvaluation::Patterns,
            OthelloEvaluation::Paper,
        ] {
            let value = |seat| judgement.value(&othello, &position, seat);
            assert_eq!(value(Seat::FIRST), -value(Seat::SECOND));
        }
        assert_eq!(
            OthelloEvaluation::Discs.value(&othello, &position, Seat::FIRST),
            3
        );
    }
}
