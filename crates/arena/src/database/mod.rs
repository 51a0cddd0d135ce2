//! What the SQLite files of Papan have in common: whose file it is, the steps from one version
//! to the next, one writer at a time, and what can go wrong.

mod error;
mod lock;

pub use error::{DatabaseError, Trouble};
pub use lock::WriterLock;

use papan_core::files;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

/// How long SQLite waits for others before it says that the file is locked.
const PATIENCE: Duration = Duration::from_secs(5);

/// A kind of file, such as the ledger.
#[derive(Clone, Copy, Debug)]
pub struct FileKind {
    /// What errors call it.
    pub name: &'static str,
    /// The word in the header of such files.
    pub application: i64,
    /// Step *n* turns version *n* into version *n + 1*.
    pub steps: &'static [&'static str],
}

/// A file that was opened for writing.
pub struct Opened {
    /// The connection, whose commits are on the disk.
    pub connection: Connection,
    /// The file, with all links followed.
    pub path: PathBuf,
    /// The right to write it.
    pub lock: WriterLock,
}

impl FileKind {
    /// Opens a file for writing. One that is not there is made, with its folder; one of an
    /// earlier version is brought up to date. Whoever does not get the right to write leaves
    /// the file as it is.
    pub fn open(&self, path: &Path) -> Result<Opened, DatabaseError> {
        let path = self.whole(path)?;
        let failed = |error| self.sqlite(&path, error);
        // Before anything is written: a file of someone else stays as it is.
        let known = path.exists().then(|| self.connect(&path)).transpose()?;
        let lock = WriterLock::take(self, &path)?;
        let mut connection = match known {
            Some(connection) => connection,
            None => self.connect(&path)?,
        };
        if !make_durable(&connection).map_err(failed)? {
            return Err(self.trouble(&path, Trouble::ReadOnly));
        }
        self.migrate(&mut connection).map_err(failed)?;
        Ok(Opened {
            connection,
            path,
            lock,
        })
    }

    /// Opens a file for reading, also while another process writes it.
    pub fn read(&self, path: &Path) -> Result<(Connection, PathBuf), DatabaseError> {
        let path = self.whole(path)?;
        let read = || {
            let (connection, header) =
                connect_to_read(&path).map_err(|error| self.sqlite(&path, error))?;
            self.check(&path, header, true)?;
            Ok((connection, header))
        };
        let (mut connection, header) = read()?;
        if header.version < self.steps.len() as i64 {
            drop(connection);
            drop(self.open(&path)?);
            connection = read()?.0;
        }
        Ok((connection, path))
    }

    /// One more connection to a file that may be written; an empty file may become one of these.
    pub fn connect(&self, path: &Path) -> Result<Connection, DatabaseError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let (connection, header) =
            connect_with(path, flags).map_err(|error| self.sqlite(path, error))?;
        self.check(path, header, false)?;
        Ok(connection)
    }

    /// Whether a file with this header is one of these.
    fn check(&self, path: &Path, header: Header, read_only: bool) -> Result<(), DatabaseError> {
        let known = self.steps.len() as i64;
        let trouble = match header {
            header if header.empty && header.application == 0 => match read_only {
                true => Trouble::NotOurs("an empty file"),
                false => return Ok(()),
            },
            header if header.application != self.application => {
                Trouble::NotOurs("a database of another program")
            }
            // A file gets its tables and its version together, or neither.
            header if header.version < 1 => Trouble::Damaged(format!(
                "its header says that it has version {}, and there are tables in it",
                header.version
            )),
            header if header.version > known => Trouble::Newer {
                found: header.version,
                known,
            },
            _ => return Ok(()),
        };
        Err(self.trouble(path, trouble))
    }

    /// Takes a file of any earlier version through the steps that it has not seen, all or none
    /// of them.
    pub fn migrate(&self, connection: &mut Connection) -> rusqlite::Result<()> {
        let last = self.steps.len() as i64;
        if header(connection)?.version == last {
            return Ok(());
        }
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Read again now that nobody else can write.
        let version = header(&transaction)?.version;
        for step in self
            .steps
            .iter()
            .skip(usize::try_from(version).unwrap_or(0))
        {
            transaction.execute_batch(step)?;
        }
        if version < last {
            transaction.pragma_update(None, "application_id", self.application)?;
            transaction.pragma_update(None, "user_version", last)?;
        }
        transaction.commit()
    }

    /// The path with all links followed, so that a file has one lock whatever it is called.
    /// The folder is made if it is not there.
    fn whole(&self, path: &Path) -> Result<PathBuf, DatabaseError> {
        if path.is_dir() {
            return Err(self.trouble(path, Trouble::Folder));
        }
        // Before SQLite, which would wait at a pipe for ever.
        if let Ok(about) = fs::metadata(path) {
            if let Some(kind) = files::kind(about.file_type()) {
                return Err(self.trouble(path, Trouble::NotOurs(kind)));
            }
            let names = names(&about);
            if names > 1 {
                return Err(self.trouble(path, Trouble::Names(names)));
            }
        }
        if let Ok(whole) = path.canonicalize() {
            return Ok(whole);
        }
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        fs::create_dir_all(folder)
            .map_err(|error| self.system("make the folder", folder, error))?;
        let folder = folder
            .canonicalize()
            .map_err(|error| self.system("open the folder", folder, error))?;
        match path.file_name() {
            Some(name) => Ok(folder.join(name)),
            None => Err(self.trouble(path, Trouble::Folder)),
        }
    }
}

/// How many names a file has (hard links).
#[cfg(unix)]
fn names(about: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(about)
}

/// How many names a file has: a system that does not tell is believed.
#[cfg(not(unix))]
fn names(_: &fs::Metadata) -> u64 {
    1
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
    // One statement sees one state: between two of them another process may make the tables.
    let all = "SELECT (SELECT count(*) FROM sqlite_schema),
                      (SELECT application_id FROM pragma_application_id),
                      (SELECT user_version FROM pragma_user_version)";
    connection.query_row(all, (), |row| {
        Ok(Header {
            application: row.get(1)?,
            version: row.get(2)?,
            empty: row.get::<_, i64>(0)? == 0,
        })
    })
}

/// What a connection commits is on the disk from now on, also when the machine loses its
/// power. False where nothing can be written.
fn make_durable(connection: &Connection) -> rusqlite::Result<bool> {
    let mode: String = connection.query_row("PRAGMA journal_mode = WAL", (), |row| row.get(0))?;
    connection.execute_batch("PRAGMA synchronous = FULL")?;
    Ok(mode == "wal")
}

fn connect_to_read(path: &Path) -> rusqlite::Result<(Connection, Header)> {
    let connected = connect_with(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let code = connected
        .as_ref()
        .err()
        .and_then(rusqlite::Error::sqlite_error_code);
    let mut log = OsString::from(path);
    log.push("-wal");
    match (code, path.to_str()) {
        // Readers of a file that may be written keep another one beside it. Where they cannot,
        // on a read-only disk say, and where no writer has left its own, nothing will change.
        (Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly), Some(text))
            if !Path::new(&log).exists() =>
        {
            let text = text
                .replace('%', "%25")
                .replace('?', "%3f")
                .replace('#', "%23");
            let text = format!("file:{text}?immutable=1");
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            connect_with(Path::new(&text), flags)
        }
        _ => connected,
    }
}

fn connect_with(path: &Path, flags: OpenFlags) -> rusqlite::Result<(Connection, Header)> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    let header = header(&connection)?;
    Ok((connection, header))
}
