//! Searches for any number of seats.

mod maxn;
mod paranoid;

pub use maxn::max_n;
pub use paranoid::paranoid;

use crate::{Limits, MAX_DEPTH, Report, Value, Watch};
use papan_core::Game;

/// The result of a search to one depth.
struct DepthResult<M> {
    best: M,
    value: i32,
    line: Vec<M>,
    /// Whether every root move was searched.
    complete: bool,
    /// Whether every line went to the end of the game.
    exact: bool,
}

/// Iterative deepening: searches one ply deep, then two, and so on, until a limit is reached;
/// the answer is that of the last depth that was completed.
fn deepen<G: Game>(
    game: &G,
    position: &G::Position,
    limits: &Limits,
    mut search: impl FnMut(&mut Watch, u32) -> Option<DepthResult<G::Move>>,
) -> Report<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut watch = Watch::start(limits);
    let mut report = Report::unsearched(moves[0]);
    for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
        let Some(found) = search(&mut watch, depth) else {
            break;
        };
        // A depth that was not completed has not searched every move, and those are in no
        // good order: the answer of the depth before is better, if there is one.
        if found.complete || report.depth == 0 {
            report.best = found.best;
            report.value = Some(Value::Points(found.value));
            report.principal_variation = found.line;
        }
        if !found.complete {
            break;
        }
        report.depth = depth;
        // With more seats the value also hangs on whom the others favour.
        report.exact = found.exact && game.seats() == 2;
        if let Some(live) = watch.live() {
            live.tell(
                game,
                position,
                &report.principal_variation,
                report.value,
                depth,
            );
        }
        if found.exact || (moves.len() == 1 && limits.depth.is_none()) {
            break;
        }
    }
    report.nodes = watch.nodes();
    report.time = watch.elapsed();
    report
}
