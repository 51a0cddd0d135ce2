//! A tournament in parts, as batch systems run it.

mod support;

use papan_arena::{Ending, Ledger, ledger::Filter};
use papan_core::Seat;
use papan_search::Fault;
use serde_json::Value;
use std::{
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
};
use support::{folder, json, papan, refusal, refused, text};

fn name(path: &Path) -> &str {
    path.to_str().expect("a path of ours")
}

/// All games, without what differs from run to run: times and when they were finished.
fn games(path: &Path) -> Vec<Value> {
    let ledger = Ledger::read(path).unwrap();
    let mut games = Vec::new();
    let mut take = |entry: papan_arena::ledger::Entry| {
        let mut game = entry.result;
        game.plies.iter_mut().for_each(|ply| ply.time = None);
        game.cpu_times.fill(None);
        games.push(serde_json::to_value(&game).unwrap());
        ControlFlow::Continue(())
    };
    ledger.each(&Filter::default(), &mut take).unwrap();
    games
}

const CUP: &str = "
games = ['othello:size=4', 'kalah']
agents = ['greedy', 'random', 'mcts:nodes=20']
rounds = 9
openings = 'random:2'
seed = 5
";

#[test]
fn sixteen_shards_make_the_whole() {
    let folder = folder("shards-whole");
    let cup = folder.join("cup.toml");
    fs::write(&cup, CUP).unwrap();
    let one = folder.join("one.db");
    let whole = json(&["tournament", name(&cup), "--ledger", name(&one)]);
    let mut parts: Vec<PathBuf> = Vec::new();
    let mut sum = 0;
    for number in 1..=16 {
        let part = folder.join(format!("part{number}.db"));
        let shard = format!("{number}/16");
        let arguments = [
            "tournament",
            name(&cup),
            "--shard",
            &shard,
            "--ledger",
            name(&part),
        ];
        let answer = json(&arguments);
        let total = answer["total"].as_u64().unwrap();
        assert!((6..=8).contains(&total), "{total}");
        assert_eq!(answer["played"], total);
        sum += total;
        parts.push(part);
    }
    assert_eq!(sum, whole["total"].as_u64().unwrap());
    let all = folder.join("all.db");
    let mut arguments = vec!["ledger", "merge", name(&all)];
    arguments.extend(parts.iter().map(|part| name(part)));
    let merged = json(&arguments);
    assert_eq!(
        (&merged["games"], &merged["parts"][0]["equal"]),
        (&sum.into(), &0.into())
    );
    assert_eq!(games(&all), games(&one));
    let again = text(&papan(&arguments).stdout);
    assert!(
        again.contains(&format!("{sum} games, 0 of them new")),
        "{again}"
    );

    // The whole has nothing left to play, and a shard counts its share of a whole alone.
    let rest = json(&["tournament", name(&cup), "--ledger", name(&all)]);
    assert_eq!(
        (&rest["found"], &rest["played"]),
        (&whole["total"], &0.into())
    );
    assert_eq!(rest["tables"][0]["games"], whole["tables"][0]["games"]);
    let share = [
        "tournament",
        name(&cup),
        "--shard",
        "3/16",
        "--ledger",
        name(&all),
    ];
    let third = json(&share);
    assert_eq!(
        (&third["found"], &third["played"]),
        (&third["total"], &0.into())
    );
    let said = text(&papan(&share).stdout);
    assert!(said.contains("of shard 3/16"), "{said}");
}

#[test]
fn a_match_is_shared_too() {
    let folder = folder("shards-match");
    let game = |ledger: &Path, more: &[&str]| {
        let agents = [
            "match",
            "kalah",
            "greedy",
            "random",
            "--games",
            "9",
            "--rotate-seats",
        ];
        let named = [
            "--name",
            "nine",
            "--openings",
            "random:2",
            "--ledger",
            name(ledger),
        ];
        json(&[&agents[..], &named, more].concat())["games"]
            .as_u64()
            .unwrap()
    };
    let [one, two, all] = ["1.db", "2.db", "all.db"].map(|name| folder.join(name));
    assert_eq!(
        (
            game(&one, &["--shard", "1/2"]),
            game(&two, &["--shard", "2/2"])
        ),
        (5, 4)
    );
    papan(&["ledger", "merge", name(&all), name(&one), name(&two)]);
    assert_eq!(
        Ledger::read(&all)
            .unwrap()
            .count(&Filter::default())
            .unwrap(),
        9
    );
    assert_eq!(game(&all, &[]), 9);
    // More shards than rounds: some have nothing to do.
    assert_eq!(game(&folder.join("none.db"), &["--shard", "9/9"]), 0);
}

#[test]
fn what_cannot_be_shared_is_refused() {
    let folder = folder("shards-refused");
    let [cup, part] = ["cup.toml", "part.db"].map(|name| folder.join(name));
    fs::write(&cup, CUP).unwrap();
    for shard in ["0/4", "5/4", "x"] {
        let arguments = [
            "tournament",
            name(&cup),
            "--shard",
            shard,
            "--ledger",
            name(&part),
        ];
        let said = refusal(&arguments);
        assert!(said.contains("K from 1 to N, such as 3/16"), "{said}");
    }
    let test = [
        "match", "kalah", "greedy", "random", "--sprt", "0,10", "--shard", "1/2",
    ];
    let said = refusal(&[&test[..], &["--ledger", name(&part)]].concat());
    assert!(
        said.contains("a sequential test") && said.lines().count() == 1,
        "{said}"
    );
    let kept_nowhere = ["match", "kalah", "greedy", "random", "--shard", "1/2"];
    assert!(refusal(&kept_nowhere).contains("--ledger"));
    assert!(!part.exists());
}

#[test]
fn a_merge_that_is_refused_leaves_nothing() {
    let folder = folder("shards-merge");
    let [cup, one, changed, all] =
        ["cup.toml", "one.db", "changed.db", "all.db"].map(|name| folder.join(name));
    fs::write(&cup, CUP).unwrap();
    json(&[
        "tournament",
        name(&cup),
        "--shard",
        "1/9",
        "--ledger",
        name(&one),
    ]);
    fs::copy(&one, &changed).unwrap();
    let connection = rusqlite::Connection::open(&changed).unwrap();
    connection
        .execute("UPDATE games SET nodes = '[1,1]' WHERE number = 1", ())
        .unwrap();
    drop(connection);
    fn merge<'a>(all: &'a Path, parts: &[&'a Path]) -> Vec<&'a str> {
        let parts = parts.iter().map(|part| name(part));
        ["ledger", "merge", name(all)]
            .into_iter()
            .chain(parts)
            .collect()
    }
    let said = refused(1, &merge(&all, &[&one, &changed]));
    for named in ["one.db", "changed.db", "nodes"] {
        assert!(said.contains(named), "{said}");
    }
    assert!(!all.exists());
    let missing = folder.join("missing.db");
    assert!(refusal(&merge(&all, &[&one, &missing])).contains("missing.db"));
    assert!(refusal(&merge(&all, &[&one, &cup])).contains("cup.toml"));
    assert!(!all.exists());
    json(&merge(&all, &[&one]));
    let twice = refusal(&merge(&all, &[&one, &all]));
    assert!(twice.contains("name it once"), "{twice}");
    let writer = Ledger::open(&all).unwrap();
    let locked = refused(5, &merge(&all, &[&one]));
    assert!(locked.contains("all.db"), "{locked}");
    drop(writer);
    assert_eq!(games(&all), games(&one));
}

/// Forfeits that are played again are those of the shard: a ledger may hold others.
#[test]
fn a_shard_plays_its_own_forfeits_again() {
    let folder = folder("shards-forfeits");
    let (cup, all) = (folder.join("cup.toml"), folder.join("all.db"));
    fs::write(&cup, CUP).unwrap();
    let play = ["tournament", name(&cup), "--ledger", name(&all)];
    let total = json(&play)["total"].as_u64().unwrap();
    let mut ledger = Ledger::open(&all).unwrap();
    let mut forfeits = Vec::new();
    let mut take = |entry: papan_arena::ledger::Entry| {
        let mut game = entry.result;
        game.ending = Ending::Forfeit {
            seat: Seat::new(0),
            fault: Fault::Time,
            reason: "late".to_owned(),
        };
        game.outcome = game.ending.outcome(&game.scores);
        forfeits.push(game);
        ControlFlow::Continue(())
    };
    ledger.each(&Filter::default(), &mut take).unwrap();
    let ids: Vec<_> = forfeits.iter().map(|game| game.job.id()).collect();
    ledger.remove(&ids).unwrap();
    ledger.add(&forfeits).unwrap();
    drop(ledger);
    let again = ["--shard", "1/3", "--retry-forfeits", "--allow-forfeits"];
    let answer = json(&[&play[..], &again].concat());
    assert_eq!(answer["played"], answer["total"]);
    let is_forfeit = |game: &&Value| game["ending"]["kind"] == "forfeit";
    let left = games(&all).iter().filter(is_forfeit).count() as u64;
    assert_eq!(left, total - answer["played"].as_u64().unwrap());
    assert!(left > total / 2);
}
