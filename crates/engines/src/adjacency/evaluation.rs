//! What positions are worth.

use super::{STABLE_UNIT, stable};
use papan_adjacency::{Adjacency, Position};
use papan_core::Seat;
use papan_search::{Evaluation, margin};

/// The evaluations of Adjacency, for any search and for the positions at the horizon of the
/// [`Engine`](super::Engine).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AdjacencyEvaluation {
    /// Own marks less the enemy's.
    Marks,
    /// Marks that can never be turned count whole, others by the chance that nobody plays
    /// beside them any more: see [`stable`](super::stable()). In 64ths of a mark.
    Stable,
}

impl Evaluation<Adjacency> for AdjacencyEvaluation {
    #[inline(always)]
    fn value(&self, game: &Adjacency, position: &Position, seat: Seat) -> i32 {
        match self {
            AdjacencyEvaluation::Marks => margin(game, position, seat),
            AdjacencyEvaluation::Stable => stable(position, seat),
        }
    }

    #[inline(always)]
    fn unit(&self) -> i32 {
        match self {
            AdjacencyEvaluation::Marks => 1,
            AdjacencyEvaluation::Stable => STABLE_UNIT,
        }
    }
}
