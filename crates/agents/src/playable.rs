//! What the catalogue asks of each game: its evaluations, its own agents, its levels.

use crate::Agent;
use papan_core::{
    Game, Notation,
    spec::{Entry, Settings, SpecError},
};
use papan_search::{Evaluation, Limits, Report};
use serde::Serialize;
use std::{fmt, time::Duration};

/// A game with those who play it. Each game has a module here that implements it; the
/// generic agents of [`agents`](crate::agents) play all of them.
pub trait Playable: Notation {
    /// Any of the evaluations of [`EVALUATIONS`](Playable::EVALUATIONS).
    type Evaluation: Evaluation<Self> + Clone + 'static;

    /// What `eval=` may name, the default first.
    const EVALUATIONS: &'static [Judgement];

    /// The agents that only this game has.
    const AGENTS: &'static [Entry];

    /// The evaluation with this name, which is one of [`EVALUATIONS`](Playable::EVALUATIONS).
    fn evaluation(&self, name: &str) -> Self::Evaluation;

    /// The agent that settings of one of [`AGENTS`](Playable::AGENTS) name.
    fn open_agent(&self, settings: &Settings, seed: u64)
    -> Result<Box<dyn Agent<Self>>, SpecError>;

    /// Any agent that settings name, of this game alone or of all: what
    /// [`agents::open`](crate::agents::open) asks for. Every game hands it on to
    /// [`agents::open_any`](crate::agents::open_any), which does the work; that it does so
    /// itself has the searches compiled here, once, and not in every crate that opens
    /// agents.
    fn open_any(&self, settings: &Settings, seed: u64) -> Result<Box<dyn Agent<Self>>, SpecError>;

    /// How a level from 1 to 9 plays. What it spends on a move is divided by `divisor`, so
    /// that many games can be played to compare levels; time is not limited here.
    fn open_level(&self, level: u32, divisor: u64, seed: u64) -> Strength<Self>;

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
    ) -> Result<Report<Self::Move>, OutOfReach>;

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

/// How a level plays: someone who plays well, and how often that goes wrong.
pub struct Strength<G: Game> {
    /// Who plays when nothing goes wrong.
    pub agent: Box<dyn Agent<G>>,
    /// Of a thousand moves, so many are errors.
    pub errors: usize,
    /// Whether a move counts as an error. Where none does, any move is one.
    pub is_error: fn(&G, &G::Position, G::Move) -> bool,
}

impl<G: Game> Strength<G> {
    /// One that never errs.
    pub fn sure(agent: impl Agent<G> + 'static) -> Strength<G> {
        Strength::erring(agent, 0)
    }

    /// One that plays any legal move so many times of a thousand.
    pub fn erring(agent: impl Agent<G> + 'static, errors: usize) -> Strength<G> {
        Strength {
            agent: Box::new(agent),
            errors,
            is_error: |_, _, _| true,
        }
    }
}

/// An evaluation by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Judgement {
    /// What one types behind `eval=`.
    pub name: &'static str,
    /// What it counts, in a few words.
    pub summary: &'static str,
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
