//! Ratings of levels: measured by a tournament, written by the program.

mod support;

use papan_agents::ratings;
use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};
use support::folder;

fn papan(arguments: &[&str], ledger: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_papan"));
    command.stdin(Stdio::null()).args(arguments);
    let output = command.arg("--ledger").arg(ledger).output();
    output.expect("the program starts")
}

/// A round robin of random, greedy and some levels in a game of two plies.
fn tournament(folder: &Path, agents: &[&str]) -> String {
    let text = format!(
        "name = \"rated\"\nkind = \"round-robin\"\ngames = [\"adjacency:rounds=1\"]\n\
         agents = {agents:?}\nrounds = 1\nreach = 2\n"
    );
    let file = folder.join(format!("{}.toml", agents.len()));
    fs::write(&file, text).expect("a file");
    file.to_str().expect("a path").to_owned()
}

#[test]
fn what_a_tournament_measured_is_written_and_read_again() {
    let folder = folder("levels");
    let ledger = folder.join("games.db");
    let agents = [
        "random",
        "level:1",
        "greedy",
        "level:2",
        "level:3,time=3600s",
    ];
    let played = papan(&["tournament", &tournament(&folder, &agents)], &ledger);
    let errors = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{errors}");

    let file = folder.join("ratings.toml");
    let before = ratings::all().to_vec();
    fs::write(&file, ratings::write(&before)).expect("a file");
    let write = || {
        let file = file.to_str().expect("a path");
        let arguments = ["levels", "--event", "rated", "--write", file, "--force"];
        let written = papan(&arguments, &ledger);
        let errors = String::from_utf8_lossy(&written.stderr).into_owned();
        assert!(written.status.success(), "{errors}");
        fs::read_to_string(file).expect("the file")
    };
    let refused = papan(
        &["levels", "--write", file.to_str().expect("a path")],
        &ledger,
    );
    assert_eq!(refused.status.code(), Some(2), "it would change the file");
    let text = write();
    assert_eq!(write(), text);
    let rated = ratings::read(&text).expect("ratings");
    assert_eq!(rated[..before.len()], before, "the others are kept");
    let [new] = &rated[before.len()..] else {
        panic!("one game more: {text}");
    };
    assert_eq!(new.game, "adjacency:rounds=1");
    // Four neighbours and three pairs two apart, each from both sides.
    assert_eq!(new.games, 2 * 7);
    assert!(!new.date.is_empty() && !new.version.is_empty());
    assert_eq!(new.levels.len(), 3);
    let first = &new.levels[0];
    assert_eq!((first.low, first.high), (first.step_low, first.step_high));
    assert!(new.levels.iter().all(|rating| rating.is_current(&new.game)));

    let fitted = papan(&["levels", "--event", "rated", "--fit"], &ledger);
    let text = String::from_utf8_lossy(&fitted.stdout);
    assert!(text.starts_with("adjacency:rounds=1, greedy "), "{text}");
    assert_eq!(text.lines().count(), 4, "{text}");
}

/// Ratings are anchored at random, and a gap would hide a level.
#[test]
fn random_greedy_and_every_level_must_have_played() {
    let cases: [(&[&str], &str); 3] = [
        (&["level:1", "greedy", "level:2"], "has no random"),
        (
            &["random", "greedy", "level:2", "level:3"],
            "has no level:1",
        ),
        (
            &[
                "random",
                "level:1",
                "level:2",
                "level:3",
                "level:4,divisor=2",
            ],
            "has no greedy",
        ),
    ];
    for (agents, problem) in cases {
        let folder = folder(&format!("some-levels-{}", agents.len()));
        let ledger = folder.join("games.db");
        let played = papan(&["tournament", &tournament(&folder, agents)], &ledger);
        assert!(played.status.success());
        let file = folder.join("ratings.toml");
        let arguments = ["levels", "--write", file.to_str().expect("a path")];
        let refused = papan(&arguments, &ledger);
        assert_eq!(refused.status.code(), Some(2));
        let errors = String::from_utf8_lossy(&refused.stderr);
        assert!(errors.contains(problem), "{errors}");
        assert!(!file.exists());
    }
}

/// Another file of levels is played without building anything, under other fingerprints.
#[test]
fn levels_of_another_file_have_stale_ratings() {
    let folder = folder("other-levels");
    let file = folder.join("levels.toml");
    let levels = concat!(env!("CARGO_MANIFEST_DIR"), "/../agents/levels.toml");
    let text = fs::read_to_string(levels).expect("the levels");
    let changed = text.replace("nodes = 1_000,", "nodes = 1_001,");
    assert_ne!(changed, text);
    fs::write(&file, changed).expect("a file");
    let shown = |other: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_papan"));
        command.args(["levels", "othello"]);
        if other {
            command.env("PAPAN_LEVELS", &file);
        }
        let output = command.output().expect("the program starts");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(!shown(false).contains("stale"), "{}", shown(false));
    let other = shown(true);
    assert!(
        other.contains("1001 nodes") && other.contains("(stale)"),
        "{other}"
    );
}
