//! One ply: the move after which the evaluation is best.

use crate::{Evaluation, Report, Ties, Value, Watch, limits::Limits};
use papan_core::{Game, Random};

/// Chooses the move with the best value right after it, for any number of seats.
///
/// ```
/// use papan_core::{Game, Random};
/// use papan_othello::Othello;
/// use papan_search::{Limits, ScoreDifference, Ties, Value, greedy};
///
/// let othello = Othello::new();
/// let report = greedy(
///     &othello, &othello.start(), &ScoreDifference, Ties::First, &Limits::NONE, &mut Random::new(1),
/// );
/// assert_eq!(report.value, Some(Value::points(3)));
/// ```
///
/// # Panics
/// When the game is over.
pub fn greedy<G: Game, E: Evaluation<G>>(
    game: &G,
    position: &G::Position,
    evaluation: &E,
    ties: Ties,
    limits: &Limits,
    random: &mut Random,
) -> Report<G::Move> {
    let mover = game.turn(position).expect("a game that goes on");
    let moves = game.legal_moves(position);
    let mut watch = Watch::start(limits);
    let mut best = (moves[0], i32::MIN);
    let mut equal = 0;
    for &played in &moves {
        let (value, _) = evaluation.after(game, position, played, mover);
        let better = match value.cmp(&best.1) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => {
                equal += 1;
                ties.takes_equal(equal, random)
            }
            std::cmp::Ordering::Greater => {
                equal = 0;
                true
            }
        };
        if better {
            best = (played, value);
        }
        if watch.tick() {
            break;
        }
    }
    Report {
        value: Some(Value::points(best.1)),
        depth: 1,
        ..watch.report(best.0)
    }
}
