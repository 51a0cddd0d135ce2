//! Max^n: every seat takes what is best for itself.

use super::{DepthResult, deepen};
use crate::{Evaluation, Limits, Report, Watch};
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
    deepen(game, position, limits, |watch, depth| {
        let mut search = MaxN {
            game,
            evaluation,
            watch,
            moves: Vec::new(),
            lines: vec![Vec::new(); depth as usize + 1],
            cut_at_horizon: false,
        };
        let scores = search.node(position, depth)?;
        let line = search.lines[depth as usize].clone();
        Some(DepthResult {
            best: *line.first()?,
            value: scores[mover],
            line,
            complete: !search.watch.is_over(),
            exact: !search.cut_at_horizon,
        })
    })
}

struct MaxN<'a, G: Game, E> {
    game: &'a G,
    evaluation: &'a E,
    watch: &'a mut Watch,
    moves: Vec<G::Move>,
    /// The principal variation of the node at each depth.
    lines: Vec<Vec<G::Move>>,
    cut_at_horizon: bool,
}

impl<G: Game, E: Evaluation<G>> MaxN<'_, G, E> {
    /// The value of a node for each seat; `None` when the search was stopped before any of
    /// its moves was searched.
    fn node(&mut self, position: &G::Position, depth: u32) -> Option<Scores> {
        self.lines[depth as usize].clear();
        let turn = self.game.turn(position);
        let Some(mover) = turn.filter(|_| depth > 0) else {
            self.cut_at_horizon |= turn.is_some();
            return Some(self.evaluation.standing(self.game, position));
        };
        let begin = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let mut best: Option<Scores> = None;
        for index in begin..self.moves.len() {
            if self.watch.tick() {
                break;
            }
            let played = self.moves[index];
            let mut child = *position;
            self.game.play(&mut child, played);
            let Some(scores) = self.node(&child, depth - 1) else {
                break;
            };
            if self.watch.is_over() && best.is_some() {
                break;
            }
            if best.is_none_or(|best| scores[mover] > best[mover]) {
                best = Some(scores);
                let (shorter, longer) = self.lines.split_at_mut(depth as usize);
                longer[0].clear();
                longer[0].push(played);
                longer[0].extend_from_slice(&shorter[depth as usize - 1]);
            }
        }
        self.moves.truncate(begin);
        best
    }
}
