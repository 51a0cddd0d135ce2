//! Several lines at once: the best moves of a position, each with a value of its own and the line
//! that is expected after it.

use super::{
    Engine, Scoring,
    confidence::{EXACT, LADDER},
    engine::{Candidate, Search},
    evaluation::evaluate,
    patterns::UNIT,
    reach::{first_move_known, steps_in_reach},
    solver::in_discs,
    team::with_helpers,
};
use papan_othello::{Move, Position};
use papan_search::{Limits, Lines, Points, Report, Value, Valued, Values};
use std::slice;

/// How far a search has come that has valued the best moves.
#[derive(Clone, Copy)]
struct Reached {
    search: Search,
    depth: u32,
    exact: bool,
}

impl Engine {
    /// The `most` best moves with their lines, the best first. Each of them is valued as exactly and as
    /// deep as the best; of the other moves it is only shown that they are no better.
    ///
    /// ```
    /// use papan_core::Game;
    /// use papan_engines::othello::Engine;
    /// use papan_othello::Othello;
    /// use papan_search::Limits;
    ///
    /// let othello = Othello::new();
    /// let mut engine = Engine::new(&othello, 1 << 12);
    /// let mut position = othello.start();
    /// let first = othello.legal_moves(&position)[0];
    /// othello.play(&mut position, first);
    /// let (report, lines) = engine.lines(&position, &Limits::depth(4), 2);
    /// assert_eq!((lines.len(), lines[0].played), (2, report.best));
    /// assert!(lines.iter().all(|line| line.depth == 4));
    /// ```
    pub fn lines(&mut self, position: &Position, limits: &Limits, most: usize) -> Lines<Move> {
        let (candidates, empties) = self.begin(position, Scoring::Margin, limits);
        let (best, reached) = with_helpers(self, |engine| {
            engine.deepen_best(position, limits, candidates, empties, most)
        });
        let lines: Values<Move> = best
            .iter()
            .map(|candidate| self.valued(position, candidate, reached))
            .collect();
        let first = &lines[0];
        let report = Report {
            best: first.played,
            value: Some(first.value),
            principal_variation: first.line.clone(),
            depth: first.depth,
            nodes: self.state.watch.nodes(),
            time: self.state.watch.elapsed(),
            exact: first.exact,
        };
        (report, lines)
    }

    /// The best of those moves that are `allowed`, for those who know the others already, and what it is
    /// worth to the side to move in [`UNIT`]ths of a disc; `None` when there are none.
    ///
    /// ```
    /// use papan_core::Game;
    /// use papan_engines::othello::Engine;
    /// use papan_othello::Othello;
    /// use papan_search::Limits;
    ///
    /// let othello = Othello::new();
    /// let start = othello.start();
    /// let last = othello.legal_moves(&start)[3];
    /// let mut engine = Engine::new(&othello, 1 << 12);
    /// let (best, _) = engine.best_of(&start, &Limits::depth(2), |played| played == last).unwrap();
    /// assert_eq!(best, last);
    /// assert_eq!(engine.best_of(&start, &Limits::depth(2), |_| false), None);
    /// ```
    pub fn best_of(
        &mut self,
        position: &Position,
        limits: &Limits,
        allowed: impl Fn(Move) -> bool,
    ) -> Option<(Move, i32)> {
        let (mut candidates, empties) = self.begin(position, Scoring::Margin, limits);
        candidates.retain(|candidate| allowed(candidate.played));
        if candidates.is_empty() {
            return None;
        }
        let (best, reached) = self.deepen_best(position, limits, candidates, empties, 1);
        let value = match reached.search {
            Search::Plies(_) => best[0].value,
            Search::Exact => UNIT * best[0].value,
        };
        Some((best[0].played, value))
    }

    /// Searches deeper and deeper for the `most` best of some moves.
    fn deepen_best(
        &mut self,
        position: &Position,
        limits: &Limits,
        mut candidates: Vec<Candidate>,
        empties: u32,
        most: usize,
    ) -> (Vec<Candidate>, Reached) {
        let most = most.clamp(1, candidates.len());
        for candidate in &mut candidates {
            candidate.value = -evaluate(&self.game, &candidate.after);
        }
        candidates.sort_by_key(|candidate| -candidate.value);
        let mut reached = Reached {
            search: Search::Plies(0),
            depth: 0,
            exact: false,
        };
        let mut best = candidates[..most].to_vec();
        let deepest = limits.depth.unwrap_or(u32::MAX);
        // Each doubling of the lines costs about as much as another empty square.
        let steps = steps_in_reach(limits, empties + most.ilog2().min(2));
        let mut depth = 1;
        while depth <= deepest && depth < empties && !self.state.watch.is_over() {
            let search = Search::Plies(depth);
            if self.search_best(&mut candidates, most, search).is_some() {
                best.copy_from_slice(&candidates[..most]);
                (reached.search, reached.depth) = (search, depth);
                self.tell_best(position, &best, reached);
            }
            if deepest >= empties && !steps.is_empty() && first_move_known(depth, empties) {
                break;
            }
            depth += 1;
        }
        let steps = match depth >= empties {
            true => &LADDER[LADDER.len() - 1..],
            false => steps,
        };
        if deepest >= empties {
            in_discs(&mut candidates);
            for step in steps {
                self.state.level = step.level;
                let searched = self.search_best(&mut candidates, most, Search::Exact);
                self.state.level = EXACT;
                if searched.is_none() {
                    break;
                }
                best.copy_from_slice(&candidates[..most]);
                reached = Reached {
                    search: Search::Exact,
                    depth: empties,
                    exact: step.proves(),
                };
                self.tell_best(position, &best, reached);
            }
        }
        (best, reached)
    }

    /// What every legal move is worth, in the order of the game: as deep as the limits allow for
    /// all of them.
    pub fn values(&mut self, position: &Position, limits: &Limits) -> Values<Move> {
        let (_, mut values) = self.lines(position, limits, usize::MAX);
        values.sort_by_key(|valued| valued.played);
        values
    }

    /// Values the `most` best moves and brings them to the front, the best first; `None` when it was
    /// stopped. The values that the moves have are those of a search before.
    fn search_best(
        &mut self,
        candidates: &mut [Candidate],
        most: usize,
        search: Search,
    ) -> Option<()> {
        for at in 0..candidates.len() {
            let mut known = candidates[at].value;
            if at >= most {
                // Only a move that is better than the last of the best needs a value of its own.
                let least = candidates[most - 1].value;
                let after = candidates[at].after;
                known = -self.value(&after, search, (-least - 1, -least))?;
                if known <= least {
                    continue;
                }
            }
            let candidate = slice::from_mut(&mut candidates[at]);
            self.search(candidate, search, Some(known))?;
            let value = candidates[at].value;
            let place = candidates[..at.min(most)].partition_point(|other| other.value >= value);
            candidates[place..=at].rotate_right(1);
        }
        Some(())
    }

    /// A move that was searched, with its line.
    fn valued(
        &mut self,
        position: &Position,
        candidate: &Candidate,
        reached: Reached,
    ) -> Valued<Move> {
        let Reached { depth, exact, .. } = reached;
        let proven = exact.then_some(candidate.value);
        Valued {
            played: candidate.played,
            value: value_of(candidate, reached.search),
            exact,
            depth,
            line: self.line(position, candidate.played, depth, proven),
        }
    }

    /// Tells a listener of the best line so far.
    fn tell_best(&mut self, position: &Position, best: &[Candidate], reached: Reached) {
        if let Some(live) = self.state.watch.live().cloned() {
            let line = self.line(position, best[0].played, reached.depth, None);
            let value = Some(value_of(&best[0], reached.search));
            live.tell(&self.game, position, &line, value, reached.depth);
        }
    }
}

/// What a search of this kind says that a move is worth.
fn value_of(candidate: &Candidate, search: Search) -> Value {
    Value::Points(match search {
        Search::Plies(_) => Points::parts(candidate.value, UNIT),
        Search::Exact => candidate.value.into(),
    })
}
