//! What the catalogue asks of each game: its evaluations, its own agents, its levels.

use crate::{AgentEntry, EvaluationEntry, agents::AgentTable};
use papan_core::Notation;
use papan_search::{Evaluation, Limits, Report};
use std::{fmt, time::Duration};

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

    /// All agents of the game: what [`agents::open`](crate::agents::open) looks in. Every game
    /// hands out a static table of its own, so that the searches are compiled here, once, and
    /// not in every crate that opens agents.
    fn agents() -> &'static AgentTable<Self>;

    /// Whether a level that errs may make this move instead of a good one. Where no move is an
    /// error, any may be made.
    fn is_error(&self, position: &Self::Position, played: Self::Move) -> bool {
        let _ = (position, played);
        true
    }

    /// Which moves a search should look at first: the higher, the sooner. Cheap guesses
    /// only; by default all are alike.
    #[inline]
    fn promise(&self, position: &Self::Position, played: Self::Move) -> i32 {
        let _ = (position, played);
        0
    }

    /// The exact value of a position for the seat to move, with the line of best play.
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

/// What can be collected in one turn of several moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstTurn<M> {
    /// The moves.
    pub line: Vec<M>,
    /// What they bring.
    pub collected: i32,
    /// What there is in all.
    pub of: i32,
    /// More than this is proven to be impossible.
    pub at_most: i32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// Why a position is not solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutOfReach(pub String);

impl fmt::Display for OutOfReach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OutOfReach {}
