//! The file of games: opening it, adding to it, removing from it.

use super::{Event, LedgerError, Moment, events, rows, schema};
use crate::{
    GameId, GameResult, Job,
    database::{Opened, WriterLock},
};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};

/// A file of games.
pub struct Ledger {
    pub(super) connection: Connection,
    pub(super) path: PathBuf,
    /// Given back after the connection is closed: fields are dropped in this order.
    _lock: Option<WriterLock>,
}

impl Ledger {
    /// Opens a ledger for writing. A file that is not there is made, with its folder; one of
    /// an earlier version is brought up to date. Whoever does not get the right to write
    /// leaves the file as it is.
    pub fn open(path: &Path) -> Result<Ledger, LedgerError> {
        let Opened {
            connection,
            path,
            lock,
        } = schema::LEDGER.open(path)?;
        Ok(Ledger {
            connection,
            path,
            _lock: Some(lock),
        })
    }

    /// Opens a ledger for reading, also while another process writes it. A file that is not
    /// there is an error.
    pub fn read(path: &Path) -> Result<Ledger, LedgerError> {
        if !path.exists() {
            return Err(LedgerError::Missing(path.to_owned()));
        }
        let (connection, path) = schema::LEDGER.read(path)?;
        Ok(Ledger {
            connection,
            path,
            _lock: None,
        })
    }

    /// A ledger that nobody keeps.
    pub fn in_memory() -> Result<Ledger, LedgerError> {
        let path = PathBuf::from("in memory");
        let connection = Connection::open_in_memory().and_then(|mut connection| {
            schema::LEDGER.migrate(&mut connection)?;
            Ok(connection)
        });
        Ok(Ledger {
            connection: connection.map_err(|error| schema::LEDGER.sqlite(&path, error))?,
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
        add().map_err(|error| schema::LEDGER.sqlite(path, error).into())
    }

    /// Removes games; returns how many of them were there.
    pub fn remove(&mut self, ids: &[GameId]) -> Result<u64, LedgerError> {
        let path = &self.path;
        let mut remove = || {
            let transaction = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut removed = 0;
            {
                let mut delete = transaction.prepare("DELETE FROM games WHERE id = ?")?;
                for id in ids {
                    removed += delete.execute([id.0])? as u64;
                }
            }
            transaction.commit()?;
            Ok(removed)
        };
        remove().map_err(|error| schema::LEDGER.sqlite(path, error).into())
    }

    pub(super) fn failed(&self, error: rusqlite::Error) -> LedgerError {
        schema::LEDGER.sqlite(&self.path, error).into()
    }
}

/// The numbers of lineups within one transaction.
pub(super) struct Lineups<'a> {
    transaction: &'a Transaction<'a>,
    find: rusqlite::Statement<'a>,
}

impl<'a> Lineups<'a> {
    pub(super) fn new(transaction: &'a Transaction<'a>) -> rusqlite::Result<Lineups<'a>> {
        let find = transaction.prepare(
            "SELECT lineup FROM lineups
             WHERE event = (SELECT event FROM events WHERE name = ?)
             AND game = ? AND agents = ? AND conditions = ?",
        )?;
        Ok(Lineups { transaction, find })
    }

    /// The number of the lineup of a job; it is added if it is new, and so is its event.
    pub(super) fn number(&mut self, job: &Job) -> rusqlite::Result<i64> {
        let agents = serde_json::to_string(&job.agents).unwrap_or_default();
        let conditions = serde_json::to_string(&job.conditions).unwrap_or_default();
        let lineup = (&job.event, &job.game, &agents, &conditions);
        let found = self.find.query_row(lineup, |row| row.get(0)).optional()?;
        if let Some(number) = found {
            return Ok(number);
        }
        ensure_event(self.transaction, &job.event)?;
        self.transaction.execute(
            "INSERT INTO lineups (event, game, agents, conditions)
             VALUES ((SELECT event FROM events WHERE name = ?), ?, ?, ?)",
            lineup,
        )?;
        Ok(self.transaction.last_insert_rowid())
    }
}

/// Makes sure that there is an event of this name.
pub(super) fn ensure_event(connection: &Connection, name: &str) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO events (name, begun_at, source, labels) VALUES (?, ?, '', '[]')
         ON CONFLICT (name) DO NOTHING",
        (name, Moment::now().0),
    )?;
    Ok(())
}
