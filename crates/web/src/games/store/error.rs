//! What can be wrong with the file of games, and what to do about it.

use papan_arena::database::FileError;
use rusqlite::ErrorCode;
use std::{
    io,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// Why the file of games cannot be opened, read or written. Whatever it is, what was
/// acknowledged before is still there.
#[derive(Debug, Error)]
pub(crate) enum StoreError {
    /// The path leads to a folder.
    #[error("{} is a folder; games are saved in a file", .0.display())]
    Folder(PathBuf),
    /// The file is something else.
    #[error(
        "{} is {what}, not a file of saved games; it was left as it is: name another file",
        path.display()
    )]
    NotOurs { path: PathBuf, what: &'static str },
    /// A later Papan has written it.
    #[error(
        "the saved games {} have version {found}, and this Papan knows versions up to {known}; \
         use a newer Papan or another file", path.display()
    )]
    Newer {
        path: PathBuf,
        found: i64,
        known: i64,
    },
    /// Another server has it.
    #[error(
        "the saved games {} are used by another papan{}; end it or use another file",
        path.display(), process.as_ref().map_or(String::new(), |process| format!(" (process {process})"))
    )]
    Busy { path: PathBuf, process: Option<u32> },
    /// The file or its folder may only be read.
    #[error(
        "the saved games {} cannot be written: the file or its folder is read-only; allow \
         writing or use another file", .0.display()
    )]
    ReadOnly(PathBuf),
    /// There is no room left.
    #[error("the disk is full: what was saved in {} is safe; make room and try again", .0.display())]
    Full(PathBuf),
    /// The file is not what was written.
    #[error(
        "the saved games {} are damaged ({problem}); the file was left as it is: restore a copy, \
         or save what can be read with SQLite's own .recover", path.display()
    )]
    Damaged { path: PathBuf, problem: String },
    /// A row is there and cannot be read.
    #[error("the saved game {id} cannot be read: {problem}")]
    Row { id: String, problem: String },
    /// The system refuses something around the file.
    #[error("cannot {doing} {}: {source}", path.display())]
    File {
        doing: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    /// Anything else that SQLite says.
    #[error("the saved games {}: {source}; what was saved before is safe", path.display())]
    Sqlite {
        path: PathBuf,
        source: rusqlite::Error,
    },
    /// What was to be changed is not there any more.
    #[error("there is no such game any more")]
    Gone,
    /// The server is going down and writes nothing more.
    #[error("the server is going down")]
    Closed,
    /// A write failed together with others; they all have the same reason.
    #[error("{0}")]
    Together(String),
}

impl From<FileError> for StoreError {
    fn from(error: FileError) -> StoreError {
        match error {
            FileError::Folder(path) => StoreError::Folder(path),
            FileError::Busy { path, process } => StoreError::Busy { path, process },
            FileError::System {
                doing,
                path,
                source,
            } => StoreError::file(doing, &path, source),
        }
    }
}

impl StoreError {
    pub(super) fn file(doing: &'static str, path: &Path, source: io::Error) -> StoreError {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                StoreError::ReadOnly(path)
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::Full(path),
            _ => StoreError::File {
                doing,
                path,
                source,
            },
        }
    }

    pub(super) fn sqlite(path: &Path, source: rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        match source.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::NotOurs {
                path,
                what: "some other file",
            },
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged {
                path,
                problem: source.to_string(),
            },
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly(path),
            Some(ErrorCode::DiskFull) => StoreError::Full(path),
            _ => StoreError::Sqlite { path, source },
        }
    }
}
