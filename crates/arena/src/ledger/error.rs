//! What can be wrong with a ledger, and what to do about it.

use crate::{GameId, database::FileError};
use rusqlite::ErrorCode;
use std::{
    io,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// Why a ledger cannot be opened, read or written. Whatever it is, the games that were
/// added before are still there.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// There is nothing to read.
    #[error("there is no ledger {}; playing games into it makes one", .0.display())]
    Missing(PathBuf),
    /// The path leads to a folder.
    #[error("{} is a folder; a ledger is a file", .0.display())]
    Folder(PathBuf),
    /// The file is something else.
    #[error("{} is {what}, not a ledger of Papan; it was left as it is: name another file", path.display())]
    NotALedger {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        what: &'static str,
    },
    /// A later Papan has written it.
    #[error(
        "the ledger {} has version {found}, and this Papan knows versions up to {known}; use a \
         newer Papan or another ledger", path.display()
    )]
    Newer {
        /// The ledger.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The latest version that is known here.
        known: i64,
    },
    /// Another Papan adds games to it.
    #[error(
        "the ledger {} is being written by another papan{}; wait for it or use another ledger",
        path.display(), process.as_ref().map_or(String::new(), |process| format!(" (process {process})"))
    )]
    Busy {
        /// The ledger.
        path: PathBuf,
        /// The number of that process, where it can be told.
        process: Option<u32>,
    },
    /// Another program holds SQLite's own lock.
    #[error(
        "the ledger {} is locked by another program; close what has it open and run the same \
         again: the games counted so far are safe", .0.display()
    )]
    Locked(PathBuf),
    /// The file or its folder may only be read.
    #[error(
        "the ledger {} cannot be written: the file or its folder is read-only; allow writing or \
         use another ledger", .0.display()
    )]
    ReadOnly(PathBuf),
    /// There is no room left.
    #[error(
        "the disk is full: the games counted so far are safe in {}; make room and run the same \
         again to continue", .0.display()
    )]
    Full(PathBuf),
    /// The disk refuses for another reason.
    #[error(
        "the ledger {} cannot be read or written ({problem}): is there room, and may files grow \
         so large? The games counted so far are safe; run the same again to continue",
        path.display()
    )]
    Disk {
        /// The ledger.
        path: PathBuf,
        /// What SQLite says.
        problem: String,
    },
    /// The file is not what was written.
    #[error(
        "the ledger {} is damaged ({problem}); it was left as it is: restore a copy, or save \
         what can be read with SQLite's own .recover", path.display()
    )]
    Damaged {
        /// The ledger.
        path: PathBuf,
        /// What SQLite says.
        problem: String,
    },
    /// The system refuses something around the file.
    #[error("cannot {doing} {}: {source}", path.display())]
    File {
        /// What was tried.
        doing: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
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
    #[error("game {id} cannot be read: {problem}; papan ledger verify finds all such games")]
    Game {
        /// Which game.
        id: GameId,
        /// What is wrong with it.
        problem: String,
    },
    /// Anything else that SQLite says.
    #[error("the ledger {}: {source}; the games counted so far are safe", path.display())]
    Sqlite {
        /// The ledger.
        path: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
}

impl From<FileError> for LedgerError {
    fn from(error: FileError) -> LedgerError {
        match error {
            FileError::Folder(path) => LedgerError::Folder(path),
            FileError::Busy { path, process } => LedgerError::Busy { path, process },
            FileError::System {
                doing,
                path,
                source,
            } => LedgerError::file(doing, &path, source),
        }
    }
}

impl LedgerError {
    /// Whether whoever named the ledger can mend it by naming something else, so that
    /// nothing is wrong with the machine.
    pub fn is_mistake(&self) -> bool {
        matches!(
            self,
            LedgerError::Missing(_)
                | LedgerError::Folder(_)
                | LedgerError::NotALedger { .. }
                | LedgerError::Newer { .. }
                | LedgerError::Settings { .. }
        )
    }

    pub(super) fn file(doing: &'static str, path: &Path, source: io::Error) -> LedgerError {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                LedgerError::ReadOnly(path)
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => LedgerError::Full(path),
            _ => LedgerError::File {
                doing,
                path,
                source,
            },
        }
    }

    pub(super) fn sqlite(path: &Path, source: rusqlite::Error) -> LedgerError {
        let path = path.to_owned();
        let problem = source.to_string();
        match source.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => LedgerError::NotALedger {
                path,
                what: "some other file",
            },
            Some(ErrorCode::DatabaseCorrupt) => LedgerError::Damaged { path, problem },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => LedgerError::Locked(path),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => LedgerError::ReadOnly(path),
            Some(ErrorCode::SystemIoFailure) => LedgerError::Disk { path, problem },
            Some(ErrorCode::DiskFull) => LedgerError::Full(path),
            Some(ErrorCode::CannotOpen) if path.is_dir() => LedgerError::Folder(path),
            _ => LedgerError::Sqlite { path, source },
        }
    }
}
