//! What needs a look inside: trouble with the disk, and rows of any content.

use super::*;
use crate::{Conditions, Contest, Ending, Ply, database::Trouble};
use papan_core::{LineOfPlay, Scores, Seat};
use papan_search::{Fault, Stop, Value};
use proptest::{collection::vec, option, prelude::*, test_runner::RngSeed};
use std::{fs, ops::ControlFlow, time::Duration};

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

/// Any text: quotes, all of Unicode, NUL, line breaks, nothing.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        vec(any::<char>(), 0..12).prop_map(String::from_iter),
        "[a-z0-9'\"\\[ \\x00\n,]{0,12}",
    ]
}

fn seat() -> impl Strategy<Value = Seat> {
    (0..4_usize).prop_map(Seat::new)
}

fn ending() -> impl Strategy<Value = Ending> {
    prop_oneof![
        Just(Ending::Over),
        any::<i32>().prop_map(|margin| Ending::Solved { margin }),
        seat().prop_map(|seat| Ending::Agreed { seat }),
        (seat(), 0..Fault::ALL.len(), text()).prop_map(|(seat, fault, reason)| Ending::Forfeit {
            seat,
            fault: Fault::ALL[fault],
            reason,
        }),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let finite = any::<f64>().prop_filter("a number", |share| share.is_finite());
    prop_oneof![
        any::<i32>().prop_map(Value::Points),
        finite.prop_map(Value::Share),
        (-2..3_i32).prop_map(|share| Value::Share(share.into())),
    ]
}

fn job() -> impl Strategy<Value = Job> {
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
        vec(text(), 0..5),
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
fn ply() -> impl Strategy<Value = Ply> {
    let thought = (text(), seat(), 0..1_u64 << 50, option::of(value()));
    thought.prop_map(|(text, seat, time, value)| Ply {
        text,
        seat: Some(seat),
        time: Some(Duration::from_micros(time)),
        value,
    })
}

fn result() -> impl Strategy<Value = GameResult> {
    let lists = (
        vec(ply(), 0..6),
        vec(any::<u64>(), 0..5),
        vec(option::of(text()), 0..5),
        vec(option::of(text()), 0..5),
    );
    let points = vec(any::<i32>(), 0..5);
    (
        job(),
        lists,
        text(),
        points.clone(),
        points,
        ending(),
        text(),
    )
        .prop_map(
            |(
                job,
                (chosen, nodes, titles, fingerprints),
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
                    scores: Scores::new(&scores),
                    outcome: Scores::new(&ranks).outcome(),
                    ending,
                    errors: (!position.is_empty()).then(|| position.clone()),
                    position,
                    titles,
                    fingerprints,
                    version,
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
