//! Whoever shows results shows the same: `tournament`, `match`, `report` and its spreadsheets,
//! `ledger export` and the page, of one ledger with forfeits, adjudications, two, three and
//! four seats.
//!
//! All that programs read counts rounds, seatings, seats and agents from 0.

mod support;

use papan_arena::{GameResult, tally::Tally};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use support::{folder, get, start};

/// An agent that ends in the middle of a game.
const FAULTY: &str = "
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    if question['turn'] > 4:
        sys.exit('no ideas left')
    print(json.dumps({'move': question['legal_moves'][0]}), flush=True)
";

const CUP: &str = "
name = 'cup'
games = ['othello:size=4', 'blokus:size=5,seats=3,starts=corners', 'blokus:size=5,seats=4,starts=corners']
agents = ['greedy', { name = 'Chance', agent = 'random' }, { name = 'Faulty', agent = 'json:python3 faulty.py' }]
rounds = 2
openings = 'random:2'
";

struct Arena {
    folder: PathBuf,
}

impl Arena {
    fn new(name: &str) -> Arena {
        let folder = folder(name);
        fs::write(folder.join("faulty.py"), FAULTY).expect("a file");
        fs::write(folder.join("cup.toml"), CUP).expect("a file");
        Arena { folder }
    }

    /// What a command writes about the ledger when all goes well.
    fn output(&self, arguments: &[&str]) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_papan"))
            .args(arguments)
            .args(["--ledger", "ledger.db"])
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {errors}");
        String::from_utf8(output.stdout).expect("text")
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.output(arguments)).expect("one JSON object")
    }

    fn csv(&self, arguments: &[&str]) -> Vec<BTreeMap<String, String>> {
        rows(&self.output(arguments))
    }
}

/// The rows of a spreadsheet, each by the names of its columns.
fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = vec![vec![String::new()]];
    let mut is_quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let line = lines.last_mut().expect("a line");
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                line.last_mut().expect("a cell").push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => line.push(String::new()),
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => lines.push(vec![String::new()]),
            other => line.last_mut().expect("a cell").push(other),
        }
    }
    lines.pop();
    let head = lines.remove(0);
    let row = |cells: Vec<String>| head.iter().cloned().zip(cells).collect();
    lines.into_iter().map(row).collect()
}

/// Every number of a table is the one of the report; the report knows more.
fn assert_same_table(table: &Value, report: &Value, place: &str) {
    for name in [
        "game",
        "games",
        "different",
        "openings",
        "seats",
        "by_seat",
        "by_opening",
        "pairs",
        "endings",
        "forfeits",
        "workers",
        "agreement",
        "first_move",
        "groups",
    ] {
        let may_be_null = ["first_move", "agreement"].contains(&name);
        assert!(!table[name].is_null() || may_be_null, "{name}");
        assert_eq!(table[name], report[name], "{name} of {place}");
    }
    let agents = |of: &Value| of["agents"].as_array().expect("agents").clone();
    let (agents, reported) = (agents(table), agents(report));
    assert_eq!(agents.len(), reported.len());
    for (agent, reported) in agents.iter().zip(&reported) {
        for name in [
            "label",
            "spec",
            "place",
            "rating",
            "superiority",
            "interval",
        ] {
            assert_eq!(agent[name], reported[name], "{name} of {place}");
        }
        for name in Tally::NAMES {
            assert!(agent.get(name).is_some(), "{name}");
            assert_eq!(agent[name], reported[name], "{name} of {place}");
        }
    }
}

/// Counts again, from a spreadsheet of games, what a table says of an agent.
fn assert_counted_again(agent: &Value, games: &[BTreeMap<String, String>], game: &str) {
    let (mut count, mut wins, mut draws, mut scored, mut forfeits) = (0, 0, 0, 0, 0);
    let (mut share, mut ranks, mut points) = (0.0, 0.0, 0.0);
    for row in games.iter().filter(|row| row["game"] == game) {
        let seats: Vec<usize> = (0..4)
            .filter(|seat| {
                !row.get(&format!("agent_{seat}"))
                    .is_none_or(String::is_empty)
            })
            .collect();
        let rank = |seat: usize| {
            row[&format!("rank_{seat}")]
                .parse::<usize>()
                .expect("a rank")
        };
        for &seat in &seats {
            if row[&format!("agent_{seat}")] != agent["spec"].as_str().expect("a text") {
                continue;
            }
            assert_eq!(agent["label"], row[&format!("label_{seat}")].as_str());
            let level = seats
                .iter()
                .filter(|other| rank(**other) == rank(seat))
                .count();
            let is_first = rank(seat) == 1;
            count += 1;
            wins += u64::from(is_first && level == 1);
            draws += u64::from(is_first && level > 1);
            share += f64::from(u8::from(is_first)) / level as f64;
            ranks += rank(seat) as f64 + (level as f64 - 1.0) / 2.0;
            if row["ending"] == "over" {
                scored += 1;
                points += row[&format!("score_{seat}")]
                    .parse::<f64>()
                    .expect("a score");
            }
            let forfeited = row["ending"] == "forfeit" && row["ending_seat"] == seat.to_string();
            forfeits += u64::from(forfeited);
        }
    }
    for (name, counted) in [
        ("games", count),
        ("wins", wins),
        ("draws", draws),
        ("losses", count - wins - draws),
        ("scored_games", scored),
        ("forfeits", forfeits),
    ] {
        assert_eq!(
            agent[name], counted,
            "{name} of {} in {game}",
            agent["label"]
        );
    }
    let means = [
        ("share", Some(share / count as f64)),
        ("mean_rank", Some(ranks / count as f64)),
        ("mean_score", (scored > 0).then(|| points / scored as f64)),
    ];
    for (name, mean) in means {
        let said = agent[name].as_f64();
        assert_eq!(said.is_some(), mean.is_some(), "{name}");
        let distance = said
            .zip(mean)
            .map_or(0.0, |(said, mean)| (said - mean).abs());
        assert!(distance < 1e-9, "{name}: {said:?} {mean:?}");
    }
}

/// A spreadsheet of standings says what the report does, under the same names.
fn assert_same_standings(rows: &[BTreeMap<String, String>], reports: &[Value]) {
    let agents: Vec<(&Value, &Value)> = reports
        .iter()
        .flat_map(|report| {
            let agents = report["agents"].as_array().expect("agents").iter();
            agents.map(move |agent| (report, agent))
        })
        .collect();
    assert_eq!(rows.len(), agents.len());
    for (row, (report, agent)) in rows.iter().zip(agents) {
        assert_eq!(report["game"], row["game"].as_str());
        for name in ["label", "spec"] {
            assert_eq!(agent[name], row[name].as_str(), "{name}");
        }
        let number = |text: &String| text.parse::<f64>().ok();
        for name in Tally::NAMES.into_iter().chain(["place"]) {
            assert_eq!(agent[name].as_f64(), number(&row[name]), "{name}");
        }
        for (column, part) in [
            ("rating", "value"),
            ("rating_low", "low"),
            ("rating_high", "high"),
        ] {
            assert_eq!(
                agent["rating"][part].as_f64(),
                number(&row[column]),
                "{column}"
            );
        }
    }
}

/// The games of a report, a spreadsheet, a list and the page are the same, each counted from
/// where it says.
fn assert_same_games(results: &[Value], sheet: &[BTreeMap<String, String>], others: &[&Value]) {
    assert_eq!(results.len(), sheet.len());
    for result in results {
        // What is shown can be read back, and has the id that it says.
        let game: GameResult = serde_json::from_value(result.clone()).expect("a game");
        assert_eq!(result["id"], game.job.id().to_string());
        let id = result["id"].as_str().expect("an id");
        let row = sheet.iter().find(|row| row["id"] == id).expect("a row");
        assert_eq!(row["round"], game.job.round.to_string());
        assert_eq!(row["seating"], game.job.seating.to_string());
        assert_eq!(row["plies"], game.plies.len().to_string());
        assert_eq!(row["ending"], game.ending.kind());
        let seat = result["ending"]["seat"].as_u64();
        assert_eq!(
            row["ending_seat"],
            seat.map_or(String::new(), |seat| seat.to_string())
        );
        for other in others {
            let games = other["games"].as_array().expect("games");
            let found = games.iter().find(|other| other["id"] == result["id"]);
            let found = found.unwrap_or_else(|| panic!("{id}"));
            assert_eq!(found["round"], game.job.round);
            assert_eq!(found["seating"], game.job.seating);
            assert_eq!(found["agents"], result["job"]["agents"]);
            assert_eq!(found["scores"], result["scores"]);
            assert_eq!(found["ranks"], result["outcome"]["ranks"]);
            assert_eq!(found["ending"], result["ending"]["kind"]);
            assert_eq!(found["plies"], game.plies.len());
        }
    }
}

fn page(address: &str, path: &str) -> Value {
    let answer = get(address, path);
    let body = answer.split("\r\n\r\n").nth(1).expect("a body");
    let begin = body.find('{').expect("an object");
    let end = body.rfind('}').expect("an object");
    serde_json::from_str(&body[begin..=end]).expect("one JSON object")
}

#[test]
fn everything_says_the_same() {
    let arena = Arena::new("same-numbers");
    let duel = ["othello:size=4", "alphabeta:depth=2", "mcts:nodes=20"];
    let points = ["othello:size=6", "alphabeta:depth=2", "alphabeta:depth=1"];
    let openings = ["--openings", "random:2", "--rotate-seats", "--json"];
    let matched = |name: &str, more: &[&str]| {
        let arguments = [&["match"], more, &openings, &["--name", name]].concat();
        vec![arena.json(&arguments)]
    };
    let cup = arena.json(&["tournament", "cup.toml", "--allow-forfeits", "--json"]);
    let tables = cup["tables"].as_array().expect("tables").clone();
    let faulty = "json:python3 faulty.py";
    let three = [
        "blokus:size=5,seats=3,starts=corners",
        "greedy",
        "random",
        faulty,
    ];
    let events = [
        ("cup", tables),
        (
            "solved",
            matched(
                "solved",
                &[&duel[..], &["--solver", "60", "--games", "6"]].concat(),
            ),
        ),
        (
            "agreed",
            matched(
                "agreed",
                &[&points[..], &["--margin", "3x2", "--games", "6"]].concat(),
            ),
        ),
        (
            "three",
            matched(
                "three",
                &[&three[..], &["--games", "6", "--allow-forfeits"]].concat(),
            ),
        ),
    ];
    let running = start(&arena.folder, &["--port", "0", "--no-open"]);
    let mut endings = BTreeMap::new();
    let mut seats = Vec::new();
    for (event, tables) in events {
        let data = arena.json(&["report", event, "--format", "json"]);
        let reports = data["reports"].as_array().expect("reports").clone();
        let shown = page(&running.address, &format!("/api/arena/{event}"));
        assert_eq!(tables.len(), reports.len());
        for (index, table) in tables.iter().enumerate() {
            assert_same_table(table, &reports[index], event);
            assert_same_table(table, &shown["reports"][index], "the page");
        }
        assert_eq!(shown["facts"], data["facts"]);

        assert_same_standings(
            &arena.csv(&["report", event, "--format", "standings-csv"]),
            &reports,
        );
        let exported = arena.csv(&["ledger", "export", "--event", event, "--format", "csv"]);
        let mut sheets = [
            exported.clone(),
            arena.csv(&["report", event, "--format", "games-csv"]),
        ];
        for sheet in &mut sheets {
            sheet.sort_by(|one, other| one["id"].cmp(&other["id"]));
        }
        assert_eq!(sheets[0], sheets[1]);
        for report in &reports {
            let game = report["game"].as_str().expect("a name");
            for agent in report["agents"].as_array().expect("agents") {
                assert_counted_again(agent, &exported, game);
            }
            seats.push(report["seats"].as_array().map_or(0, Vec::len));
        }
        let results = reports.iter().flat_map(|report| {
            let results = report["results"].as_array().expect("results").iter();
            results.cloned()
        });
        let results: Vec<Value> = results.collect();
        for result in &results {
            let kind = result["ending"]["kind"]
                .as_str()
                .expect("a word")
                .to_owned();
            *endings.entry(kind).or_insert(0) += 1;
        }
        let list = arena.json(&["ledger", "list", "--event", event, "--json"]);
        let paged = page(
            &running.address,
            &format!("/api/arena/{event}/games?limit=200"),
        );
        assert_same_games(&results, &exported, &[&list, &paged]);
    }
    // What was compared is what the name of this test promises.
    for kind in ["over", "forfeit", "solved", "agreed"] {
        assert!(endings.contains_key(kind), "{endings:?}");
    }
    seats.sort_unstable();
    seats.dedup();
    assert_eq!(seats, [2, 3, 4]);
    drop(running);
}

/// Changes what a ledger says about the version of an agent, as another Papan would have.
fn change_version(ledger: &Path, sql: &str) {
    let connection = rusqlite::Connection::open(ledger).expect("a ledger");
    assert!(connection.execute(sql, ()).expect("a change") > 0);
}

#[test]
fn versions_of_agents_are_not_mixed_by_mistake() {
    let arena = Arena::new("same-versions");
    let play = |games: &str, more: &[&str]| {
        let arguments = [
            "match",
            "othello:size=4",
            "greedy",
            "random",
            "--games",
            games,
        ];
        Command::new(env!("CARGO_BIN_EXE_papan"))
            .args(
                [
                    &arguments[..],
                    &["--name", "duel", "--ledger", "ledger.db"],
                    more,
                ]
                .concat(),
            )
            .current_dir(&arena.folder)
            .stdin(Stdio::null())
            .output()
            .expect("the program starts")
    };
    let report = |more: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_papan"))
            .args(
                [
                    &[
                        "report",
                        "duel",
                        "--format",
                        "json",
                        "--ledger",
                        "ledger.db",
                    ],
                    more,
                ]
                .concat(),
            )
            .current_dir(&arena.folder)
            .stdin(Stdio::null())
            .output()
            .expect("the program starts")
    };
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(play("4", &[]).status.success());
    let ledger = arena.folder.join("ledger.db");
    // All games by another version: what is there can be shown, but nothing added to it.
    let other = r#"UPDATE games SET fingerprints = '["another","' || (fingerprints ->> 1) || '"]'"#;
    change_version(&ledger, other);
    assert!(report(&[]).status.success());
    assert!(play("4", &[]).status.success(), "nothing is left to play");
    let refused = play("6", &[]);
    assert_eq!(refused.status.code(), Some(2));
    let text = said(&refused.stderr);
    for part in [
        "greedy in othello:size=4",
        "another (4 games)",
        "about to play",
        "--mix",
    ] {
        assert!(text.contains(part), "{text}");
    }
    // With leave they are counted together, and everyone is told.
    let mixed = play("6", &["--mix"]);
    assert!(mixed.status.success(), "{}", said(&mixed.stderr));
    assert!(said(&mixed.stderr).contains("different versions"));
    let refused = report(&[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        said(&refused.stderr).contains("another (4 games)"),
        "{}",
        said(&refused.stderr)
    );
    let shown = report(&["--mix"]);
    assert!(shown.status.success() && said(&shown.stderr).contains("different versions"));
    // Games from before versions were kept are no obstacle.
    change_version(&ledger, "UPDATE games SET fingerprints = NULL");
    let mixed = play("8", &[]);
    assert!(mixed.status.success(), "{}", said(&mixed.stderr));
    assert!(
        said(&mixed.stderr).contains("do not say which versions"),
        "{}",
        said(&mixed.stderr)
    );
}
