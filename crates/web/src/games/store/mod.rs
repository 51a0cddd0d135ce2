//! Saved games: a SQLite file with one row for each game, and documents of other modules.
//!
//! What [`Keeper::write`] has acknowledged is on the disk: it survives the end of the program
//! in any way, and of the machine. One process uses a file at a time.

mod error;
mod keeper;
mod rows;
mod schema;

#[cfg(test)]
mod tests;

pub(crate) use error::StoreError;
pub(crate) use keeper::{Keeper, Write};
pub(crate) use rows::Saved;

use crate::app::lock;
use papan_arena::database::WriterLock;
use rusqlite::{Connection, OptionalExtension};
use std::{
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard},
};

/// The hash of a secret, and the JSON that an analysis keeps.
pub(crate) type Variations = ([u8; 32], Option<String>);

/// The file of saved games.
pub(crate) struct Store {
    path: PathBuf,
    reader: Mutex<Connection>,
    /// Who writes.
    pub(crate) keeper: Keeper,
    /// Given back after the connections are closed: fields are dropped in this order.
    _lock: WriterLock,
}

impl Store {
    /// Opens the file. One that is not there is made, with its folder; one of an earlier
    /// version is brought up to date. It takes `most` bytes, and a tenth more for moves.
    pub(crate) fn open(path: &Path, most: u64) -> Result<Store, StoreError> {
        let opened = schema::SAVED_GAMES.open(path)?;
        let reader = schema::SAVED_GAMES.connect(&opened.path)?;
        Ok(Store {
            keeper: Keeper::start(opened.connection, opened.path.clone(), most)?,
            reader: Mutex::new(reader),
            path: opened.path,
            _lock: opened.lock,
        })
    }

    /// A game; `None` when there is no such.
    pub(crate) fn find(&self, id: &str) -> Result<Option<Saved>, StoreError> {
        let found = rows::find(&self.reader(), id).map_err(|error| self.failed(error))?;
        found.transpose()
    }

    /// Those of these games that there are and can be read, in their order.
    pub(crate) fn list(&self, ids: &[&str]) -> Result<Vec<Saved>, StoreError> {
        let found = ids.iter().filter_map(|id| match self.find(id) {
            Err(StoreError::Row { .. }) => None,
            found => found.transpose(),
        });
        found.collect()
    }

    /// The games that were changed last, the latest first.
    pub(crate) fn last(&self, most: usize) -> Result<Vec<Saved>, StoreError> {
        rows::last(&self.reader(), most).map_err(|error| self.failed(error))
    }

    /// The hash of a game's secret, and what its analysis keeps.
    pub(crate) fn variations(&self, id: &str) -> Result<Option<Variations>, StoreError> {
        let sql = "SELECT secret, variations FROM games WHERE id = ?";
        self.reader()
            .query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()
            .map_err(|error| self.failed(error))
    }

    /// What another module has kept under a key.
    pub(crate) fn document(&self, key: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT json FROM documents WHERE key = ?";
        self.reader()
            .query_row(sql, [key], |row| row.get(0))
            .optional()
            .map_err(|error| self.failed(error))
    }

    fn reader(&self) -> MutexGuard<'_, Connection> {
        lock(&self.reader)
    }

    fn failed(&self, error: rusqlite::Error) -> StoreError {
        schema::SAVED_GAMES.sqlite(&self.path, error).into()
    }
}
