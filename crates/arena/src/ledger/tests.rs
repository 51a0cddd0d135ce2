//! What needs a look inside: trouble with the disk, and rows of any content.

use super::*;
use crate::{Conditions, Contest, Ending, GameId, GameResult, Job, Ply, database::Trouble};
use papan_core::{LineOfPlay, Scores, Seat};
use papan_search::{Fault, Points, Stop, Value};
use proptest::{collection::vec, option, prelude::*, test_runner::RngSeed};
use rusqlite::Connection;
use std::{
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Duration,
};

fn games(count: u64) -> Vec<GameResult> {
    let contest = Contest::new("adjacency:rounds=4", &["random", "random"], count);
    let played = contest.play(1, &Stop::new(), &mut |_| {}).unwrap();
    played.into_iter().map(|played| played.game).collect()
}

fn file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("papan-ledger-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder.join("ledger.db")
}

fn remove(path: &Path) {
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
}

fn trouble(error: &LedgerError) -> &Trouble {
    match error {
        LedgerError::File(error) => &error.trouble,
        other => panic!("{other}"),
    }
}

/// SQLite answers the same when it may not make its file longer and when the disk is full.
#[test]
fn a_full_disk_loses_nothing_that_was_counted() {
    let path = file("full");
    let games = games(2_000);
    let mut ledger = Ledger::open(&path).unwrap();
    ledger
        .connection
        .pragma_update(None, "max_page_count", 60)
        .unwrap();
    let mut counted = 0;
    let error = loop {
        match ledger.add(&games[counted..counted + 20]) {
            Ok(added) => counted += added.len(),
            Err(error) => break error,
        }
    };
    assert!(matches!(trouble(&error), Trouble::Full), "{error}");
    assert!(error.to_string().contains("what was saved in"), "{error}");
    assert!(counted > 0);
    assert_eq!(ledger.count(&Filter::default()).unwrap(), counted as u64);
    drop(ledger);
    let mut ledger = Ledger::open(&path).unwrap();
    assert_eq!(
        ledger.verify(&Filter::default(), 1, &mut |_| {}).unwrap(),
        []
    );
    // With room again it goes on.
    let added = ledger.add(&games).unwrap();
    assert_eq!(added.iter().filter(|added| !**added).count(), counted);
    drop(ledger);
    remove(&path);
}

#[test]
fn a_lock_of_another_program_is_named() {
    let path = file("locked");
    let games = games(2);
    let mut ledger = Ledger::open(&path).unwrap();
    ledger.add(&games[..1]).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    ledger
        .connection
        .busy_timeout(Duration::from_millis(20))
        .unwrap();
    let error = ledger.add(&games).unwrap_err();
    assert!(matches!(trouble(&error), Trouble::Locked), "{error}");
    assert_eq!(ledger.count(&Filter::default()).unwrap(), 1);
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(ledger.add(&games).unwrap(), [false, true]);
    drop((ledger, other));
    remove(&path);
}

#[test]
fn games_are_written_through_to_the_disk() {
    let path = file("durable");
    let ledger = Ledger::open(&path).unwrap();
    let pragma = |name: &str| -> rusqlite::types::Value {
        let sql = format!("PRAGMA {name}");
        ledger
            .connection
            .query_row(&sql, (), |row| row.get(0))
            .unwrap()
    };
    assert_eq!(pragma("journal_mode"), "wal".to_owned().into());
    assert_eq!(pragma("synchronous"), 2.into());
    drop(ledger);
    remove(&path);
}

/// A file that someone has edited, and the error or what is wrong with its games.
fn edited(name: &str, sql: &str) -> Result<Vec<String>, LedgerError> {
    let path = file(name);
    Ledger::open(&path).unwrap().add(&games(3)).unwrap();
    let connection = Connection::open(&path).unwrap();
    let id = "SELECT id FROM games WHERE number = 1";
    let first = GameId(connection.query_row(id, (), |row| row.get(0)).unwrap());
    let free = "PRAGMA foreign_keys = OFF;";
    connection.execute_batch(&format!("{free} {sql}")).unwrap();
    drop(connection);
    let found = Ledger::read(&path).and_then(|ledger| {
        let problems = ledger.verify(&Filter::default(), 1, &mut |_| {})?;
        assert!(ledger.ids(&Filter::default())?.contains(&first));
        for problem in &problems {
            assert_eq!(problem.id, Some(first), "{}", problem.text);
        }
        // Whoever only reads is told as well, with the game.
        let error = ledger.each(&Filter::default(), &mut |_| ControlFlow::Continue(()));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(&first.to_string()), "{error}");
        assert!(ledger.game(first).is_err(), "{error}");
        ledger.events()?;
        Ok(problems.into_iter().map(|problem| problem.text).collect())
    });
    remove(&path);
    found
}

#[test]
fn an_edited_game_is_an_error_that_names_it() {
    for (set, expected) in [
        ("ranks = '[]'", "it has 0 ranks and needs 2"),
        ("ranks = '[1,1,1]'", "it has 3 ranks and needs 2"),
        ("ranks = '[1,3]'", "its ranks cannot be '[1,3]'"),
        ("ranks = ''", "its ranks cannot be ''"),
        (
            "turns = replace(turns, '0', '3')",
            "it names seat 4 and has 2",
        ),
        ("turns = '3'", "turns and needs"),
        ("scores = '[7]'", "it has 1 scores and needs 2"),
        ("nodes = '[]'", "it has 0 node counts and needs 2"),
        ("titles = '[]'", "it has 0 titles and needs 2"),
        ("cpu_times = '[7]'", "it has 1 CPU times and needs 2"),
        (
            "fingerprints = '[null]'",
            "it has 1 fingerprints and needs 2",
        ),
        ("seating = -1", "out of range"),
        (
            "ending = 'forfeit', seat = 2, fault = 'crash', reason = ''",
            "it names seat 3 and has 2",
        ),
    ] {
        let found = edited("row", &format!("UPDATE games SET {set} WHERE number = 1")).unwrap();
        assert_eq!(found.len(), 1, "{set}: {found:?}");
        assert!(found[0].contains(expected), "{set}: {found:?}");
    }
}

#[test]
fn edited_agents_are_an_error_that_names_the_game() {
    for (set, expected) in [
        ("agents = '[]'", "it has 0 agents and needs 2"),
        ("agents = '7'", "its agents cannot be '7'"),
        ("conditions = 'x'", "its conditions cannot be 'x'"),
        // Two agents sit down where there are four seats.
        ("game = 'blokus-classic'", "it has 2 agents and needs 4"),
    ] {
        let lineup = "INSERT INTO lineups SELECT 99, event, game, agents, '{ }' FROM lineups;
                      UPDATE games SET lineup = 99 WHERE number = 1;";
        let sql = format!("{lineup} UPDATE lineups SET {set} WHERE lineup = 99");
        let found = edited("lineup", &sql).unwrap();
        assert!(found[0].contains(expected), "{set}: {found:?}");
    }
}

#[test]
fn a_file_whose_tables_were_changed_is_damaged() {
    for (sql, expected) in [
        (
            "ALTER TABLE games DROP COLUMN ranks",
            "no such column: ranks",
        ),
        ("DROP TABLE lineups", "no such table: lineups"),
        ("PRAGMA user_version = 0", "it has version 0"),
        ("PRAGMA user_version = -3", "it has version -3"),
        ("PRAGMA user_version = 1", "duplicate column name: errors"),
    ] {
        let error = edited("tables", sql).unwrap_err();
        let text = error.to_string();
        assert!(matches!(trouble(&error), Trouble::Damaged(_)), "{text}");
        assert!(text.contains(expected) && !text.contains('\n'), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_with_two_names_is_refused_by_both() {
    let path = file("names");
    let mut first = Ledger::open(&path).unwrap();
    let other = path.with_file_name("other.db");
    fs::hard_link(&path, &other).unwrap();
    // Whoever has it open goes on; nobody else comes in by either name.
    first.add(&games(1)).unwrap();
    for name in [&path, &other] {
        for error in [Ledger::open(name).err(), Ledger::read(name).err()] {
            let error = error.unwrap();
            assert!(matches!(trouble(&error), Trouble::Names(2)), "{error}");
        }
    }
    drop(first);
    fs::remove_file(&other).unwrap();
    assert_eq!(
        Ledger::read(&path)
            .unwrap()
            .ids(&Filter::default())
            .unwrap()
            .len(),
        1
    );
    remove(&path);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_no_ledger() {
    for (path, expected) in [("/dev/zero", "is a device"), ("/dev", "is a folder")] {
        for error in [
            Ledger::open(Path::new(path)).err(),
            Ledger::read(Path::new(path)).err(),
        ] {
            let error = error.unwrap();
            assert!(error.to_string().contains(expected), "{error}");
            assert!(error.is_mistake());
        }
    }
}

/// Any text: quotes, all of Unicode, NUL, line breaks, nothing.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        vec(any::<char>(), 0..12).prop_map(String::from_iter),
        "[a-z0-9'\"\\[ \\x00\n,]{0,12}",
    ]
}

fn seat(seats: usize) -> impl Strategy<Value = Seat> {
    (0..seats).prop_map(Seat::new)
}

fn ending(seats: usize) -> impl Strategy<Value = Ending> {
    prop_oneof![
        Just(Ending::Over),
        any::<i32>().prop_map(|margin| Ending::Solved { margin }),
        seat(seats).prop_map(|seat| Ending::Agreed { seat }),
        (seat(seats), 0..Fault::ALL.len(), text()).prop_map(|(seat, fault, reason)| {
            Ending::Forfeit {
                seat,
                fault: Fault::ALL[fault],
                reason,
            }
        }),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let finite = any::<f64>().prop_filter("a number", |share| share.is_finite());
    prop_oneof![
        any::<i32>().prop_map(Value::points),
        any::<i32>().prop_map(|parts| Value::Points(Points::parts(parts, 32))),
        finite.prop_map(Value::Share),
        (-2..3_i32).prop_map(|share| Value::Share(share.into())),
    ]
}

fn job(seats: usize) -> impl Strategy<Value = Job> {
    let conditions = (
        option::of(any::<u32>()),
        option::of(any::<u64>()),
        option::of(0..1_u64 << 50),
    );
    let conditions = conditions.prop_map(|(depth, nodes, time)| Conditions {
        depth,
        nodes,
        time: time.map(Duration::from_millis),
        ..Conditions::NONE
    });
    let opening = (option::of(text()), vec(text(), 0..4));
    let opening = opening.prop_map(|(start, moves)| LineOfPlay { start, moves });
    let numbers = (any::<u64>(), any::<u32>(), any::<u64>());
    (
        text(),
        text(),
        vec(text(), seats),
        numbers,
        opening,
        conditions,
    )
        .prop_map(
            |(event, game, agents, (round, seating, seed), opening, conditions)| Job {
                event,
                game,
                agents,
                round,
                seating,
                opening,
                seed,
                conditions,
            },
        )
}

/// A move that an agent chose; the ledger keeps microseconds.
fn ply(seats: usize) -> impl Strategy<Value = Ply> {
    let thought = (text(), seat(seats), 0..1_u64 << 50, option::of(value()));
    thought.prop_map(|(text, seat, time, value)| Ply {
        text,
        seat: Some(seat),
        time: Some(Duration::from_micros(time)),
        value,
    })
}

fn result() -> impl Strategy<Value = GameResult> {
    (1..5_usize).prop_flat_map(result_of)
}

fn result_of(seats: usize) -> impl Strategy<Value = GameResult> {
    let lists = (
        vec(ply(seats), 0..6),
        vec(any::<u64>(), seats),
        vec(option::of(text()), seats),
        vec(option::of(text()), seats),
        (option::of(text()), option::of(text()), any::<bool>()),
        vec(
            option::of((1..1_u64 << 50).prop_map(Duration::from_micros)),
            seats,
        ),
    );
    let points = vec(any::<i32>(), seats);
    (
        job(seats),
        lists,
        text(),
        points.clone(),
        points,
        ending(seats),
        text(),
    )
        .prop_map(
            |(
                job,
                (chosen, nodes, titles, fingerprints, (worker, confirmed_by, timed), cpu_times),
                position,
                scores,
                ranks,
                ending,
                version,
            )| {
                let opening = job.opening.moves.iter().map(Ply::of_opening);
                GameResult {
                    plies: opening.chain(chosen).collect(),
                    job,
                    nodes,
                    cpu_times,
                    scores: Scores::new(&scores),
                    outcome: Scores::new(&ranks).outcome(),
                    ending,
                    errors: (!position.is_empty()).then(|| position.clone()),
                    position,
                    titles,
                    fingerprints,
                    // As often known as not.
                    build: worker.clone().map(|worker| format!("dist, {worker}")),
                    version,
                    worker,
                    confirmed_by,
                    timed,
                }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_game_comes_back_as_it_was(game in result()) {
        let mut ledger = Ledger::in_memory().unwrap();
        prop_assert_eq!(ledger.add(std::slice::from_ref(&game)).unwrap(), [true]);
        let mut found = Vec::new();
        ledger.each(&Filter::default(), &mut |entry| {
            found.push(entry);
            ControlFlow::Continue(())
        }).unwrap();
        prop_assert_eq!(found.len(), 1);
        prop_assert_eq!(found[0].id, game.job.id());
        prop_assert_eq!(&found[0].result, &game);
        prop_assert_eq!(ledger.add(std::slice::from_ref(&game)).unwrap(), [false]);
    }

    #[test]
    fn every_game_can_be_carried_as_json(game in result()) {
        let text = serde_json::to_string(&game).unwrap();
        prop_assert_eq!(&serde_json::from_str::<GameResult>(&text).unwrap(), &game);
    }
}
