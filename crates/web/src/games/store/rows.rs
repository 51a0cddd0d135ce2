//! A saved game and its row.

use super::StoreError;
use crate::games::{
    clock::SavedClock,
    room::{Ending, Played, Player},
};
use papan_arena::ledger::Moment;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;

/// A game as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct Saved {
    pub(crate) id: String,
    /// The SHA-256 of the secret: whoever reads the file cannot move in its games.
    pub(crate) secret: [u8; 32],
    pub(crate) game: String,
    pub(crate) start: Option<String>,
    pub(crate) seats: Vec<Player>,
    pub(crate) moves: Vec<Played>,
    pub(crate) ply: usize,
    pub(crate) clock: Option<SavedClock>,
    pub(crate) ending: Option<Ending>,
    pub(crate) version: u64,
    pub(crate) paused: bool,
    pub(crate) pace: f64,
    pub(crate) title: String,
    pub(crate) created: Moment,
    pub(crate) updated: Moment,
    /// What lists show of it.
    pub(crate) shown: Box<RawValue>,
}

/// What lists need of a game.
#[derive(Debug)]
pub(crate) struct Listed {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) seats: Vec<Player>,
    pub(crate) ply: usize,
    pub(crate) title: String,
    pub(crate) updated: Moment,
    pub(crate) shown: Box<RawValue>,
}

const COLUMNS: &str = "id, secret, game, start, seats, moves, ply, clock, ending, version, \
                       paused, pace, title, created, updated, shown";
const LISTED: &str = "id, game, seats, ply, title, updated, shown";

pub(super) fn insert(connection: &Connection, saved: &Saved) -> rusqlite::Result<usize> {
    let sql = format!("INSERT INTO games ({COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    connection.execute(
        &sql,
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

/// Everything of a game that changes.
pub(super) fn update(connection: &Connection, saved: &Saved) -> rusqlite::Result<usize> {
    connection.execute(
        "UPDATE games SET seats = ?2, moves = ?3, ply = ?4, clock = ?5, ending = ?6, version = ?7,
         paused = ?8, pace = ?9, title = ?10, updated = ?11, shown = ?12 WHERE id = ?1",
        params![
            saved.id,
            json(&saved.seats)?,
            json(&saved.moves)?,
            saved.ply as i64,
            saved.clock.as_ref().map(json).transpose()?,
            saved.ending.as_ref().map(json).transpose()?,
            saved.version as i64,
            saved.paused,
            saved.pace,
            saved.title,
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

    fn listed(&self) -> Result<Listed, StoreError> {
        Ok(Listed {
            id: self.id.clone(),
            game: self.get("game")?,
            seats: self.parse("seats")?,
            ply: self.number("ply")? as usize,
            title: self.get("title")?,
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

/// The row for a list; `None` also when it cannot be read, so that one bad row hides no other.
pub(super) fn find_listed(connection: &Connection, id: &str) -> rusqlite::Result<Option<Listed>> {
    let sql = format!("SELECT {LISTED} FROM games WHERE id = ?");
    let found = connection
        .query_row(&sql, [id], |row| Ok(Raw::new(row)?.listed()))
        .optional()?;
    Ok(found.and_then(Result::ok))
}

/// The games that were changed last, the latest first.
pub(super) fn last(connection: &Connection, most: usize) -> rusqlite::Result<Vec<Listed>> {
    let sql = format!("SELECT {LISTED} FROM games ORDER BY updated DESC, id LIMIT ?");
    let mut statement = connection.prepare(&sql)?;
    let rows = statement.query_map([most as i64], |row| Ok(Raw::new(row)?.listed()))?;
    let mut games = Vec::new();
    for row in rows {
        games.extend(row?.ok());
    }
    Ok(games)
}
