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

/// A round robin of the first levels in a game of two plies.
fn tournament(folder: &Path, levels: u32) -> String {
    let agents: Vec<String> = (1..=levels)
        .map(|level| format!("\"level:{level}\""))
        .collect();
    let text = format!(
        "name = \"rated\"\nkind = \"round-robin\"\ngames = [\"adjacency:rounds=1\"]\n\
         agents = [{}]\nrounds = 1\nreach = 2\n",
        agents.join(", ")
    );
    let file = folder.join(format!("{levels}.toml"));
    fs::write(&file, text).expect("a file");
    file.to_str().expect("a path").to_owned()
}

#[test]
fn what_a_tournament_measured_is_written_and_read_again() {
    let folder = folder("levels");
    let ledger = folder.join("games.db");
    let played = papan(&["tournament", &tournament(&folder, 9)], &ledger);
    let errors = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{errors}");

    let file = folder.join("ratings.toml");
    let before = ratings::all().to_vec();
    fs::write(&file, ratings::write(&before)).expect("a file");
    let write = || {
        let file = file.to_str().expect("a path");
        let written = papan(&["levels", "--event", "rated", "--write", file], &ledger);
        let errors = String::from_utf8_lossy(&written.stderr).into_owned();
        assert!(written.status.success(), "{errors}");
        fs::read_to_string(file).expect("the file")
    };
    let text = write();
    assert_eq!(write(), text);
    let rated = ratings::read(&text).expect("ratings");
    assert_eq!(rated[..before.len()], before, "the others are kept");
    let [new] = &rated[before.len()..] else {
        panic!("one game more: {text}");
    };
    assert_eq!(new.game, "adjacency:rounds=1");
    // Eight neighbours and seven pairs two apart, each from both sides.
    assert_eq!(new.games, Some(2 * 15));
    assert!(new.date.is_some() && new.version.is_some());
    let mean = new.levels.iter().map(|rating| rating.elo).sum::<i32>() / 9;
    assert!((mean - ratings::MEAN).abs() <= 5, "{mean}");
}

/// Ratings are relative to those who played: of some levels alone they would be others.
#[test]
fn all_nine_levels_must_have_played() {
    let folder = folder("some-levels");
    let ledger = folder.join("games.db");
    let played = papan(&["tournament", &tournament(&folder, 3)], &ledger);
    assert!(played.status.success());
    let file = folder.join("ratings.toml");
    let arguments = ["levels", "--write", file.to_str().expect("a path")];
    let refused = papan(&arguments, &ledger);
    assert_eq!(refused.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&refused.stderr);
    assert!(errors.contains("the nine levels"), "{errors}");
    assert!(!file.exists());
}
