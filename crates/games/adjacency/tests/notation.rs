//! Positions, moves and mistakes as text.

use papan_adjacency::{Adjacency, PRESETS};
use papan_core::{
    Game, Notation, Seat, erase,
    properties::{check_any_file, check_any_text, check_random_game},
    spec::Settings,
};
use proptest::prelude::*;

const START: &str = "......OO/......OO/......../......../......../......../XX....../XX......";

fn named(text: &str) -> Adjacency {
    Adjacency::from_settings(&Settings::parse("game", text, PRESETS).unwrap()).unwrap()
}

/// Every square and some texts just off the board.
fn every_move() -> Vec<String> {
    ('a'..='i')
        .flat_map(|column| (0..=9).map(move |row| format!("{column}{row}")))
        .collect()
}

proptest! {
    #[test]
    fn the_promises_of_every_game_are_kept(rounds in 1..=28_u32, o_first: bool, seed: u64) {
        let first = if o_first { Seat::SECOND } else { Seat::FIRST };
        check_random_game(&Adjacency::new(rounds, first), seed, &every_move());
    }

    #[test]
    fn a_full_game_keeps_them_too(seed: u64) {
        check_random_game(&Adjacency::default(), seed, &every_move());
    }

    #[test]
    fn any_text_is_survived(position in "\\PC*", moves in "\\PC*") {
        check_any_text(&Adjacency::default(), &position, &moves);
        check_any_file(&Adjacency::default(), position.as_bytes());
    }

    #[test]
    fn nearly_a_position_is_survived(
        position in "[XO.]{8}(/[XOxo.]{8}){7} [XOxo] ([0-9]|[1-5][0-9]|6[0-4])",
        moves in "( ?[a-iA-H][0-9]){0,80}",
        slip in any::<prop::sample::Index>(),
        other in "[XO./ 0-9é]?",
    ) {
        let game = Adjacency::default();
        prop_assert!(game.parse_position(&position).is_ok());
        check_any_text(&game, &position, &moves);
        check_any_file(&game, format!("adjacency | {position} | {moves}").as_bytes());
        // One character replaced or left out.
        let slip = slip.index(position.len());
        let wrong = format!("{}{other}{}", &position[..slip], &position[slip + 1..]);
        check_any_text(&game, &wrong, &moves);
    }
}

#[test]
fn names_are_canonical() {
    for (given, canonical) in [
        ("adjacency", "adjacency"),
        ("adjacency:rounds=28,first=x", "adjacency"),
        ("adjacency:rounds=16", "adjacency:rounds=16"),
        ("adjacency:first=o,rounds=1", "adjacency:rounds=1,first=O"),
    ] {
        assert_eq!(named(given).name(), canonical);
        assert_eq!(named(canonical), named(given));
    }
    for wrong in [
        "adjacency:rounds=0",
        "adjacency:rounds=29",
        "adjacency:first=Z",
    ] {
        assert!(Settings::parse("game", wrong, PRESETS).is_err(), "{wrong}");
    }
}

#[test]
fn the_parameters_shape_the_start() {
    for (name, text) in [
        ("adjacency", format!("{START} X 56")),
        ("adjacency:rounds=1", format!("{START} X 2")),
        ("adjacency:rounds=8,first=O", format!("{START} O 16")),
    ] {
        let game = named(name);
        assert_eq!(game.position_text(&game.start()), text);
    }
}

#[test]
fn positions_are_read_liberally() {
    let game = Adjacency::default();
    let read = |text: &str| game.position_text(&game.parse_position(text).unwrap());
    assert_eq!(
        read(&format!("  {}  x   07 ", START.to_lowercase())),
        format!("{START} X 7")
    );
    // Finished games keep their side to move, and too many plies are only a number.
    for text in [
        format!("{START} O 0"),
        format!("{START} X 64"),
        format!("{} O 3", ["XXOOXXOO"; 8].join("/")),
        format!("{} X 64", ["........"; 8].join("/")),
    ] {
        assert_eq!(read(&text), text);
    }
}

#[test]
fn wrong_positions_are_told_what_is_wrong() {
    for (text, problem) in [
        ("".to_owned(), "the text is empty"),
        ("XO X 3".to_owned(), "1 rows instead of 8"),
        (format!("{START}/........ X 3"), "9 rows instead of 8"),
        (
            START.replace("XX......", "XX.....") + " X 3",
            "row 7 has 7 squares instead of 8",
        ),
        (START.replacen('X', "#", 1) + " X 3", "'#' on a7"),
        (START.to_owned(), "no side to move"),
        (format!("{START} 56"), "'56' is no side to move"),
        (format!("{START} XO 56"), "'XO' is no side to move"),
        (format!("{START} X"), "no number of plies left"),
        (format!("{START} X 65"), "'65' plies left, not 0 to 64"),
        (format!("{START} X -1"), "'-1' plies left, not 0 to 64"),
        (format!("{START} X 3 4"), "'4' behind the end"),
    ] {
        let error = Adjacency::default().parse_position(&text).unwrap_err();
        assert_eq!(error.problem, problem, "{text}");
        assert!(
            error
                .to_string()
                .starts_with("not a position of adjacency: ")
        );
    }
}

#[test]
fn wrong_moves_are_told_what_is_wrong() {
    let game = Adjacency::default();
    let error = |text: &str| game.parse_move(&game.start(), text).unwrap_err();
    assert_eq!(
        error("g1").to_string(),
        "'g1' is not allowed: g1 holds O already"
    );
    assert_eq!(error(" A8").rule(), "occupied");
    for text in ["", "c", "4c", "i1", "a0", "a9", "a10", "pass", "é1"] {
        assert_eq!(error(text).rule(), "syntax", "{text}");
    }
    let over = game.parse_position(&format!("{START} X 0")).unwrap();
    assert_eq!(
        game.parse_move(&over, "c4").unwrap_err().rule(),
        "game-over"
    );
}

#[test]
fn moves_say_what_they_do() {
    let game = erase(Adjacency::new(2, Seat::FIRST));
    let mut position = game.start();
    let played = |(text, effects): (String, papan_core::Effects)| {
        (text, effects.summary, effects.details.to_string())
    };
    assert_eq!(
        played(position.play(" C4 ").unwrap()),
        (
            "c4".to_owned(),
            "converts nothing".to_owned(),
            r#"{"change":[1,0],"converted":[],"square":"c4"}"#.to_owned()
        )
    );
    position.play("f1").unwrap();
    assert_eq!(
        played(position.play("f2").unwrap()),
        (
            "f2".to_owned(),
            "converts 2".to_owned(),
            r#"{"change":[3,-2],"converted":["f1","g2"],"square":"f2"}"#.to_owned()
        )
    );
    assert_eq!(
        position.draw(),
        "  a b c d e f g h\n\
         1 . . . . . X O O\n\
         2 . . . . . X X O\n\
         3 . . . . . . . .\n\
         4 . . X . . . . .\n\
         5 . . . . . . . .\n\
         6 . . . . . . . .\n\
         7 X X . . . . . .\n\
         8 X X . . . . . .\n\
         plies left: 1"
    );
    let view = position.view();
    assert_eq!(view.turn, Some(Seat::SECOND));
    assert_eq!(view.board["rows"][0], ".....XOO");
    assert_eq!(view.board["plies_left"], 1);
    assert_eq!(game.seat_name(Seat::SECOND), "O");
}

#[test]
fn who_moves_and_how_long_is_part_of_the_key() {
    let game = Adjacency::default();
    let board = "......OO/......OO/......../......../......../......../XX....../XX......";
    let key = |rest: &str| game.key(&game.parse_position(&format!("{board} {rest}")).unwrap());
    assert_ne!(key("X 10"), key("O 10"));
    assert_ne!(key("X 10"), key("X 9"));
}

#[test]
fn the_plies_shown_are_those_that_will_be_played() {
    let game = Adjacency::default();
    let full = ("XXOO".repeat(2) + "/").repeat(7) + "XXOOXXO. O 40";
    let position = game.parse_position(&full).unwrap();
    assert_eq!(game.board(&position).plies_left, 1);
    assert!(game.draw(&position).ends_with("plies left: 1"));
    assert_eq!(game.position_text(&position), full);
}
