//! The ledger: a SQLite file with one row for each game, under the game's id.
//!
//! Games that [`Ledger::add`] has returned are on the disk: they survive the end of the
//! program in any way, and of the machine. One process writes at a time; any number may read
//! meanwhile.
//!
//! ```
//! use papan_arena::{Contest, ledger::{Filter, Ledger}};
//! use papan_search::Stop;
//! use std::ops::ControlFlow;
//!
//! let contest = Contest::new("othello:size=4", &["greedy", "random"], 3);
//! let games = contest.play(1, &Stop::new(), &mut |_| {}).unwrap();
//! let games: Vec<_> = games.into_iter().map(|played| played.game).collect();
//!
//! let mut ledger = Ledger::in_memory().unwrap();
//! assert_eq!(ledger.add(&games).unwrap(), [true, true, true]);
//! assert_eq!(ledger.add(&games[..1]).unwrap(), [false]); // it is there already
//! let mut rounds = Vec::new();
//! ledger.each(&Filter::default(), &mut |entry| {
//!     assert_eq!(entry.id, entry.result.job.id());
//!     rounds.push(entry.result.job.round);
//!     ControlFlow::Continue(())
//! }).unwrap();
//! assert_eq!(rounds, [0, 1, 2]);
//! ```

mod error;
mod events;
mod location;
mod reading;
mod rows;
mod schema;
mod verify;

#[cfg(test)]
mod tests;

pub use error::LedgerError;
pub use events::{Event, EventSummary};
pub use location::{Moment, default_path};
pub use reading::Filter;
pub use rows::{Entry, GameLine};
pub use verify::Problem;

pub(crate) use reading::Lineup;

use crate::{
    GameResult, Job,
    database::{self, Header, WriterLock, header, whole},
};
use rusqlite::{
    Connection, ErrorCode, OpenFlags, OptionalExtension, Transaction, TransactionBehavior,
};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

/// A file of games.
pub struct Ledger {
    connection: Connection,
    path: PathBuf,
    /// Given back after the connection is closed: fields are dropped in this order.
    _lock: Option<WriterLock>,
}

/// How long SQLite waits for others before it says that the file is locked.
const PATIENCE: Duration = Duration::from_secs(5);

impl Ledger {
    /// Opens a ledger for writing. A file that is not there is made, with its folder; one of
    /// an earlier version is brought up to date. Whoever does not get the right to write
    /// leaves the file as it is.
    pub fn open(path: &Path) -> Result<Ledger, LedgerError> {
        let path = &whole(path)?;
        let failed = |error| LedgerError::sqlite(path, error);
        // Before anything is written: a file of someone else stays as it is.
        let known = path.exists().then(|| connect(path, false)).transpose()?;
        let lock = WriterLock::take(path)?;
        let mut connection = match known {
            Some(connection) => connection,
            None => connect(path, false)?,
        };
        if !database::make_durable(&connection).map_err(failed)? {
            return Err(LedgerError::ReadOnly(path.clone()));
        }
        database::migrate(&mut connection, schema::APPLICATION, schema::STEPS).map_err(failed)?;
        Ok(Ledger {
            connection,
            path: path.clone(),
            _lock: Some(lock),
        })
    }

    /// Opens a ledger for reading, also while another process writes it. A file that is not
    /// there is an error.
    pub fn read(path: &Path) -> Result<Ledger, LedgerError> {
        if !path.exists() {
            return Err(LedgerError::Missing(path.to_owned()));
        }
        let path = &whole(path)?;
        let mut connection = connect(path, true)?;
        let header = header(&connection).map_err(|error| LedgerError::sqlite(path, error))?;
        if header.version < schema::STEPS.len() as i64 {
            drop(connection);
            drop(Ledger::open(path)?);
            connection = connect(path, true)?;
        }
        Ok(Ledger {
            connection,
            path: path.clone(),
            _lock: None,
        })
    }

    /// A ledger that nobody keeps.
    pub fn in_memory() -> Result<Ledger, LedgerError> {
        let path = PathBuf::from("in memory");
        let failed = |error| LedgerError::sqlite(&path, error);
        let mut connection = Connection::open_in_memory().map_err(failed)?;
        database::migrate(&mut connection, schema::APPLICATION, schema::STEPS).map_err(failed)?;
        Ok(Ledger {
            connection,
            path,
            _lock: None,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins an event or continues it. Settings other than those it was begun with are an
    /// error that says what differs; source and labels become those of now.
    pub fn begin(&mut self, event: &Event) -> Result<(), LedgerError> {
        let settings: Option<Option<String>> = self
            .connection
            .query_row(
                "SELECT settings FROM events WHERE name = ?",
                [&event.name],
                |row| row.get(0),
            )
            .optional()
            .map_err(|error| self.failed(error))?;
        if let Some(Some(old)) = settings
            && old != event.settings
        {
            let differences = events::differences(&old, &event.settings);
            if !differences.is_empty() {
                return Err(LedgerError::Settings {
                    path: self.path.clone(),
                    event: event.name.clone(),
                    differences,
                });
            }
        }
        let labels = serde_json::to_string(&event.labels).unwrap_or_default();
        self.connection
            .execute(
                "INSERT INTO events (name, begun_at, settings, source, labels)
                 VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (name) DO UPDATE
                 SET settings = coalesce(settings, ?3), source = ?4, labels = ?5",
                (
                    &event.name,
                    Moment::now().0,
                    &event.settings,
                    &event.source,
                    labels,
                ),
            )
            .map_err(|error| self.failed(error))?;
        Ok(())
    }

    /// Adds games, all or none of them; when it returns they are on the disk. A game whose
    /// id is there already is left as it is. The answer says of each whether it is new.
    pub fn add(&mut self, games: &[GameResult]) -> Result<Vec<bool>, LedgerError> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let now = Moment::now();
        let path = &self.path;
        let mut add = || {
            let transaction = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut added = Vec::with_capacity(games.len());
            {
                let mut lineups = Lineups::new(&transaction)?;
                let mut insert = transaction.prepare(rows::INSERT)?;
                for game in games {
                    let lineup = lineups.number(&game.job)?;
                    added.push(rows::insert(&mut insert, game, lineup, now)?);
                }
            }
            transaction.commit()?;
            Ok(added)
        };
        add().map_err(|error| LedgerError::sqlite(path, error))
    }

    fn failed(&self, error: rusqlite::Error) -> LedgerError {
        LedgerError::sqlite(&self.path, error)
    }
}

/// The numbers of lineups within one transaction.
struct Lineups<'a> {
    transaction: &'a Transaction<'a>,
    find: rusqlite::Statement<'a>,
}

impl<'a> Lineups<'a> {
    fn new(transaction: &'a Transaction<'a>) -> rusqlite::Result<Lineups<'a>> {
        let find = transaction.prepare(
            "SELECT lineup FROM lineups
             WHERE event = (SELECT event FROM events WHERE name = ?)
             AND game = ? AND agents = ? AND conditions = ?",
        )?;
        Ok(Lineups { transaction, find })
    }

    /// The number of the lineup of a job; it is added if it is new, and so is its event.
    fn number(&mut self, job: &Job) -> rusqlite::Result<i64> {
        let agents = serde_json::to_string(&job.agents).unwrap_or_default();
        let conditions = serde_json::to_string(&job.conditions).unwrap_or_default();
        let lineup = (&job.event, &job.game, &agents, &conditions);
        let found = self.find.query_row(lineup, |row| row.get(0)).optional()?;
        if let Some(number) = found {
            return Ok(number);
        }
        self.transaction.execute(
            "INSERT INTO events (name, begun_at, source, labels) VALUES (?, ?, '', '[]')
             ON CONFLICT (name) DO NOTHING",
            (&job.event, Moment::now().0),
        )?;
        self.transaction.execute(
            "INSERT INTO lineups (event, game, agents, conditions)
             VALUES ((SELECT event FROM events WHERE name = ?), ?, ?, ?)",
            lineup,
        )?;
        Ok(self.transaction.last_insert_rowid())
    }
}

/// A connection to a file that is a ledger, or to one that is empty if it may be written.
fn connect(path: &Path, read_only: bool) -> Result<Connection, LedgerError> {
    let failed = |error| LedgerError::sqlite(path, error);
    let (connection, header) = match read_only {
        true => connect_to_read(path),
        false => connect_with(
            path,
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
        ),
    }
    .map_err(failed)?;
    let other = |what| LedgerError::NotALedger {
        path: path.to_owned(),
        what,
    };
    let known = schema::STEPS.len() as i64;
    match header {
        header if header.empty && header.application == 0 => match read_only {
            true => Err(other("an empty file")),
            false => Ok(connection),
        },
        header if header.application != schema::APPLICATION => {
            Err(other("a database of another program"))
        }
        header if header.version > known => Err(LedgerError::Newer {
            path: path.to_owned(),
            found: header.version,
            known,
        }),
        _ => Ok(connection),
    }
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
        // Readers of a ledger that may be written keep a file beside it. Where they cannot,
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
