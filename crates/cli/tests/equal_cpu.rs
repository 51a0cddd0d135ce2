//! What agents take of the processors, and agents that are made to take the same. Nothing here
//! depends on how busy the machine is: a program is told how much CPU time it must take.

#![cfg(target_os = "linux")]

mod support;

use papan_protocol::process::words;
use serde_json::Value;
use support::{folder, json, output, refusal};

/// A program that works or waits for this many seconds of each move.
fn busy(does: &str, seconds: f64) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/busy.py");
    format!("python3 -S '{script}' {does} {seconds}")
}

fn number(of: &Value, name: &str) -> f64 {
    of[name]
        .as_f64()
        .unwrap_or_else(|| panic!("{name} of {of}"))
}

#[test]
fn a_program_takes_what_it_works_and_not_what_it_waits() {
    let (working, waiting) = (busy("work", 0.05), busy("wait", 0.05));
    let shell = format!("json:sh -c \"{working}; true\"");
    for working in [format!("json:{working}"), shell] {
        let waiting = format!("json:{waiting}");
        let table = json(&[
            "match",
            "othello:size=4",
            &working,
            &waiting,
            "--games",
            "2",
        ]);
        let [works, waits] = [0, 1].map(|agent| &table["agents"][agent]);
        assert!(number(works, "mean_cpu_seconds") >= 0.05, "{works}");
        assert!(number(works, "mean_game_cpu_seconds") >= 0.05, "{works}");
        assert!(number(waits, "mean_seconds") >= 0.05, "{waits}");
        assert!(number(waits, "mean_cpu_seconds") > 0.0, "{waits}");
        assert!(
            number(waits, "mean_cpu_seconds") < number(works, "mean_cpu_seconds") / 2.0,
            "{waits} {works}"
        );
        assert!(number(&table, "cpu_ratio") > 2.0, "{table}");
    }
}

#[test]
fn what_was_measured_is_kept_and_shown() {
    let folder = folder("cpu");
    let ledger = folder.join("ledger.db");
    let ledger = ledger.to_str().unwrap();
    let agents = ["mcts:nodes=2000", "greedy"];
    let games = ["--games", "2", "--ledger", ledger, "--name", "cpu"];
    let play = [&["match", "othello:size=6"], &agents[..], &games].concat();
    let said = output(&play);
    let line = said.lines().find(|line| line.starts_with("CPU: "));
    let line = line.unwrap_or_else(|| panic!("{said}"));
    assert!(
        line.contains("mcts:nodes=2000") && line.contains("; ratio "),
        "{line}"
    );
    // From the ledger it is the same, and so is a seat's in an export.
    let table = json(&play);
    assert_eq!(json(&play), table);
    assert!(number(&table, "cpu_ratio") > 1.0, "{table}");
    let rows = output(&["ledger", "export", "--ledger", ledger, "--format", "jsonl"]);
    let seconds: Vec<f64> = rows
        .lines()
        .map(|row| number(&serde_json::from_str(row).unwrap(), "cpu_seconds_0"))
        .collect();
    let mean = seconds.iter().sum::<f64>() / seconds.len() as f64;
    let kept = number(&table["agents"][0], "mean_game_cpu_seconds");
    assert!((mean - kept).abs() < 1e-9, "{mean} {kept}");
}

/// How far a ratio is from 1, either way.
fn distance(ratio: f64) -> f64 {
    ratio.ln().abs()
}

#[test]
fn a_budget_is_found_that_takes_what_the_other_takes() {
    let engine = format!("json:{}", busy("work", 0.002));
    for agents in [
        vec!["mcts:nodes=10", &engine],
        vec![&engine, "mcts:nodes=10000"],
    ] {
        let match_of = ["match", "othello", agents[0], agents[1]];
        let options = ["--equal-cpu", "--openings", "random:2", "--games", "8"];
        let table = json(&[&match_of[..], &options].concat());
        let found = &table["equal_cpu"];
        let first = number(&found["measurements"][0], "cpu_ratio");
        let last = number(&table, "cpu_ratio");
        assert!(distance(last) < distance(first) / 2.0, "{found} {last}");
        assert_ne!(found["given"], found["spec"]);
        let specs = table["agents"].as_array().unwrap().iter();
        assert!(
            specs.clone().any(|agent| agent["spec"] == found["spec"]),
            "{table}"
        );
        // Every opening is played from both sides.
        assert!(table["pairs"][0]["pairs"].is_array(), "{table}");
        // What is named plays the same without measuring.
        let command = words(found["command"].as_str().unwrap()).unwrap();
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        let again: Value = serde_json::from_str(&output(&command[1..])).unwrap();
        assert!(again["equal_cpu"].is_null());
        for agent in 0..2 {
            let name = |of: &Value, what: &str| of["agents"][agent][what].clone();
            assert_eq!(name(&again, "spec"), name(&table, "spec"));
            assert_eq!(name(&again, "games"), name(&table, "games"));
        }
    }
}

#[test]
fn one_agent_is_compared_with_several_seats_of_another() {
    let table = json(&[
        "match",
        "blokus:size=9,seats=4,starts=corners",
        "mcts:nodes=2",
        "maxn:depth=2",
        "maxn:depth=2",
        "maxn:depth=2",
        "--equal-cpu",
        "--openings",
        "random:4",
        "--games",
        "4",
    ]);
    let found = &table["equal_cpu"];
    let first = number(&found["measurements"][0], "cpu_ratio");
    let nearest = found["measurements"].as_array().unwrap().iter();
    let nearest = nearest.map(|measured| distance(number(measured, "cpu_ratio")));
    assert!(
        nearest.fold(f64::MAX, f64::min) < distance(first),
        "{found}"
    );
    assert!(table["cpu_ratio"].is_number(), "{table}");
}

#[test]
fn what_cannot_be_made_equal_is_refused_in_a_line() {
    let engine = "json:/no/such/program nodes=7";
    for (agents, options, expected) in [
        (["greedy", engine], "--equal-cpu", "none was given one"),
        (
            ["mcts:nodes=9", "mcts:nodes=9"],
            "--equal-cpu",
            "two different agents, and 1",
        ),
        (
            ["mcts:nodes=9", " MCTS:nodes=9"],
            "--equal-cpu",
            "both agents are mcts:nodes=9",
        ),
        (
            ["mcts:nodes=9", "greedy"],
            "--equal-cpu=2",
            "'greedy' has no budget",
        ),
        (
            ["mcts:nodes=9", "greedy"],
            "--equal-cpu=3",
            "there is no agent 3",
        ),
    ] {
        let said = refusal(&["match", "othello", agents[0], agents[1], options]);
        assert!(said.contains(expected), "{said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    }
    let seats = ["mcts:nodes=9", "greedy", "random", "random"];
    let match_of = [&["match", "blokus-classic"], &seats[..], &["--equal-cpu"]].concat();
    let said = refusal(&match_of);
    assert!(said.contains("two different agents, and 3"), "{said}");
}
