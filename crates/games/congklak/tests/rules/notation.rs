//! Texts, boards and errors as people and programs see them.

use crate::game;
use papan_congklak::Hole;
use papan_core::{Game, Notation, to_json};
use serde_json::json;

#[test]
fn a_position_is_read_liberally_and_written_strictly() {
    let game = game("congklak:holes=3");
    let position = game.parse_position("  1,02,3:4   5,6,7:8  b ").unwrap();
    assert_eq!(game.position_text(&position), "1,2,3:4 5,6,7:8 B");
}

#[test]
fn what_is_wrong_with_a_position_is_said() {
    let game = game("congklak:holes=3");
    for (text, problem) in [
        ("", "there are 0 parts instead of three"),
        ("1,2,3:4", "there is one part instead of three"),
        ("1,2,3:4 5,6,7:8", "there are 2 parts instead of three"),
        (
            "1,2,3 5,6,7:8 A",
            "A's side '1,2,3' has no colon before its store",
        ),
        ("1,2:4 5,6,7:8 A", "A's row has 2 holes instead of 3"),
        ("1,2,3:4 5,6,7,8:8 A", "B's row has 4 holes instead of 3"),
        (
            "1,x,3:4 5,6,7:8 A",
            "'x' on A's side is not a number of seeds",
        ),
        (
            "1,2,3:4 5,-6,7:8 A",
            "'-6' on B's side is not a number of seeds",
        ),
        (
            "1,2,3: 5,6,7:8 A",
            "'' on A's side is not a number of seeds",
        ),
        (
            "1,2,3:4:5 5,6,7:8 A",
            "'4:5' on A's side is not a number of seeds",
        ),
        (
            "1,256,3:4 5,6,7:8 A",
            "256 seeds on A's side are more than the 250 that fit",
        ),
        (
            "100,0,0:0 100,0,0:51 A",
            "there are 251 seeds in all, at most 250 fit",
        ),
        ("1,2,3:4 5,6,7:8 C", "'C' is neither A nor B"),
    ] {
        let error = game.parse_position(text).unwrap_err().to_string();
        let expected = format!("not a position of congklak:holes=3: {problem} (expected A's holes");
        assert!(error.starts_with(&expected), "{text}: {error}");
    }
    assert!(game.parse_position("100,0,0:0 100,0,0:50 A").is_ok());
}

#[test]
fn what_is_wrong_with_a_move_is_said() {
    let game = game("congklak:holes=3");
    let position = game.parse_position("0,2,3:4 5,6,7:8 A").unwrap();
    for (text, rule, message) in [
        (
            "",
            "syntax",
            "'' is not a move: expected the number of a column, counted from 1",
        ),
        (
            "b",
            "syntax",
            "'b' is not a move: expected the number of a column, counted from 1",
        ),
        (
            "-1",
            "syntax",
            "'-1' is not a move: expected the number of a column, counted from 1",
        ),
        (
            "0",
            "no-such-hole",
            "'0' is not allowed: the columns are 1 to 3",
        ),
        (
            "4",
            "no-such-hole",
            "'4' is not allowed: the columns are 1 to 3",
        ),
        (
            "99999999999999999999",
            "no-such-hole",
            "'99999999999999999999' is not allowed: the columns are 1 to 3",
        ),
        (
            "1",
            "empty-hole",
            "'1' is not allowed: hole 1 of A is empty",
        ),
    ] {
        let error = game.parse_move(&position, text).unwrap_err();
        assert_eq!((error.rule(), error.to_string().as_str()), (rule, message));
    }
    assert_eq!(game.parse_move(&position, " 2 "), Ok(Hole::new(1)));
    let over = game.parse_position("0,0,0:4 0,0,0:8 A").unwrap();
    assert_eq!(game.parse_move(&over, "1").unwrap_err().rule(), "game-over");
}

/// A position that says that the game is over is settled when it is read.
#[test]
fn leftovers_go_to_their_owner() {
    let text = "0,0,0:4 5,6,7:8 A";
    for (name, expected, over) in [
        ("congklak:holes=3", "0,0,0:4 0,0,0:26 A", true),
        ("kalah:holes=3", "0,0,0:4 0,0,0:26 A", true),
        ("congklak:holes=3,end=pass", "0,0,0:4 5,6,7:8 B", false),
    ] {
        let game = game(name);
        let position = game.parse_position(text).unwrap();
        assert_eq!(game.position_text(&position), expected);
        assert_eq!(game.turn(&position).is_none(), over);
        assert_eq!(
            game.scores(&position).as_slice(),
            [4, if over { 26 } else { 8 }]
        );
    }
    let game = game("congklak:holes=3");
    let waiting = game.parse_position("0,0,0:4 5,6,7:8 B").unwrap();
    assert!(game.turn(&waiting).is_some());
}

#[test]
fn the_board_is_drawn_as_it_lies() {
    let kalah = game("kalah");
    let position = kalah
        .parse_position("0,1,2,3,4,5:10 4,4,4,4,4,4:7 A")
        .unwrap();
    let lines = [
        "          1   2   3   4   5   6",
        "   A <-   0   1   2   3   4   5",
        "A 10                              B  7",
        "   B ->   4   4   4   4   4   4",
        "          1   2   3   4   5   6",
    ];
    assert_eq!(kalah.draw(&position), lines.join("\n"));
    assert_eq!(
        to_json(&kalah.board(&position)),
        json!({
            "holes": 6,
            "rows": [[0, 1, 2, 3, 4, 5], [4, 4, 4, 4, 4, 4]],
            "stores": [10, 7],
            "direction": "counterclockwise",
        })
    );
}

/// Kalah as drawn: A sows to the left and B to the right.
#[test]
fn counterclockwise_turns_both_sides_round() {
    let kalah = game("kalah");
    let mut position = kalah.start();
    let fourth = kalah.parse_move(&position, "4").unwrap();
    assert_eq!(
        kalah.effects(&position, fourth).summary,
        "sows 4, moves again"
    );
    kalah.play(&mut position, fourth);
    assert_eq!(
        kalah.position_text(&position),
        "5,5,5,0,4,4:1 4,4,4,4,4,4:0 A"
    );
    let sixth = kalah.parse_move(&position, "6").unwrap();
    kalah.play(&mut position, sixth);
    assert_eq!(
        kalah.position_text(&position),
        "5,6,6,1,5,0:1 4,4,4,4,4,4:0 B"
    );
    let third = kalah.parse_move(&position, "3").unwrap();
    kalah.play(&mut position, third);
    assert_eq!(
        kalah.position_text(&position),
        "5,6,6,1,5,0:1 4,4,0,5,5,5:1 B"
    );
}

#[test]
fn a_move_is_told_step_by_step() {
    let game = game("congklak:holes=2");
    let position = game.parse_position("1,1:0 0,3:0 A").unwrap();
    let summary = game.effects(&position, Hole::new(0)).summary;
    assert_eq!(summary, "sows 1, relays 2 times, moves again");

    let position = game.parse_position("1,0:0 2,3:0 A").unwrap();
    let effects = game.effects(&position, Hole::new(0));
    assert_eq!(effects.summary, "sows 1, captures 4");
    let first = json!({ "seat": 0, "column": 0 });
    let second = json!({ "seat": 0, "column": 1 });
    let opposite = json!({ "seat": 1, "column": 1 });
    assert_eq!(
        to_json(&effects.details),
        json!({
            "relays": 0,
            "captured": 4,
            "extra_turn": false,
            "over": false,
            "last": second,
            "steps": [
                { "step": "pick-up", "place": first, "seeds": 1 },
                { "step": "drop", "place": second, "left": 0 },
                { "step": "capture", "place": second, "opposite": opposite, "seeds": 4 },
            ],
        })
    );
}
