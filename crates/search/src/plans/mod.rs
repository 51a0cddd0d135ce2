//! Local search over plans: sequences of moves that stay playable whatever else is played,
//! as in games where a move is a square and squares only fill up.
//!
//! A plan is played by whoever is to move, one move after the other; moves that are not
//! legal any more are left out. Its value is that of an evaluation at its end.

mod genetic;
mod hill;

pub use genetic::{Breeding, breed};
pub use hill::{Restarts, climb, climb_from_many_starts};

use crate::Evaluation;
use papan_core::{Game, Seat};

/// What plans are made for: a game and an evaluation.
///
/// ```
/// use papan_adjacency::{Adjacency, Square};
/// use papan_core::{Game, Seat};
/// use papan_search::{ScoreDifference, plans::Planning};
///
/// let planning = Planning {
///     game: &Adjacency::new(2, Seat::FIRST),
///     evaluation: &ScoreDifference,
/// };
/// let start = planning.game.start();
/// // X turns g1 from f1 and O takes both back from f2; a7 is taken, so nobody plays there.
/// let plan = [(0, 5), (6, 0), (1, 5)].map(|(row, column)| Square::at(row, column));
/// assert_eq!(planning.value(&start, plan, Seat::FIRST), 0);
/// ```
#[derive(Debug)]
pub struct Planning<'a, G: Game, E> {
    /// The rules.
    pub game: &'a G,
    /// The evaluation.
    pub evaluation: &'a E,
}

impl<G: Game, E: Evaluation<G>> Planning<'_, G, E> {
    /// Who is to move in a position of a game that goes on, and its moves.
    fn begin(&self, position: &G::Position) -> (Seat, Vec<G::Move>) {
        let mover = self.game.turn(position).expect("the game goes on");
        let moves = self.game.legal_moves(position);
        (mover, moves)
    }

    /// The value of a plan for a seat when it is played from a position.
    #[inline]
    pub fn value(
        &self,
        position: &G::Position,
        plan: impl IntoIterator<Item = G::Move>,
        seat: Seat,
    ) -> i32 {
        let mut position = *position;
        let mut over = self.game.turn(&position).is_none();
        for played in plan {
            if over {
                break;
            }
            if self.game.is_legal(&position, played) {
                self.game.play(&mut position, played);
                over = self.game.turn(&position).is_none();
            }
        }
        match over {
            true => self.evaluation.finished(self.game, &position, seat),
            false => self.evaluation.value(self.game, &position, seat),
        }
    }
}
