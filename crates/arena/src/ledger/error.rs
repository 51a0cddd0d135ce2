//! What can be wrong with a ledger.

use crate::{GameId, database::DatabaseError};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a ledger cannot be opened, read or written. Whatever it is, the games that were
/// added before are still there.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// There is nothing to read.
    #[error("there is no ledger {}; playing games into it makes one", .0.display())]
    Missing(PathBuf),
    /// Something is wrong with the file.
    #[error(transparent)]
    File(#[from] DatabaseError),
    /// The event was begun with other settings.
    #[error(
        "the ledger {} has games of '{event}' with other settings ({}); give the event another \
         name, use another ledger, or set back what was changed", path.display(), differences.join("; ")
    )]
    Settings {
        /// The ledger.
        path: PathBuf,
        /// The event.
        event: String,
        /// What differs, in words.
        differences: Vec<String>,
    },
    /// A game is there and cannot be read.
    #[error(
        "game {id} cannot be read: {problem}; papan ledger verify finds all such games, and papan \
         ledger remove takes them out"
    )]
    Game {
        /// Which game.
        id: GameId,
        /// What is wrong with it.
        problem: String,
    },
    /// A game of a part cannot be taken over.
    #[error(
        "game {id} of {} cannot be merged: {problem}; nothing was changed, and papan ledger remove \
         {id} takes it out", path.display()
    )]
    Unfit {
        /// The part.
        path: PathBuf,
        /// Which game.
        id: GameId,
        /// What is wrong with it.
        problem: String,
    },
    /// Two ledgers have different games under one id.
    #[error(
        "game {id} of '{event}' is not the same in {} and in {} ({}); nothing was changed; papan \
         ledger show {id} shows each, and papan ledger remove {id} takes one out",
        kept.display(), other.display(), differences.join("; ")
    )]
    Different {
        /// Which game.
        id: GameId,
        /// Its event.
        event: String,
        /// The ledger of the first of them.
        kept: Box<Path>,
        /// The ledger of the other.
        other: Box<Path>,
        /// What differs, in words.
        differences: Vec<String>,
    },
    /// Two ledgers have an event of one name with different settings.
    #[error(
        "'{event}' has other settings in {} than in {} ({}); nothing was changed: these are two \
         events, which cannot be put together", other.display(), kept.display(),
        differences.join("; ")
    )]
    DifferentSettings {
        /// The event.
        event: String,
        /// The ledger of the first of them.
        kept: Box<Path>,
        /// The ledger of the other.
        other: Box<Path>,
        /// What differs, in words.
        differences: Vec<String>,
    },
}

impl LedgerError {
    /// Whether whoever named the ledger can mend it by naming something else, so that
    /// nothing is wrong with the machine.
    pub fn is_mistake(&self) -> bool {
        match self {
            LedgerError::Missing(_)
            | LedgerError::Settings { .. }
            | LedgerError::DifferentSettings { .. } => true,
            LedgerError::File(error) => error.is_mistake(),
            LedgerError::Game { .. }
            | LedgerError::Unfit { .. }
            | LedgerError::Different { .. } => false,
        }
    }
}
