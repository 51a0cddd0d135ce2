//! Solving a position: from a guess to a proof, step by step.
//!
//! A midgame search guesses the value and orders the moves. Endgame searches that ProbCut keeps
//! small follow, each surer than the one before; the last one proves. Each finds most of what it
//! needs, the best moves above all, in the table that the one before has filled: together they
//! take much less time than the proof alone.

use super::{
    Engine, Scoring,
    confidence::{EXACT, LADDER, LEVELS, Step},
    engine::{Candidate, Search, discs},
    team::with_helpers,
};
use papan_othello::{Move, Position, symmetry::least_image};
use papan_search::{Limits, Report, Value};

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

impl Progress {
    /// Whether the side to move is proven to win (1), to lose (-1) or to draw (0).
    pub fn outcome(&self) -> Option<i32> {
        let (least, most) = (self.least.signum(), self.most.signum());
        (least == most).then_some(least)
    }

    /// Whether all that was asked is proven.
    fn answers(&self, goal: Goal) -> bool {
        match goal {
            Goal::Value | Goal::OutcomeFirst => self.least >= self.most,
            Goal::Outcome => self.outcome().is_some(),
        }
    }
}

/// What is to be proven of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Its value.
    Value,
    /// Its value, and first of all whether it is won: a few nodes more, for those who may have to
    /// end it early.
    OutcomeFirst,
    /// Whether it is won, drawn or lost: much less work where it is clear.
    Outcome,
}

impl Engine {
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
    /// assert_eq!(report.value, Some(Value::points(-10)));
    /// ```
    pub fn solve(
        &mut self,
        position: &Position,
        scoring: Scoring,
        limits: &Limits,
    ) -> Option<Report<Move>> {
        self.solve_telling(position, scoring, Goal::Value, limits, &mut |_| {})
    }

    /// The same with a goal, and tells of every step on the way. Where only the outcome is asked for,
    /// the value is what is proven of it: a win by so much at least, a loss by so much at least.
    ///
    /// ```
    /// use papan_core::Game;
    /// use papan_engines::othello::{Engine, Goal, Scoring};
    /// use papan_othello::Othello;
    /// use papan_search::Limits;
    ///
    /// let small = Othello::with_size(4);
    /// let mut engine = Engine::new(&small, 1 << 12);
    /// let mut outcome = None;
    /// engine.solve_telling(
    ///     &small.start(),
    ///     Scoring::Margin,
    ///     Goal::Outcome,
    ///     &Limits::NONE,
    ///     &mut |progress| outcome = progress.outcome(),
    /// );
    /// assert_eq!(outcome, Some(-1));
    /// ```
    pub fn solve_telling(
        &mut self,
        position: &Position,
        scoring: Scoring,
        goal: Goal,
        limits: &Limits,
        tell: &mut dyn FnMut(&Progress),
    ) -> Option<Report<Move>> {
        let (mut candidates, empties) = self.begin(position, scoring, limits);
        without_images(&mut candidates);
        with_helpers(self, |engine| {
            let mut progress = engine.nothing_known(&candidates);
            let mut known = None;
            for depth in 1..empties.saturating_sub(8).min(14) {
                known = engine.search(&mut candidates, Search::Plies(depth), known);
                let value = known.map(discs);
                if let Some(value) = value {
                    engine.note(&mut progress, &candidates, value, 0);
                    tell(&progress);
                }
            }
            in_discs(&mut candidates);
            let steps = LADDER.iter().filter(|step| empties >= step.pays_from);
            let (known, mut told) = (known.map(discs), |_: &mut Engine, found: &_| tell(found));
            let value = engine.climb(
                &mut candidates,
                steps,
                goal,
                known,
                &mut progress,
                &mut told,
            )?;
            let best = candidates[0].played;
            let exact = progress.answers(Goal::Value).then_some(value);
            let plies = if exact.is_some() { empties } else { 1 };
            Some(Report {
                best,
                value: Some(Value::points(value)),
                principal_variation: engine.line(position, best, plies, exact),
                depth: empties,
                nodes: progress.nodes,
                time: engine.state.watch.elapsed(),
                exact: exact.is_some(),
            })
        })
    }

    /// What is known before the first search.
    pub(super) fn nothing_known(&self, candidates: &[Candidate]) -> Progress {
        let total = self.state.board.total;
        Progress {
            best: candidates[0].played,
            value: 0,
            confidence: 0,
            least: -total,
            most: total,
            nodes: 0,
        }
    }

    /// Searches to the end of the game, step by step: the value, in discs, that the last of them
    /// found. `None` when it was stopped; what was found until then is in `progress`.
    pub(super) fn climb<'a>(
        &mut self,
        candidates: &mut [Candidate],
        steps: impl Iterator<Item = &'a Step>,
        goal: Goal,
        mut known: Option<i32>,
        progress: &mut Progress,
        tell: &mut dyn FnMut(&mut Engine, &Progress),
    ) -> Option<i32> {
        for &Step { level, .. } in steps {
            self.state.level = level;
            let found = match LEVELS.get(usize::from(level)) {
                Some(&(percent, _)) => {
                    let found = match goal {
                        Goal::Value | Goal::OutcomeFirst => {
                            self.search(candidates, Search::Exact, known)
                        }
                        Goal::Outcome => self.search_within(candidates, Search::Exact, -1, 1),
                    };
                    if let Some(value) = found {
                        self.note(progress, candidates, value, percent);
                        tell(self, progress);
                    }
                    found
                }
                None => self.prove(candidates, goal, known, progress, tell),
            };
            self.state.level = EXACT;
            known = Some(found?);
        }
        known
    }

    /// The proven value of the best move: windows around what is `known`, until both bounds meet, or
    /// around a draw, until the outcome is known.
    fn prove(
        &mut self,
        candidates: &mut [Candidate],
        goal: Goal,
        known: Option<i32>,
        progress: &mut Progress,
        tell: &mut dyn FnMut(&mut Engine, &Progress),
    ) -> Option<i32> {
        let total = self.state.board.total;
        // With the empty squares given to the winner, all values are even.
        let even = self.state.board.scoring == Scoring::Margin;
        let guess = known.map(|known| if even { known - known % 2 } else { known });
        let around = |guess: i32| ((guess - 1).max(-total), (guess + 1).min(total));
        let (mut alpha, mut beta) = match (goal, guess) {
            (Goal::Value, Some(guess)) => around(guess),
            (Goal::Value, None) => (-total, total),
            (Goal::Outcome | Goal::OutcomeFirst, _) => around(0),
        };
        let mut later = guess.filter(|_| goal == Goal::OutcomeFirst);
        loop {
            let best = self.search_within(candidates, Search::Exact, alpha, beta)?;
            if best < beta || beta >= total {
                progress.most = progress.most.min(best);
            }
            if best > alpha || alpha <= -total {
                progress.least = progress.least.max(best);
            }
            self.note(progress, candidates, best, 100);
            tell(self, progress);
            if progress.answers(goal) {
                return Some(best);
            }
            let is_possible = |guess: &i32| (progress.least..=progress.most).contains(guess);
            (alpha, beta) = match later.take().filter(is_possible) {
                Some(guess) => around(guess),
                None if best <= alpha => ((best - 4).max(-total), best + 1),
                None => (best - 1, (best + 4).min(total)),
            };
        }
    }

    fn note(&self, progress: &mut Progress, candidates: &[Candidate], value: i32, confidence: u8) {
        progress.best = candidates[0].played;
        (progress.value, progress.confidence) = (value, confidence);
        progress.nodes = self.state.nodes();
    }
}

/// Values of a midgame search as those of a search to the end.
pub(super) fn in_discs(candidates: &mut [Candidate]) {
    for candidate in candidates {
        candidate.value = discs(candidate.value);
    }
}

/// Leaves out moves whose positions are images of one that is there: at the start all four are.
fn without_images(candidates: &mut Vec<Candidate>) {
    let mut seen = Vec::new();
    candidates.retain(|candidate| {
        let (image, _) = least_image(candidate.after.own(), candidate.after.other());
        let is_new = !seen.contains(&image);
        seen.push(image);
        is_new
    });
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
