//! What the catalogue asks of each game: its evaluations, its own agents, its levels.

use crate::{AgentEntry, EvaluationEntry, agents::AgentTable};
use papan_core::{Mistake, Notation, Reason};
use papan_engines::{congklak::FirstTurn, time_in_words, weights::Weights};
use papan_search::{Evaluation, Limits, Report, Values};
use serde::Serialize;
use std::{fmt, time::Duration};
use thiserror::Error;

/// A game with those who play it. Each game has a module here that implements it; the
/// generic agents of [`agents`](crate::agents) play all of them.
pub trait Playable: Notation {
    /// Any of the evaluations of [`EVALUATIONS`](Playable::EVALUATIONS).
    type Evaluation: Evaluation<Self> + Copy + 'static;

    /// What `eval=` may name, the default first.
    const EVALUATIONS: &'static [EvaluationEntry<Self::Evaluation>];

    /// The agents that only this game has.
    const AGENTS: &'static [AgentEntry<Self>] = &[];

    /// The agent that judges positions for hints, values and reviews. It gives values of moves
    /// for any number of seats, in points of the result or in shares of games, and is stopped
    /// by the question alone: its own limit of time is a long one.
    const ANALYSIS: &'static str = "mcts:time=60s";

    /// How points become a chance to win: by this many points ahead one wins about 73 of 100
    /// games, where the logistic curve 1 / (1 + exp(-points / scale)) is at 1. Fitted to 200
    /// games of level 5 against itself, after four moves by chance, with what the mover
    /// thought of each position.
    const SCALE: f64 = 8.0;

    /// Searches of `papan bench`: games and agents that look to a fixed depth.
    const SEARCHES: &'static [(&'static str, &'static str)] = &[];

    /// Whether a legal move stays legal until someone makes it.
    const MOVES_LAST: bool = false;

    /// What was learned for this game, as files: its agents may need them.
    fn weights(&self) -> Vec<&'static Weights> {
        Vec::new()
    }

    /// All agents of the game: what [`agents::open`](crate::agents::open) looks in. Every game
    /// hands out a static table of its own, so that the searches are compiled here, once, and
    /// not in every crate that opens agents.
    fn agents() -> &'static AgentTable<Self>;

    /// Which moves a search should look at first: the higher, the sooner. Cheap guesses
    /// only; by default all are alike.
    #[inline]
    fn promise(&self, position: &Self::Position, played: Self::Move) -> i32 {
        let _ = (position, played);
        0
    }

    /// The exact value of a position for the seat to move, with the line of best play. What
    /// would take hours is refused, unless a time limit says how long to go on.
    fn solve(
        &self,
        position: &Self::Position,
        limits: &Limits,
        progress: &mut dyn FnMut(String),
    ) -> Result<Report<Self::Move>, OutOfReach> {
        let _ = (position, limits, progress);
        let problem = format!("nothing here solves {}", self.name());
        Err(OutOfReach(problem))
    }

    /// The same with all that someone may ask of it, and with what is known when it ends early.
    fn solve_as(
        &self,
        position: &Self::Position,
        asked: &Solving,
        progress: &mut dyn FnMut(String),
    ) -> Result<Report<Self::Move>, Unsolved> {
        self.solve(position, &asked.limits, progress)
            .map_err(Unsolved::from)
    }

    /// The moves that an opening book knows of a position, each with its value and the line that
    /// it expects, the best first; none where the position is in no book.
    fn book(&self, position: &Self::Position) -> Values<Self::Move> {
        let _ = position;
        Vec::new()
    }

    /// The facts that speak against a move, what matters most first; none where nothing is known
    /// to be true. Each is a statement about positions, not a guess about a value.
    fn reasons(mistake: &Mistake<'_, Self>) -> Vec<Reason> {
        let _ = mistake;
        Vec::new()
    }

    /// About how many positions [`solve`](Playable::solve) has to search, where that can be told
    /// beforehand.
    fn positions_to_solve(&self, position: &Self::Position) -> Option<f64> {
        let _ = position;
        None
    }

    /// The most that the mover can collect before the turn passes; `None` in games without
    /// turns of several moves.
    fn first_turn(
        &self,
        position: &Self::Position,
        limits: &Limits,
        progress: &mut dyn FnMut(String),
    ) -> Option<FirstTurn<Self::Move>> {
        let _ = (position, limits, progress);
        None
    }
}

/// How far a solution is, for people: the positions searched in some time, and how long the rest of
/// the expected number takes at that rate.
///
/// ```
/// use papan_agents::solving_text;
/// use std::time::Duration;
///
/// let minute = Duration::from_secs(60);
/// assert_eq!(
///     solving_text(3_000_000, Some(1.2e7), minute),
///     "3000000 of about 1e7 positions, 3 minutes left"
/// );
/// assert_eq!(solving_text(3_000_000, Some(2e6), minute), "3000000 positions, 2e6 were expected");
/// assert_eq!(solving_text(5, None, minute), "5 positions");
/// ```
pub fn solving_text(searched: u64, expected: Option<f64>, time: Duration) -> String {
    let Some(expected) = expected else {
        return format!("{searched} positions");
    };
    let left = expected - searched as f64;
    if left <= 0.0 {
        return format!("{searched} positions, {expected:.0e} were expected");
    }
    let rate = searched.max(1) as f64 / time.as_secs_f64().max(1e-3);
    let left = time_in_words(left / rate);
    format!("{searched} of about {expected:.0e} positions, {left} left")
}

/// Why a position is not solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct OutOfReach(pub String);

/// How a position is to be solved.
#[derive(Clone, Debug)]
pub struct Solving {
    /// What ends it.
    pub limits: Limits,
    /// The number of threads, where the solver can use them.
    pub threads: usize,
    /// Whether to begin what may take very long and has no limit of time.
    pub anyway: bool,
    /// Whether it is enough to know who wins: the value may then be any that has the same sign.
    pub only_outcome: bool,
}

/// A position that was not solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{reason}")]
pub struct Unsolved {
    /// Why not.
    pub reason: OutOfReach,
    /// What is known of it all the same.
    pub so_far: Option<SoFar>,
}

impl From<OutOfReach> for Unsolved {
    fn from(reason: OutOfReach) -> Unsolved {
        Unsolved {
            reason,
            so_far: None,
        }
    }
}

/// What is known of a position before it is solved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SoFar {
    /// The least that the value is proven to be.
    pub least: i32,
    /// The most that the value is proven to be.
    pub most: i32,
    /// What follows from that for the seat to move, as soon as it is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<ProvenOutcome>,
    /// What it most likely is.
    pub guess: i32,
    /// How sure the search was of what it left out, in percent; 0 when it did not look to the
    /// end of the game.
    pub confidence: u8,
    /// The best move so far.
    pub best: String,
    /// The positions searched.
    pub nodes: u64,
}

impl fmt::Display for SoFar {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} <= value <= {}", self.least, self.most)?;
        if let Some(outcome) = self.outcome {
            write!(out, " (a {outcome})")?;
        }
        write!(
            out,
            ", {}%: {} {:+}",
            self.confidence, self.best, self.guess
        )
    }
}

/// How a game ends for the seat to move when both sides play perfectly.
///
/// ```
/// use papan_agents::ProvenOutcome;
///
/// assert_eq!(ProvenOutcome::of(-10), ProvenOutcome::Loss);
/// assert_eq!(ProvenOutcome::of(0).to_string(), "draw");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProvenOutcome {
    /// It wins.
    Win,
    /// Nobody does.
    Draw,
    /// It loses.
    Loss,
}

impl ProvenOutcome {
    /// What follows from a value.
    pub fn of(value: i32) -> ProvenOutcome {
        match value {
            1.. => ProvenOutcome::Win,
            0 => ProvenOutcome::Draw,
            ..0 => ProvenOutcome::Loss,
        }
    }
}

impl fmt::Display for ProvenOutcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(out)
    }
}
