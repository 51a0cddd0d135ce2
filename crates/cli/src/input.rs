//! What commands are told: a game, a position in it, a ledger.

use anyhow::{Context, Result, bail};
use clap::Args;
use papan_agents::{
    engines::{self, BadEngines, Engines},
    levels,
};
use papan_arena::{
    BadOpenings, ContestError, JobError,
    ledger::{self, LedgerError},
    tournament::{RunError, TournamentError},
};
use papan_core::{
    AnyGame, AnyPosition, FormatError, LineError, LineOfPlay, MoveError, Notation, PositionError,
    files::{self, ReadError},
    spec::SpecError,
};
use papan_distributed::DistributedError;
use papan_report::tournament::ReportError;
use std::{env, fmt, path::PathBuf, thread};

/// A game and a position in it.
#[derive(Args)]
pub(crate) struct PositionArguments {
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

impl PositionArguments {
    /// Opens the game and plays the moves.
    pub(crate) fn open(&self) -> Result<(Box<dyn AnyGame>, Box<dyn AnyPosition>)> {
        let game = papan_agents::games::open(&self.game)?;
        let position = game.after(&self.line())?;
        Ok((game, position))
    }

    /// The line of play that leads to the position.
    pub(crate) fn line(&self) -> LineOfPlay {
        LineOfPlay {
            start: self.position.clone(),
            ..LineOfPlay::moves(self.moves.split_whitespace())
        }
    }

    /// The position in a game whose type is known.
    pub(crate) fn position_in<G: Notation>(&self, game: &G) -> Result<G::Position, LineError> {
        self.line().walk(game, |_, _| {})
    }
}

/// How many threads think about one position.
#[derive(Args)]
pub(crate) struct ThreadsArguments {
    /// The number of threads, for who can use several (Othello) and has no limit of nodes or depth
    /// [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
}

impl ThreadsArguments {
    /// The number that was given, or as many as there are cores.
    pub(crate) fn count(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, |cores| cores.get());
        self.threads.map_or_else(cores, |threads| threads as usize)
    }
}

/// Which programs `engine:NAME` may start.
#[derive(Args)]
pub(crate) struct EnginesArguments {
    /// The file that says which program engine:NAME is; $PAPAN_ENGINES or engines.toml in your data
    /// folder when not given
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

impl EnginesArguments {
    /// Reads the file, where there is one. Who names no file and no engine needs none.
    pub(crate) fn read(&self) -> Result<&'static Engines> {
        Ok(engines::use_file(self.engines.as_deref())?)
    }

    /// The same for a command that may not need it: a file that nobody named is read when an
    /// agent asks for it.
    pub(crate) fn read_if_named(&self) -> Result<()> {
        match self.engines {
            Some(_) => self.read().map(|_| ()),
            None => Ok(()),
        }
    }
}

/// The ledger that someone named, or the usual one.
pub(crate) fn ledger_path(given: Option<&PathBuf>) -> Result<PathBuf> {
    match given.cloned().or_else(ledger::default_path) {
        Some(path) => Ok(path),
        None => mistake("there is no home folder to keep the ledger in; name one by --ledger"),
    }
}

/// Whether the file of levels that the environment names, if it does, can be read: whoever needs
/// levels later cannot say so any more.
pub(crate) fn check_levels() -> Result<()> {
    if let Some(path) = env::var_os(levels::FILE_VARIABLE) {
        let read = files::read_text(path.as_ref(), files::MOST_FOR_SETTINGS);
        read.context(levels::FILE_VARIABLE)?;
    }
    Ok(())
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
        || error.is::<LineError>()
        || error.is::<PositionError>()
        || error.is::<MoveError>()
        || error.is::<FormatError>()
        || error.is::<Mistake>()
        || error.downcast_ref().is_some_and(ReadError::is_mistake)
        || error.downcast_ref().is_some_and(BadEngines::is_mistake)
        || error.downcast_ref().is_some_and(contest_mistake)
        || error
            .downcast_ref()
            .is_some_and(DistributedError::is_mistake)
        || error.is::<BadOpenings>()
        || error.is::<TournamentError>()
        || matches!(error.downcast_ref(), Some(RunError::Mixed(_)))
        || matches!(error.downcast_ref(), Some(RunError::Job(job)) if job_mistake(job))
        || matches!(error.downcast_ref(), Some(ReportError::Mixed(_)))
        || ledger_mistake(error)
}

fn contest_mistake(error: &ContestError) -> bool {
    !matches!(error, ContestError::Job(job) if !job_mistake(job))
}

fn job_mistake(error: &JobError) -> bool {
    !matches!(error, JobError::Machine(_))
}

/// Whether a ledger was asked for something that it cannot do, and is not itself in trouble.
fn ledger_mistake(error: &anyhow::Error) -> bool {
    let ledger = match error.downcast_ref() {
        Some(RunError::Ledger(error)) => Some(error),
        _ => error.downcast_ref::<LedgerError>(),
    };
    ledger.is_some_and(LedgerError::is_mistake)
}
