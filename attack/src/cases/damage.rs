//! Ledgers that somebody edited, or a disk has damaged.

use super::ledgers::{games, match_in, small};
use crate::{
    ended::{End, Ended},
    ground::{Ground, Trouble},
    random::{Random, mutated},
    web::Server,
};
use rusqlite::{Connection, types::Value};
use std::{fs, path::Path};

/// Everything that reads a ledger; the flag is set where the damaged game must be read.
fn readers(ground: &mut Ground, ledger: &Path, id: &str) -> Result<Vec<(Ended, bool)>, Trouble> {
    let commands: &[(&[&str], bool)] = &[
        (&["ledger", "list"], false),
        (&["ledger", "list", "--event", "cup", "--json"], false),
        (&["ledger", "show", id], true),
        (&["ledger", "show", "--json", id], true),
        (&["ledger", "export", "--format", "jsonl"], true),
        (&["ledger", "export", "--format", "csv"], false),
        (&["ledger", "export", "--format", "pgn"], true),
        (&["ledger", "export", "--format", "sgf"], false),
        (&["ledger", "verify"], true),
        (&["ledger", "remove", "--forfeits", "--dry-run"], false),
        (&["report", "--format", "json"], false),
        (
            &["report", "--format", "html", "--force", "-o", "page.html"],
            false,
        ),
        (&["report", "--format", "games-csv"], false),
        (&["report", "--format", "standings-csv"], false),
        (&["levels", "--event", "cup"], false),
    ];
    let mut ends = Vec::new();
    for (command, reads_it) in commands {
        let order = ground.papan(*command).arguments(["--ledger"]);
        ends.push((order.arguments([ledger]).run()?, *reads_it));
    }
    ends.push((match_in(ground, ledger, 8).run()?, false));
    Ok(ends)
}

/// Pages that show the ledger.
fn pages(ground: &mut Ground, ledger: &Path, id: &str) -> Result<(), Trouble> {
    let folder = ground.folder.join("served");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    fs::copy(ledger, folder.join("ledger.db"))?;
    let mut server = Server::start(ground, &folder)?;
    for path in [
        "arena",
        "arena/cup",
        "arena/cup/games",
        &format!("arena-game/{id}"),
    ] {
        let path = format!("/api/{path}");
        let problem = match server.get(&path) {
            Ok(_) => server.problem(),
            Err(error) => Some(format!("no answer: {error}")),
        };
        ground.count(format!("GET {path} with a damaged ledger"), problem);
    }
    Ok(())
}

/// A ledger with one change, read in every way. With `names`, whoever reads the game must say which
/// one is wrong, and nobody may take it for a good one.
fn edited(ground: &mut Ground, change: &str, names: bool) -> Result<(), Trouble> {
    let (ledger, id) = small(ground, "edited.db")?;
    // A line-up is that of several games: the first of them that is read is named.
    let mut ids: Vec<String> = games(&ledger)?;
    for id in &mut ids {
        *id = id[..8].to_lowercase();
    }
    if !change.contains("lineups") {
        ids.truncate(1);
    }
    change_of(&ledger, change)?;
    for (ended, reads_it) in readers(ground, &ledger, &id)? {
        let mut problem = ended.problem(&[0, 1, 2, 5]);
        let said = format!("{}{}", ended.stdout, ended.stderr);
        if names && reads_it && problem.is_none() {
            problem = match ended.end {
                End::Code(0) => Some("the damaged game is taken for a good one".to_owned()),
                _ if !ids.iter().any(|id| said.contains(id)) => {
                    let told: String = ended.stderr.chars().take(200).collect();
                    Some(format!("it does not name the game {id}: {}", told.trim()))
                }
                _ => None,
            };
        }
        // Whoever reads it is no programmer.
        let shows_sql = ["CREATE TABLE", "SELECT ", "INSERT "];
        let shows_sql = shows_sql.iter().any(|words| ended.stderr.contains(words));
        let shown = shows_sql.then(|| format!("the error shows SQL: {}", ended.stderr.trim()));
        ground.count(format!("{} with {change}", ended.text), problem.or(shown));
    }
    pages(ground, &ledger, &id)
}

fn change_of(ledger: &Path, change: &str) -> Result<(), Trouble> {
    let database = Connection::open(ledger)?;
    database.execute_batch(&format!(
        "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; {change}; \
         PRAGMA wal_checkpoint(TRUNCATE);"
    ))?;
    Ok(())
}

/// The game with the smallest id, whose name is known.
const FIRST: &str = "WHERE id = (SELECT min(id) FROM games)";

pub(crate) fn ranks(ground: &mut Ground) -> Result<(), Trouble> {
    edited(
        ground,
        &format!("UPDATE games SET ranks = '[]' {FIRST}"),
        true,
    )
}

/// Seats that are not there; also as many of them as there are moves.
pub(crate) fn turns(ground: &mut Ground) -> Result<(), Trouble> {
    for turns in ["'3333'", "replace(hex(zeroblob(length(turns))), '00', '3')"] {
        let change = format!("UPDATE games SET turns = {turns} {FIRST}");
        edited(ground, &change, true)?;
    }
    Ok(())
}

/// One line-up is that of half of the games, so that the others stay good.
pub(crate) fn agents(ground: &mut Ground) -> Result<(), Trouble> {
    let lineup = format!("(SELECT lineup FROM games {FIRST})");
    let change = format!("UPDATE lineups SET agents = '[]' WHERE lineup = {lineup}");
    edited(ground, &change, true)
}

pub(crate) fn missing_column(ground: &mut Ground) -> Result<(), Trouble> {
    for column in ["turns", "fingerprints", "scores"] {
        edited(
            ground,
            &format!("ALTER TABLE games DROP COLUMN {column}"),
            false,
        )?;
    }
    Ok(())
}

pub(crate) fn user_version(ground: &mut Ground) -> Result<(), Trouble> {
    for version in [0, -1, 99] {
        edited(ground, &format!("PRAGMA user_version = {version}"), false)?;
    }
    Ok(())
}

/// Something that a cell may hold.
fn odd(random: &mut Random) -> Value {
    const TEXTS: &[&str] = &[
        "",
        "[]",
        "{}",
        "null",
        "[null]",
        "[1,2,3,4,5]",
        "[1]",
        "[-1,-1]",
        "[9e99,1]",
        "3333",
        "x",
        "over",
        "solved",
        "agreed",
        "forfeit",
        "a1 a1 a1",
        "pass",
        "[\"random\"]",
        "[\"\",\"\"]",
        "[\"level:99\",\"gtp:sh\"]",
        "othello:size=99",
        "0000",
        "[[[[[[[[[[",
        "\u{1b}[31m",
        "[18446744073709551615,0]",
        "{\"time\":-1}",
    ];
    match random.below(6) {
        0 => Value::Integer(random.next() as i64),
        1 => Value::Integer(random.below(5) as i64 - 1),
        2 => Value::Null,
        3 => {
            let length = random.below(20);
            Value::Blob(random.bytes(length))
        }
        _ => Value::Text((*random.of(TEXTS)).to_owned()),
    }
}

/// Any cell may hold anything, as far as SQLite allows it.
pub(crate) fn cells(ground: &mut Ground) -> Result<(), Trouble> {
    let (original, id) = small(ground, "cells.db")?;
    change_of(&original, "SELECT 1")?;
    let mut columns: Vec<(String, String)> = Vec::new();
    {
        let database = Connection::open(&original)?;
        for table in ["events", "lineups", "games"] {
            let mut select = database.prepare("SELECT name FROM pragma_table_info(?1)")?;
            let names = select.query_map([table], |row| row.get::<_, String>(0))?;
            for name in names {
                columns.push((table.to_owned(), name?));
            }
        }
    }
    while ground.next_round(2) {
        let ledger = ground.file("edited.db");
        fs::copy(&original, &ledger)?;
        let mut changes = Vec::new();
        {
            let database = Connection::open(&ledger)?;
            database.execute_batch("PRAGMA ignore_check_constraints = ON")?;
            for _ in 0..=ground.random.below(3) {
                let (table, column) = ground.random.of(&columns).clone();
                let value = odd(&mut ground.random);
                let change = format!("UPDATE OR IGNORE {table} SET {column} = ?1");
                // A strict table refuses a value of another type; then there is nothing to try.
                if database.execute(&change, [&value]).is_ok() {
                    changes.push(format!("{table}.{column} = {value:?}"));
                }
            }
            database.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?;
        }
        for (ended, _) in readers(ground, &ledger, &id)? {
            let trial = format!("{} with {}", ended.text, changes.join(", "));
            ground.count(trial, ended.problem(&[0, 1, 2, 3, 5]));
        }
    }
    Ok(())
}

/// The file itself: bits that turned, and an end that came too early.
pub(crate) fn bytes(ground: &mut Ground) -> Result<(), Trouble> {
    let (original, id) = small(ground, "bytes.db")?;
    change_of(&original, "SELECT 1")?;
    let whole = fs::read(&original)?;
    while ground.next_round(3) {
        let ledger = ground.file("damaged.db");
        let bytes = match ground.random.below(4) {
            0 => whole[..ground.random.below(whole.len())].to_vec(),
            1 => {
                let length = ground.random.below(20_000);
                ground.random.bytes(length)
            }
            2 => mutated(&mut ground.random, &whole),
            _ => {
                let mut bytes = whole.clone();
                for _ in 0..1 + ground.random.below(40) {
                    let at = ground.random.below(bytes.len());
                    bytes[at] = ground.random.next() as u8;
                }
                bytes
            }
        };
        fs::write(&ledger, bytes)?;
        for (ended, _) in readers(ground, &ledger, &id)? {
            ground.expect(&ended, &[0, 1, 2, 3, 5]);
        }
    }
    Ok(())
}
