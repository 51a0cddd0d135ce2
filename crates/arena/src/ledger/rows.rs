//! A game as a row of texts and numbers, and back.
//!
//! Lists are JSON, so that SQLite itself can look into them (`scores ->> 0`), apart from
//! moves, which are joined by blanks, and turns, which are one digit each: a row is mostly
//! these. A value that is not finite, which JSON does not know, comes back as unknown.

use super::{Lineup, Moment};
use crate::{Ending, GameId, GameResult, Job};
use papan_core::{LineOfPlay, MAX_SEATS, Outcome, Scores, Seat};
use papan_search::{Fault, Value};
use rusqlite::{Row, Statement, params};
use serde::{Serialize, de::DeserializeOwned};
use std::time::Duration;

/// A game of a ledger.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entry {
    /// The id of the game, as it is stored.
    pub id: GameId,
    /// When it was added.
    pub finished_at: Moment,
    /// The game itself.
    #[serde(flatten)]
    pub result: GameResult,
}

pub(super) const INSERT: &str = "INSERT INTO games (id, lineup, round, seating, seed, finished_at,
    ending, seat, fault, reason, margin, scores, ranks, nodes, version, titles, position, start,
    opening, moves, turns, times, estimates, errors)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO NOTHING";

pub(super) const SELECT: &str = "SELECT id, round, seating, seed, finished_at, ending, seat, fault,
    reason, margin, scores, ranks, nodes, version, titles, position, start, opening, moves, turns,
    times, estimates, errors FROM games WHERE number = ?";

/// Whether the game was not there yet.
pub(super) fn insert(
    statement: &mut Statement<'_>,
    game: &GameResult,
    lineup: i64,
    finished_at: Moment,
) -> rusqlite::Result<bool> {
    let GameResult { job, ending, .. } = game;
    let (seat, fault, reason, margin) = match ending {
        Ending::Over => (None, None, None, None),
        Ending::Solved { margin } => (None, None, None, Some(*margin)),
        Ending::Agreed { seat } => (Some(seat), None, None, None),
        Ending::Forfeit {
            seat,
            fault,
            reason,
        } => (Some(seat), Some(fault.to_string()), Some(reason), None),
    };
    let times: Vec<u128> = game.times.iter().map(Duration::as_micros).collect();
    let no_values = game.values.len() == game.turns.len() && all_none(&game.values);
    let no_titles = game.titles.len() == job.agents.len() && all_none(&game.titles);
    let rows = statement.execute(params![
        job.id().0,
        lineup,
        // SQLite's numbers have a sign: the bits are kept.
        job.round.cast_signed(),
        job.seating,
        job.seed.cast_signed(),
        finished_at.0,
        ending.kind(),
        seat.map(|seat| seat.index() as i64),
        fault,
        reason,
        margin,
        json(&game.scores),
        json(game.outcome.ranks()),
        json(&game.nodes),
        game.version,
        (!no_titles).then(|| json(&game.titles)),
        game.position,
        job.opening.start,
        joined(&job.opening.moves),
        joined(&game.moves),
        digits(&game.turns),
        json(&times),
        (!no_values).then(|| json(&game.values)),
        game.errors,
    ])?;
    Ok(rows == 1)
}

/// The game of a row, or what is wrong with it.
pub(super) fn entry(row: &Row<'_>, lineup: &Lineup) -> rusqlite::Result<Result<Entry, Unreadable>> {
    let id: Vec<u8> = row.get("id")?;
    let id = GameId(id.try_into().unwrap_or_default());
    let read = result(row, lineup).map(|result| {
        Ok::<_, rusqlite::Error>(Entry {
            id,
            finished_at: Moment(row.get("finished_at")?),
            result,
        })
    });
    match read {
        Ok(entry) => Ok(Ok(entry?)),
        Err(Wrong::Text(problem)) => Ok(Err(Unreadable { id, problem })),
        // A value of another type than the column's: the row is wrong, not the file.
        Err(Wrong::Sqlite(error)) if error.sqlite_error_code().is_none() => {
            let problem = error.to_string();
            Ok(Err(Unreadable { id, problem }))
        }
        Err(Wrong::Sqlite(error)) => Err(error),
    }
}

/// A row that is no game.
pub(super) struct Unreadable {
    pub(super) id: GameId,
    pub(super) problem: String,
}

enum Wrong {
    Text(String),
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for Wrong {
    fn from(error: rusqlite::Error) -> Wrong {
        Wrong::Sqlite(error)
    }
}

fn result(row: &Row<'_>, lineup: &Lineup) -> Result<GameResult, Wrong> {
    let text = |column| row.get::<_, String>(column);
    let job = Job {
        event: lineup.event.clone(),
        game: lineup.game.clone(),
        agents: lineup.agents.clone(),
        round: row.get::<_, i64>("round")?.cast_unsigned(),
        seating: row.get("seating")?,
        opening: LineOfPlay {
            start: row.get("start")?,
            moves: split("opening", &text("opening")?)?,
        },
        seed: row.get::<_, i64>("seed")?.cast_unsigned(),
        conditions: lineup.conditions.clone(),
    };
    let turns = turns(&text("turns")?)?;
    let times: Vec<u64> = parsed("times", &text("times")?)?;
    let values = match row.get::<_, Option<String>>("estimates")? {
        None => vec![None; turns.len()],
        Some(text) => parsed::<Vec<Option<serde_json::Number>>>("estimates", &text)?
            .into_iter()
            .map(|number| number.map(value).transpose())
            .collect::<Result<_, _>>()?,
    };
    let titles = match row.get::<_, Option<String>>("titles")? {
        None => vec![None; job.agents.len()],
        Some(text) => parsed("titles", &text)?,
    };
    let scores = scores("scores", &text("scores")?)?;
    Ok(GameResult {
        moves: split("moves", &text("moves")?)?,
        turns,
        times: times.into_iter().map(Duration::from_micros).collect(),
        values,
        nodes: parsed("nodes", &text("nodes")?)?,
        position: text("position")?,
        scores,
        outcome: outcome(&text("ranks")?)?,
        ending: ending(row)?,
        errors: row.get("errors")?,
        titles,
        version: text("version")?,
        job,
    })
}

fn ending(row: &Row<'_>) -> Result<Ending, Wrong> {
    let seat = || seat(row.get("seat")?);
    let kind: String = row.get("ending")?;
    Ok(match kind.as_str() {
        "over" => Ending::Over,
        "solved" => Ending::Solved {
            margin: row.get("margin")?,
        },
        "agreed" => Ending::Agreed { seat: seat()? },
        "forfeit" => {
            let fault: String = row.get("fault")?;
            let known = Fault::ALL
                .into_iter()
                .find(|kind| kind.to_string() == fault);
            Ending::Forfeit {
                seat: seat()?,
                fault: known.ok_or_else(|| wrong("fault", &fault))?,
                reason: row.get("reason")?,
            }
        }
        _ => return Err(wrong("ending", &kind)),
    })
}

fn wrong(column: &str, text: &str) -> Wrong {
    let text = papan_core::shortened(text);
    Wrong::Text(format!("its {column} cannot be '{text}'"))
}

fn all_none<T>(list: &[Option<T>]) -> bool {
    list.iter().all(Option::is_none)
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    // Lists of numbers and texts can always be written.
    serde_json::to_string(value).unwrap_or_default()
}

fn parsed<T: DeserializeOwned>(column: &str, text: &str) -> Result<T, Wrong> {
    serde_json::from_str(text).map_err(|_| wrong(column, text))
}

/// Words joined by blanks; as JSON where that would not tell them apart, which no game's
/// moves need.
fn joined(words: &[String]) -> String {
    let plain = |word: &String| !word.is_empty() && !word.contains(' ') && !word.starts_with('[');
    match words.iter().all(plain) {
        true => words.join(" "),
        false => json(words),
    }
}

fn split(column: &str, text: &str) -> Result<Vec<String>, Wrong> {
    match text.as_bytes().first() {
        None => Ok(Vec::new()),
        Some(b'[') => parsed(column, text),
        Some(_) => Ok(text.split(' ').map(str::to_owned).collect()),
    }
}

fn digits(turns: &[Seat]) -> String {
    let digit = |seat: &Seat| char::from(b'0' + seat.index() as u8);
    turns.iter().map(digit).collect()
}

fn turns(text: &str) -> Result<Vec<Seat>, Wrong> {
    let read = |digit: u8| seat(i64::from(digit) - i64::from(b'0'));
    text.bytes().map(read).collect()
}

fn seat(number: i64) -> Result<Seat, Wrong> {
    match usize::try_from(number) {
        Ok(index) if index < MAX_SEATS => Ok(Seat::new(index)),
        _ => Err(wrong("seat", &number.to_string())),
    }
}

/// A whole number is points; one with a decimal point or an exponent is a share.
fn value(number: serde_json::Number) -> Result<Value, Wrong> {
    let points = number.as_i64().map(i32::try_from);
    match (points, number.as_f64()) {
        (Some(Ok(points)), _) => Ok(Value::Points(points)),
        (None, Some(share)) if number.is_f64() => Ok(Value::Share(share)),
        _ => Err(wrong("estimates", &number.to_string())),
    }
}

fn scores(column: &str, text: &str) -> Result<Scores, Wrong> {
    let points: Vec<i32> = parsed(column, text)?;
    match points.len() <= MAX_SEATS {
        true => Ok(Scores::new(&points)),
        false => Err(wrong(column, text)),
    }
}

/// Ranks are those of a race, or they are none.
fn outcome(text: &str) -> Result<Outcome, Wrong> {
    let ranks = scores("ranks", text)?;
    let behind: Vec<i32> = ranks
        .as_slice()
        .iter()
        .map(|rank| rank.saturating_neg())
        .collect();
    let outcome = Scores::new(&behind).outcome();
    let same = outcome.ranks().iter().map(|&rank| i32::from(rank));
    match same.eq(ranks.as_slice().iter().copied()) {
        true => Ok(outcome),
        false => Err(wrong("ranks", text)),
    }
}
