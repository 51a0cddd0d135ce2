//! Numbers that are known from elsewhere, and numbers that must not change.

use crate::{game, legal_moves, reference::Reference};
use papan_congklak::{Congklak, Hole, PRESETS, Position};
use papan_core::{Game, Notation, Random, Seat, perft};
use std::collections::HashSet;

fn play(game: &Congklak, position: &mut Position, moves: &str) {
    for text in moves.split(' ') {
        let played = game.parse_move(position, text).unwrap();
        game.play(position, played);
    }
}

#[test]
fn the_first_turn_can_take_more_than_half() {
    let game = game("congklak");
    let mut position = game.start();
    for played in "1 2 7 7 1 3 1 4 7".split(' ') {
        assert_eq!(game.turn(&position), Some(Seat::FIRST));
        play(&game, &mut position, played);
    }
    assert_eq!(game.scores(&position).as_slice(), [54, 0]);
}

#[test]
fn only_the_first_column_moves_again_at_once() {
    let game = game("congklak");
    for column in 0..7 {
        let mut position = game.start();
        let summary = game.effects(&position, Hole::new(column)).summary;
        game.play(&mut position, Hole::new(column));
        if column == 0 {
            assert_eq!(game.turn(&position), Some(Seat::FIRST));
            assert_eq!(summary, "sows 7, moves again");
        } else {
            assert_eq!(game.turn(&position), Some(Seat::SECOND));
            assert_eq!(game.scores(&position).as_slice(), [10, 0]);
            assert!(summary.contains("captures"), "{summary}");
        }
    }
}

/// The most seeds that A can have in its store when its first turn is over.
fn best_first_turn(game: &Congklak) -> u8 {
    let mut best = 0;
    let mut seen = HashSet::new();
    let mut open = vec![game.start()];
    while let Some(position) = open.pop() {
        for played in legal_moves(game, &position) {
            let mut child = position;
            game.play(&mut child, played);
            best = best.max(game.store(&child, Seat::FIRST));
            if game.turn(&child) == Some(Seat::FIRST) && seen.insert(child) {
                open.push(child);
            }
        }
    }
    best
}

#[test]
fn the_best_first_turns_of_small_boards_come_out() {
    assert_eq!(best_first_turn(&game("congklak:holes=4,seeds=4")), 30);
    assert_eq!(best_first_turn(&game("congklak:holes=6,seeds=4")), 45);
    assert_eq!(best_first_turn(&game("congklak:holes=5,seeds=5")), 46);
}

/// Three plies strictly in turn, without extra turns: the paper's tree, its values (A's
/// store less B's) and its choices (the first best column).
#[test]
fn the_paper_evaluations_come_out() {
    fn value(game: &Congklak, position: &Position, depth: u32) -> i32 {
        let Some(mover) = game.turn(position).filter(|_| depth > 0) else {
            return game.scores(position).difference(Seat::FIRST);
        };
        let children = legal_moves(game, position).into_iter().map(|played| {
            let child = game.after(position, played);
            value(game, &child, depth - 1)
        });
        if mover == Seat::FIRST {
            children.max().unwrap()
        } else {
            children.min().unwrap()
        }
    }
    let game = game("congklak-paper:extra=off");
    for (text, expected, column) in [
        ("3,3,3,3,3,3,3:28 3,3,3,3,3,3,3:28 A", 8, 2),
        ("0,4,0,0,4,4,0:30 4,4,0,4,5,5,0:34 A", 4, 1),
        ("3,2,3,2,0,1,2:37 1,2,3,0,2,1,2:37 A", 2, 1),
        ("0,3,4,0,1,2,0:38 1,0,3,0,2,2,3:39 A", 2, 1),
        ("0,0,5,0,0,3,0:42 0,0,3,0,3,0,0:42 A", 2, 2),
    ] {
        let position = game.parse_position(text).unwrap();
        let first_best = legal_moves(&game, &position).into_iter().find(|&played| {
            let mut child = position;
            game.play(&mut child, played);
            value(&game, &child, 2) == expected
        });
        assert_eq!(value(&game, &position, 3), expected, "{text}");
        assert_eq!(first_best, Some(Hole::new(column)), "{text}");
    }
}

/// 100,000 random games of congklak against figures published for 200,000. Averages may
/// differ by 1%, shares by one percentage point: several times what chance does. A lap is a
/// pick-up, the first one included; an extra turn is a last seed in the own store, also
/// where it ends the game.
#[test]
fn random_games_have_the_known_averages() {
    let game = game("congklak");
    let (mut games, mut moves, mut choices, mut laps, mut extra) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let mut wins = [0.0, 0.0];
    for seed in 0..100_000 {
        let mut random = Random::for_item(11, seed);
        let mut position = game.start();
        let mut reference = Reference::start(*game.rules());
        games += 1.0;
        while let Some(mover) = game.turn(&position) {
            let legal = legal_moves(&game, &position);
            let played = legal[random.below(legal.len())];
            moves += 1.0;
            choices += legal.len() as f64;
            laps += f64::from(reference.play(played.column()));
            game.play(&mut position, played);
            extra += f64::from(u8::from(reference.mover() == mover.index()));
        }
        if let Some(winner) = game.outcome(&position).unwrap().winner() {
            wins[winner.index()] += 1.0;
        }
    }
    let average = |what: &str, measured: f64, known: f64| {
        assert!(
            (measured / known - 1.0).abs() <= 0.01,
            "{what}: {measured}, known {known}"
        );
    };
    average("moves a game", moves / games, 33.0);
    average("choices a move", choices / moves, 4.6);
    average("laps a move", laps / moves, 2.75);
    let share = |what: &str, measured: f64, known: f64| {
        assert!(
            (measured - known).abs() <= 0.01,
            "{what}: {measured}, known {known}"
        );
    };
    share("extra turns", extra / moves, 0.27);
    share("first player's wins", wins[0] / games, 0.61);
    share("second player's wins", wins[1] / games, 0.35);
}

#[test]
fn move_sequences_are_counted_as_ever() {
    let known: [(&str, [u64; 7]); 3] = [
        ("congklak", [7, 36, 230, 1406, 8293, 48263, 276132]),
        ("congklak-paper", [7, 36, 230, 1406, 8295, 48305, 276510]),
        ("kalah", [6, 35, 185, 942, 4690, 23233, 114430]),
    ];
    assert_eq!(
        known.map(|(name, _)| name).as_slice(),
        PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>()
    );
    for (name, counts) in known {
        let game = game(name);
        let reference = Reference::start(*game.rules());
        let measured = [1, 2, 3, 4, 5, 6, 7].map(|depth| perft(&game, &game.start(), depth));
        assert_eq!(measured, counts, "{name}");
        for (depth, count) in (1..=5).zip(counts) {
            assert_eq!(reference.perft(depth), count, "{name} {depth}");
        }
    }
}
