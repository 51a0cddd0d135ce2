//! `papan papers` as its users run it.

mod support;

use serde_json::Value;
use std::{
    fs,
    process::{Command, Output, Stdio},
};
use support::{folder, text};

fn papan(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_papan"))
        .arg("papers")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn json(arguments: &[&str]) -> Value {
    let output = papan(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON value")
}

#[test]
fn papers_are_listed() {
    let shown = text(&papan(&[]).stdout);
    for name in ["adjacency", "othello-negamax", "robustness", "people"] {
        assert!(shown.contains(name), "{name}");
    }
    let listed = json(&[]);
    assert_eq!(listed.as_array().map(Vec::len), Some(5));
    assert_eq!(
        listed[1]["experiments"][0]["rows"].as_array().map(Vec::len),
        Some(17)
    );
}

#[test]
fn a_run_has_the_keys_that_programs_rely_on() {
    let run = json(&["run", "othello-negamax", "adjacency/minimax-local"]);
    let experiments = run.as_array().expect("a list");
    assert_eq!(experiments.len(), 4);
    for experiment in experiments {
        assert!(experiment["paper"].is_string() && experiment["experiment"].is_string());
        for row in experiment["rows"].as_array().expect("rows") {
            for key in [
                "name",
                "published",
                "measured",
                "interval",
                "expected",
                "verdict",
                "note",
            ] {
                assert!(row.get(key).is_some(), "{key}");
            }
            assert_eq!(row["verdict"], row["expected"]);
        }
    }
    let game = &experiments[0]["rows"][0];
    assert_eq!(game["measured"], serde_json::json!([33, 31]));
    assert_eq!(game["board"], game["kept_board"]);
}

#[test]
fn tables_say_what_differs_and_why() {
    let shown = text(&papan(&["run", "congklak-negascout/steps"]).stdout);
    for words in [
        "published",
        "ours",
        "verdict",
        "165",
        "differs",
        "The flow chart leaves",
    ] {
        assert!(shown.contains(words), "{words}");
    }
}

#[test]
fn unknown_names_answer_with_the_nearest() {
    for (name, nearest) in [
        ("otello-negamax", "othello-negamax"),
        ("adjacency/robustnes", "robustness"),
    ] {
        let output = papan(&["run", name]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert_eq!(text(&output.stdout), "");
        let said = text(&output.stderr);
        assert!(
            said.contains(&format!("did you mean '{nearest}'?")),
            "{said}"
        );
    }
    assert_eq!(papan(&["run", "--games", "0"]).status.code(), Some(2));
    let output = papan(&[
        "run",
        "othello-negamax",
        "--report",
        "no/such/folder/a.html",
    ]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn few_games_are_no_alarm() {
    for games in ["1", "20"] {
        let run = json(&["run", "blokus-duo-greedy/pairings", "--games", games]);
        assert_eq!(run[0]["rows"].as_array().map(Vec::len), Some(9));
    }
    let shown = text(&papan(&["run", "blokus-duo-greedy", "--games", "1"]).stdout);
    assert!(shown.contains("too few games") && shown.contains("all as expected"));
}

#[test]
fn a_report_is_one_page() {
    let path = folder("papers-report").join("report.html");
    let file = path.to_str().expect("a path of text");
    for (force, code) in [(None, 0), (None, 2), (Some("--force"), 0)] {
        let arguments = ["run", "congklak-negascout/steps", "--report", file];
        let arguments: Vec<&str> = arguments.into_iter().chain(force).collect();
        let output = papan(&arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{said}");
    }
    let html = fs::read_to_string(&path).expect("the report is there");
    assert!(html.starts_with("<!doctype html>") && html.contains("<svg"));
    assert!(!html.contains("src=") && !html.contains("href=\"http"));
}
