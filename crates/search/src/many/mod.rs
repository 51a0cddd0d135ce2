//! Searches for any number of seats.

mod maxn;
mod paranoid;

pub use maxn::max_n;
pub use paranoid::paranoid;

use crate::{Evaluation, Limits, MAX_DEPTH, Report, Value, Watch, lines::Lines};
use papan_core::Game;

/// A search to one depth.
struct DepthSearch<'a, G: Game, E> {
    game: &'a G,
    evaluation: &'a E,
    watch: &'a mut Watch,
    moves: Vec<G::Move>,
    lines: Lines<G::Move>,
    /// Whether a line ended at the horizon, before the end of the game.
    cut_at_horizon: bool,
}

/// What is said of a move after it was searched.
struct Searched<V> {
    value: V,
    /// Whether it is better than the best before it.
    better: bool,
    /// Whether the moves behind it cannot matter.
    cutoff: bool,
}

impl<G: Game, E: Evaluation<G>> DepthSearch<'_, G, E> {
    /// Searches the moves of a position, each by `search`, which is given the position after it
    /// and the best value so far. The best value; `None` when the search was stopped before any
    /// move was searched.
    fn best<V: Copy>(
        &mut self,
        position: &G::Position,
        depth: u32,
        mut search: impl FnMut(&mut Self, &G::Position, Option<V>) -> Option<Searched<V>>,
    ) -> Option<V> {
        let begin = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let mut best = None;
        for index in begin..self.moves.len() {
            if self.watch.tick() {
                break;
            }
            let played = self.moves[index];
            let child = self.game.after(position, played);
            let Some(searched) = search(self, &child, best) else {
                break;
            };
            if self.watch.is_over() && best.is_some() {
                break;
            }
            if searched.better {
                best = Some(searched.value);
                self.lines.note(depth, played);
            }
            if searched.cutoff {
                break;
            }
        }
        self.moves.truncate(begin);
        best
    }
}

/// Iterative deepening: searches one ply deep, then two, and so on, until a limit is reached;
/// the answer is that of the last depth that was completed. `search` finds the value for the
/// mover at one depth.
fn deepen<G: Game, E: Evaluation<G>>(
    game: &G,
    position: &G::Position,
    evaluation: &E,
    limits: &Limits,
    search: impl Fn(&mut DepthSearch<G, E>, u32) -> Option<i32>,
) -> Report<G::Move> {
    let moves = game.legal_moves(position);
    let mut watch = Watch::start(limits);
    let mut report = Report::unsearched(moves[0]);
    for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
        let mut at_depth = DepthSearch {
            game,
            evaluation,
            watch: &mut watch,
            moves: Vec::new(),
            lines: Lines::new(depth),
            cut_at_horizon: false,
        };
        let Some(value) = search(&mut at_depth, depth) else {
            break;
        };
        let exact = !at_depth.cut_at_horizon;
        let line = at_depth.lines.at(depth).to_vec();
        let complete = !watch.is_over();
        // A depth that was not completed has not searched every move, and those are in no
        // good order: the answer of the depth before is better, if there is one.
        if complete || report.depth == 0 {
            report.best = line[0];
            report.value = Some(Value::points(value));
            report.principal_variation = line;
        }
        if !complete {
            break;
        }
        report.depth = depth;
        // With more seats the value also hangs on whom the others favour.
        report.exact = exact && game.seats() == 2;
        if let Some(live) = watch.live() {
            let line = &report.principal_variation;
            live.tell(game, position, line, report.value, depth);
        }
        if exact || (moves.len() == 1 && limits.depth.is_none()) {
            break;
        }
    }
    report.nodes = watch.nodes();
    report.time = watch.elapsed();
    report
}
