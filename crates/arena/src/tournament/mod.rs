//! Tournaments: who meets whom, how often, under which conditions.
//!
//! A [`Tournament`] is read from a file ([`Tournament::from_toml`]) or built in a program.
//! [`Tournament::prepare`] finds all mistakes and gives the [`Program`] of its games, which
//! is played with or without a ledger.

mod faults;
mod file;
mod meetings;
mod program;
mod run;
mod sequential;
mod shard;
mod slots;

pub use faults::FaultyAgent;
pub use file::{SPRT_ROUNDS, TournamentFile};
pub use meetings::MOST_MEETINGS;
pub use program::{MOST_GAMES, Program};
pub use run::{Progress, RunError, RunOptions};
pub use sequential::{STALE, SequentialTest};
pub use shard::{BadShard, Shard};

use crate::{Conditions, ContestError, Openings, Seating, statistics::Sprt};
use std::{collections::BTreeMap, path::PathBuf};
use thiserror::Error;

/// The most agents that take part in a tournament.
pub const MOST_AGENTS: usize = 1_000;

/// The most threads that play, as many as the commands allow.
pub const MOST_THREADS: usize = 1_024;

/// Which agents play which games, and how they meet.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// What it is called; the ledger knows its games by this.
    pub name: String,
    /// How the agents meet.
    pub kind: Kind,
    /// The games that are played, each with its parameters.
    pub games: Vec<String>,
    /// Those who play.
    pub agents: Vec<Entrant>,
    /// How many openings each meeting plays, every one with all seatings.
    pub rounds: u64,
    /// Other numbers of rounds for some of the games.
    pub rounds_of: BTreeMap<String, u64>,
    /// Only agents that stand this close in the list meet: in a list from the weakest to the
    /// strongest, others tell little about each other.
    pub reach: Option<usize>,
    /// How many meetings there are in a round robin or gauntlet of more than two seats,
    /// instead of every possible one: chosen such that all agents meet about equally often.
    pub tables: Option<usize>,
    /// The most games of each meeting, when they are fewer than the rounds have.
    pub most_games: Option<u64>,
    /// The seed of everything random.
    pub seed: u64,
    /// How the agents change seats.
    pub seating: Seating,
    /// Where games begin.
    pub openings: Openings,
    /// What moves are held to.
    pub conditions: Conditions,
    /// The file that it was read from, for the ledger.
    pub source: String,
}

/// How agents meet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// All agents at one table; one for each seat.
    Match,
    /// Everyone meets everyone: every choice of as many agents as there are seats. With
    /// fewer agents than seats, some sit twice, as evenly as possible.
    RoundRobin,
    /// This many agents, from the first, each meet all choices of the others, never each
    /// other.
    Gauntlet(usize),
    /// The first of two agents is to be shown stronger than the second, or not; ends as soon
    /// as that is known.
    Sprt(Sprt),
}

/// Someone who takes part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// What tables and charts call it.
    pub label: String,
    /// The agent with its parameters.
    pub agent: String,
}

impl From<&str> for Entrant {
    /// An agent under its own name.
    fn from(agent: &str) -> Entrant {
        Entrant {
            label: agent.to_owned(),
            agent: agent.to_owned(),
        }
    }
}

/// A tournament that cannot be played.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The file cannot be read, or is not what a tournament file must be.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A meeting cannot be played.
    #[error("{game}: {problem}")]
    Contest {
        /// The game.
        game: String,
        /// What is wrong.
        problem: Box<ContestError>,
    },
    /// What was asked for does not go together.
    #[error("{0}")]
    Conflict(String),
}
