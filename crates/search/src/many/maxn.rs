//! Max^n: every seat takes what is best for itself.

use super::{DepthSearch, Searched, deepen};
use crate::{Evaluation, Limits, Report};
use papan_core::{Game, Scores};

/// Max^n search: every seat takes the move with the highest value for itself, for any number
/// of seats (Luckhardt and Irani, 1986). Of equal moves the first is taken.
///
/// ```
/// use papan_core::{Game, example::Nim};
/// use papan_search::{Limits, ScoreDifference, max_n};
///
/// let nim = Nim::new(6);
/// let report = max_n(&nim, &nim.start(), &ScoreDifference, &Limits::NONE);
/// assert_eq!(report.best, 2);
/// assert!(report.exact);
/// ```
///
/// # Panics
/// When the game is over.
pub fn max_n<G: Game, E: Evaluation<G>>(
    game: &G,
    position: &G::Position,
    evaluation: &E,
    limits: &Limits,
) -> Report<G::Move> {
    let mover = game.turn(position).expect("a game that goes on");
    deepen(game, position, evaluation, limits, |search, depth| {
        node(search, position, depth).map(|scores| scores[mover])
    })
}

/// The value of a node for each seat; `None` when the search was stopped before any of its
/// moves was searched.
fn node<G: Game, E: Evaluation<G>>(
    search: &mut DepthSearch<G, E>,
    position: &G::Position,
    depth: u32,
) -> Option<Scores> {
    search.lines.set(depth, None);
    let turn = search.game.turn(position);
    let Some(mover) = turn.filter(|_| depth > 0) else {
        search.cut_at_horizon |= turn.is_some();
        return Some(search.evaluation.standing(search.game, position));
    };
    search.best(position, depth, |search, child, best: Option<Scores>| {
        let value = node(search, child, depth - 1)?;
        Some(Searched {
            value,
            better: best.is_none_or(|best| value[mover] > best[mover]),
            cutoff: false,
        })
    })
}
