//! What can be wrong with a ledger.

use crate::{GameId, database::DatabaseError};
use std::path::PathBuf;
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
}

impl LedgerError {
    /// Whether whoever named the ledger can mend it by naming something else, so that
    /// nothing is wrong with the machine.
    pub fn is_mistake(&self) -> bool {
        match self {
            LedgerError::Missing(_) | LedgerError::Settings { .. } => true,
            LedgerError::File(error) => error.is_mistake(),
            LedgerError::Game { .. } => false,
        }
    }
}
