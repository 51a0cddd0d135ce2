//! `papan trace` as its users run it.

mod support;

use serde_json::Value;
use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};
use support::folder;

fn trace(arguments: &[&str], out: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_papan"))
        .arg("trace")
        .args(arguments)
        .arg("--out")
        .arg(out)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// What a file holds after a trace that went well, and what was said.
fn written(arguments: &[&str], out: &Path) -> (String, String) {
    let output = trace(arguments, out);
    let said = String::from_utf8(output.stdout).expect("text");
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {complaint}");
    (fs::read_to_string(out).expect("a file"), said)
}

/// What is said about bad input; no file is written.
fn refused(arguments: &[&str], out: &Path) -> String {
    let output = trace(arguments, out);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty() && !out.exists(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

const P5: &str = "0,0,5,0,0,3,0:42 0,0,3,0,3,0,0:42 A";

#[test]
fn data_is_one_object_with_every_look() {
    let out = folder("trace_data").join("tree.json");
    let arguments = [
        "congklak-paper",
        "paper/congklak-negascout",
        "--position",
        P5,
    ];
    let (text, said) = written(&arguments, &out);
    assert!(said.contains("tree.json: 20 looks, all of them"), "{said}");
    assert!(said.contains("chooses 3, worth 2"), "{said}");
    let tree: Value = serde_json::from_str(&text).expect("one JSON object");
    assert_eq!(tree["game"], "congklak-paper");
    assert_eq!(tree["agent"], "paper/congklak-negascout");
    assert_eq!(tree["position"], P5);
    assert_eq!(
        (&tree["move"], tree["value"].as_i64()),
        (&Value::from("3"), Some(2))
    );
    assert_eq!(tree["line"], serde_json::json!(["3", "5", "7"]));
    assert_eq!(tree["seats"], serde_json::json!(["A", "B"]));
    assert_eq!(
        (tree["depth"].as_u64(), tree["nodes"].as_u64()),
        (Some(3), Some(21))
    );
    let looks = tree["branches"].as_array().expect("looks");
    assert_eq!((looks.len(), tree["left_out"].as_u64()), (20, Some(0)));
    let first = serde_json::json!({
        "id": 0, "parent": null, "move": "3", "mover": 0, "next": 1, "over": false, "depth": 2,
        "alpha": null, "beta": null, "value": 2, "again": false, "known": false, "cut": [],
        "best": 1,
    });
    assert_eq!(looks[0], first);
}

#[test]
fn a_page_stands_alone_and_replaces_what_was_there() {
    let folder = folder("trace_page");
    let out = folder.join("tree.html");
    fs::write(&out, "old").expect("a file");
    let (html, said) = written(
        &[
            "othello",
            "negascout",
            "--depth",
            "2",
            "--moves",
            "f5",
            "--force",
        ],
        &out,
    );
    assert!(html.starts_with("<!doctype html>") && html.contains("\"branches\":[{\"id\":0"));
    assert!(
        html.contains("\"depth\":2") && said.contains("negascout chooses d6"),
        "{said}"
    );
    assert_eq!(
        fs::read_dir(&folder).expect("a folder").count(),
        1,
        "nothing is left beside it"
    );
}

#[test]
fn a_large_tree_is_cut_down_to_its_line() {
    let out = folder("trace_large").join("tree.json");
    let (text, said) = written(&["adjacency", "minimax:depth=3", "--nodes", "200"], &out);
    let tree: Value = serde_json::from_str(&text).expect("one JSON object");
    assert_eq!(tree["recorded"], 56 + 55 + 54);
    assert_eq!(
        tree["left_out"],
        56 + 56 * 55 + 56 * 55 * 54 - (56 + 55 + 54)
    );
    assert!(said.contains("others are left out"), "{said}");
}

#[test]
fn mistakes_say_what_is_wrong() {
    let folder = folder("trace_mistakes");
    let page = folder.join("tree.html");
    let over = "........................................................XXXXXXXX X 0";
    for (arguments, out, expected) in [
        (
            &["othello", "minimax"][..],
            folder.join("tree.txt"),
            "neither in .html nor in .json",
        ),
        (
            &["othello", "minimax"],
            folder.join("tree"),
            "neither in .html nor in .json",
        ),
        (
            &["othello", "minimax"],
            folder.join("nowhere/tree.html"),
            "there is no folder",
        ),
        (
            &["othello", "random"],
            page.clone(),
            "random has no tree to show; these have one: minimax, negamax, alphabeta, negascout, paper/othello-negamax",
        ),
        (
            &["blokus-classic", "random"],
            page.clone(),
            "no agent has a tree to show",
        ),
        (
            &["othello", "minimaks"],
            page.clone(),
            "did you mean 'minimax'?",
        ),
        (
            &["othello", "minimax", "--depth", "0"],
            page.clone(),
            "0 is not in 1..",
        ),
        (
            &["othello", "minimax", "--nodes", "0"],
            page.clone(),
            "0 is not in 1..",
        ),
        (
            &["adjacency", "minimax", "--position", over],
            page.clone(),
            "instead of",
        ),
        (
            &[
                "kalah:holes=1,seeds=1",
                "minimax",
                "--position",
                "0:1 0:1 A",
            ],
            page.clone(),
            "the game is over",
        ),
    ] {
        let said = refused(arguments, &out);
        assert!(said.contains(expected), "{arguments:?}: {said}");
        assert_eq!(
            said.lines().count().min(2),
            if said.contains("0 is not") { 2 } else { 1 },
            "{said}"
        );
    }
}
