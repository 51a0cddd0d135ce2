//! `papan ledger` as its users run it.

mod support;

use papan_arena::{
    Contest, Ending, GameResult, Ledger, Openings, Seating,
    ledger::{Event, Filter},
};
use papan_search::{Fault, Stop};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};
use support::text;

fn papan(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_papan"))
        .args(arguments)
        .env_remove("PAPAN_LEDGER")
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// What `papan ledger` writes about this file when all goes well.
fn output(path: &Path, arguments: &[&str]) -> String {
    let output = papan(&ledger(path, arguments));
    let said = text(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    text(&output.stdout)
}

fn json(path: &Path, arguments: &[&str]) -> Value {
    let text = output(path, &[arguments, &["--json"]].concat());
    serde_json::from_str(&text).expect("one JSON object")
}

/// What it says when it ends with this code.
fn refusal(path: &Path, arguments: &[&str], code: i32) -> String {
    let output = papan(&ledger(path, arguments));
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    said
}

fn ledger<'a>(path: &'a Path, arguments: &[&'a str]) -> Vec<&'a str> {
    let path = path.to_str().expect("a path of ours");
    [&["ledger"], arguments, &["--ledger", path]].concat()
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("ledger-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn play(contest: &Contest) -> Vec<GameResult> {
    let played = contest.play(1, &Stop::new(), &mut |_| {}).unwrap();
    played.into_iter().map(|played| played.game).collect()
}

/// A ledger with a cup in Othello, whose last game was forfeited, and games of Blokus that
/// belong to nothing.
fn written(name: &str) -> (PathBuf, Vec<GameResult>) {
    let path = folder(name).join("ledger.db");
    let mut ledger = Ledger::open(&path).unwrap();
    ledger
        .begin(&Event {
            name: "spring cup".to_owned(),
            settings: "{}".to_owned(),
            source: "a file".to_owned(),
            labels: vec![("greedy".to_owned(), "the greedy one".to_owned())],
        })
        .unwrap();
    let mut games = play(&Contest {
        event: "spring cup".to_owned(),
        seating: Seating::Rotate,
        openings: Openings::Random(2),
        ..Contest::new("othello", &["greedy", "random"], 4)
    });
    let game = &mut games[3];
    game.plies.truncate(6);
    let mut position = papan_agents::games::open("othello").unwrap().start();
    for text in game.moves() {
        position.play(text).unwrap();
    }
    game.position = position.text();
    game.scores = position.scores();
    game.ending = Ending::Forfeit {
        seat: position.turn().unwrap(),
        fault: Fault::Illegal,
        reason: "answered \"a1\u{1b}[31m\",\nwhich is far away".to_owned(),
    };
    game.outcome = game.ending.outcome(&game.scores);
    ledger.add(&games).unwrap();
    let blokus = Contest::new("blokus-classic-3", &["random"; 3], 2);
    ledger.add(&play(&blokus)).unwrap();
    (path, games)
}

#[test]
fn it_explains_itself() {
    let help = text(&papan(&["ledger", "--help"]).stdout);
    for action in ["list", "show", "export", "verify", "PAPAN_LEDGER"] {
        assert!(help.contains(action), "{help}");
    }
    for action in ["list", "show", "verify"] {
        let help = text(&papan(&["ledger", action, "--help"]).stdout);
        assert!(
            help.contains("--json") && help.contains("--ledger"),
            "{help}"
        );
    }
}

#[test]
fn events_and_games_are_listed() {
    let (path, games) = written("list");
    let events = json(&path, &["list"]);
    assert_eq!(events["count"], 2);
    assert_eq!(events["events"][0]["name"], "");
    assert_eq!(events["events"][1]["count"], 4);
    assert_eq!(events["events"][1]["agents"][0], "greedy");
    let shown = output(&path, &["list"]);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), 3, "{shown}");
    assert!(lines[1].starts_with("(no name)"), "{shown}");
    assert!(lines[2].contains("spring cup      4"), "{shown}");
    assert_eq!(
        json(&path, &["list", "--game", "blokus-classic-3"])["count"],
        1
    );

    let cup = json(&path, &["list", "--event", "spring cup"]);
    assert_eq!(cup["count"], 4);
    assert_eq!(cup["games"][3]["ending"], "forfeit");
    assert_eq!(cup["games"][0]["id"], games[0].job.id().to_string());
    let limited = output(&path, &["list", "--event", "spring cup", "--limit", "1"]);
    assert!(limited.contains("and 3 games more"), "{limited}");
    assert!(
        limited.contains(&games[0].job.id().to_string()[..8]),
        "{limited}"
    );
    let labelled = ["list", "--event", "spring cup", "--agent", "the greedy one"];
    assert_eq!(json(&path, &labelled)["count"], 4);

    for (arguments, expected) in [
        (["--event", "autumn cup"], "it has: '', 'spring cup'"),
        (["--agent", "level:5"], "there is no agent 'level:5'"),
        (["--game", "otello"], "did you mean 'othello'"),
    ] {
        let said = refusal(&path, &[&["list"], &arguments[..]].concat(), 2);
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn a_game_is_shown() {
    let (path, games) = written("show");
    let game = &games[3];
    let id = game.job.id().to_string();
    let shown = output(&path, &["show", &id[..10]]);
    assert!(shown.contains(&id), "{shown}");
    assert!(shown.contains("spring cup, round 2, seating 2"), "{shown}");
    assert!(
        shown.contains("forfeits (illegal): answered \"a1\\u{1b}"),
        "{shown}"
    );
    assert!(
        shown.contains(&format!("{}  opening", game.plies[0].text)),
        "{shown}"
    );
    assert!(shown.contains("a b c d e f g h"), "{shown}");
    let whole = json(&path, &["show", &id]);
    assert_eq!(whole["id"], id);
    assert_eq!(whole["job"]["event"], "spring cup");
    assert_eq!(whole["ending"]["fault"], "illegal");
    let plies = whole["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 6);
    assert!(plies[0]["seat"].is_null() && plies[2]["seconds"].is_number());
    // What is shown can be read back.
    let back: GameResult = serde_json::from_value(whole.clone()).unwrap();
    assert!(back.same_play(game));
    assert!(whole["board"].is_object());

    let said = refusal(&path, &["show", "00000000000000"], 2);
    assert!(said.contains("there is no game 00000000000000"), "{said}");
    let said = refusal(&path, &["show", "spring cup"], 2);
    assert!(said.contains("hexadecimal"), "{said}");
    // With 17 games two of them begin with the same digit.
    let more = Contest::new("adjacency:rounds=2", &["random"; 2], 17);
    Ledger::open(&path).unwrap().add(&play(&more)).unwrap();
    let ambiguous = (0..16).any(|digit| {
        let output = papan(&ledger(&path, &["show", &format!("{digit:x}")]));
        text(&output.stderr).contains("several games begin with")
    });
    assert!(ambiguous);
}

#[test]
fn games_are_exported() {
    let (path, games) = written("export");
    let cup = ["export", "--event", "spring cup"];
    let export = |more: &[&str]| output(&path, &[&cup, more].concat());
    let lines = export(&[]);
    assert_eq!(lines.lines().count(), 4);
    let first = format!(
        "othello | start | {}",
        games[0].moves().collect::<Vec<_>>().join(" ")
    );
    assert!(lines.starts_with(&first), "{lines}");

    let csv = export(&["--format", "csv"]);
    assert!(
        csv.starts_with(
            "id,event,game,round,seating,agent_0,agent_1,label_0,label_1,fingerprint_0,"
        ),
        "{csv}"
    );
    let id = games[3].job.id();
    let row = format!("{id},spring cup,othello,1,1,random,greedy,random,the greedy one,");
    assert!(csv.contains(&row), "{csv}");
    assert!(csv.contains(",illegal,\"answered \"\"a1"), "{csv}");

    let records: Value = serde_json::from_str(&export(&["--format", "JSON"])).unwrap();
    assert_eq!(records[0]["tags"]["black"], "the greedy one");
    // What is written in a game's own format is read back by papan convert.
    let file = path.with_extension("ggf");
    let name = file.to_str().unwrap();
    export(&["--output", name]);
    let back = text(&papan(&["convert", "othello", name, "--to", "lines"]).stdout);
    assert_eq!(back, lines);
    let said = refusal(&path, &[&cup[..], &["--output", name]].concat(), 2);
    assert!(said.contains("--force replaces it"), "{said}");

    let all = output(&path, &["export"]);
    assert!(all.lines().count() == 6 && all.contains("blokus"), "{all}");
    let csv = output(&path, &["export", "--format", "csv"]);
    assert!(
        csv.contains("agent_2,") && !csv.contains("agent_3,"),
        "{csv}"
    );
    let said = refusal(&path, &["export", "--format", "json"], 2);
    assert!(said.contains("choose one with --game"), "{said}");
    let said = refusal(&path, &[&cup[..], &["--format", "chess"]].concat(), 2);
    assert!(said.contains("it has: csv, jsonl, parquet, "), "{said}");
    let said = refusal(&path, &["export", "--game", "kalah", "--format", "json"], 2);
    assert!(said.contains("no such games"), "{said}");
}

#[test]
fn verify_ends_with_1_when_something_is_wrong() {
    let (path, mut games) = written("verify");
    let shown = output(&path, &["verify"]);
    assert!(shown.starts_with("6 games verified"), "{shown}");
    assert_eq!(json(&path, &["verify"])["games"], 6);

    // A game that says something else than its moves do.
    let mut wrong = games.remove(0);
    wrong.job.event = "forged".to_owned();
    wrong.plies.pop();
    let id = wrong.job.id();
    Ledger::open(&path).unwrap().add(&[wrong]).unwrap();
    let said = refusal(&path, &["verify"], 1);
    assert!(said.contains("problems in the ledger"), "{said}");
    let shown = papan(&ledger(&path, &["verify", "--json"]));
    let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(shown["problems"][0]["id"], id.to_string());
    assert_eq!(
        json(&path, &["verify", "--event", "spring cup"])["games"],
        4
    );
}

#[test]
fn trouble_with_the_file_is_told_from_mistakes() {
    let folder = folder("trouble");
    let missing = folder.join("missing.db");
    for action in ["list", "export", "verify"] {
        let said = refusal(&missing, &[action], 2);
        assert!(said.contains("there is no ledger"), "{said}");
    }
    assert!(!missing.exists());
    let said = refusal(&folder, &["list"], 2);
    assert!(said.contains("is a folder"), "{said}");
    let text = folder.join("text");
    fs::write(&text, "not a ledger ".repeat(100)).unwrap();
    let said = refusal(&text, &["verify"], 2);
    assert!(said.contains("not a ledger of Papan"), "{said}");

    let (path, _) = written("truncated");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 4_096]).unwrap();
    let said = refusal(&path, &["list"], 5);
    assert!(said.contains("is damaged"), "{said}");
    assert_eq!(fs::read(&path).unwrap().len(), bytes.len() - 4_096);
}

#[test]
fn the_variable_names_the_ledger() {
    let (path, _) = written("variable");
    let output = Command::new(env!("CARGO_BIN_EXE_papan"))
        .args(["ledger", "list", "--json"])
        .env("PAPAN_LEDGER", &path)
        .output()
        .unwrap();
    let events: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(events["count"], 2);
    // Reading goes on while another process writes.
    let writer = Ledger::open(&path).unwrap();
    assert_eq!(writer.count(&Filter::default()).unwrap(), 6);
    assert_eq!(json(&path, &["verify"])["games"], 6);
}

#[test]
fn an_event_says_who_played_it() {
    let (path, mut games) = written("workers");
    let mut ledger = Ledger::open(&path).unwrap();
    let ids: Vec<_> = games.iter().map(|game| game.job.id()).collect();
    ledger.remove(&ids).unwrap();
    for (game, worker) in games.iter_mut().zip(["anna", "anna", "bert"]) {
        game.worker = Some(worker.to_owned());
    }
    games[2].timed = true;
    ledger.add(&games).unwrap();
    ledger.confirm(&[(ids[0], "bert".to_owned())]).unwrap();
    ledger
        .put_aside("spring cup", "carl", "it has half the speed it said")
        .unwrap();
    drop(ledger);

    let event = json(&path, &["show", "--event", "spring cup"]);
    assert_eq!(event["games"], 4);
    let counts = |worker: &Value| {
        [
            "worker",
            "games",
            "confirmed",
            "timed",
            "confirmed_for_others",
        ]
        .map(|name| worker[name].clone())
    };
    let workers: Vec<_> = event["workers"]
        .as_array()
        .unwrap()
        .iter()
        .map(counts)
        .collect();
    let row = |name: Value, [games, confirmed, timed, others]: [u64; 4]| {
        [
            name,
            games.into(),
            confirmed.into(),
            timed.into(),
            others.into(),
        ]
    };
    assert_eq!(
        workers,
        [
            row(Value::Null, [1, 0, 0, 0]),
            row("anna".into(), [2, 1, 0, 0]),
            row("bert".into(), [1, 0, 1, 1]),
        ]
    );
    assert_eq!(event["put_aside"][0]["worker"], "carl");
    let shown = output(&path, &["show", "--event", "spring cup"]);
    assert!(
        shown.contains("carl: it has half the speed it said"),
        "{shown}"
    );
    assert!(shown.contains("(this machine)"), "{shown}");

    let show = |index: usize| output(&path, &["show", &ids[index].to_string()]);
    assert!(show(0).contains("worker      anna, confirmed by bert"));
    assert!(show(2).contains("worker      bert; the clock had a say"));
    assert!(show(3).contains("worker      (this machine)"));
    let one = json(&path, &["show", &ids[0].to_string()]);
    assert_eq!(
        (&one["worker"], &one["confirmed_by"]),
        (&"anna".into(), &"bert".into())
    );
    let table = output(
        &path,
        &["export", "--event", "spring cup", "--format", "csv"],
    );
    assert!(table.contains(",worker,confirmed_by,timed"), "{table}");
    assert!(
        table.contains(",anna,bert,0") && table.contains(",bert,,1"),
        "{table}"
    );

    let both = refusal(&path, &["show", "ab", "--event", "spring cup"], 2);
    assert!(both.contains("cannot be used with"), "{both}");
    refusal(&path, &["show"], 2);
    let unknown = refusal(&path, &["show", "--event", "autumn cup"], 2);
    assert!(unknown.contains("'spring cup'"), "{unknown}");
}
