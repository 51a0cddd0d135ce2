//! Paranoid: all others are against me.

use super::{DepthResult, deepen};
use crate::{Evaluation, Limits, Report, Watch};
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
    deepen(game, position, limits, |watch, depth| {
        let mut search = Paranoid {
            game,
            evaluation,
            watch,
            seat,
            moves: Vec::new(),
            lines: vec![Vec::new(); depth as usize + 1],
            cut_at_horizon: false,
        };
        let value = search.node(position, depth, -INFINITY, INFINITY)?;
        let line = search.lines[depth as usize].clone();
        Some(DepthResult {
            best: *line.first()?,
            value,
            line,
            complete: !search.watch.is_over(),
            exact: !search.cut_at_horizon,
        })
    })
}

/// Larger than any value.
const INFINITY: i32 = i32::MAX;

struct Paranoid<'a, G: Game, E> {
    game: &'a G,
    evaluation: &'a E,
    watch: &'a mut Watch,
    /// The seat that maximises.
    seat: Seat,
    moves: Vec<G::Move>,
    /// The principal variation of the node at each depth.
    lines: Vec<Vec<G::Move>>,
    cut_at_horizon: bool,
}

impl<G: Game, E: Evaluation<G>> Paranoid<'_, G, E> {
    /// The value of a node for the seat; `None` when the search was stopped before any of its
    /// moves was searched.
    fn node(&mut self, position: &G::Position, depth: u32, low: i32, high: i32) -> Option<i32> {
        self.lines[depth as usize].clear();
        let (game, seat) = (self.game, self.seat);
        let mover = match game.turn(position) {
            None => return Some(self.evaluation.finished(game, position, seat)),
            Some(_) if depth == 0 => {
                self.cut_at_horizon = true;
                return Some(self.evaluation.value(game, position, seat));
            }
            Some(mover) => mover,
        };
        let maximises = mover == seat;
        let (mut low, mut high) = (low, high);
        let begin = self.moves.len();
        game.moves(position, &mut self.moves);
        let mut best: Option<i32> = None;
        for index in begin..self.moves.len() {
            if self.watch.tick() {
                break;
            }
            let played = self.moves[index];
            let mut child = *position;
            game.play(&mut child, played);
            let Some(value) = self.node(&child, depth - 1, low, high) else {
                break;
            };
            if self.watch.is_over() && best.is_some() {
                break;
            }
            if best.is_none_or(|best| {
                if maximises {
                    value > best
                } else {
                    value < best
                }
            }) {
                best = Some(value);
                let (shorter, longer) = self.lines.split_at_mut(depth as usize);
                longer[0].clear();
                longer[0].push(played);
                longer[0].extend_from_slice(&shorter[depth as usize - 1]);
            }
            match maximises {
                true => low = low.max(value),
                false => high = high.min(value),
            }
            if low >= high {
                break;
            }
        }
        self.moves.truncate(begin);
        best
    }
}
