//! A saved game and its row.

use super::StoreError;
use papan_arena::ledger::Moment;
use papan_host::Saved;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Serialize, de::DeserializeOwned};

const COLUMNS: &str = "id, secret, game, start, seats, moves, ply, clock, ending, version, \
                       paused, pace, title, created, updated, shown";
const VALUES: &str = "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16";

pub(super) fn insert(connection: &Connection, saved: &Saved) -> rusqlite::Result<usize> {
    let sql = format!("INSERT INTO games ({COLUMNS}) VALUES ({VALUES})");
    write(connection, &sql, saved)
}

pub(super) fn update(connection: &Connection, saved: &Saved) -> rusqlite::Result<usize> {
    let sql = format!("UPDATE games SET ({COLUMNS}) = ({VALUES}) WHERE id = ?1");
    write(connection, &sql, saved)
}

fn write(connection: &Connection, sql: &str, saved: &Saved) -> rusqlite::Result<usize> {
    connection.execute(
        sql,
        params![
            saved.id,
            saved.secret,
            saved.game,
            saved.start,
            json(&saved.seats)?,
            json(&saved.moves)?,
            saved.ply as i64,
            saved.clock.as_ref().map(json).transpose()?,
            saved.ending.as_ref().map(json).transpose()?,
            saved.version as i64,
            saved.paused,
            saved.pace,
            saved.title,
            saved.created.0,
            saved.updated.0,
            saved.shown.get(),
        ],
    )
}

fn json(value: &impl Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}

/// A row as it was read, before its JSON is understood.
struct Raw<'a, 'b> {
    row: &'a Row<'b>,
    id: String,
}

impl<'a, 'b> Raw<'a, 'b> {
    fn new(row: &'a Row<'b>) -> rusqlite::Result<Raw<'a, 'b>> {
        let id = row.get("id")?;
        Ok(Raw { row, id })
    }

    fn get<T: rusqlite::types::FromSql>(&self, column: &str) -> Result<T, StoreError> {
        self.row.get(column).map_err(|error| self.wrong(error))
    }

    fn parse<T: DeserializeOwned>(&self, column: &str) -> Result<T, StoreError> {
        let text: String = self.get(column)?;
        serde_json::from_str(&text).map_err(|error| self.wrong(error))
    }

    fn maybe<T: DeserializeOwned>(&self, column: &str) -> Result<Option<T>, StoreError> {
        let text: Option<String> = self.get(column)?;
        let parse = |text: String| serde_json::from_str(&text);
        text.map(parse)
            .transpose()
            .map_err(|error| self.wrong(error))
    }

    fn number(&self, column: &str) -> Result<u64, StoreError> {
        let number: i64 = self.get(column)?;
        u64::try_from(number).map_err(|error| self.wrong(error))
    }

    fn wrong(&self, problem: impl std::fmt::Display) -> StoreError {
        StoreError::Row {
            id: self.id.clone(),
            problem: problem.to_string(),
        }
    }

    fn saved(&self) -> Result<Saved, StoreError> {
        Ok(Saved {
            id: self.id.clone(),
            secret: self.get("secret")?,
            game: self.get("game")?,
            start: self.get("start")?,
            seats: self.parse("seats")?,
            moves: self.parse("moves")?,
            ply: self.number("ply")? as usize,
            clock: self.maybe("clock")?,
            ending: self.maybe("ending")?,
            version: self.number("version")?,
            paused: self.get("paused")?,
            pace: self.get("pace")?,
            title: self.get("title")?,
            created: Moment(self.get("created")?),
            updated: Moment(self.get("updated")?),
            shown: self.parse("shown")?,
        })
    }
}

pub(super) fn find(
    connection: &Connection,
    id: &str,
) -> rusqlite::Result<Option<Result<Saved, StoreError>>> {
    let sql = format!("SELECT {COLUMNS} FROM games WHERE id = ?");
    connection
        .query_row(&sql, [id], |row| Ok(Raw::new(row)?.saved()))
        .optional()
}

/// The games that were changed last, the latest first; those that cannot be read are left out, so
/// that one bad row hides no other.
pub(super) fn last(connection: &Connection, most: usize) -> rusqlite::Result<Vec<Saved>> {
    let sql = format!("SELECT {COLUMNS} FROM games ORDER BY updated DESC, id LIMIT ?");
    let mut statement = connection.prepare(&sql)?;
    let rows = statement.query_map([most as i64], |row| Ok(Raw::new(row)?.saved()))?;
    rows.filter_map(|row| row.map(Result::ok).transpose())
        .collect()
}
