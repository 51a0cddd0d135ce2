//! Other programs as agents, checked and begun, as users do it.

mod support;

use papan_protocol::process::{quoted, words};
use serde_json::Value;
use std::{env, process::Command};
use support::{folder, output, papan, text};

const GAMES: [&str; 5] = [
    "othello",
    "blokus:size=9,seats=4,starts=corners",
    "congklak",
    "kalah:holes=3,seeds=2",
    "adjacency:rounds=4",
];

/// An agent that was just written plays every game to its end, from every seat.
fn plays_every_game(command: &str) {
    for game in GAMES {
        let agent = format!("json:{command}");
        let found: Value =
            serde_json::from_str(&output(&["engine-check", game, &agent, "--json"])).unwrap();
        assert_eq!(found["wrong"], 0, "{found}");
        assert!(found["right"].as_u64() >= Some(4), "{found}");
        assert_eq!(found["protocol"], "json");
    }
    let agent = format!("json:{command}");
    let best = || output(&["best", "othello", &agent, "--moves", "f5 d6", "--seed", "7"]);
    let first_line = |text: String| text.lines().next().map(str::to_owned);
    assert_eq!(
        first_line(best()),
        first_line(best()),
        "the same seed, the same move"
    );
}

#[test]
fn a_new_agent_in_python_plays_every_game() {
    let file = folder("new python").join("my agent.py");
    let path = file.to_str().unwrap();
    let said = output(&["new-agent", "python", path]);
    let command = format!("python3 '{path}'");
    assert!(
        said.contains(&format!("papan best othello \"json:{command}\"")),
        "{said}"
    );
    plays_every_game(&command);
    // What is there is not lost by accident.
    assert_eq!(papan(&["new-agent", "python", path]).status.code(), Some(2));
    let said: Value =
        serde_json::from_str(&output(&["new-agent", "python", path, "--force", "--json"])).unwrap();
    assert_eq!(said["agent"], format!("json:{command}"));
    assert!(said["build"].is_null());
}

/// What is printed can be pasted, whatever the file is called.
#[test]
fn a_file_with_quotes_in_its_name_is_an_agent_too() {
    let file = folder("new quotes").join("Tina's \"first\" agent.py");
    let said = output(&["new-agent", "python", file.to_str().unwrap()]);
    let line = said.lines().find(|line| line.starts_with("papan best"));
    let words = words(line.unwrap()).unwrap();
    let best = output(&words[1..].iter().map(String::as_str).collect::<Vec<_>>());
    assert!(
        best.lines().next().is_some_and(|text| text.len() == 2),
        "{best}"
    );
}

#[test]
fn a_new_agent_in_rust_is_compiled_and_plays_every_game() {
    let folder = folder("new-rust");
    let file = folder.join("agent.rs");
    let path = file.to_str().unwrap();
    let said = output(&["new-agent", "rust", path]);
    let program = folder.join("agent");
    let program = program.to_str().unwrap();
    assert!(
        said.contains(&format!("rustc -O {path} -o {program}")),
        "{said}"
    );
    let compiled = Command::new("rustc")
        .args([
            "--edition",
            "2021",
            "-D",
            "warnings",
            "-O",
            path,
            "-o",
            program,
        ])
        .output()
        .expect("rustc");
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
    plays_every_game(program);
}

#[test]
fn a_check_says_what_is_wrong_and_ends_with_1() {
    let output = papan(&["engine-check", "othello", "sh -c 'echo hello; exit 3'"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(
        said.starts_with("WRONG  it starts and answers in time\n"),
        "{said}"
    );
    assert!(said.contains("it ended with exit code 3"), "{said}");
    assert!(said.contains("< hello"), "{said}");
    assert!(
        said.ends_with("0 right, 0 worth a note, 1 wrong\n"),
        "{said}"
    );
    for wrong in [
        ["othello", "engine 'unbalanced", "gtp"],
        ["congklak", "engine", "nboard"],
        ["othello", "ugi:engine", "gtp"],
        ["othello", "engine", "morse"],
    ] {
        let [game, command, protocol] = wrong;
        let output = papan(&["engine-check", game, command, "--protocol", protocol]);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{wrong:?}: {}",
            text(&output.stderr)
        );
        assert_eq!(text(&output.stdout), "");
    }
}

#[test]
fn another_program_is_an_agent_wherever_one_is_named() {
    let listed = output(&["agents", "othello"]);
    for name in ["gtp", "nboard", "ugi", "json"] {
        assert!(listed.contains(&format!("\n  {name} ")), "{name}");
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(["/usr/games".into()]);
    let rhino = folders
        .map(|folder| folder.join("gtp-rhino"))
        .find(|program| program.exists())
        .expect("gtp-rhino is missing, which this test plays against: apt-get install grhino");
    let rhino = format!("gtp:{}", quoted(rhino.to_str().unwrap()));
    let best = output(&["best", "othello", &rhino, "--moves", "f5"]);
    assert!(
        best.lines().next().is_some_and(|text| text.len() == 2),
        "{best}"
    );
    let output = papan(&["best", "othello", "gtp:no-such-program"]);
    assert_eq!(output.status.code(), Some(3));
    let said = text(&output.stderr);
    assert!(
        said.contains("there is no program 'no-such-program'"),
        "{said}"
    );
    let output = papan(&["best", "othello", "gtp:"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
}
