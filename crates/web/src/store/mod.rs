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
use keeper::Keeper;
use papan_arena::database::WriterLock;
use papan_host::{Answer, Later, Saved, Variations, Write, lock, runtime::blocking};
use rusqlite::{Connection, OptionalExtension};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard},
};

/// The file of saved games.
pub(crate) struct Store {
    /// Who writes.
    pub(crate) keeper: Keeper,
    reader: Arc<Reader>,
}

/// Who reads.
struct Reader {
    path: PathBuf,
    connection: Mutex<Connection>,
    /// Given back after the connections are closed: fields are dropped in their order.
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
            reader: Arc::new(Reader {
                path: opened.path,
                connection: Mutex::new(reader),
                _lock: opened.lock,
            }),
        })
    }

    /// Reads where waiting for the disk harms nobody.
    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Reader) -> Result<T, StoreError> + Send + 'static,
    ) -> Later<'_, Answer<T>> {
        let reader = Arc::clone(&self.reader);
        Box::pin(blocking(move || Ok(read(&reader)?)))
    }
}

impl papan_host::Store for Store {
    fn find(&self, id: &str) -> Later<'_, Answer<Option<Saved>>> {
        let id = id.to_owned();
        self.read(move |reader| reader.find(&id))
    }

    fn list(&self, ids: Vec<String>) -> Later<'_, Answer<Vec<Saved>>> {
        self.read(move |reader| reader.list(&ids))
    }

    fn last(&self, most: usize) -> Later<'_, Answer<Vec<Saved>>> {
        self.read(move |reader| reader.last(most))
    }

    fn variations(&self, id: &str) -> Later<'_, Answer<Option<Variations>>> {
        let id = id.to_owned();
        self.read(move |reader| reader.variations(&id))
    }

    fn document(&self, key: &str) -> Later<'_, Answer<Option<String>>> {
        let key = key.to_owned();
        self.read(move |reader| reader.document(&key))
    }

    fn write(&self, write: Write) -> Later<'_, Answer<()>> {
        Box::pin(async move { Ok(self.keeper.write(write).await?) })
    }
}

impl Reader {
    /// A game; `None` when there is no such.
    fn find(&self, id: &str) -> Result<Option<Saved>, StoreError> {
        let found = rows::find(&self.connection(), id).map_err(|error| self.failed(error))?;
        found.transpose()
    }

    /// Those of these games that there are and can be read, in their order.
    fn list(&self, ids: &[String]) -> Result<Vec<Saved>, StoreError> {
        let found = ids.iter().filter_map(|id| match self.find(id) {
            Err(StoreError::Row { .. }) => None,
            found => found.transpose(),
        });
        found.collect()
    }

    /// The games that were changed last, the latest first.
    fn last(&self, most: usize) -> Result<Vec<Saved>, StoreError> {
        rows::last(&self.connection(), most).map_err(|error| self.failed(error))
    }

    /// The hash of a game's secret, and what its analysis keeps.
    fn variations(&self, id: &str) -> Result<Option<Variations>, StoreError> {
        let sql = "SELECT secret, variations FROM games WHERE id = ?";
        self.connection()
            .query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()
            .map_err(|error| self.failed(error))
    }

    /// What another module has kept under a key.
    fn document(&self, key: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT json FROM documents WHERE key = ?";
        self.connection()
            .query_row(sql, [key], |row| row.get(0))
            .optional()
            .map_err(|error| self.failed(error))
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        lock(&self.connection)
    }

    fn failed(&self, error: rusqlite::Error) -> StoreError {
        schema::SAVED_GAMES.sqlite(&self.path, error).into()
    }
}
