//! Moves that agents choose, what they are worth, and positions that are solved.

use crate::support::{folder, json, papan};
use std::fs;

#[test]
fn agents_are_listed_for_a_game() {
    let list = json(&["agents", "othello"]);
    let names: Vec<&str> = list["agents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|agent| agent["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"minimax") && names.contains(&"paper/othello-negamax"));
    assert!(!names.contains(&"paper/leaky"));
    let many = json(&["agents", "blokus-classic"]).to_string();
    assert!(!many.contains("\"minimax\"") && many.contains("\"paranoid\""));
}

#[test]
fn best_answers_with_move_value_and_line() {
    let answer = json(&["best", "adjacency", "alphabeta:depth=4", "--all"]);
    assert_eq!(answer["value"], 0);
    assert_eq!(answer["depth"], 4);
    assert_eq!(answer["line"].as_array().unwrap().len(), 4);
    assert_eq!(answer["line"][0], answer["move"]);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 56);
    let best = moves.iter().map(|valued| valued["value"].as_i64().unwrap());
    assert_eq!(best.max(), Some(0));
    let random = json(&["best", "othello", "random"]);
    assert!(random["value"].is_null());
    let deeper = json(&["best", "othello:size=4", "negascout"]);
    assert_eq!(deeper["exact"], true);
    assert_eq!(deeper["value"], -8); // by discs alone
}

#[test]
fn best_gives_several_lines() {
    for (game, agent) in [
        ("othello", "patterns:depth=4"),
        ("othello", "negascout:depth=3"),
        ("kalah", "mcts:nodes=500"),
        ("blokus-duo", "explorer:nodes=50"),
        ("congklak", "level:3"),
    ] {
        let answer = json(&["best", game, agent, "--lines", "3"]);
        let lines = answer["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 3, "{game} {agent}");
        let value = |at: usize| lines[at]["value"].as_f64().unwrap();
        assert!(value(0) >= value(1) && value(1) >= value(2), "{answer}");
        for line in lines {
            assert_eq!(line["line"][0], line["move"]);
            assert!(line["depth"].is_u64() && line["exact"].is_boolean());
        }
    }
    // Where the solver is through, what each move is worth is proven.
    let late = [
        "best",
        "othello:size=4",
        "patterns",
        "--lines",
        "9",
        "--all",
    ];
    let answer = json(&late);
    for list in ["lines", "moves"] {
        for judged in answer[list].as_array().unwrap() {
            assert_eq!(
                (&judged["value"], &judged["exact"]),
                (&(-10).into(), &true.into())
            );
        }
    }
    let text = String::from_utf8(papan(&late).stdout).unwrap();
    assert!(
        text.contains("value -10, proven") && text.contains("=-10  b1 "),
        "{text}"
    );
}

#[test]
fn openings_have_names_and_the_book_knows_them() {
    let tiger = ["--moves", "f5 d6 c3 d3 c4 f4"];
    let shown = json(&[&["show", "othello"], &tiger[..]].concat());
    assert_eq!(shown["opening"]["name"], "Tiger");
    assert!(json(&["show", "othello"])["opening"].is_null());
    let text = String::from_utf8(papan(&[&["show", "othello"], &tiger[..]].concat()).stdout);
    assert!(text.unwrap().contains("opening   Tiger"));
    let best = json(
        &[
            &["best", "othello", "patterns:nodes=100,book=on"],
            &tiger[..],
        ]
        .concat(),
    );
    assert_eq!(best["opening"]["code"], "tiger");
    assert_eq!(
        (&best["move"], &best["nodes"]),
        (&best["book"][0]["move"], &0.into())
    );
    let searched = json(&[&["best", "othello", "patterns:nodes=100"], &tiger[..]].concat());
    assert!(searched["nodes"].as_u64() > Some(0) && searched["book"] == best["book"]);
}

#[test]
fn matches_are_the_same_on_any_number_of_threads() {
    let play = |threads: &str| {
        let mut table = json(&[
            "match",
            "adjacency:rounds=6",
            "random",
            "greedy:ties=random",
            "--games",
            "40",
            "--rotate-seats",
            "--openings",
            "random:2",
            "--threads",
            threads,
        ]);
        for list in ["agents", "seats", "by_seat"] {
            for row in table[list].as_array_mut().unwrap() {
                row["mean_seconds"] = 0.into();
                row["mean_game_seconds"] = 0.into();
                row["mean_cpu_seconds"] = 0.into();
                row["mean_game_cpu_seconds"] = 0.into();
            }
        }
        table["cpu_ratio"] = 0.into();
        table
    };
    let alone = play("1");
    assert_eq!(alone, play("3"));
    assert_eq!(alone["games"], 40);
    let agents = alone["agents"].as_array().unwrap();
    let count = |agent: usize, name: &str| agents[agent][name].as_u64().unwrap();
    assert_eq!(count(0, "wins") + count(1, "wins") + count(0, "draws"), 40);
    assert!(
        agents[1]["share"].as_f64().unwrap() > 0.7,
        "greedy beats random"
    );
    assert_eq!(alone["by_seat"].as_array().unwrap().len(), 4);
}

/// What an engine counts in parts of a point is not rounded away, and the number says what it counts.
#[test]
fn values_have_fractions_and_a_unit() {
    let moves = ["--moves", "f5 d6 c3 d3 c4", "--all"];
    let best = json(&[&["best", "othello", "patterns:nodes=2000"], &moves[..]].concat());
    assert_eq!(
        (&best["unit"], &best["exact"]),
        (&"points".into(), &false.into())
    );
    let values = best["moves"].as_array().unwrap().iter();
    let values: Vec<f64> = values
        .map(|valued| valued["value"].as_f64().unwrap())
        .collect();
    assert!(
        values.iter().any(|value| value.fract() != 0.0),
        "{values:?}"
    );
    for value in values {
        assert!(
            format!("{value}").len() <= format!("{value:.2}").len(),
            "{value}"
        );
    }
    let share = json(&["best", "othello", "mcts:nodes=100"]);
    assert_eq!(share["unit"], "share");
    assert!(json(&["best", "othello", "random"])["unit"].is_null());
}

/// What is said of the chosen move is what its line in the list says, also when a level errs.
#[test]
fn every_move_has_one_value() {
    for seed in ["1", "2"] {
        let best = json(&["best", "congklak", "level:3", "--all", "--seed", seed]);
        let moves = best["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 7);
        let chosen = moves.iter().find(|valued| valued["move"] == best["move"]);
        assert_eq!(best["value"], chosen.unwrap()["value"], "seed {seed}");
    }
}

#[test]
fn small_games_are_solved() {
    let stopped = papan(&["solve", "othello:size=6", "--time", "1"]);
    let error = String::from_utf8_lossy(&stopped.stderr).into_owned();
    assert!(
        error.contains("not solved within 1 s: stopped before"),
        "{error}"
    );
    let undecided = papan(&["solve", "othello:size=6", "--time", "1", "--json"]);
    assert_eq!(undecided.status.code(), Some(4));
    let undecided: serde_json::Value = serde_json::from_slice(&undecided.stdout).unwrap();
    let known = &undecided["so_far"];
    assert!(known["least"].as_i64() <= Some(-4) && known["most"].as_i64() >= Some(-4));
    assert!(
        known["best"].is_string() && known["confidence"].is_number(),
        "{known}"
    );
    let solved = json(&["solve", "othello:size=4", "--threads", "2", "--anyway"]);
    assert_eq!(solved["value"], -10);
    assert_eq!(json(&["solve", "othello:size=4"])["value"], -10);
    let outcome = json(&["solve", "othello:size=4", "--wdl"]);
    assert_eq!(outcome["outcome"], "loss");
    assert!(outcome["value"].is_null() && outcome["line"].is_array());
    let text = papan(&["solve", "othello:size=4", "--wdl"]);
    assert!(text.stdout.starts_with(b"white wins\n"), "{text:?}");
    assert_eq!(
        json(&["solve", "kalah:holes=3,seeds=3", "--wdl"])["outcome"],
        "win"
    );
    assert_eq!(json(&["solve", "adjacency:rounds=3"])["value"], 0);
    assert_eq!(json(&["solve", "kalah:holes=3,seeds=3"])["value"], 2);
    let turn = json(&["solve", "congklak:holes=4,seeds=4", "--first-turn"]);
    assert_eq!(
        (&turn["collected"], &turn["exact"]),
        (&30.into(), &true.into())
    );
}

#[test]
fn endgames_of_a_file_are_solved_and_checked() {
    let folder = folder("endgames");
    let file = folder.join("problems.obf");
    let easy = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X";
    let problem = |values: &str| format!("{easy}; {values}\n");
    let text = problem("H8:+64") + &problem("") + &problem("H8:+62") + &problem("H8:+64");
    fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let bench = |problems: &str, more: &[&str]| {
        let words = ["bench", "endgames", "othello", file, "--problems", problems];
        papan(&[&words[..], more].concat())
    };
    let right = bench("1-2", &["--json", "--threads", "2"]);
    assert!(right.status.success(), "{right:?}");
    let right: serde_json::Value = serde_json::from_slice(&right.stdout).unwrap();
    assert_eq!(right["right"], 2);
    let first = &right["problems"][0];
    assert_eq!(
        (&first["move"], &first["value"]),
        (&"h8".into(), &64.0.into())
    );
    assert_eq!((&first["plies"], &first["number"]), (&1.into(), &1.into()));
    let wrong = bench("3-4", &[]);
    assert_eq!(wrong.status.code(), Some(1));
    let text = String::from_utf8_lossy(&wrong.stdout);
    assert!(text.contains("WRONG: the file says +62") && text.contains("2 solved, 1 right"));
    for (problems, expected) in [
        ("5", "has 4 problems"),
        ("2-1", "FIRST-LAST"),
        ("0", "FIRST"),
    ] {
        let refused = bench(problems, &[]);
        assert_eq!(refused.status.code(), Some(2), "{problems}");
        let text = String::from_utf8_lossy(&refused.stderr);
        assert!(text.contains(expected), "{text}");
    }
}
