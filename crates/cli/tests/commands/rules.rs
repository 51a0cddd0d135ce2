//! Games, positions, perft and playouts.

use crate::support::{json, output, refusal};
use serde_json::Value;

#[test]
fn games_are_listed_with_parameters_and_players() {
    let listing = json(&["games"]);
    let games = listing["games"].as_array().unwrap();
    let game = |name: &str| games.iter().find(|game| game["name"] == name).unwrap();
    assert_eq!(game("blokus-classic")["players"], 4);
    assert_eq!(game("blokus-classic-3")["players"], 3);
    assert_eq!(game("adjacency")["parameters"][0]["name"], "rounds");
    assert_eq!(game("adjacency")["parameters"][0]["allowed"], "1..=28");
    for name in [
        "othello",
        "blokus-duo",
        "blokus-paper-duo",
        "congklak",
        "congklak-paper",
        "kalah",
    ] {
        assert!(output(&["games"]).contains(name));
        game(name);
    }
    for name in ["othello:size=6", "OTHELLO"] {
        let one = json(&["games", name]);
        assert_eq!(one["games"].as_array().unwrap().len(), 1, "{name}");
    }
}

#[test]
fn a_position_is_shown() {
    let shown = json(&["show", "othello"]);
    assert_eq!(shown["game"], "othello");
    assert_eq!(shown["turn"], 0);
    assert_eq!(
        shown["legal_moves"],
        serde_json::json!(["d3", "c4", "f5", "e6"])
    );
    assert_eq!(shown["scores"], serde_json::json!([2, 2]));
    assert_eq!(shown["outcome"], Value::Null);
    assert!(output(&["show", "othello"]).contains("3 . . . + . . . ."));

    let start = "......OO/......OO/......../......../......../......../XX....../XX...... X 56";
    assert_eq!(json(&["show", "adjacency"])["position"], start);
    let short = json(&["show", "adjacency:rounds=16"])["position"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(short.ends_with("X 32"), "{short}");
    // The plies of a given position win over the rounds.
    let given = json(&["show", "adjacency:rounds=16", "--position", start]);
    assert_eq!(given["position"], start);

    let congklak = json(&["show", "congklak"]);
    assert_eq!(congklak["position"], "7,7,7,7,7,7,7:0 7,7,7,7,7,7,7:0 A");
    assert_eq!(congklak["legal_moves"].as_array().unwrap().len(), 7);
}

#[test]
fn moves_are_played_before_it() {
    let shown = json(&["show", "othello", "--moves", "f5 D6"]);
    assert_eq!(shown["turn"], 0);
    assert_eq!(shown["played"][1]["move"], "d6");
    assert_eq!(shown["played"][0]["effects"]["details"]["flipped"][0], "e5");
    let first_turn = json(&["show", "congklak", "--moves", "1 2 7 7 1 3 1 4 7"]);
    assert_eq!(first_turn["scores"][0], 54);
    assert_eq!(first_turn["played"][8]["seat"], 0);
}

#[test]
fn a_finished_game_has_an_outcome() {
    let full = format!("{} X", "X".repeat(33) + &"O".repeat(31));
    let shown = json(&["show", "othello", "--position", &full]);
    assert_eq!(shown["turn"], Value::Null);
    assert_eq!(shown["legal_moves"], serde_json::json!([]));
    assert_eq!(
        shown["outcome"],
        serde_json::json!({"ranks": [1, 2], "winner": 0})
    );
    assert!(output(&["show", "othello", "--position", &full]).contains("black wins"));
    let drawn = format!("{} X", "X".repeat(32) + &"O".repeat(32));
    let shown = json(&["show", "othello", "--position", &drawn]);
    assert_eq!(
        shown["outcome"],
        serde_json::json!({"ranks": [1, 1], "winner": null})
    );
}

#[test]
fn perft_counts() {
    let counted = json(&["perft", "othello", "7"]);
    assert_eq!(counted["nodes"], 55092);
    assert!(counted["seconds"].as_f64().unwrap() > 0.0);
    assert_eq!(json(&["perft", "othello:size=4", "8"])["nodes"], 9112);
    assert_eq!(json(&["perft", "blokus-duo", "2"])["nodes"], 171_396);
    assert_eq!(json(&["perft", "othello", "0"])["nodes"], 1);
    let parts = output(&["perft", "othello", "5", "--divide"]);
    assert!(
        parts.contains("f5: 349\n") && parts.contains("1396 nodes"),
        "{parts}"
    );
    let divided = json(&["perft", "othello", "5", "--divide", "--moves", "f5"]);
    // The four first moves are mirror images of each other.
    assert_eq!(divided["nodes"], 8200 / 4);
    assert_eq!(divided["divide"].as_object().unwrap().len(), 3);
}

#[test]
fn playouts_are_the_same_on_any_number_of_threads() {
    let play = |threads: &str| {
        json(&[
            "playouts",
            "blokus-classic",
            "--games",
            "700",
            "--seed",
            "5",
            "--threads",
            threads,
        ])
    };
    let (one, three) = (play("1"), play("3"));
    for key in [
        "games",
        "moves",
        "wins",
        "draws",
        "win_share",
        "mean_scores",
    ] {
        assert_eq!(one[key], three[key], "{key}");
    }
    assert_eq!(one["games"], 700);
    let wins: u64 = one["wins"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap())
        .sum();
    assert_eq!(wins + one["draws"].as_u64().unwrap(), 700);
    for (share, wins) in std::iter::zip(
        one["win_share"].as_array().unwrap(),
        one["wins"].as_array().unwrap(),
    ) {
        assert_eq!(share.as_f64().unwrap(), wins.as_f64().unwrap() / 700.0);
    }
    let means = one["mean_scores"].as_array().unwrap().iter();
    let sum: f64 = means.map(|mean| mean.as_f64().unwrap()).sum();
    assert!((-140.0..-90.0).contains(&sum), "{sum}");
    let other = json(&[
        "playouts",
        "blokus-classic",
        "--games",
        "700",
        "--seed",
        "6",
    ]);
    assert_ne!(other["moves"], one["moves"]);
    assert!(one["games_per_second"].as_f64().unwrap() > 0.0);
    assert!(output(&["playouts", "kalah", "--games", "10"]).contains("wins"));
}

#[test]
fn bench_counts_what_it_always_did() {
    // Another number means that a game has changed: say so where it is changed.
    assert_eq!(json(&["bench"])["nodes"], 179_249_800);
    let last = output(&["bench"]).lines().last().unwrap().to_owned();
    let words: Vec<&str> = last.split(' ').collect();
    assert_eq!((words[1], words[3]), ("nodes,", "nodes/s"), "{last}");
}

#[test]
fn what_is_shown_can_be_given_back() {
    for game in [
        "othello",
        "othello:size=4",
        "blokus-duo",
        "blokus-classic-3",
        "congklak",
        "kalah",
        "adjacency",
    ] {
        let shown = json(&["show", game]);
        let position = shown["position"].as_str().unwrap();
        assert_eq!(
            json(&["show", game, "--position", position]),
            shown,
            "{game}"
        );
        let counted = json(&["perft", game, "2", "--position", position])["nodes"].clone();
        assert_eq!(counted, json(&["perft", game, "2"])["nodes"], "{game}");
    }
    // A pass may begin with a hyphen too.
    let said = refusal(&["show", "othello", "--moves", "--"]);
    assert!(said.contains("may not pass"), "{said}");
}
