//! The report's local search: the move that is best at once.

use crate::{Agent, Answer, Values, values_at_one_ply};
use papan_adjacency::{Adjacency, Position, Square};
use papan_core::Random;
use papan_search::{Limits, ScoreDifference, Ties, greedy};

/// Plays the square with the most marks more than the enemy after the move. Of several, row by row
/// from the top, its local search takes the first and its sideways move the last.
pub(in crate::adjacency) struct Local(pub(in crate::adjacency) Ties);

impl Agent<Adjacency> for Local {
    fn think(&mut self, game: &Adjacency, position: &Position, _: &Limits) -> Answer<Square> {
        let (limits, chance) = (&Limits::NONE, &mut Random::new(0));
        Ok(greedy(
            game,
            position,
            &ScoreDifference,
            self.0,
            limits,
            chance,
        ))
    }

    fn values(&mut self, game: &Adjacency, position: &Position, _: &Limits) -> Values<Square> {
        values_at_one_ply(game, position, &ScoreDifference)
    }
}
