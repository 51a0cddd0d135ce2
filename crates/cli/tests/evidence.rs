//! What a pipeline relies on: exit codes, nothing false rated, different games, exports that
//! say the same, and statistics that another program finds too.

mod support;

use papan_arena::{Ledger, ledger::Filter};
use serde_json::Value;
use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};
use support::{folder, output, papan, text};

/// What the program does in a folder.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_papan"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// What it writes when it ends with a code.
fn ends(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let output = run(folder, arguments);
    let (said, errors) = (text(&output.stdout), text(&output.stderr));
    let ended = output.status.code();
    assert_eq!(ended, Some(code), "{arguments:?}: {said}{errors}");
    (said, errors)
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let (said, _) = ends(folder, &[arguments, &["--json"]].concat(), 0);
    serde_json::from_str(&said).expect("one JSON object")
}

fn games_in(folder: &Path, ledger: &str) -> u64 {
    let ledger = Ledger::read(&folder.join(ledger)).expect("a ledger");
    ledger.count(&Filter::default()).expect("a number")
}

#[test]
fn every_help_has_the_exit_codes() {
    for command in [
        &["--help"][..],
        &["match", "--help"],
        &["ledger", "verify", "--help"],
    ] {
        let help = output(command);
        for line in ["0  done", "3  an engine is at fault", "130  interrupted"] {
            assert!(help.contains(line), "{command:?}: {help}");
        }
    }
    // Examples stay.
    assert!(output(&["ledger", "--help"]).contains("Examples:"));
}

/// An engine that is not there was rated 100% for whoever met it.
#[test]
fn a_program_that_is_not_there_is_not_rated() {
    let folder = folder("evidence-nobody");
    let play = [
        "match",
        "othello:size=4",
        "random",
        "gtp:papan-no-such-program",
    ];
    let kept = ["--games", "8", "--rotate-seats", "--ledger", "games.db"];
    let play = [&play[..], &kept].concat();
    let (said, errors) = ends(&folder, &play, 3);
    assert_eq!(said, "");
    assert!(
        errors.contains("cannot be started: there is no program"),
        "{errors}"
    );
    assert_eq!(games_in(&folder, "games.db"), 0);
    let (_, _) = ends(&folder, &[&play[..], &["--allow-forfeits"]].concat(), 0);
    assert_eq!(games_in(&folder, "games.db"), 8);
    // Those that were kept once are not rated by mistake later.
    let (_, errors) = ends(&folder, &play, 3);
    assert!(errors.contains("--retry-forfeits"), "{errors}");
    let remove = ["ledger", "remove", "--ledger", "games.db"];
    let (_, errors) = ends(&folder, &remove, 2);
    assert!(errors.contains("say which games"), "{errors}");
    let forfeits = [&remove[..], &["--forfeits"]].concat();
    let (said, _) = ends(&folder, &[&forfeits[..], &["--dry-run"]].concat(), 0);
    assert!(said.contains("8 games would be removed"), "{said}");
    assert_eq!(games_in(&folder, "games.db"), 8);
    assert_eq!(json(&folder, &forfeits)["removed"], 8);
    assert_eq!(games_in(&folder, "games.db"), 0);
}

#[test]
fn five_forfeits_for_one_fault_stop_a_match_and_can_be_played_again() {
    let folder = folder("evidence-broken");
    fs::write(
        folder.join("agent.py"),
        "import sys\nsys.exit('no licence')\n",
    )
    .expect("a file");
    let play = ["match", "othello:size=4", "random", "json:python3 agent.py"];
    let kept = [
        "--games",
        "12",
        "--rotate-seats",
        "--ledger",
        "games.db",
        "--threads",
        "1",
    ];
    let play = [&play[..], &kept].concat();
    let (_, errors) = ends(&folder, &play, 3);
    assert!(errors.contains("no licence"), "{errors}");
    assert_eq!(games_in(&folder, "games.db"), 0);
    ends(&folder, &[&play[..], &["--allow-forfeits"]].concat(), 0);
    // The engine is mended, and its forfeits are played again.
    ends(&folder, &["new-agent", "python", "agent.py", "--force"], 0);
    let table = json(&folder, &[&play[..], &["--retry-forfeits"]].concat());
    assert_eq!(table["games"], 12);
    assert_eq!(table["forfeits"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_test_ends_with_its_answer() {
    let folder = folder("evidence-sprt");
    let test = |first: &str, second: &str, more: &[&str], code: i32| {
        let start = [
            "match",
            "othello:size=6",
            first,
            second,
            "--openings",
            "random:6",
        ];
        ends(&folder, &[&start[..], more].concat(), code).0
    };
    let bounds = ["--sprt", "0,200"];
    assert!(test("alphabeta:depth=2", "random", &bounds, 0).contains("accepted"));
    assert!(test("random", "alphabeta:depth=2", &bounds, 1).contains("rejected"));
    let short = ["--sprt", "0,1", "--games", "4"];
    assert!(test("alphabeta:depth=2", "random", &short, 4).contains("undecided"));
    test("alphabeta:depth=2", "randon", &bounds, 2);
    // Two programs without chance from one position: no number of games decides.
    let said = ends(
        &folder,
        &[
            "match",
            "othello:size=6",
            "alphabeta:depth=2",
            "alphabeta:depth=1",
            "--sprt",
            "0,10",
        ],
        4,
    );
    assert!(said.0.contains("only repeated games"), "{}", said.0);
    let _writer = Ledger::open(&folder.join("games.db")).expect("a ledger");
    let more = ["--games", "2", "--ledger", "games.db"];
    test("alphabeta:depth=2", "random", &more, 5);
}

/// 20,000 games of these agents were 72 different ones.
#[test]
fn a_match_rests_on_its_different_games() {
    let folder = folder("evidence-different");
    let start = [
        "match",
        "congklak-paper",
        "negascout:depth=2",
        "negascout:depth=1",
    ];
    let more = ["--rotate-seats", "--games", "600", "--openings", "random:2"];
    let play = [&start[..], &more].concat();
    let table = json(&folder, &play);
    let number = |name: &str| table[name].as_u64().expect("a number");
    let (different, openings) = (number("different"), number("openings"));
    assert!(
        different <= 2 * openings && openings <= 49,
        "{different} {openings}"
    );
    let pair = &table["pairs"][0];
    let independent = pair["independent"].as_u64().expect("fewer than all");
    assert!(independent <= openings, "{independent} of {openings}");
    assert_eq!(number("games"), 600);
    // The same interval for people and for programs, and a warning that says what helps.
    let (said, _) = ends(&folder, &play, 0);
    let percent = |share: &Value| format!("{:.1}%", 100.0 * share.as_f64().expect("a share"));
    for agent in table["agents"].as_array().expect("agents") {
        let interval = &agent["interval"];
        let shown = format!("{}..{}", percent(&interval[0]), percent(&interval[1]));
        assert!(said.contains(&shown), "{shown}: {said}");
    }
    assert!(
        said.contains(&format!("600 games, {different} different")),
        "{said}"
    );
    assert!(
        said.contains("warning:") && said.contains("random:8"),
        "{said}"
    );
    assert!(said.contains("vary="), "{said}");
    // More plies help.
    let helped = json(&folder, &[&start[..], &more[..4], &["random:8"]].concat());
    let different = helped["different"].as_u64().expect("a number");
    assert!(different > 540, "{different}");
}

fn exported(folder: &Path, format: &str) -> String {
    let arguments = [
        "ledger", "export", "--ledger", "games.db", "--format", format,
    ];
    ends(folder, &arguments, 0).0
}

#[test]
fn exports_say_the_same_and_stay_small() {
    let folder = folder("evidence-export");
    let play = [
        "match",
        "othello",
        "random",
        "greedy",
        "--games",
        "200",
        "--rotate-seats",
    ];
    let kept = [
        "--openings",
        "random:2",
        "--ledger",
        "games.db",
        "--nodes",
        "500",
    ];
    ends(&folder, &[&play[..], &kept].concat(), 0);
    let (csv, lines) = (exported(&folder, "csv"), exported(&folder, "jsonl"));
    // 10,000 games are a few megabytes.
    for (format, file) in [("csv", &csv), ("jsonl", &lines)] {
        assert!(file.len() < 200 * 1_100, "{format}: {} bytes", file.len());
    }
    let head: Vec<&str> = csv.lines().next().expect("a head").split(',').collect();
    let first: Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first.as_object().expect("an object").len(), head.len());
    assert!(
        head.iter().all(|name| first.get(*name).is_some()),
        "{head:?}"
    );
    assert_eq!(lines.lines().count(), 200);
    assert_eq!(first["conditions"], r#"{"nodes":500}"#);
    assert_eq!(first["version"], env!("CARGO_PKG_VERSION"));
    let program = text(&papan(&["--version"]).stdout);
    let (version, build) = program.trim().split_once("\nbuild: ").expect("two lines");
    let commit = version.split_once('+').map(|(_, commit)| commit);
    assert_eq!(first["commit"].as_str(), commit);
    assert_eq!(first["build"], build);
    // Rounds and seats count from 0 everywhere.
    let list = json(
        &folder,
        &[
            "ledger",
            "list",
            "--ledger",
            "games.db",
            "--event",
            "othello: random - greedy",
        ],
    );
    for (line, listed) in lines.lines().zip(list["games"].as_array().expect("games")) {
        let row: Value = serde_json::from_str(line).expect("JSON");
        for name in ["id", "round", "seating", "ending", "plies"] {
            assert_eq!(row[name], listed[name], "{name}");
        }
        assert_eq!(row["agent_0"], listed["agents"][0]);
    }
    // The text with all of it is read back, move for move and tag for tag.
    let pgn = exported(&folder, "pgn");
    assert!(
        pgn.contains("[round \"0\"]") && pgn.contains("[seed \""),
        "{pgn}"
    );
    fs::write(folder.join("games.pgn"), &pgn).expect("a file");
    let convert = |to: &str| ends(&folder, &["convert", "othello", "games.pgn", "--to", to], 0).0;
    assert_eq!(convert("lines"), exported(&folder, "lines"));
    assert_eq!(convert("json"), exported(&folder, "json"));
    assert_eq!(convert("pgn"), pgn);
}

/// A script in another language, with nothing but its standard library, finds the same numbers.
#[test]
fn another_program_computes_the_same_table() {
    let folder = folder("evidence-recompute");
    let cup = "name = 'cup'\ngame = 'othello:size=6'\nrounds = 30\nopenings = 'random:3'\n\
               agents = ['random', 'greedy', 'alphabeta:depth=1', 'mcts:nodes=10']\n";
    fs::write(folder.join("cup.toml"), cup).expect("a file");
    ends(
        &folder,
        &["tournament", "cup.toml", "--ledger", "games.db"],
        0,
    );
    fs::write(folder.join("games.jsonl"), exported(&folder, "jsonl")).expect("a file");
    let report = ["report", "cup", "--ledger", "games.db", "--format", "json"];
    let (report, _) = ends(&folder, &report, 0);
    let parsed: Value = serde_json::from_str(&report).expect("JSON");
    let table = &parsed["reports"][0];
    // Something repeats, so that the different games and the openings matter.
    assert!(
        table["different"].as_u64() < table["games"].as_u64(),
        "{}",
        table["different"]
    );
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/statistics/recompute.py");
    let compute = |report: &str| {
        fs::write(folder.join("report.json"), report).expect("a file");
        let computed = Command::new("python3")
            .args([script, "games.jsonl", "report.json"])
            .current_dir(&folder)
            .output()
            .expect("this test needs Python: apt-get install python3");
        (
            computed.status.success(),
            text(&computed.stdout) + &text(&computed.stderr),
        )
    };
    let (agrees, said) = compute(&report);
    assert!(
        agrees && said.contains("360 games, 0 differences"),
        "{said}"
    );
    // It would notice.
    let mut changed = parsed.clone();
    let elo = &mut changed["reports"][0]["pairs"][0]["elo"]["low"];
    *elo = Value::from(elo.as_f64().expect("a number") + 1.0);
    let (agrees, said) = compute(&changed.to_string());
    assert!(!agrees && said.contains("Elo of 0 and 1, low"), "{said}");
}
