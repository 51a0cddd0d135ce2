//! What commands are told: a game, a position in it, a ledger.

use anyhow::{Context, Result, bail};
use clap::Args;
use papan_arena::{
    BadOpenings, ContestError,
    ledger::{self, LedgerError},
    tournament::{RunError, TournamentError},
};
use papan_core::{
    AnyGame, AnyPosition, Effects, FormatError, MoveError, Notation, PositionError, Seat,
    spec::SpecError,
};
use serde::Serialize;
use std::{fmt, path::PathBuf};

/// A game and a position in it.
#[derive(Args)]
pub(crate) struct Place {
    /// The game with its parameters, such as othello:size=6 (papan games lists them)
    pub(crate) game: String,

    /// Start from this position instead of the usual one
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// Play these moves first, separated by blanks
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        allow_hyphen_values = true
    )]
    pub(crate) moves: String,
}

/// A move that was played, and what it did.
#[derive(Serialize)]
pub(crate) struct Played {
    pub(crate) seat: Option<Seat>,
    #[serde(rename = "move")]
    pub(crate) text: String,
    pub(crate) effects: Effects,
}

/// What a [`Place`] names.
pub(crate) struct Opened {
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) position: Box<dyn AnyPosition>,
    /// The moves that led to the position.
    pub(crate) played: Vec<Played>,
}

impl Place {
    /// Opens the game and plays the moves.
    pub(crate) fn open(&self) -> Result<Opened> {
        let game = papan_agents::games::open(&self.game)?;
        let mut position = match &self.position {
            None => game.start(),
            Some(text) => game.position(text)?,
        };
        let mut played = Vec::new();
        for (index, text) in self.moves.split_whitespace().enumerate() {
            let seat = position.turn();
            let (text, effects) = position
                .play(text)
                .with_context(|| format!("move {}", index + 1))?;
            played.push(Played {
                seat,
                text,
                effects,
            });
        }
        Ok(Opened {
            game,
            position,
            played,
        })
    }
}

impl Place {
    /// The position in a game whose type is known.
    pub(crate) fn position_in<G: Notation>(&self, game: &G) -> Result<G::Position> {
        self.walk_in(game, |_, _| {})
    }

    /// The same, for those who want to hear of every move and the position before it.
    pub(crate) fn walk_in<G: Notation>(
        &self,
        game: &G,
        mut step: impl FnMut(&G::Position, G::Move),
    ) -> Result<G::Position> {
        let mut position = match &self.position {
            None => game.start(),
            Some(text) => game.parse_position(text)?,
        };
        for (index, text) in self.moves.split_whitespace().enumerate() {
            let played = game
                .parse_move(&position, text)
                .with_context(|| format!("move {}", index + 1))?;
            step(&position, played);
            game.play(&mut position, played);
        }
        Ok(position)
    }
}

/// The ledger that someone named, or the usual one.
pub(crate) fn ledger_path(given: Option<&PathBuf>) -> Result<PathBuf> {
    match given.cloned().or_else(ledger::default_path) {
        Some(path) => Ok(path),
        None => mistake("there is no home folder to keep the ledger in; name one by --ledger"),
    }
}

/// Something that the user wrote and can mend, besides what the games' own errors say.
#[derive(Debug)]
pub(crate) struct Mistake(pub(crate) String);

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Mistake {}

/// Ends a command because of what the user wrote.
pub(crate) fn mistake<T>(text: impl Into<String>) -> Result<T> {
    bail!(Mistake(text.into()))
}

/// Whether an error is about what the user wrote, and not about the machine.
pub(crate) fn is_mistake(error: &anyhow::Error) -> bool {
    error.is::<SpecError>()
        || error.is::<PositionError>()
        || error.is::<MoveError>()
        || error.is::<FormatError>()
        || error.is::<Mistake>()
        || error.is::<ContestError>()
        || error.is::<BadOpenings>()
        || error.is::<TournamentError>()
        || matches!(error.downcast_ref(), Some(RunError::Job(_)))
        || ledger_mistake(error)
}

/// Whether a ledger was asked for something that it cannot do, and is not itself in trouble.
fn ledger_mistake(error: &anyhow::Error) -> bool {
    let ledger = match error.downcast_ref() {
        Some(RunError::Ledger(error)) => Some(error),
        _ => error.downcast_ref::<LedgerError>(),
    };
    ledger.is_some_and(LedgerError::is_mistake)
}
