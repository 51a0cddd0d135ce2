//! A game as a row of texts and numbers, and back.
//!
//! Lists are JSON, so that SQLite itself can look into them (`scores ->> 0`), apart from
//! moves, which are joined by blanks, and turns, which are one digit each: a row is mostly
//! these. A value that is not finite, which JSON does not know, comes back as unknown.

use super::{Entry, Lineup, Moment};
use crate::{Ending, GameId, GameResult, Job, Ply};
use papan_core::{LineOfPlay, MAX_SEATS, Outcome, Seat};
use papan_search::Value;
use rusqlite::{Row, Statement, params, types::FromSql};
use serde::{Serialize, de::DeserializeOwned};
use std::time::Duration;

pub(super) const INSERT: &str = "INSERT INTO games (id, lineup, round, seating, seed, finished_at,
    ending, seat, fault, reason, margin, scores, ranks, nodes, version, titles, position, start,
    opening, moves, turns, times, estimates, errors, fingerprints, worker, confirmed_by, timed,
    cpu_times, build)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO NOTHING";

/// What is read of a game, in the order in which it is asked for.
const COLUMNS: &[&str] = &[
    "id",
    "round",
    "seating",
    "seed",
    "finished_at",
    "ending",
    "seat",
    "fault",
    "reason",
    "margin",
    "scores",
    "ranks",
    "nodes",
    "version",
    "titles",
    "position",
    "start",
    "opening",
    "moves",
    "turns",
    "times",
    "estimates",
    "errors",
    "fingerprints",
    "worker",
    "confirmed_by",
    "timed",
    "cpu_times",
    "build",
];

pub(super) fn select() -> String {
    let columns = COLUMNS.join(", ");
    format!("SELECT {columns} FROM games WHERE number = ?")
}

/// The same with the number of the lineup behind it, of the games that `which` says.
pub(super) fn select_with_lineup(which: &str) -> String {
    let columns = COLUMNS.join(", ");
    format!("SELECT {columns}, lineup FROM games {which}")
}

/// The number of the lineup of a row of [`select_with_lineup`].
pub(super) fn lineup(row: &Row<'_>) -> rusqlite::Result<i64> {
    row.get(COLUMNS.len())
}

/// A row of [`select`] by the names of its columns. Asking SQLite for them would take longer than
/// replaying the game.
struct Columns<'a>(&'a Row<'a>);

impl Columns<'_> {
    fn get<T: FromSql>(&self, name: &str) -> rusqlite::Result<T> {
        let index = COLUMNS.iter().position(|column| *column == name);
        self.0
            .get(index.ok_or_else(|| rusqlite::Error::InvalidColumnName(name.to_owned()))?)
    }
}

/// Whether the game was not there yet.
pub(super) fn insert(
    statement: &mut Statement<'_>,
    game: &GameResult,
    lineup: i64,
    finished_at: Moment,
) -> rusqlite::Result<bool> {
    let GameResult { job, ending, .. } = game;
    let details = ending.details();
    let chosen = || game.plies.iter().filter(|ply| !ply.is_opening());
    let turns: String = chosen().filter_map(|ply| ply.seat).map(digit).collect();
    let time = |ply: &Ply| ply.time.unwrap_or_default().as_micros();
    let times: Vec<u128> = chosen().map(time).collect();
    let values: Vec<Option<Value>> = chosen().map(|ply| ply.value).collect();
    let cpu_times = game
        .cpu_times
        .iter()
        .map(|time| time.map(|time| time.as_micros()));
    let cpu_times: Vec<Option<u128>> = cpu_times.collect();
    let rows = statement.execute(params![
        job.id().0,
        lineup,
        // SQLite's numbers have a sign: the bits are kept.
        job.round.cast_signed(),
        job.seating,
        job.seed.cast_signed(),
        finished_at.0,
        ending.kind(),
        details.seat.map(|seat| seat.index() as i64),
        details.fault.map(|fault| fault.to_string()),
        details.reason,
        details.margin,
        json(&game.scores),
        json(game.outcome.ranks()),
        json(&game.nodes),
        game.version,
        by_seat(&game.titles, job),
        game.position,
        job.opening.start,
        joined(job.opening.moves.iter().map(String::as_str)),
        joined(game.moves()),
        turns,
        json(&times),
        (!all_none(&values)).then(|| json(&values)),
        game.errors,
        by_seat(&game.fingerprints, job),
        game.worker,
        game.confirmed_by,
        game.timed,
        by_seat(&cpu_times, job),
        game.build,
    ])?;
    Ok(rows == 1)
}

/// The game of a row, which has this number of seats, or what is wrong with it.
pub(super) fn entry(
    row: &Row<'_>,
    lineup: &Lineup,
    seats: usize,
) -> rusqlite::Result<Result<Entry, Unreadable>> {
    let row = &Columns(row);
    let id: Vec<u8> = row.get("id")?;
    let id = GameId(id.try_into().unwrap_or_default());
    let read = || {
        let result = result(row, lineup)?;
        check_seats(&result, seats).map_err(Wrong::Text)?;
        Ok(Entry {
            id,
            finished_at: Moment(row.get("finished_at")?),
            result,
        })
    };
    match read() {
        Ok(entry) => Ok(Ok(entry)),
        Err(Wrong::Text(problem)) => Ok(Err(Unreadable { id, problem })),
        // A value of another type than the column's: the row is wrong, not the file.
        Err(Wrong::Sqlite(error)) if error.sqlite_error_code().is_none() => {
            let problem = error.to_string();
            Ok(Err(Unreadable { id, problem }))
        }
        Err(Wrong::Sqlite(error)) => Err(error),
    }
}

/// What is wrong with a game whose lineup nobody has written.
pub(super) const NO_LINEUP: &str = "its agents are not there";

/// A row of a game whose lineup is not there.
pub(super) fn without_lineup(row: &Row<'_>) -> rusqlite::Result<Unreadable> {
    let id: Vec<u8> = Columns(row).get("id")?;
    Ok(Unreadable {
        id: GameId(id.try_into().unwrap_or_default()),
        problem: NO_LINEUP.to_owned(),
    })
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

/// Whether everything that a game has for each seat is there as often as there are seats, and
/// no other seat is named: whoever counts the game relies on it. The error says what is wrong.
pub(super) fn check_seats(game: &GameResult, seats: usize) -> Result<(), String> {
    for (what, length) in [
        ("agents", game.job.agents.len()),
        ("scores", game.scores.seats()),
        ("ranks", game.outcome.ranks().len()),
        ("node counts", game.nodes.len()),
        ("titles", game.titles.len()),
        ("fingerprints", game.fingerprints.len()),
        ("CPU times", game.cpu_times.len()),
    ] {
        if length != seats {
            return Err(format!("it has {length} {what} and needs {seats}"));
        }
    }
    let named = game.plies.iter().filter_map(|ply| ply.seat);
    let mut named = named.chain(game.ending.details().seat);
    match named.find(|seat| seat.index() >= seats) {
        Some(seat) => {
            let number = seat.index() + 1;
            Err(format!("it names seat {number} and has {seats}"))
        }
        None => Ok(()),
    }
}

fn result(row: &Columns<'_>, lineup: &Lineup) -> Result<GameResult, Wrong> {
    if let Some(problem) = &lineup.problem {
        return Err(Wrong::Text(problem.clone()));
    }
    let text = |column| row.get::<String>(column);
    let job = Job {
        event: lineup.event.clone(),
        game: lineup.game.clone(),
        agents: lineup.agents.clone(),
        round: row.get::<i64>("round")?.cast_unsigned(),
        seating: row.get("seating")?,
        opening: LineOfPlay {
            start: row.get("start")?,
            moves: split("opening", &text("opening")?)?,
        },
        seed: row.get::<i64>("seed")?.cast_unsigned(),
        conditions: lineup.conditions.clone(),
    };
    let seats = job.agents.len();
    let cpu_times: Vec<Option<u64>> = listed_by_seat(row, "cpu_times", seats)?;
    let cpu_times = cpu_times
        .into_iter()
        .map(|time| time.map(Duration::from_micros));
    Ok(GameResult {
        plies: plies(row, job.opening.moves.len())?,
        nodes: parsed("nodes", &text("nodes")?)?,
        position: text("position")?,
        scores: parsed("scores", &text("scores")?)?,
        outcome: outcome(&text("ranks")?)?,
        ending: ending(row)?,
        errors: row.get("errors")?,
        titles: listed_by_seat(row, "titles", seats)?,
        fingerprints: listed_by_seat(row, "fingerprints", seats)?,
        version: text("version")?,
        worker: row.get("worker")?,
        confirmed_by: row.get("confirmed_by")?,
        timed: row.get("timed")?,
        cpu_times: cpu_times.collect(),
        build: row.get("build")?,
        job,
    })
}

/// The moves. What is stored of those after the opening must be as long as they are.
fn plies(row: &Columns<'_>, opening: usize) -> Result<Vec<Ply>, Wrong> {
    let text = |column| row.get::<String>(column);
    let moves = split("moves", &text("moves")?)?;
    let turns = turns(&text("turns")?)?;
    let times: Vec<u64> = parsed("times", &text("times")?)?;
    let values: Vec<Option<Value>> = match row.get::<Option<String>>("estimates")? {
        None => vec![None; turns.len()],
        Some(text) => parsed("estimates", &text)?,
    };
    let Some(chosen) = moves.len().checked_sub(opening) else {
        return Err(Wrong::Text(
            "it has fewer moves than its opening".to_owned(),
        ));
    };
    for (what, length) in [
        ("turns", turns.len()),
        ("times", times.len()),
        ("values", values.len()),
    ] {
        if length != chosen {
            let problem = format!("it has {length} {what} and needs {chosen}");
            return Err(Wrong::Text(problem));
        }
    }
    let mut thoughts = turns.into_iter().zip(times).zip(values);
    let ply = |(index, text): (usize, String)| {
        let thought = (index >= opening).then(|| thoughts.next()).flatten();
        match thought {
            None => Ply::of_opening(text),
            Some(((seat, time), value)) => Ply {
                text,
                seat: Some(seat),
                time: Some(Duration::from_micros(time)),
                value,
            },
        }
    };
    Ok(moves.into_iter().enumerate().map(ply).collect())
}

fn ending(row: &Columns<'_>) -> Result<Ending, Wrong> {
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
            Ending::Forfeit {
                seat: seat()?,
                fault: fault.parse().map_err(|_| wrong("fault", &fault))?,
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

/// A list with something for each seat; nothing where none is known.
fn by_seat<T: Serialize>(list: &[Option<T>], job: &Job) -> Option<String> {
    let is_nothing = list.len() == job.agents.len() && all_none(list);
    (!is_nothing).then(|| json(list))
}

/// What [`by_seat`] wrote.
fn listed_by_seat<T: DeserializeOwned + Clone>(
    row: &Columns<'_>,
    column: &str,
    seats: usize,
) -> Result<Vec<Option<T>>, Wrong> {
    match row.get::<Option<String>>(column)? {
        None => Ok(vec![None; seats]),
        Some(text) => parsed(column, &text),
    }
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
fn joined<'a>(words: impl Iterator<Item = &'a str> + Clone) -> String {
    let is_plain = |word: &str| !word.is_empty() && !word.contains(' ') && !word.starts_with('[');
    let words: Vec<&str> = words.collect();
    match words.iter().all(|word| is_plain(word)) {
        true => words.join(" "),
        false => json(&words),
    }
}

fn split(column: &str, text: &str) -> Result<Vec<String>, Wrong> {
    match text.as_bytes().first() {
        None => Ok(Vec::new()),
        Some(b'[') => parsed(column, text),
        Some(_) => Ok(text.split(' ').map(str::to_owned).collect()),
    }
}

fn digit(seat: Seat) -> char {
    char::from(b'0' + seat.index() as u8)
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

fn outcome(text: &str) -> Result<Outcome, Wrong> {
    let ranks: Vec<u8> = parsed("ranks", text)?;
    Outcome::of_ranks(&ranks).ok_or_else(|| wrong("ranks", text))
}
