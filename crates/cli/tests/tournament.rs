//! Tournaments as their users run them: killed and continued, with engines that fail.

mod support;

use papan_arena::{
    GameResult,
    ledger::{Filter, Ledger},
};
use papan_core::Random;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};
use support::folder;

fn papan() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_papan"));
    command.stdin(Stdio::null());
    command
}

/// Writes a tournament file.
fn file(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("cup.toml");
    fs::write(&path, text).expect("a file");
    path
}

fn command(file: &Path, ledger: &Path, more: &[&str]) -> Command {
    let mut command = papan();
    command.arg("tournament").arg(file);
    command.arg("--ledger").arg(ledger).args(more);
    command
}

fn run(file: &Path, ledger: &Path, more: &[&str]) -> Output {
    let output = command(file, ledger, more).output();
    output.expect("the program starts")
}

/// The JSON of a tournament that goes well.
fn played(file: &Path, ledger: &Path, more: &[&str]) -> Value {
    let output = run(file, ledger, &[&["--json"], more].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// All games of a ledger by their ids.
fn games(ledger: &Path) -> BTreeMap<String, GameResult> {
    let ledger = Ledger::read(ledger).expect("a ledger");
    let mut games = BTreeMap::new();
    ledger
        .each(&Filter::default(), &mut |entry| {
            let twice = games.insert(entry.id.to_string(), entry.result);
            assert!(twice.is_none(), "{} is there twice", entry.id);
            ControlFlow::Continue(())
        })
        .expect("games");
    games
}

fn assert_same(one: &BTreeMap<String, GameResult>, other: &BTreeMap<String, GameResult>) {
    let ids = |games: &BTreeMap<String, GameResult>| games.keys().cloned().collect::<Vec<_>>();
    assert_eq!(ids(one), ids(other));
    for (id, game) in one {
        assert!(game.same_play(&other[id]), "{id}");
    }
}

/// Verifies a ledger by the program itself.
fn verify(ledger: &Path) {
    let output = papan()
        .args(["ledger", "verify", "--ledger"])
        .arg(ledger)
        .output()
        .expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}

const CUP: &str = "
games = ['othello:size=6', 'congklak']
agents = ['mcts:nodes=40', 'minimax:depth=2', { name = 'Chance', agent = 'random' }]
rounds = 12
openings = 'random:3'
seed = 5
";

#[test]
fn threads_change_nothing_and_more_rounds_go_on() {
    let folder = folder("tournament-threads");
    let cup = file(&folder, CUP);
    let [one, two] = ["one.db", "two.db"].map(|name| folder.join(name));
    let first = played(&cup, &one, &["--threads", "1"]);
    assert_eq!(
        (&first["total"], &first["played"]),
        (&144.into(), &144.into())
    );
    played(&cup, &two, &["--threads", "3"]);
    assert_same(&games(&one), &games(&two));
    verify(&two);

    let again = played(&cup, &one, &[]);
    assert_eq!(
        (&again["found"], &again["played"]),
        (&144.into(), &0.into())
    );
    assert_eq!(again["tables"][0]["agents"], first["tables"][0]["agents"]);

    let more = CUP
        .replace("rounds = 12", "rounds = 13")
        .replace("agents = [", "agents = ['greedy', ");
    let cup = file(&folder, &more);
    let longer = played(&cup, &one, &[]);
    assert_eq!(longer["found"], 144);
    assert_eq!(longer["total"], 2 * 6 * 13 * 2);

    let other = file(&folder, &CUP.replace("random:3", "random:4"));
    let output = run(&other, &one, &[]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("cup") && text.contains("another"), "{text}");
}

/// Kills a tournament again and again, and finds what an undisturbed one finds.
#[test]
fn a_killed_tournament_goes_on_and_plays_no_game_twice() {
    let folder = folder("tournament-killed");
    let cup = file(&folder, &CUP.replace("nodes=40", "nodes=400"));
    let [whole, killed] = ["whole.db", "killed.db"].map(|name| folder.join(name));
    let begin = Instant::now();
    played(&cup, &whole, &[]);
    let length = begin.elapsed();
    let mut random = Random::new(11);
    let mut before = 0;
    let mut kills = 0;
    let mut grown = 0;
    while kills < 20 {
        let mut child: Child = command(&cup, &killed, &["--json"])
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        // Twenty runs of a tenth each would come to an end: mostly less than that.
        thread::sleep(length.mul_f64(random.below(1_000) as f64 / 1_000.0 / 10.0));
        child.kill().expect("a running program");
        child.wait().expect("an end");
        kills += 1;
        if killed.exists() {
            let found = match Ledger::read(&killed) {
                Ok(_) => games(&killed).len(),
                // Killed while the file was made: there is nothing in it yet.
                Err(error) => {
                    assert_eq!(before, 0, "{error}");
                    0
                }
            };
            assert!(found >= before, "{found} games after {before}");
            grown += usize::from(found > before);
            before = found;
        }
    }
    let last = played(&cup, &killed, &[]);
    assert_eq!(last["found"], before);
    // The kills fell among the games, not all before the first or after the last.
    assert!(
        grown >= 5,
        "only {grown} of the killed runs finished a game"
    );
    assert!(
        last["played"].as_u64() > Some(0),
        "nothing was left to play"
    );
    assert_same(&games(&whole), &games(&killed));
    verify(&killed);
}

#[test]
fn two_writers_do_not_mix() {
    let folder = folder("tournament-writers");
    let cup = file(&folder, &CUP.replace("nodes=40", "nodes=100000"));
    let ledger = folder.join("cup.db");
    let mut first = command(&cup, &ledger, &[])
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    while Ledger::read(&ledger).is_err() {
        let ended = first.try_wait().expect("it is ours");
        assert_eq!(ended, None, "it has no ledger yet");
        thread::sleep(Duration::from_millis(20));
    }
    let second = run(&cup, &ledger, &[]);
    first.kill().expect("a running program");
    first.wait().expect("an end");
    let text = String::from_utf8_lossy(&second.stderr);
    // Nothing was rejected: the machine is in the way.
    assert_eq!(second.status.code(), Some(5));
    assert!(text.contains("another papan"), "{text}");
}

/// The engine that does one thing wrong.
fn faulty(fault: &str) -> String {
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../protocol/tests/engines/faulty.py"
    );
    let python = ["python3", "python"].into_iter().find(|python| {
        let version = Command::new(python).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    });
    let python = python.expect("these tests need Python: apt-get install python3");
    format!("{python} '{script}' {fault}")
}

#[test]
fn engines_that_fail_forfeit_and_the_tournament_ends() {
    let folder = folder("tournament-faults");
    let faults = [
        ("hang", "gtp:move=1s,", "hang 3", "time"),
        ("crash", "gtp:", "crash 5", "crash"),
        ("illegal", "gtp:", "illegal 2", "illegal"),
        ("flood", "gtp:", "flood 2", "nonsense"),
        ("mute", "gtp:start=1s,", "mute", "start"),
        ("gone", "gtp:", "exit", ""),
    ];
    let mut agents = vec![
        "'random'".to_owned(),
        "{ name = 'nowhere', agent = 'gtp:papan-no-such-program' }".to_owned(),
    ];
    for (name, protocol, fault, _) in faults {
        let command = faulty(fault).replace('\\', "\\\\").replace('"', "\\\"");
        agents.push(format!(
            "{{ name = '{name}', agent = \"{protocol}{command}\" }}"
        ));
    }
    let text = format!(
        "game = 'othello'\nkind = 'gauntlet'\nagents = [{}]\nrounds = 1\nseed = 3\n",
        agents.join(",\n")
    );
    let cup = file(&folder, &text);
    let ledger = folder.join("cup.db");
    let answer = played(&cup, &ledger, &["--allow-forfeits"]);
    assert_eq!(answer["played"], 14);
    let all = games(&ledger);
    let mut reasons: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for game in all.values() {
        let papan_arena::Ending::Forfeit {
            seat,
            fault,
            reason,
        } = &game.ending
        else {
            panic!("{:?} ended by {}", game.job.agents, game.ending);
        };
        let agent = &game.job.agents[seat.index()];
        assert_ne!(agent, "random");
        assert_eq!(game.share(papan_core::Seat::new(1 - seat.index())), 1.0);
        assert!(!reason.is_empty());
        reasons
            .entry(agent.clone())
            .or_default()
            .push((fault.to_string(), reason.clone()));
    }
    // Each fails from both sides: it is started again for the second game.
    assert_eq!(reasons.len(), 7);
    assert!(reasons.values().all(|reasons| reasons.len() == 2));
    for (_, _, word, fault) in faults.into_iter().filter(|(.., fault)| !fault.is_empty()) {
        let found = reasons.iter().find(|(agent, _)| agent.ends_with(word));
        let (_, found) = found.expect("an engine that failed");
        assert!(
            found.iter().all(|(name, _)| name == fault),
            "{word}: {found:?}"
        );
    }
    let crashed = games(&ledger).into_values().find(|game| {
        game.job
            .agents
            .iter()
            .any(|agent| agent.ends_with("crash 5"))
    });
    let crashed = crashed.expect("a game of the engine that crashes");
    assert!(crashed.plies.len() >= 8, "{} plies", crashed.plies.len());
    verify(&ledger);
}

/// The games of a match that goes well.
fn matched(folder: &Path, arguments: &[&str]) -> Vec<GameResult> {
    let ledger = folder.join("match.db");
    let _ = fs::remove_file(&ledger);
    let output = papan()
        .arg("match")
        .args(arguments)
        .arg("--ledger")
        .arg(&ledger)
        .output()
        .expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    verify(&ledger);
    games(&ledger).into_values().collect()
}

#[test]
fn games_end_early_only_when_that_was_asked_for() {
    let folder = folder("tournament-early");
    let play = |more: &[&str]| {
        let arguments = ["othello", "alphabeta:depth=3", "alphabeta:depth=2"];
        let openings = ["--games", "4", "--openings", "random:4"];
        matched(&folder, &[&arguments[..], &openings, more].concat())
    };
    let whole = play(&[]);
    assert!(whole.iter().all(|game| game.ending.kind() == "over"));
    let solved = play(&["--solver", "200000"]);
    for game in &solved {
        let papan_arena::Ending::Solved { margin } = game.ending else {
            panic!("{}", game.ending);
        };
        let winner = game.outcome.winner().map(|seat| seat.index());
        let expected = match margin.signum() {
            1 => Some(0),
            -1 => Some(1),
            _ => None,
        };
        assert_eq!(winner, expected);
        assert!(game.plies.len() < 60);
    }
    let agreed = play(&["--margin", "5x4"]);
    assert!(agreed.iter().any(|game| game.ending.kind() == "agreed"));
    let hurried = play(&["--clock", "1s+10ms"]);
    assert!(hurried.iter().all(|game| game.ending.kind() == "over"));
}

#[test]
fn openings_come_from_files_of_the_game() {
    let folder = folder("tournament-openings");
    let lines = folder.join("games.lines");
    let text = "othello | start | f5 d6 c3 d3 c4 f4\nothello | start | f5 f6 e6 f4 e3 c5\n";
    fs::write(&lines, text).expect("a file");
    let database = folder.join("games.wtb");
    let converted = papan()
        .args(["convert", "othello"])
        .args([&lines, &database])
        .output()
        .expect("the program starts");
    let errors = String::from_utf8_lossy(&converted.stderr);
    assert!(converted.status.success(), "{errors}");
    let openings = format!("file:{},plies=4", database.display());
    let arguments = [
        "othello",
        "greedy",
        "random",
        "--games",
        "8",
        "--rotate-seats",
    ];
    let games = matched(
        &folder,
        &[&arguments[..], &["--openings", &openings]].concat(),
    );
    let opening = |game: &GameResult| game.moves().take(4).collect::<Vec<_>>().join(" ");
    let mut begun: Vec<String> = games.iter().map(opening).collect();
    begun.sort();
    assert_eq!(begun[..4], vec!["f5 d6 c3 d3"; 4]);
    assert_eq!(begun[4..], vec!["f5 f6 e6 f4"; 4]);
    // Each opening is played from both sides.
    let first = |agent: &str| {
        games
            .iter()
            .filter(|game| game.job.agents[0] == agent)
            .count()
    };
    assert_eq!((first("greedy"), first("random")), (4, 4));
}

#[test]
fn a_sequential_test_ends_and_says_the_same_on_any_number_of_threads() {
    let ask = |threads: &str| -> Value {
        let output = papan()
            .args(["match", "othello:size=6", "alphabeta:depth=3", "random"])
            .args(["--sprt", "0,100", "--openings", "random:4", "--json"])
            .args(["--threads", threads])
            .output()
            .expect("the program starts");
        serde_json::from_slice(&output.stdout).expect("one JSON object")
    };
    let [one, three] = [ask("1"), ask("3")];
    assert_eq!(one["sprt"], three["sprt"]);
    assert_eq!(one["sprt"]["status"], "accept-h1");
    let decided = one["sprt"]["decided_after"].as_u64().expect("a number");
    assert!(decided < 200, "{decided}");
}

#[test]
fn four_seats_are_rated_and_reported() {
    let folder = folder("tournament-four");
    let text = "game = 'blokus:size=7,seats=4,starts=corners'\nagents = ['random', 'greedy', 'mcts:nodes=5']\nrounds = 2\n";
    let cup = file(&folder, text);
    let ledger = folder.join("cup.db");
    let answer = played(&cup, &ledger, &[]);
    // Three tables, at each of which another agent sits twice.
    assert_eq!(answer["total"], 3 * 2 * 4);
    let table = &answer["tables"][0];
    assert_eq!(table["seats"].as_array().map(Vec::len), Some(4));
    assert_eq!(table["agents"].as_array().map(Vec::len), Some(3));
    let page = folder.join("cup.html");
    let report = |more: &[&str]| {
        let mut command = papan();
        command.args(["report", "cup", "--ledger"]).arg(&ledger);
        command.args(more).output().expect("the program starts")
    };
    let place = page.display().to_string();
    assert!(report(&["--output", &place]).status.success());
    let html = fs::read_to_string(&page).expect("a page");
    assert!(html.contains("mcts:nodes=5") && html.contains("</html>"));
    assert_eq!(
        report(&["--output", &place]).status.code(),
        Some(2),
        "it is there"
    );
    let lines = String::from_utf8(report(&["--format", "games-csv"]).stdout).expect("text");
    assert_eq!(lines.lines().count(), 1 + 24);
    let data: Value = serde_json::from_slice(&report(&["--format", "json"]).stdout).expect("JSON");
    assert_eq!(
        data["reports"][0]["results"].as_array().map(Vec::len),
        Some(24)
    );
    assert!(report(&["--format", "standings-csv"]).status.success());
}
