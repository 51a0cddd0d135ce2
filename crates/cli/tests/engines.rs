//! Other programs as agents, checked and begun, as users do it.

mod support;

use papan_protocol::process::{quoted, words};
use serde_json::Value;
use std::{
    env, fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};
use support::{folder, json, output, papan, refusal, text};

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

/// An engine with a name, in a folder of its own: its program, and the file that names it.
fn named(place: &str) -> (PathBuf, PathBuf) {
    let folder = folder(place);
    let script = folder.join("first.py");
    output(&["new-agent", "python", script.to_str().unwrap()]);
    let written = fs::read_to_string(&script).unwrap();
    fs::write(&script, format!("#!/usr/bin/env python3\n{written}")).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let program = quoted(script.to_str().unwrap());
    let entry = output(&["engines", "--sum", &program, "--protocol", "json"]);
    let file = folder.join("engines.toml");
    // The path is one from the folder of the file.
    fs::write(&file, entry.replace(&program, "./first.py")).unwrap();
    (script, file)
}

#[test]
fn an_engine_by_name_plays_where_a_file_names_it() {
    let (script, file) = named("engine by name");
    let engines = file.to_str().unwrap();
    let list = json(&["engines", "--engines", engines]);
    assert_eq!(list["engines"][0]["name"], "first");
    assert_eq!(list["engines"][0]["command"], "./first.py");
    assert!(list["engines"][0]["problem"].is_null(), "{list}");
    let best = ["best", "othello", "engine:first", "--engines", engines];
    assert_eq!(output(&best).lines().next().unwrap().len(), 2);
    let check = [
        "engine-check",
        "kalah:holes=3,seeds=2",
        "engine:first",
        "--engines",
        engines,
    ];
    assert_eq!(json(&check)["wrong"], 0);
    let ledger = file.with_file_name("games.db");
    let games = [
        "match",
        "othello:size=4",
        "Engine: First",
        "random",
        "--games",
        "2",
        "--engines",
        engines,
        "--ledger",
        ledger.to_str().unwrap(),
    ];
    assert_eq!(json(&games)["agents"][0]["spec"], "engine:first");
    // Whoever looks at the games later needs neither the file nor the program.
    fs::remove_file(&script).unwrap();
    output(&["ledger", "verify", "--ledger", ledger.to_str().unwrap()]);
    let output = papan(&best);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.starts_with("error: engine:first: there is no program"),
        "{said}"
    );
}

#[test]
fn the_file_of_engines_is_found_in_the_environment_and_in_the_data_folder() {
    let (_, file) = named("engine found");
    let ask = |variable: &str, value: &Path| {
        let output = Command::new(env!("CARGO_BIN_EXE_papan"))
            .args(["best", "adjacency:rounds=1", "engine:first"])
            .env_remove("PAPAN_ENGINES")
            .env("XDG_DATA_HOME", file.with_file_name("none"))
            .env(variable, value)
            .output()
            .unwrap();
        (output.status.code(), text(&output.stderr))
    };
    assert_eq!(ask("PAPAN_ENGINES", &file).0, Some(0));
    let data = file.with_file_name("data");
    fs::create_dir_all(data.join("papan")).unwrap();
    let entry = fs::read_to_string(&file).unwrap();
    let folder = file.parent().unwrap().to_str().unwrap();
    fs::write(
        data.join("papan/engines.toml"),
        entry.replace("./first.py", &format!("'{folder}/first.py'")),
    )
    .unwrap();
    assert_eq!(ask("XDG_DATA_HOME", &data), (Some(0), String::new()));
    let (code, said) = ask("PAPAN_ENGINES", Path::new("/no/such/file"));
    assert!(code == Some(2) && said.contains("/no/such/file"), "{said}");
    let (code, said) = ask("PAPAN_ENGINES", Path::new(""));
    assert!(
        code == Some(2) && said.contains("no engines are named here"),
        "{said}"
    );
}

#[test]
fn what_is_wrong_with_an_engine_by_name_is_said_in_one_line() {
    let (script, file) = named("engine wrong");
    let engines = file.to_str().unwrap();
    let entry = fs::read_to_string(&file).unwrap();
    let said = |agent: &str| {
        let said = refusal(&[
            "match",
            "kalah",
            agent,
            "random",
            "--games",
            "2",
            "--engines",
            engines,
        ]);
        assert_eq!(said.lines().count(), 1, "{said}");
        said
    };
    let unknown = said("engine:edax");
    assert!(
        unknown.contains("unknown engine 'edax'; known: first"),
        "{unknown}"
    );
    fs::write(&file, entry.replace("json", "nboard")).unwrap();
    let other_game = said("engine:first");
    assert!(
        other_game.contains("a protocol for Othello"),
        "{other_game}"
    );
    fs::write(&file, entry.repeat(2)).unwrap();
    let twice = said("engine:first");
    assert!(
        twice.contains("engines.toml: two engines are called 'first'"),
        "{twice}"
    );
    fs::write(&file, "").unwrap();
    assert!(said("engine:first").contains("engines.toml names no engines"));
    fs::write(&file, &entry).unwrap();
    let changed = fs::read_to_string(&script).unwrap() + "\n# another\n";
    fs::write(&script, changed).unwrap();
    let another = said("engine:first");
    assert!(
        another.contains("is another program than the one that was named"),
        "{another}"
    );
    let listed = papan(&["engines", "--engines", engines]);
    assert_eq!(listed.status.code(), Some(1));
    assert!(text(&listed.stdout).starts_with("WRONG  engine:first  json"));
}
