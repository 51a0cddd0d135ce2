//! The report's local search: the move that is best at once.

use crate::{Agent, Answer, values_at_one_ply};
use papan_adjacency::{Adjacency, Position, Square};
use papan_core::{Game, Seat, bits};
use papan_search::{Limits, Report, ScoreDifference, Value};

/// Which of several best squares is played, row by row from the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::adjacency) enum Tie {
    /// The first, as in the report's local search.
    First,
    /// The last, as in its sideways move.
    Last,
}

/// Plays the square with the most marks more than the enemy after the move.
pub(in crate::adjacency) struct Local {
    pub(in crate::adjacency) tie: Tie,
}

impl Agent<Adjacency> for Local {
    fn think(&mut self, game: &Adjacency, position: &Position, _: &Limits) -> Answer<Square> {
        let squares = bits::ones(position.empty()).map(|index| Square::new(index as usize));
        let turned = |square: &Square| position.converted(*square).count_ones();
        // Of equal ones, `max_by_key` takes the last.
        let best = match self.tie {
            Tie::First => squares.reduce(|best, square| match turned(&square) > turned(&best) {
                true => square,
                false => best,
            }),
            Tie::Last => squares.max_by_key(turned),
        };
        let best = best.expect("the game goes on, so there is an empty square");
        let mut after = *position;
        game.play(&mut after, best);
        let scores = game.scores(&after);
        let own = position.mover();
        let other = Seat::new(1 - own.index());
        Ok(Report {
            value: Some(Value::Points(scores[own] - scores[other])),
            depth: 1,
            nodes: position.empty().count_ones().into(),
            ..Report::unsearched(best)
        })
    }

    fn values(
        &mut self,
        game: &Adjacency,
        position: &Position,
        _: &Limits,
    ) -> Vec<(Square, Value)> {
        values_at_one_ply(game, position, &ScoreDifference)
    }
}
