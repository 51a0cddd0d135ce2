//! The ledger as a file among other files and programs.

mod kills;
mod merge;
mod verify;
mod workers;

use papan_arena::{
    Conditions, Contest, Ending, GameId, GameResult, Ledger, LedgerError, Openings, Seating,
    database::Trouble,
    ledger::{Event, Filter},
};
use papan_core::Seat;
use papan_search::{Fault, Stop};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::{
    collections::HashSet,
    env, fs,
    io::{BufRead, BufReader},
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::Duration,
};

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("ledger-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn play(contest: &Contest) -> Vec<GameResult> {
    let played = contest.play(2, &Stop::new(), &mut |_| {}).unwrap();
    played.into_iter().map(|played| played.game).collect()
}

fn cup(event: &str, games: u64) -> Vec<GameResult> {
    play(&Contest {
        event: event.to_owned(),
        seating: Seating::Rotate,
        openings: Openings::Random(2),
        ..Contest::new("othello:size=4", &["mcts:nodes=8", "greedy"], games)
    })
}

fn all(ledger: &Ledger, filter: &Filter) -> Vec<GameResult> {
    let mut games = Vec::new();
    let mut take = |entry: papan_arena::ledger::Entry| {
        assert_eq!(entry.id, entry.result.job.id());
        games.push(entry.result);
        ControlFlow::Continue(())
    };
    ledger.each(filter, &mut take).unwrap();
    games
}

fn problems(path: &Path) -> Vec<String> {
    let ledger = Ledger::read(path).unwrap();
    let found = ledger.verify(&Filter::default(), 2, &mut |_| {}).unwrap();
    found.into_iter().map(|problem| problem.text).collect()
}

/// A ledger with four games, closed.
fn written(folder: &Path) -> (PathBuf, Vec<GameResult>) {
    let path = folder.join("ledger.db");
    let games = cup("cup", 4);
    Ledger::open(&path).unwrap().add(&games).unwrap();
    (path, games)
}

fn ids_of(ledger: &Ledger, event: &str) -> HashSet<GameId> {
    let mut ids = HashSet::new();
    let each = ledger.each(&Filter::event(event), &mut |entry| {
        ids.insert(entry.id);
        ControlFlow::Continue(())
    });
    each.unwrap();
    ids
}

fn trouble(error: &LedgerError) -> &Trouble {
    match error {
        LedgerError::File(error) => &error.trouble,
        other => panic!("{other}"),
    }
}

#[test]
fn games_are_added_once_and_come_in_order() {
    let path = folder("order").join("deep").join("ledger.db");
    let mut ledger = Ledger::open(&path).unwrap();
    let (first, second) = (cup("cup", 6), cup("another cup", 2));
    let backwards: Vec<GameResult> = first.iter().rev().cloned().collect();
    assert_eq!(ledger.add(&backwards[..4]).unwrap(), [true; 4]);
    let new = [false, false, false, false, true, true];
    assert_eq!(ledger.add(&backwards).unwrap(), new);
    ledger.add(&second).unwrap();
    let expected: Vec<&GameResult> = second.iter().chain(&first).collect();
    let found = all(&ledger, &Filter::default());
    assert!(
        found
            .iter()
            .zip(expected)
            .all(|(one, other)| one.same_play(other))
    );
    assert_eq!(found.len(), 8);

    let ids: HashSet<GameId> = first.iter().map(|game| game.job.id()).collect();
    assert_eq!(ids_of(&ledger, "cup"), ids);
    assert_eq!(ids_of(&ledger, "no cup").len(), 0);
    let id = first[3].job.id();
    assert_eq!(ledger.find(&id.to_string()[..9], 2).unwrap(), [id]);
    assert_eq!(ledger.find("", 100).unwrap().len(), 8);
    assert_eq!(ledger.find("not hexadecimal", 1).unwrap(), []);
    assert!(
        ledger
            .game(id)
            .unwrap()
            .unwrap()
            .result
            .same_play(&first[3])
    );
    assert_eq!(ledger.game(GameId([0; 16])).unwrap(), None);

    let mut seen = 0;
    let mut two = |_| {
        seen += 1;
        if seen == 2 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    ledger.each(&Filter::default(), &mut two).unwrap();
    assert_eq!(seen, 2);
}

#[test]
fn games_are_found_by_event_game_and_agent() {
    let mut ledger = Ledger::in_memory().unwrap();
    ledger.add(&cup("cup", 4)).unwrap();
    let contest = Contest::new("adjacency:rounds=2", &["random", "greedy"], 3);
    ledger.add(&play(&contest)).unwrap();
    ledger
        .begin(&Event {
            name: "cup".to_owned(),
            labels: vec![("greedy".to_owned(), "the greedy one".to_owned())],
            ..Event::default()
        })
        .unwrap();
    let filter = |event: Option<&str>, game: Option<&str>, agent: Option<&str>| {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let filter = Filter {
            event: owned(event),
            game: owned(game),
            agent: owned(agent),
        };
        let count = ledger.count(&filter).unwrap();
        assert_eq!(all(&ledger, &filter).len() as u64, count);
        count
    };
    assert_eq!(filter(None, None, None), 7);
    assert_eq!(filter(Some("cup"), None, None), 4);
    assert_eq!(filter(Some(""), None, None), 3);
    assert_eq!(filter(None, Some("Adjacency:ROUNDS=2"), None), 3);
    assert_eq!(filter(None, Some("othello"), None), 0);
    assert_eq!(filter(None, None, Some("greedy")), 7);
    assert_eq!(filter(None, None, Some("the greedy one")), 4);
    assert_eq!(filter(Some("cup"), None, Some("random")), 0);

    let events = ledger.events().unwrap();
    assert_eq!(events.len(), 2);
    assert_eq!((events[0].name.as_str(), events[0].count), ("", 3));
    assert_eq!(events[1].agents, ["greedy", "mcts:nodes=8"]);
    assert_eq!(events[1].games, ["othello:size=4"]);
    assert!(events[1].first_at.is_some() && events[1].first_at <= events[1].last_at);
}

#[test]
fn an_event_goes_on_with_the_settings_it_was_begun_with() {
    let mut ledger = Ledger::in_memory().unwrap();
    let event = |settings: &str, source: &str| Event {
        name: "cup".to_owned(),
        settings: settings.to_owned(),
        source: source.to_owned(),
        labels: Vec::new(),
    };
    ledger
        .begin(&event(r#"{"seed":1,"games":10}"#, "one"))
        .unwrap();
    ledger
        .begin(&event(r#"{"seed":1,"games":10}"#, "two"))
        .unwrap();
    assert_eq!(ledger.events().unwrap()[0].source, "two");
    let error = ledger
        .begin(&event(r#"{"seed":2,"games":10}"#, "three"))
        .unwrap_err();
    assert!(error.is_mistake());
    let error = error.to_string();
    assert!(error.contains("seed was 1, now 2"), "{error}");
    assert!(error.contains("another name"), "{error}");
    assert_eq!(ledger.events().unwrap()[0].source, "two");
}

#[test]
fn one_writes_and_others_read() {
    let (path, games) = written(&folder("writers"));
    let mut writer = Ledger::open(&path).unwrap();
    let error = Ledger::open(&path).err().unwrap();
    assert!(!error.is_mistake());
    let expected = format!("written by another papan (process {})", std::process::id());
    assert!(error.to_string().contains(&expected), "{error}");

    let reader = Ledger::read(&path).unwrap();
    let more = cup("cup", 6);
    writer.add(&more).unwrap();
    assert_eq!(reader.count(&Filter::default()).unwrap(), 6);
    // A reader that is in the middle of something sees what was there when it began.
    let mut seen = 0;
    reader
        .each(&Filter::default(), &mut |_| {
            writer.add(&cup("later", 2)).unwrap();
            seen += 1;
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(seen, 6);
    let mut reader = reader;
    let error = reader.add(&games).unwrap_err();
    assert!(matches!(trouble(&error), Trouble::ReadOnly), "{error}");
    drop(writer);
    Ledger::open(&path).unwrap();
}

/// What is no ledger, or one that cannot be used, is refused and stays as it is.
#[test]
fn other_files_are_left_as_they_are() {
    let folder = folder("others");
    let (good, _) = written(&folder);
    let good = fs::read(good).unwrap();

    let text = folder.join("text");
    fs::write(&text, "f5 d6 c3\n".repeat(1_000)).unwrap();
    let other = folder.join("other.db");
    let connection = Connection::open(&other).unwrap();
    connection
        .execute_batch("CREATE TABLE bookmarks (address TEXT)")
        .unwrap();
    drop(connection);
    let newer = folder.join("newer.db");
    fs::write(&newer, &good).unwrap();
    let connection = Connection::open(&newer).unwrap();
    connection
        .pragma_update(None, "user_version", 1_000)
        .unwrap();
    drop(connection);
    let truncated = folder.join("truncated.db");
    fs::write(&truncated, &good[..good.len() / 2]).unwrap();
    let overwritten = folder.join("overwritten.db");
    let mut bytes = good.clone();
    bytes[100..1_000].fill(0xa5);
    fs::write(&overwritten, bytes).unwrap();

    for (path, expected, mistake) in [
        (&text, "is some other file, not a ledger", true),
        (&other, "is a database of another program", true),
        (&newer, "has version 1000", true),
        (&truncated, "is damaged", false),
        (&overwritten, "is damaged", false),
    ] {
        let before = fs::read(path).unwrap();
        for opened in [Ledger::open(path), Ledger::read(path)] {
            let error = opened.err().unwrap();
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(error.to_string().contains(expected), "{error}");
            assert!(error.to_string().contains(name), "{error}");
            assert_eq!(error.is_mistake(), mistake, "{error}");
        }
        assert!(before == fs::read(path).unwrap(), "{}", path.display());
    }
    let left: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|file| file.unwrap().file_name())
        .collect();
    assert!(!left.iter().any(|name| name == "text.lock"), "{left:?}");
}

#[test]
fn what_is_not_there_is_said() {
    let folder = folder("missing");
    let missing = folder.join("missing.db");
    let error = Ledger::read(&missing).err().unwrap();
    assert!(error.to_string().contains("there is no ledger"), "{error}");
    assert!(!missing.exists());
    for opened in [Ledger::open(&folder), Ledger::read(&folder)] {
        let error = opened.err().unwrap();
        assert!(error.to_string().contains("is a folder"), "{error}");
    }
    let file = folder.join("file");
    fs::write(&file, "").unwrap();
    let error = Ledger::read(&file).err().unwrap();
    assert!(error.to_string().contains("is an empty file"), "{error}");
    let error = Ledger::open(&file.join("ledger.db")).err().unwrap();
    assert!(
        error.to_string().contains("cannot make the folder"),
        "{error}"
    );
    // A program that was killed before it wrote anything leaves an empty file.
    Ledger::open(&file).unwrap().add(&cup("cup", 1)).unwrap();
    assert_eq!(
        Ledger::read(&file)
            .unwrap()
            .count(&Filter::default())
            .unwrap(),
        1
    );
}

#[cfg(unix)]
#[test]
fn what_may_only_be_read_is_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("read-only");
    let (path, games) = written(&folder);
    let set =
        |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    fs::remove_file(folder.join("ledger.db.lock")).unwrap();
    set(&path, 0o444);
    set(&folder, 0o555);
    // The system's administrator may write everywhere.
    if fs::write(folder.join("probe"), "").is_err() {
        let error = Ledger::open(&path).err().unwrap();
        assert!(matches!(trouble(&error), Trouble::ReadOnly), "{error}");
        let error = Ledger::open(&folder.join("new.db")).err().unwrap();
        assert!(matches!(trouble(&error), Trouble::ReadOnly), "{error}");
    }
    let ledger = Ledger::read(&path).unwrap();
    assert_eq!(
        ledger.count(&Filter::default()).unwrap(),
        games.len() as u64
    );
    set(&folder, 0o755);
}

#[test]
fn ledgers_of_the_first_version_are_read() {
    let path = folder("version-1").join("ledger.db");
    let connection = Connection::open(&path).unwrap();
    connection
        .execute_batch(include_str!("../data/ledger-1.sql"))
        .unwrap();
    drop(connection);
    assert_eq!(problems(&path), [""; 0]);
    let games = all(&Ledger::read(&path).unwrap(), &Filter::event("first cup"));
    assert_eq!(games.len(), 4);
    let forfeit = Ending::Forfeit {
        seat: Seat::FIRST,
        fault: Fault::Crash,
        reason: "ended with exit code 3; its last words: \"it's over\"".to_owned(),
    };
    assert_eq!(games[3].ending, forfeit);
    assert_eq!(games[3].titles, [Some("Engine 1.0".to_owned()), None]);
    let chosen = games[0].plies.iter().find(|ply| !ply.is_opening());
    let time = chosen.and_then(|ply| ply.time);
    assert_eq!(time, Some(Duration::from_micros(45)));
    let mut ledger = Ledger::open(&path).unwrap();
    assert_eq!(ledger.add(&games).unwrap(), [false; 4]);
}

/// The fixtures were written by the program before results had plies: a ledger, and what
/// `papan ledger show --json` said of each of its games. Forfeits, adjudications, two to four
/// seats are among them.
#[test]
fn ledgers_of_the_second_version_are_read() {
    let path = folder("version-2").join("ledger.db");
    let connection = Connection::open(&path).unwrap();
    connection
        .execute_batch(include_str!("../data/ledger-2.sql"))
        .unwrap();
    drop(connection);
    assert_eq!(problems(&path), [""; 0]);
    let ledger = Ledger::read(&path).unwrap();
    let said: Vec<Value> = serde_json::from_str(include_str!("../data/ledger-2.json")).unwrap();
    assert_eq!(ledger.count(&Filter::default()).unwrap(), said.len() as u64);
    let mut kinds = HashSet::new();
    for before in said {
        let id: GameId = serde_json::from_value(before["id"].clone()).unwrap();
        let game = ledger.game(id).unwrap().unwrap().result;
        assert_eq!(game.job.id(), id);
        let now = serde_json::to_value(&game).unwrap();
        for same in [
            "job", "nodes", "position", "scores", "outcome", "ending", "errors", "titles",
            "version",
        ] {
            assert_eq!(now[same], before[same], "{same} of {id}");
        }
        let list = |name: &str| before[name].as_array().unwrap().clone();
        assert_eq!(game.moves().collect::<Vec<_>>(), list("moves"));
        let chosen = game.plies.iter().filter(|ply| !ply.is_opening());
        let chosen: Vec<Value> = chosen
            .map(|ply| json!([ply.seat, ply.time, ply.value]))
            .collect();
        let thoughts = list("turns")
            .into_iter()
            .zip(list("times"))
            .zip(list("values"));
        let thoughts: Vec<Value> = thoughts
            .map(|((seat, time), value)| json!([seat, time, value]))
            .collect();
        assert_eq!(chosen, thoughts, "{id}");
        kinds.insert((game.ending.kind(), game.scores.seats()));
    }
    for kind in [
        ("forfeit", 2),
        ("forfeit", 3),
        ("solved", 2),
        ("agreed", 2),
        ("over", 2),
        ("over", 3),
        ("over", 4),
    ] {
        assert!(kinds.contains(&kind), "{kind:?}");
    }
}

/// The fixture was written by the program before games said who played them.
#[test]
fn ledgers_of_the_third_version_are_read() {
    let path = folder("version-3").join("ledger.db");
    let connection = Connection::open(&path).unwrap();
    connection
        .execute_batch(include_str!("../data/ledger-3.sql"))
        .unwrap();
    drop(connection);
    assert_eq!(problems(&path), [""; 0]);
    let mut ledger = Ledger::open(&path).unwrap();
    let mut games = all(&ledger, &Filter::default());
    assert_eq!(games.len(), 7);
    for game in &games {
        assert_eq!((&game.worker, &game.confirmed_by), (&None, &None));
        assert!(!game.timed && game.fingerprints.iter().all(Option::is_some));
    }
    assert_eq!(ledger.add(&games).unwrap(), [false; 7]);
    assert_eq!(ledger.put_aside_workers("third cup").unwrap(), []);
    // Its games can be confirmed, and games of workers can be added.
    let id = games[0].job.id();
    ledger.confirm(&[(id, "bert".to_owned())]).unwrap();
    let confirmed = ledger.game(id).unwrap().unwrap().result;
    assert_eq!(confirmed.confirmed_by.as_deref(), Some("bert"));
    ledger.remove(&[id]).unwrap();
    games[0].worker = Some("anna".to_owned());
    games[0].timed = true;
    assert_eq!(ledger.add(&games[..1]).unwrap(), [true]);
    assert_eq!(ledger.game(id).unwrap().unwrap().result, games[0]);
}
