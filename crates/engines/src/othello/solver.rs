//! Solving a position: from a guess to a proof, step by step.
//!
//! A midgame search guesses the value and orders the moves. Endgame searches that ProbCut keeps
//! small follow, each surer than the one before; the last one proves. Each finds most of what it
//! needs, the best moves above all, in the table that the one before has filled: together they
//! take much less time than the proof alone.

use super::{
    Engine, Scoring,
    confidence::{EXACT, LEVELS},
    engine::{Candidate, Search, discs},
    team::with_helpers,
};
use papan_core::bits;
use papan_othello::{Move, Position};
use papan_search::{Limits, Report, Value};

/// The levels of confidence on the way to a proof, and the fewest empty squares that they pay
/// from.
const LADDER: [(u8, u32); 2] = [(0, 16), (2, 18)];

/// What is known of a position that is being solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The best move so far.
    pub best: Move,
    /// The value that it has by the last search that ended, in discs.
    pub value: i32,
    /// How sure that search was of what it left out, in percent; 0 when it did not look to the
    /// end of the game.
    pub confidence: u8,
    /// The least that the value is proven to be.
    pub least: i32,
    /// The most that the value is proven to be.
    pub most: i32,
    /// The positions searched so far.
    pub nodes: u64,
}

impl Engine {
    /// The same with so many threads for solving, one at least. Several find the same values,
    /// but do not always take the same nodes to it, nor the same one of equally good moves.
    pub fn with_threads(mut self, threads: usize) -> Engine {
        self.threads = threads.max(1);
        self
    }

    /// The exact value of a position of a game that goes on, by either scoring, with best
    /// play from there; `None` when the limits do not allow for it.
    ///
    /// ```
    /// use papan_core::Game;
    /// use papan_engines::othello::{Engine, Scoring};
    /// use papan_othello::Othello;
    /// use papan_search::{Limits, Value};
    ///
    /// let small = Othello::with_size(4);
    /// let mut engine = Engine::new(&small, 1 << 12);
    /// let report = engine.solve(&small.start(), Scoring::Margin, &Limits::NONE).unwrap();
    /// assert_eq!(report.value, Some(Value::Points(-10)));
    /// ```
    pub fn solve(
        &mut self,
        position: &Position,
        scoring: Scoring,
        limits: &Limits,
    ) -> Option<Report<Move>> {
        self.solve_telling(position, scoring, limits, &mut |_| {})
    }

    /// The same, and tells of every step on the way.
    pub fn solve_telling(
        &mut self,
        position: &Position,
        scoring: Scoring,
        limits: &Limits,
        tell: &mut dyn FnMut(&Progress),
    ) -> Option<Report<Move>> {
        let (mut candidates, empties) = self.begin(position, scoring, limits);
        without_images(&mut candidates);
        let total = self.state.board.total;
        let mut progress = Progress {
            best: candidates[0].played,
            value: 0,
            confidence: 0,
            least: -total,
            most: total,
            nodes: 0,
        };
        let mut known = None;
        for depth in 1..empties.saturating_sub(8).min(14) {
            known = self.search(&mut candidates, Search::Plies(depth), known);
            self.note(&mut progress, &candidates, known.map(discs), 0, tell);
        }
        for candidate in &mut candidates {
            candidate.value = discs(candidate.value);
        }
        let known = known.map(discs);
        let value = self.climb(&mut candidates, empties, known, &mut progress, tell)?;
        let best = candidates[0].played;
        let nodes = progress.nodes;
        Some(Report {
            best,
            value: Some(Value::Points(value)),
            principal_variation: self.line(position, best, empties, Some(value)),
            depth: empties,
            nodes,
            time: self.state.watch.elapsed(),
            exact: true,
        })
    }

    /// Searches to the end with rising confidence, and then without doubt: the value.
    fn climb(
        &mut self,
        candidates: &mut [Candidate],
        empties: u32,
        mut known: Option<i32>,
        progress: &mut Progress,
        tell: &mut dyn FnMut(&Progress),
    ) -> Option<i32> {
        for (level, fewest) in LADDER {
            if empties >= fewest {
                known = Some(self.together(progress, level, |engine| {
                    engine.search(candidates, Search::Exact, known)
                })?);
                let percent = LEVELS[usize::from(level)].0;
                self.note(progress, candidates, known, percent, tell);
            }
        }
        let total = self.state.board.total;
        // With the empty squares given to the winner, all values are even.
        let even = self.state.board.scoring == Scoring::Margin;
        let guess = known.map(|known| if even { known - known % 2 } else { known });
        let (mut alpha, mut beta) = match guess {
            Some(guess) => ((guess - 1).max(-total), (guess + 1).min(total)),
            None => (-total, total),
        };
        loop {
            let best = self.together(progress, EXACT, |engine| {
                engine.search_within(candidates, Search::Exact, alpha, beta)
            })?;
            if best < beta || beta >= total {
                progress.most = progress.most.min(best);
            }
            if best > alpha || alpha <= -total {
                progress.least = progress.least.max(best);
            }
            self.note(progress, candidates, Some(best), 100, tell);
            if progress.least >= progress.most {
                return Some(best);
            }
            (alpha, beta) = match best <= alpha {
                true => ((best - 4).max(-total), best + 1),
                false => (best - 1, (best + 4).min(total)),
            };
        }
    }

    /// Searches with all threads, at a level of confidence.
    fn together<T>(
        &mut self,
        progress: &mut Progress,
        level: u8,
        search: impl FnOnce(&mut Engine) -> T,
    ) -> T {
        let before = self.state.watch.nodes();
        self.state.level = level;
        let (result, nodes) = with_helpers(self, search);
        self.state.level = EXACT;
        progress.nodes += nodes + self.state.watch.nodes() - before;
        result
    }

    fn note(
        &self,
        progress: &mut Progress,
        candidates: &[Candidate],
        value: Option<i32>,
        confidence: u8,
        tell: &mut dyn FnMut(&Progress),
    ) {
        let Some(value) = value else { return };
        progress.best = candidates[0].played;
        (progress.value, progress.confidence) = (value, confidence);
        if confidence == 0 {
            progress.nodes = self.state.watch.nodes();
        }
        tell(progress);
    }
}

/// Leaves out moves whose positions are images of one that is there: at the start all four are.
fn without_images(candidates: &mut Vec<Candidate>) {
    let mut seen = Vec::new();
    candidates.retain(|candidate| {
        let image = least_image(candidate.after.own(), candidate.after.other());
        let is_new = !seen.contains(&image);
        seen.push(image);
        is_new
    });
}

/// Of the eight images of a position the least: the same for all of them.
fn least_image(own: u64, other: u64) -> (u64, u64) {
    let mut image = (own, other);
    let mut least = image;
    for turn in 0..8 {
        let step = if turn % 2 == 0 {
            u64::swap_bytes
        } else {
            transposed
        };
        image = (step(image.0), step(image.1));
        least = least.min(image);
    }
    least
}

/// A set with rows and columns exchanged.
fn transposed(set: u64) -> u64 {
    let squares = bits::ones(set).map(|square| square % 8 * 8 + square / 8);
    squares.fold(0, |image, square| image | 1 << square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::Game;
    use papan_othello::Othello;

    #[test]
    fn the_four_first_moves_are_one() {
        for size in [4, 6, 8] {
            let game = Othello::with_size(size);
            let mut engine = Engine::new(&game, 1 << 4);
            let count = |engine: &mut Engine, position: &Position| {
                let (mut moves, _) = engine.begin(position, Scoring::Margin, &Limits::NONE);
                without_images(&mut moves);
                moves.len()
            };
            let mut position = game.start();
            assert_eq!(count(&mut engine, &position), 1);
            // Three answers: parallel, diagonal, perpendicular.
            let first = game.legal_moves(&position)[0];
            game.play(&mut position, first);
            assert_eq!(count(&mut engine, &position), 3);
        }
    }
}
