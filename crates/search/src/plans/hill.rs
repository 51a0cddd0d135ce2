//! Hill climbing: the move, or the plan, that is better than its neighbours.

use super::Planning;
use crate::{Evaluation, Limits, Report, Value, Watch};
use papan_core::{Game, Random};

/// One step up the hill by chance: any move that improves the position, the more likely the
/// more it does; the best where none does. The step that is best for sure is
/// [`greedy`](crate::greedy()).
///
/// ```
/// use papan_adjacency::Adjacency;
/// use papan_core::{Game, Random};
/// use papan_search::{Limits, ScoreDifference, plans::{Planning, climb}};
///
/// let planning = Planning {
///     game: &Adjacency::default(),
///     evaluation: &ScoreDifference,
/// };
/// let start = planning.game.start();
/// let report = climb(&planning, &start, &Limits::NONE, &mut Random::new(1));
/// assert!(report.value.unwrap().number() > 0.0);
/// ```
///
/// # Panics
/// When the game is over.
pub fn climb<G: Game, E: Evaluation<G>>(
    planning: &Planning<G, E>,
    position: &G::Position,
    limits: &Limits,
    random: &mut Random,
) -> Report<G::Move> {
    let mut watch = Watch::start(limits);
    let (mover, moves) = planning.begin(position);
    let before = planning.value(position, [], mover);
    let mut best = (moves[0], i32::MIN);
    let mut total = 0;
    let mut drawn = None;
    for &played in &moves {
        let value = planning.value(position, [played], mover);
        if value > best.1 {
            best = (played, value);
        }
        if value > before {
            let gain = i64::from(value) - i64::from(before);
            total += gain;
            if (random.below(total as usize) as i64) < gain {
                drawn = Some((played, value));
            }
        }
        if watch.tick() {
            break;
        }
    }
    let (best, value) = drawn.unwrap_or(best);
    Report {
        value: Some(Value::points(value)),
        depth: 1,
        ..watch.report(best)
    }
}

/// The parameters of hill climbing with random restarts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Restarts {
    /// Random plans to start from.
    pub starts: u32,
    /// The moves of a plan, the other side's among them.
    pub plies: u32,
}

/// Climbs from random plans and plays the first move of the best. Every second move of a plan
/// is the other side's and stays as chance drew it; one's own are exchanged, always by the
/// best exchange, until none is better.
///
/// # Panics
/// When the game is over.
pub fn climb_from_many_starts<G: Game, E: Evaluation<G>>(
    planning: &Planning<G, E>,
    position: &G::Position,
    restarts: Restarts,
    limits: &Limits,
    random: &mut Random,
) -> Report<G::Move> {
    let mut watch = Watch::start(limits);
    let (mover, mut moves) = planning.begin(position);
    let length = moves.len().min(restarts.plies.max(1) as usize);
    let mut best = (moves[random.below(moves.len())], None);
    let mut line = Vec::new();
    'starts: for _ in 0..restarts.starts.max(1) {
        // The plan is the front of the list, what could be exchanged for it the rest.
        for index in 0..length {
            let other = index + random.below(moves.len() - index);
            moves.swap(index, other);
        }
        let mut value = planning.value(position, moves[..length].iter().copied(), mover);
        loop {
            if best.1.is_none_or(|highest| value > highest) {
                best = (moves[0], Some(value));
                line.clear();
                line.extend_from_slice(&moves[..length]);
            }
            let mut exchange = None;
            for index in (0..length).step_by(2) {
                for other in (index + 1..moves.len())
                    .filter(|&other| other >= length || (other - index) % 2 == 0)
                {
                    if watch.tick() {
                        break 'starts;
                    }
                    moves.swap(index, other);
                    let changed = planning.value(position, moves[..length].iter().copied(), mover);
                    moves.swap(index, other);
                    if changed > value {
                        value = changed;
                        exchange = Some((index, other));
                    }
                }
            }
            match exchange {
                Some((index, other)) => moves.swap(index, other),
                None => break,
            }
        }
    }
    Report {
        value: best.1.map(Value::points),
        principal_variation: line,
        depth: length as u32,
        ..watch.report(best.0)
    }
}
