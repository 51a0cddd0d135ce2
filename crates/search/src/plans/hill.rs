//! Hill climbing: the move, or the plan, that is better than its neighbours.

use super::Planning;
use crate::{Evaluation, Limits, Report, Value, Watch};
use papan_core::{Game, Random};

/// How one step is chosen among the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// The best, and of equal ones the first.
    Steepest,
    /// The best, and of equal ones any: a walk along the ridge.
    Sideways,
    /// Any that improves the position, the more likely the more it does.
    Stochastic,
}

/// One step up the hill: the move that is best at once.
///
/// ```
/// use papan_adjacency::Adjacency;
/// use papan_core::{Game, Random};
/// use papan_search::{Limits, ScoreDifference, Value, plans::{Planning, Steps, climb}};
///
/// let planning = Planning {
///     game: &Adjacency::default(),
///     evaluation: &ScoreDifference,
/// };
/// let start = planning.game.start();
/// let report = climb(&planning, &start, Steps::Steepest, &Limits::NONE, &mut Random::new(1));
/// assert_eq!((report.best.to_string().as_str(), report.value), ("f1", Some(Value::Points(3))));
/// ```
///
/// # Panics
/// When the game is over.
pub fn climb<G: Game, E: Evaluation<G>>(
    planning: &Planning<G, E>,
    position: &G::Position,
    steps: Steps,
    limits: &Limits,
    random: &mut Random,
) -> Report<G::Move> {
    let mut watch = Watch::start(limits);
    let game = planning.game;
    let mover = game.turn(position).expect("the game goes on");
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let before = planning.value(position, [], mover);
    let mut best = (moves[0], i32::MIN);
    let mut equal = 0;
    let mut total = 0;
    let mut drawn = None;
    for &played in &moves {
        let value = planning.value(position, [played], mover);
        if value > best.1 {
            best = (played, value);
            equal = 1;
        } else if value == best.1 && steps == Steps::Sideways {
            // Each of the equal ones so far is as likely as the others.
            equal += 1;
            if random.below(equal) == 0 {
                best.0 = played;
            }
        }
        if steps == Steps::Stochastic && value > before {
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
        value: Some(Value::Points(value)),
        depth: 1,
        nodes: watch.nodes(),
        time: watch.elapsed(),
        ..Report::unsearched(best)
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
    let game = planning.game;
    let mover = game.turn(position).expect("the game goes on");
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
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
        value: best.1.map(Value::Points),
        principal_variation: line,
        depth: length as u32,
        nodes: watch.nodes(),
        time: watch.elapsed(),
        ..Report::unsearched(best.0)
    }
}
