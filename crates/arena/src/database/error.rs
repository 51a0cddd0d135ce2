//! What can be wrong with a file, and what to do about it.

use super::FileKind;
use rusqlite::ErrorCode;
use std::{
    fmt, io,
    path::{Path, PathBuf},
};

/// Why a file cannot be opened, read or written. Whatever it is, what was acknowledged before
/// is still there.
#[derive(Debug)]
pub struct DatabaseError {
    /// What kind of file it is: [`FileKind::name`].
    pub name: &'static str,
    /// Where it is.
    pub path: PathBuf,
    /// What is wrong.
    pub trouble: Trouble,
}

/// What is wrong with a file.
#[derive(Debug)]
#[non_exhaustive]
pub enum Trouble {
    /// The path leads to a folder.
    Folder,
    /// The file is something else: this.
    NotOurs(&'static str),
    /// The file has this many names (hard links).
    Names(u64),
    /// A later Papan has written it.
    Newer {
        /// Its version.
        found: i64,
        /// The latest version that is known here.
        known: i64,
    },
    /// Another Papan writes it; the number of that process, where it can be told.
    Busy(Option<u32>),
    /// Another program holds SQLite's own lock.
    Locked,
    /// The file or its folder may only be read.
    ReadOnly,
    /// There is no room left.
    Full,
    /// The disk refuses for another reason, which SQLite says.
    Disk(String),
    /// The file is not what was written.
    Damaged(String),
    /// The system refuses something around the file.
    System {
        /// What was tried.
        doing: &'static str,
        /// What the system says.
        source: io::Error,
    },
    /// Anything else that SQLite says.
    Sqlite(rusqlite::Error),
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, path) = (self.name, self.path.display());
        match &self.trouble {
            Trouble::Folder => write!(f, "{path} is a folder; a {name} is a file"),
            Trouble::NotOurs(what) => write!(
                f,
                "{path} is {what}, not a {name} of Papan; it was left as it is: name another file"
            ),
            Trouble::Names(count) => write!(
                f,
                "the {name} {path} has {count} names (hard links), and what was written last lies \
                 beside one of them: use a copy of the file (cp), or remove its other names"
            ),
            Trouble::Newer { found, known } => write!(
                f,
                "the {name} {path} has version {found}, and this Papan knows versions up to \
                 {known}; use a newer Papan or another file"
            ),
            Trouble::Busy(process) => {
                let process = process.map(|process| format!(" (process {process})"));
                write!(
                    f,
                    "the {name} {path} is being written by another papan{}; wait for it or use \
                     another file",
                    process.unwrap_or_default()
                )
            }
            Trouble::Locked => write!(
                f,
                "the {name} {path} is locked by another program; close what has it open and try \
                 again: what was saved is safe"
            ),
            Trouble::ReadOnly => write!(
                f,
                "the {name} {path} cannot be written: the file or its folder is read-only; allow \
                 writing or use another file"
            ),
            Trouble::Full => write!(
                f,
                "the disk is full: what was saved in {path} is safe; make room and try again"
            ),
            Trouble::Disk(problem) => write!(
                f,
                "the {name} {path} cannot be read or written ({problem}): is there room, and may \
                 files grow so large? What was saved is safe; try again"
            ),
            Trouble::Damaged(problem) => write!(
                f,
                "the {name} {path} is damaged ({problem}); it was left as it is: restore a copy, \
                 or save what can be read with SQLite's own .recover"
            ),
            Trouble::System { doing, source } => write!(f, "cannot {doing} {path}: {source}"),
            Trouble::Sqlite(source) => {
                write!(f, "the {name} {path}: {source}; what was saved is safe")
            }
        }
    }
}

impl std::error::Error for DatabaseError {}

impl DatabaseError {
    /// Whether whoever named the file can mend it by naming something else, so that nothing
    /// is wrong with the machine.
    pub fn is_mistake(&self) -> bool {
        matches!(
            self.trouble,
            Trouble::Folder | Trouble::NotOurs(_) | Trouble::Newer { .. }
        )
    }
}

impl FileKind {
    /// An error of such a file.
    pub fn trouble(&self, path: &Path, trouble: Trouble) -> DatabaseError {
        DatabaseError {
            name: self.name,
            path: path.to_owned(),
            trouble,
        }
    }

    /// What the system says when something around a file was tried.
    pub fn system(&self, doing: &'static str, path: &Path, source: io::Error) -> DatabaseError {
        let trouble = match source.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                Trouble::ReadOnly
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Trouble::Full,
            _ => Trouble::System { doing, source },
        };
        self.trouble(path, trouble)
    }

    /// What SQLite says.
    pub fn sqlite(&self, path: &Path, source: rusqlite::Error) -> DatabaseError {
        // Tables, columns or values that are not those that were written.
        let changed = match &source {
            rusqlite::Error::SqlInputError { msg, .. } => Some(msg.clone()),
            rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::Utf8Error(..) => Some(source.to_string()),
            _ => None,
        };
        if let Some(problem) = changed {
            return self.trouble(path, Trouble::Damaged(problem));
        }
        let trouble = match source.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Trouble::NotOurs("some other file"),
            // What we ask is right: where SQLite cannot, the tables are not those we made.
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::Unknown) => {
                Trouble::Damaged(source.to_string())
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Trouble::Locked,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Trouble::ReadOnly,
            Some(ErrorCode::SystemIoFailure) => Trouble::Disk(source.to_string()),
            Some(ErrorCode::DiskFull) => Trouble::Full,
            Some(ErrorCode::CannotOpen) if path.is_dir() => Trouble::Folder,
            _ => Trouble::Sqlite(source),
        };
        self.trouble(path, trouble)
    }
}
