//! The rules of Othello against known counts, an independent crate and the properties
//! of every game.

use magpie::othello::{Game as Magpie, Position as MagpieSquare, Stone};
use papan_core::{Game, Notation, Random, Seat, properties};
use papan_othello::{Move, Othello, Position};
use proptest::prelude::*;

#[test]
fn perft_of_the_usual_board() {
    let othello = Othello::new();
    let counts = [
        4,
        12,
        56,
        244,
        1396,
        8200,
        55092,
        390_216,
        3_005_288,
        24_571_284,
        212_258_800,
    ];
    for (depth, nodes) in (1..).zip(counts) {
        assert_eq!(
            othello.perft(&othello.start(), depth),
            nodes,
            "depth {depth}"
        );
    }
}

#[test]
fn every_machine_plays_the_same_games() {
    for size in [4, 6, 8] {
        let (fast, plain) = (
            Othello::with_size(size),
            Othello::with_size(size).portable(),
        );
        assert_eq!(fast.perft(&fast.start(), 8), plain.perft(&plain.start(), 8));
        let tally = papan_core::playouts(&fast, &fast.start(), 1, 0..2000);
        assert_eq!(
            tally,
            papan_core::playouts(&plain, &plain.start(), 1, 0..2000)
        );
    }
}

#[test]
fn perft_without_the_fast_way() {
    let othello = Othello::new();
    assert_eq!(papan_core::perft(&othello, &othello.start(), 9), 3_005_288);
}

#[test]
fn perft_of_the_small_board() {
    let small = Othello::with_size(4);
    for (depth, nodes) in (1..).zip([4, 12, 44, 128, 424, 1256, 3624, 9112]) {
        assert_eq!(small.perft(&small.start(), depth), nodes, "depth {depth}");
    }
}

/// White wins 4x4 by 11-3: -10 with the two empty squares, -8 by discs alone.
#[test]
fn the_small_board_is_solved() {
    fn value(game: &Othello, position: &Position, count: fn(&Othello, &Position) -> i32) -> i32 {
        let sign = |seat: Seat| if seat == Seat::FIRST { 1 } else { -1 };
        let Some(seat) = game.turn(position) else {
            return count(game, position);
        };
        let moves = game.legal_moves(position);
        let values = moves.iter().map(|&played| {
            let child = game.after(position, played);
            sign(seat) * value(game, &child, count)
        });
        sign(seat) * values.max().unwrap()
    }
    let small = Othello::with_size(4);
    assert_eq!(value(&small, &small.start(), Othello::margin), -10);
    let discs = |game: &Othello, position: &Position| {
        let scores = game.scores(position);
        scores[Seat::FIRST] - scores[Seat::SECOND]
    };
    assert_eq!(value(&small, &small.start(), discs), -8);
}

/// Plays one random game here and in magpie, comparing everything that both know.
fn play_beside_magpie(seed: u64) {
    let othello = Othello::new();
    let mut ours = othello.start();
    let mut theirs = Magpie::new();
    let mut random = Random::new(seed);
    let mut moves = Vec::new();
    loop {
        // magpie counts squares from the other end of the word.
        assert_eq!(
            u64::from(theirs.bits_for(Stone::Black)).reverse_bits(),
            ours.black()
        );
        assert_eq!(
            u64::from(theirs.bits_for(Stone::White)).reverse_bits(),
            ours.white()
        );
        // magpie ends a game only after a pass; the board itself shows it before.
        let board = theirs.board();
        let stuck = |stone| board.moves_for(stone).is_empty();
        let over = stuck(Stone::Black) && stuck(Stone::White);
        assert_eq!(over, othello.turn(&ours).is_none());
        let Some(seat) = othello.turn(&ours) else {
            break;
        };
        assert_eq!(theirs.current_turn() == Stone::Black, seat == Seat::FIRST);
        assert_eq!(u64::from(theirs.moves()).reverse_bits(), ours.mobility());
        moves.clear();
        othello.moves(&ours, &mut moves);
        let played = moves[random.below(moves.len())];
        match played.square() {
            None => theirs.pass_turn(),
            Some(square) => {
                let square = MagpieSquare::try_from(1_u64 << (63 - square)).unwrap();
                theirs.play(square).unwrap();
            }
        }
        othello.play(&mut ours, played);
    }
}

#[test]
fn every_random_game_agrees_with_magpie() {
    for seed in 0..5000 {
        play_beside_magpie(seed);
    }
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Position>() <= 32);
    assert_eq!(size_of::<Move>(), 1);
}

/// Every text that could be a move: all squares of the largest board, and the pass.
fn every_move() -> Vec<String> {
    let largest = Othello::new();
    let squares = largest
        .squares_in_order()
        .map(|square| largest.square_name(square));
    squares
        .chain(["pass".to_owned(), "i1".to_owned(), "a9".to_owned()])
        .collect()
}

proptest! {
    #[test]
    fn every_size_keeps_the_promises_of_a_game(size in 2..=4_u32, seed in any::<u64>()) {
        properties::check_random_game(&Othello::with_size(2 * size), seed, &every_move());
    }

    #[test]
    fn any_text_is_answered(
        size in 2..=4_u32,
        position in "[XO\\-]{10,70} [XO]|\\PC*",
        moves in "([a-h][1-8] |pass ){0,30}|\\PC*",
    ) {
        properties::check_any_text(&Othello::with_size(2 * size), &position, &moves);
    }

    #[test]
    fn any_position_can_be_played_to_the_end(
        black in any::<u64>(), other in any::<u64>(), white_moves: bool, seed in any::<u64>(),
    ) {
        let othello = Othello::new();
        let mover = Seat::new(usize::from(white_moves));
        let mut position = othello.position(black & other, !black & other, mover).unwrap();
        let text = othello.position_text(&position);
        prop_assert_eq!(othello.parse_position(&text), Ok(position));
        othello.playout(&mut position, &mut Random::new(seed));
        prop_assert_eq!(othello.turn(&position), None);
    }
}

#[test]
fn mistakes_are_named() {
    let othello = Othello::new();
    let start = othello.start();
    let refused = |text: &str| {
        let error = othello.parse_move(&start, text).unwrap_err();
        (error.rule(), error.to_string())
    };
    assert_eq!(
        refused("d4"),
        (
            "occupied",
            "'d4' is not allowed: the square is taken".to_owned()
        )
    );
    assert_eq!(refused("a1").0, "no-flip");
    assert_eq!(refused("pass").0, "may-not-pass");
    assert_eq!(refused("z9").0, "syntax");
    let problem = |text: &str| othello.parse_position(text).unwrap_err().problem;
    assert_eq!(
        problem("X"),
        "1 characters instead of 64 squares and a side"
    );
    assert_eq!(problem(&format!("{}? X", "-".repeat(63))), "'?' on h8");
    assert_eq!(
        problem(&format!("{} ?", "-".repeat(64))),
        "'?' is no side to move"
    );
}
