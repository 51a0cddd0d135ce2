//! Paranoid: all others are against me.

use super::{DepthSearch, Searched, deepen};
use crate::{Evaluation, Limits, Report};
use papan_core::{Game, Seat};

/// Paranoid search: all other seats together minimise the mover's value, which makes two
/// sides of any number of seats and allows alpha-beta cutoffs (Sturtevant and Korf, 2000).
/// Of equal moves the first is taken.
///
/// ```
/// use papan_core::{Game, example::Nim};
/// use papan_search::{Limits, ScoreDifference, paranoid};
///
/// let nim = Nim::new(6);
/// assert_eq!(paranoid(&nim, &nim.start(), &ScoreDifference, &Limits::NONE).best, 2);
/// ```
///
/// # Panics
/// When the game is over.
pub fn paranoid<G: Game, E: Evaluation<G>>(
    game: &G,
    position: &G::Position,
    evaluation: &E,
    limits: &Limits,
) -> Report<G::Move> {
    let seat = game.turn(position).expect("a game that goes on");
    deepen(game, position, evaluation, limits, |search, depth| {
        node(search, position, depth, seat, (i32::MIN, i32::MAX))
    })
}

/// The value of a node for a seat, which maximises, in a window; `None` when the search was
/// stopped before any of its moves was searched.
fn node<G: Game, E: Evaluation<G>>(
    search: &mut DepthSearch<G, E>,
    position: &G::Position,
    depth: u32,
    seat: Seat,
    (mut low, mut high): (i32, i32),
) -> Option<i32> {
    search.lines.set(depth, None);
    let game = search.game;
    let mover = match game.turn(position) {
        None => return Some(search.evaluation.finished(game, position, seat)),
        Some(_) if depth == 0 => {
            search.cut_at_horizon = true;
            return Some(search.evaluation.value(game, position, seat));
        }
        Some(mover) => mover,
    };
    search.best(position, depth, |search, child, best: Option<i32>| {
        let value = node(search, child, depth - 1, seat, (low, high))?;
        let better = match mover == seat {
            true => {
                low = low.max(value);
                best.is_none_or(|best| value > best)
            }
            false => {
                high = high.min(value);
                best.is_none_or(|best| value < best)
            }
        };
        Some(Searched {
            value,
            better,
            cutoff: low >= high,
        })
    })
}
