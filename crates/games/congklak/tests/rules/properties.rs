//! What must hold in every game holds in this one.

use crate::{any_rules, game};
use papan_congklak::{Congklak, PRESETS};
use papan_core::properties::{check_any_file, check_any_text, check_random_game};
use proptest::prelude::*;

/// More columns than any board has.
fn every_move() -> Vec<String> {
    let numbers = (0..=12).map(|number| number.to_string());
    numbers
        .chain(["pass".to_owned(), "a1".to_owned()])
        .collect()
}

/// Mostly positions, and otherwise almost.
fn near_position() -> impl Strategy<Value = String> {
    let count = prop_oneof![
        60 => (0..9_u32).prop_map(|seeds| seeds.to_string()),
        2 => (0..300_u32).prop_map(|seeds| seeds.to_string()),
        1 => "[-+x ]?[0-9]{0,12}",
    ];
    let holes = prop_oneof![9 => Just(7_usize), 1 => 5..9_usize];
    let colon = prop_oneof![9 => Just(":"), 1 => Just(";")];
    let side =
        (proptest::collection::vec(count, 9), holes, colon).prop_map(|(counts, holes, colon)| {
            format!("{}{colon}{}", counts[..holes].join(","), counts[8])
        });
    let mover = prop_oneof![9 => "[ABab]", 1 => "[C ]?"];
    (side.clone(), side, mover).prop_map(|(top, bottom, mover)| format!("{top} {bottom} {mover}"))
}

proptest! {
    #[test]
    fn presets_keep_the_promises_of_a_game(preset in 0..PRESETS.len(), seed in any::<u64>()) {
        check_random_game(&game(PRESETS[preset].name), seed, &every_move());
    }

    #[test]
    fn any_rules_keep_the_promises_of_a_game(rules in any_rules(), seed in any::<u64>()) {
        check_random_game(&Congklak::new(rules).unwrap(), seed, &every_move());
    }

    #[test]
    fn any_text_is_survived(position in "\\PC*", moves in "\\PC*") {
        check_any_text(&game("congklak"), &position, &moves);
        check_any_file(&game("kalah"), position.as_bytes());
    }

    #[test]
    fn almost_a_position_is_survived(
        position in near_position(),
        moves in "([0-9] ){0,30}",
        end in 0..3_usize,
    ) {
        let name = format!("congklak:end={}", ["mover", "pass", "either"][end]);
        check_any_text(&game(&name), &position, &moves);
    }
}
