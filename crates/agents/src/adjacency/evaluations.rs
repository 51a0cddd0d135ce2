//! What positions are worth.

use papan_adjacency::{Adjacency, Position};
use papan_core::Seat;
use papan_engines::adjacency::{STABLE_UNIT, stable};
use papan_search::{Evaluation, margin};

/// The evaluations of Adjacency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// Own marks less the enemy's.
    Marks,
    /// Marks that can never be turned count whole, others by the chance that nobody plays
    /// beside them any more. In 64ths of a mark.
    Stable,
}

impl Evaluation<Adjacency> for Worth {
    #[inline(always)]
    fn value(&self, game: &Adjacency, position: &Position, seat: Seat) -> i32 {
        match self {
            Worth::Marks => margin(game, position, seat),
            Worth::Stable => stable(position, seat),
        }
    }

    #[inline(always)]
    fn unit(&self) -> i32 {
        match self {
            Worth::Marks => 1,
            Worth::Stable => STABLE_UNIT,
        }
    }
}
