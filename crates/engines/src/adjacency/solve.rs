//! Exact values.

use super::{
    engine::{Run, filling, is_reflected, short},
    node::Node,
    search::{SearchResult, in_marks},
    table::TranspositionTable,
};
use crate::time_in_words;
use papan_adjacency::{Position, Square};
use papan_core::{Random, Seat, floats};
use papan_search::{Limits, Report, Watch};
use std::time::Duration;
use thiserror::Error;

/// The nodes searched in a second, roughly; an estimate that errs on the slow side.
pub(super) const NODES_IN_A_SECOND: f64 = 3e6;

/// How long a solution may take without a time limit.
const LONGEST: Duration = Duration::from_secs(600);

/// Why a position is not solved.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
#[error(
    "{plies} plies on {empty} empty squares would take about {}; \
     in reach are 6 rounds, or the last 30 squares of a full board", time_in_words(*.seconds)
)]
pub struct Refusal {
    /// The plies left.
    pub plies: u32,
    /// The empty squares.
    pub empty: u32,
    /// The seconds that it would take, very roughly.
    pub seconds: f64,
}

/// The nodes that it takes, roughly, to solve a game that fills the board in `plies` plies:
/// measured from 14 to 26.
pub(super) fn nodes_to_fill(plies: u32) -> f64 {
    25_000.0 * floats::pow(1.9, f64::from(plies) - 14.0)
}

/// The same for a game that ends before: a power of the number of games, by the measured
/// numbers for 8 and 10 plies on 56 squares, and for 10 and 14 plies on 16.
fn nodes_to_end(plies: u32, empty: u32) -> f64 {
    let games: f64 = (0..plies).map(|ply| floats::ln(empty - ply)).sum();
    floats::exp(games * (0.46 - 0.001 * f64::from(empty)))
}

/// The nodes that it takes, roughly, to [`solve`] a position.
pub fn nodes_to_solve(position: &Position) -> f64 {
    let (plies, empty) = (position.plies_left(), position.empty().count_ones());
    match plies == empty {
        true => nodes_to_fill(plies),
        false => nodes_to_end(plies, empty),
    }
}

/// The value of a position at the end of the game with best play, for the seat to move, with
/// the principal variation, which is short when a limit was reached just after the value was
/// found. `progress` is called with the plies and the value of every depth. What would
/// take too long by an estimate is refused where no time limit is set, and so is what was not finished
/// within the limits.
///
/// ```
/// use papan_adjacency::Adjacency;
/// use papan_core::{Game, Seat};
/// use papan_engines::adjacency::solve;
/// use papan_search::{Limits, Value};
///
/// let report = solve(&Adjacency::new(3, Seat::FIRST).start(), &Limits::NONE, &mut |_, _| {});
/// let report = report.unwrap();
/// assert_eq!((report.value, report.principal_variation.len()), (Some(Value::points(0)), 6));
///
/// let refused = solve(&Adjacency::default().start(), &Limits::NONE, &mut |_, _| {});
/// assert!(refused.unwrap_err().to_string().starts_with("56 plies on 56 empty squares"));
/// ```
///
/// # Panics
/// When the game is over.
pub fn solve(
    position: &Position,
    limits: &Limits,
    progress: &mut dyn FnMut(u32, i32),
) -> Result<Report<Square>, Refusal> {
    let own = position.marks(position.mover());
    let other = position.marks(Seat::new(1 - position.mover().index()));
    let (plies, empty) = (position.plies_left(), position.empty().count_ones());
    assert!(plies > 0, "the game goes on");
    let fills = plies == empty;
    let nodes = nodes_to_solve(position);
    let refusal = Refusal {
        plies,
        empty,
        seconds: nodes / NODES_IN_A_SECOND,
    };
    // Who sets a time limit wants it tried for so long.
    if limits.time.is_none() && refusal.seconds > LONGEST.as_secs_f64() {
        return Err(refusal);
    }
    let mut table = TranspositionTable::new((nodes as u64).max(1).ilog2().clamp(12, 24));
    let progress = &mut |found: &SearchResult| progress(found.depth, in_marks(found.value));
    let mut run = Run {
        table: &mut table,
        selective: false,
        skip_to_last_depth: fills,
        limits: &Limits {
            depth: None,
            ..limits.clone()
        },
        random: &mut Random::new(0),
    };
    let report = match fills {
        true => solve_node(&mut run, filling(own, other), false, progress),
        false => solve_node(
            &mut run,
            short(own, other, plies),
            is_reflected(own, other),
            progress,
        ),
    };
    report.ok_or(refusal)
}

/// Solves a position, and those after it until the principal variation is complete or the
/// limits, which are those of all together, are reached.
fn solve_node<T: Node>(
    run: &mut Run,
    mut node: T,
    reflect: bool,
    progress: &mut dyn FnMut(&SearchResult),
) -> Option<Report<Square>> {
    let watch = Watch::start(run.limits);
    let mut report = run.search(node, reflect, progress);
    if !report.exact {
        return None;
    }
    let mut known = 0;
    loop {
        for square in &report.principal_variation[known..] {
            node = node.play(&node.hints(), square.index() as u32);
        }
        known = report.principal_variation.len();
        if node.plies() == 0 {
            break;
        }
        let spent = watch.elapsed();
        let left = Limits {
            nodes: run
                .limits
                .nodes
                .map(|most| most.saturating_sub(report.nodes)),
            time: run.limits.time_after(spent),
            ..run.limits.clone()
        };
        let mut rest = Run {
            table: run.table,
            selective: run.selective,
            skip_to_last_depth: run.skip_to_last_depth,
            limits: &left,
            random: run.random,
        };
        let next = rest.search(node, false, &mut |_| {});
        report.nodes += next.nodes;
        if !next.exact {
            break;
        }
        report.principal_variation.extend(next.principal_variation);
    }
    report.time = watch.elapsed();
    Some(report)
}
