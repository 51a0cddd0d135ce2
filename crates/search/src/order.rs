//! Move ordering: which moves a search searches first.

use crate::Evaluation;
use papan_core::Game;

/// Move ordering, handed to a search: the better it guesses how good moves are, the sooner
/// alpha-beta and its relatives have cutoffs.
pub trait Order<G: Game> {
    /// Whether there is a guess at all; without one, moves stay as the game lists them.
    const SORTS: bool = true;

    /// The higher, the sooner.
    fn promise(&self, game: &G, position: &G::Position, played: G::Move) -> i32;
}

/// The order in which the game lists its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsListed;

impl<G: Game> Order<G> for AsListed {
    const SORTS: bool = false;

    #[inline(always)]
    fn promise(&self, _: &G, _: &G::Position, _: G::Move) -> i32 {
        0
    }
}

/// By what an evaluation says of the position after the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByEvaluation<E>(pub E);

impl<G: Game, E: Evaluation<G>> Order<G> for ByEvaluation<E> {
    #[inline(always)]
    fn promise(&self, game: &G, position: &G::Position, played: G::Move) -> i32 {
        let Some(mover) = game.turn(position) else {
            return 0;
        };
        self.0.after(game, position, played, mover).0
    }
}
