//! What the SQLite files of Papan have in common: whose file it is, the steps from one version
//! to the next, and one writer at a time.

mod lock;

pub use lock::WriterLock;

use rusqlite::{Connection, TransactionBehavior};
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// What can be wrong with the place of a file, whatever the file holds.
#[derive(Debug, Error)]
pub enum FileError {
    /// The path leads to a folder.
    #[error("{} is a folder", .0.display())]
    Folder(PathBuf),
    /// Another process writes it.
    #[error("{} is being written by another process", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
        /// The number of that process, where it can be told.
        process: Option<u32>,
    },
    /// The system refuses something.
    #[error("cannot {doing} {}: {source}", path.display())]
    System {
        /// What was tried.
        doing: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl FileError {
    fn system(doing: &'static str, path: &Path, source: io::Error) -> FileError {
        let path = path.to_owned();
        FileError::System {
            doing,
            path,
            source,
        }
    }
}

/// The path with all links followed, so that a file has one lock whatever it is called.
/// The folder is made if it is not there.
pub fn whole(path: &Path) -> Result<PathBuf, FileError> {
    if path.is_dir() {
        return Err(FileError::Folder(path.to_owned()));
    }
    if let Ok(whole) = path.canonicalize() {
        return Ok(whole);
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)
        .map_err(|error| FileError::system("make the folder", folder, error))?;
    let folder = folder
        .canonicalize()
        .map_err(|error| FileError::system("open the folder", folder, error))?;
    match path.file_name() {
        Some(name) => Ok(folder.join(name)),
        None => Err(FileError::Folder(path.to_owned())),
    }
}

/// Whose file it is, as its header says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The word of the kind of file; 0 in a file of nobody.
    pub application: i64,
    /// How many steps it has seen.
    pub version: i64,
    /// Whether nothing has been written into it yet.
    pub empty: bool,
}

/// Reads the header of a file.
pub fn header(connection: &Connection) -> rusqlite::Result<Header> {
    let number = |sql| connection.query_row(sql, (), |row| row.get(0));
    Ok(Header {
        application: number("PRAGMA application_id")?,
        version: number("PRAGMA user_version")?,
        empty: number("SELECT count(*) FROM sqlite_schema")? == 0,
    })
}

/// What a connection commits is on the disk from now on, also when the machine loses its
/// power. False where nothing can be written.
pub fn make_durable(connection: &Connection) -> rusqlite::Result<bool> {
    let mode: String = connection.query_row("PRAGMA journal_mode = WAL", (), |row| row.get(0))?;
    connection.execute_batch("PRAGMA synchronous = FULL")?;
    Ok(mode == "wal")
}

/// Takes a file of any earlier version through the steps that it has not seen, all or none
/// of them.
pub fn migrate(
    connection: &mut Connection,
    application: i64,
    steps: &[&str],
) -> rusqlite::Result<()> {
    if header(connection)?.version == steps.len() as i64 {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Read again now that nobody else can write.
    let version = header(&transaction)?.version;
    for step in steps.iter().skip(usize::try_from(version).unwrap_or(0)) {
        transaction.execute_batch(step)?;
    }
    if version < steps.len() as i64 {
        transaction.pragma_update(None, "application_id", application)?;
        transaction.pragma_update(None, "user_version", steps.len() as i64)?;
    }
    transaction.commit()
}
