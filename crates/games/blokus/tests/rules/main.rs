//! The rules of Blokus against known counts, a slow generator that follows the rule book
//! square by square, and the properties of every game.

use papan_blokus::{
    Blokus, Large, Legal, Move, Piece, Position, Rules, Scoring, Small, Square, Squares,
    orientations,
};
use papan_core::{Game, Notation, Random, Seat, playouts, properties};
use proptest::prelude::*;
use rule_book::Table;
use std::collections::BTreeSet;

mod rule_book;

/// The presets that fit in small sets, and those that need large ones.
const SMALL: [&str; 2] = ["blokus-duo", "blokus-paper-duo"];
const LARGE: [&str; 3] = ["blokus-classic", "blokus-classic-2", "blokus-classic-3"];

#[test]
fn the_first_moves_are_as_many_as_published() {
    let duo = Small::named("blokus-duo").unwrap();
    assert_eq!(duo.perft(&duo.start(), 1), 414);
    assert_eq!(duo.perft(&duo.start(), 2), 171_396);
    let classic = Large::named("blokus-classic").unwrap();
    let mut position = classic.start();
    for colour in 0..4 {
        assert_eq!(position.colour(), Some(colour));
        assert_eq!(classic.perft(&position, 1), 58);
        let moves = classic.legal_moves(&position);
        classic.play(&mut position, moves[0]);
    }
}

#[test]
fn boards_have_as_many_placements_as_published() {
    let placements = |size: i32| -> i32 {
        let of = |o: &papan_blokus::Orientation| {
            let rows = o.squares.iter().map(|s| s.0).max().unwrap() + 1;
            let left = o.squares.iter().map(|s| s.1).min().unwrap();
            let right = o.squares.iter().map(|s| s.1).max().unwrap();
            (size - rows + 1) * (size - (right - left))
        };
        orientations().iter().map(of).sum()
    };
    assert_eq!(placements(14), 13_729);
    assert_eq!(placements(20), 30_433);
}

/// Plays random games and compares every position with the slow generator, for the
/// colour to move and for those that were skipped.
fn compare_with_the_slow_generator<const WORDS: usize>(name: &str, games: u64) -> usize {
    let game = Blokus::<WORDS>::named(name).unwrap();
    let colours = game.rules().colours();
    let mut compared = 0;
    for seed in 0..games {
        let mut random = Random::for_item(11, seed);
        let mut position = game.start();
        let mut moves = Vec::new();
        let mut last = colours - 1;
        loop {
            let hand = |colour| position.pieces_left(colour).collect::<Vec<Piece>>();
            let next = position.colour().unwrap_or(last);
            // From the colour after the last mover up to the one to move now (all of
            // them when the game is over) nobody can place anything.
            for step in 1..=colours {
                let colour = (last + step) % colours;
                if position.colour() == Some(colour) {
                    break;
                }
                let mut table = Table::new(&game, &position);
                let (row, column) = game.rules().starts()[colour];
                table.start = (row as i32, column as i32);
                assert!(
                    table.placements(colour, &hand(colour)).is_empty(),
                    "{name} {seed}"
                );
            }
            if position.colour().is_none() {
                break;
            }
            moves.clear();
            game.moves(&position, &mut moves);
            let listed: BTreeSet<Vec<Square>> = moves
                .iter()
                .map(|&played| game.placement(played).1)
                .collect();
            assert_eq!(listed.len(), moves.len(), "a placement listed twice");
            let expected = Table::new(&game, &position).placements(next, &hand(next));
            assert_eq!(
                listed,
                expected,
                "{name} {seed} {}",
                game.position_text(&position)
            );
            compared += 1;
            game.play(&mut position, moves[random.below(moves.len())]);
            last = next;
        }
    }
    compared
}

#[test]
fn every_preset_agrees_with_the_slow_generator() {
    for name in SMALL {
        assert!(compare_with_the_slow_generator::<4>(name, 80) > 2000);
    }
    for name in LARGE {
        assert!(compare_with_the_slow_generator::<7>(name, 40) > 2000);
    }
}

#[test]
fn every_size_agrees_with_the_slow_generator() {
    for size in 5..=20 {
        for options in ["", ",starts=corners", ",seats=3", ",seats=4,starts=classic"] {
            let name = format!("blokus:size={size}{options}");
            match size <= Small::MAX_SIZE {
                true => compare_with_the_slow_generator::<4>(&name, 2),
                false => compare_with_the_slow_generator::<7>(&name, 1),
            };
        }
    }
}

#[test]
fn small_and_large_sets_play_the_same_games() {
    let small = Small::named("blokus-duo").unwrap();
    let large = Large::named("blokus-duo").unwrap();
    for seed in 0..50 {
        let (mut here, mut there) = (small.start(), large.start());
        small.playout(&mut here, &mut Random::new(seed));
        large.playout(&mut there, &mut Random::new(seed));
        assert_eq!(small.position_text(&here), large.position_text(&there));
        assert_eq!(small.scores(&here), large.scores(&there));
    }
}

#[test]
fn every_machine_plays_the_same_games() {
    fn check<const WORDS: usize>(name: &str) {
        let fast = Blokus::<WORDS>::named(name).unwrap();
        let plain = fast.clone().portable();
        let tally = playouts(&fast, &fast.start(), 1, 0..100);
        assert_eq!(tally, playouts(&plain, &plain.start(), 1, 0..100));
        let mut random = Random::new(3);
        let mut position = fast.start();
        let (mut moves, mut others) = (Vec::new(), Vec::new());
        while fast.turn(&position).is_some() {
            moves.clear();
            others.clear();
            fast.moves(&position, &mut moves);
            plain.moves(&position, &mut others);
            assert_eq!(moves, others);
            assert_eq!(plain.count_moves(&position, &mut others), moves.len());
            let (mut here, mut there) = (position, position);
            let played = moves[random.below(moves.len())];
            fast.play(&mut here, played);
            plain.play(&mut there, played);
            assert_eq!(here, there);
            position = here;
        }
    }
    SMALL.iter().for_each(|name| check::<4>(name));
    LARGE.iter().for_each(|name| check::<7>(name));
}

/// Beside a list of all placements: those that cover the most, of these the largest.
#[test]
fn placements_that_cover_the_most_are_found() {
    fn check<const WORDS: usize>(name: &str) {
        let fast = Blokus::<WORDS>::named(name).unwrap();
        let plain = fast.clone().portable();
        let mut random = Random::new(5);
        let mut position = fast.start();
        let (mut found, mut others) = (Legal::new(), Legal::new());
        while let Some(colour) = position.colour() {
            let moves = fast.legal_moves(&position);
            let mut wanted = Squares::EMPTY;
            for index in fast.squares().iter() {
                if random.below(8) == 0 {
                    wanted.insert(index);
                }
            }
            let worth = |&played: &Move| {
                let (squares, piece) = fast.covered(played);
                ((squares & wanted).count().min(3), piece.size())
            };
            let most = moves.iter().map(worth).max();
            let expected = moves.iter().copied();
            let expected: Vec<Move> = expected.filter(|m| Some(worth(m)) == most).collect();
            fast.find_covering(&position, colour, wanted, &mut found);
            plain.find_covering(&position, colour, wanted, &mut others);
            let all = |legal: &Legal<WORDS>| -> Vec<Move> {
                (0..legal.total()).map(|rank| legal.get(rank)).collect()
            };
            assert_eq!((all(&found), all(&others)), (expected.clone(), expected));
            fast.play(&mut position, moves[random.below(moves.len())]);
        }
    }
    SMALL.iter().for_each(|name| check::<4>(name));
    LARGE.iter().for_each(|name| check::<7>(name));
}

#[test]
fn the_last_piece_decides_about_the_bonus() {
    let classic = Large::named("blokus-classic").unwrap();
    // All pieces but the first two are on the board.
    let text = everything_placed("-").replacen("1.11.", ".....", 1);
    let text = text.replace(" 3 - all all all", " 1 I1,I2 all all all");
    let start = classic.parse_position(&text).unwrap();
    for (pieces, points) in [(["I1", "I2"], 15), (["I2", "I1"], 20)] {
        let mut position = start;
        for name in pieces {
            let mut moves = classic.legal_moves(&position);
            while position.colour() != Some(0) {
                classic.play(&mut position, moves[0]);
                moves.clear();
                classic.moves(&position, &mut moves);
            }
            let played = moves
                .iter()
                .find(|m| classic.placement(**m).0.name() == name);
            classic.play(&mut position, *played.unwrap());
        }
        assert_eq!(classic.colour_score(&position, 0), points, "{pieces:?}");
    }
}

#[test]
fn positions_are_small() {
    assert_eq!(Small::MAX_SIZE, 14);
    assert_eq!(Large::MAX_SIZE, 20);
    assert!(size_of::<Position<7>>() <= 512);
    assert!(size_of::<Position<4>>() <= 160);
}

#[test]
fn every_broken_rule_is_named() {
    let duo = Small::named("blokus-duo").unwrap();
    let mut position = duo.start();
    let mut play = |text: &str| {
        let played = duo.parse_move(&position, text).unwrap();
        duo.play(&mut position, played);
    };
    play("e9,d10,e10,f10,e11");
    play("j5");
    let rule = |text: &str| duo.parse_move(&position, text).unwrap_err().rule();
    assert_eq!(rule("o1"), "outside");
    assert_eq!(rule("a15"), "outside");
    assert_eq!(rule("e9,d10,e10,f10,e11"), "not-left");
    assert_eq!(rule("e10,e11"), "overlap");
    assert_eq!(rule("e8"), "edge-contact");
    assert_eq!(rule("a1"), "no-corner");
    assert_eq!(rule("a1,b2"), "no-piece");
    assert_eq!(rule("a1,a1"), "no-piece");
    assert_eq!(rule("pass"), "no-pass");
    assert_eq!(rule("hello"), "syntax");
    assert!(duo.parse_move(&position, " C9 ").is_ok());
    let start = duo.start();
    let error = duo.parse_move(&start, "a1").unwrap_err();
    assert_eq!(
        error.to_string(),
        "'a1' is not allowed: the first piece must cover the start square e10"
    );
}

#[test]
fn mistakes_in_positions_are_named() {
    let tiny = Small::named("blokus:size=5").unwrap();
    let problem = |text: &str| tiny.parse_position(text).unwrap_err().problem;
    assert_eq!(
        problem(""),
        "0 fields instead of 4: the board, the colour to move and 2 hands"
    );
    assert_eq!(problem("..... 1 all all"), "1 rows instead of 5");
    assert_eq!(
        problem("..../...../...../...../..... 1 all all"),
        "4 squares instead of 5 in row 5"
    );
    assert_eq!(
        problem("..3../...../...../...../..... 1 all all"),
        "'3' on c5"
    );
    assert_eq!(
        problem("...../...../...../...../..... 7 all all"),
        "'7' is no colour to move"
    );
    assert_eq!(
        problem("...../...../...../...../..... 1 all I9"),
        "no piece is called 'I9'"
    );
    assert_eq!(
        problem("...../...../...../...../..... 1 all I1,I1"),
        "I1 twice in one hand"
    );
    assert_eq!(
        problem("...../...../...../...../..... - all all"),
        "nobody is to move, but colour 1 can"
    );
    assert_eq!(
        problem("1..../...../...../...../..... 1 all all"),
        "colour 1: I1 is on the board and in its hand"
    );
    assert_eq!(
        problem("...../...../...../...../..... 1 I1 all"),
        "colour 1: I2 is neither on the board nor in its hand"
    );
    assert_eq!(
        problem("1.1../...../...../...../..... 1 all all"),
        "colour 1: a second I1 at c5"
    );
    assert!(problem("11111/11111/...../...../..... 1 all all").contains("shape of a piece"));
}

#[test]
fn both_scorings_count_the_last_pieces() {
    // Everything placed by colour 1 except what its hand says; the board itself matters
    // only for the number of squares.
    let squares = Small::named("blokus-paper-duo").unwrap();
    let official = Small::named("blokus-paper-duo:scoring=official").unwrap();
    let start = squares.start();
    assert_eq!(squares.scores(&start).as_slice(), [0, 0]);
    assert_eq!(official.scores(&start).as_slice(), [-89, -89]);
    let board = "1............./.1111........./..............".to_owned();
    let hand: Vec<&str> = Piece::all()
        .map(Piece::name)
        .filter(|name| !["I1", "I4"].contains(name))
        .collect();
    let text = format!(
        "{board}{} 1 {} all",
        "/..............".repeat(11),
        hand.join(",")
    );
    let position = squares.parse_position(&text).unwrap();
    assert_eq!(squares.scores(&position).as_slice(), [5, 0]);
    assert_eq!(official.scores(&position).as_slice(), [-84, -89]);
}

/// All 21 pieces of one colour on 20x20, none beside another.
fn everything_placed(last: &str) -> String {
    let mut rows = vec![vec!['.'; 20]; 20];
    let (mut row, mut column, mut tallest) = (0, 0, 0);
    for piece in Piece::all() {
        let height = |at: &usize| orientations()[*at].squares.iter().map(|s| s.0).max();
        let shape = &orientations()[piece.orientations().min_by_key(height).unwrap()].squares;
        let left = shape.iter().map(|s| s.1).min().unwrap();
        let width = (shape.iter().map(|s| s.1).max().unwrap() - left) as usize + 1;
        if column + width > 20 {
            (row, column, tallest) = (row + tallest + 1, 0, 0);
        }
        for (down, right) in shape {
            rows[row + *down as usize][column + (right - left) as usize] = '1';
        }
        column += width + 1;
        tallest = tallest.max(shape.iter().map(|s| s.0).max().unwrap() as usize + 1);
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    // Colour 2 has lost its start square, so it is colour 3's turn.
    format!("{} 3 {last} all all all", rows.join("/"))
}

#[test]
fn placing_everything_earns_fifteen_or_twenty() {
    let classic = Large::named("blokus-classic").unwrap();
    for (last, points) in [("-", 15), ("-I1", 20)] {
        let text = everything_placed(last);
        let position = classic.parse_position(&text).unwrap();
        assert_eq!(classic.scores(&position)[Seat::FIRST], points);
        assert_eq!(classic.position_text(&position), text);
    }
    let [plain, bonus] = ["-", "-I1"]
        .map(|last| classic.key(&classic.parse_position(&everything_placed(last)).unwrap()));
    assert_ne!(
        plain, bonus,
        "what decides about five points is part of the key"
    );
    let squares = Large::named("blokus-classic:scoring=squares").unwrap();
    let position = squares.parse_position(&everything_placed("-I1")).unwrap();
    assert_eq!(squares.scores(&position)[Seat::FIRST], 109);
}

#[test]
fn two_players_hold_two_colours_each() {
    let game = Large::named("blokus-classic-2").unwrap();
    assert_eq!(game.seats(), 2);
    assert_eq!(game.seat_name(Seat::FIRST), "blue and red");
    let mut position = game.start();
    for (turn, text) in ["a20", "t20", "t1", "a1"].iter().enumerate() {
        assert_eq!(game.turn(&position), Some(Seat::new(turn % 2)));
        let played = game.parse_move(&position, text).unwrap();
        game.play(&mut position, played);
    }
    assert_eq!(game.scores(&position).as_slice(), [-176, -176]);
    // Colour 1 places five squares more: they are seat 0's.
    let played = game.parse_move(&position, "b19,c19,d19,e19,f19").unwrap();
    game.play(&mut position, played);
    assert_eq!(game.scores(&position).as_slice(), [-171, -176]);
    // Colour 2 places two more: they are seat 1's.
    let played = game.parse_move(&position, "s19,r19").unwrap();
    game.play(&mut position, played);
    assert_eq!(game.scores(&position).as_slice(), [-171, -174]);
}

#[test]
fn a_colour_is_said_to_be_out_once_and_when_it_happens() {
    let tiny = Small::named("blokus:size=7,seats=4").unwrap();
    let mut said = Vec::new();
    let mut position = tiny.start();
    let mut random = Random::new(4);
    while tiny.turn(&position).is_some() {
        let moves = tiny.legal_moves(&position);
        let played = moves[random.below(moves.len())];
        let effects = tiny.effects(&position, played);
        tiny.play(&mut position, played);
        for colour in effects.details.without_moves {
            assert!(!tiny.can_move(&position, colour));
            let name = ["blue", "yellow", "red", "green"][colour];
            assert!(
                effects
                    .summary
                    .contains(&format!("{name} has no moves left"))
            );
            said.push(colour);
        }
    }
    said.sort();
    assert_eq!(said, [0, 1, 2, 3]);
}

#[test]
fn three_players_take_turns_with_the_fourth_colour() {
    let game = Large::named("blokus-classic-3").unwrap();
    let mut position = game.start();
    let mut turns = Vec::new();
    for text in [
        "a20", "t20", "t1", "a1", "b19,c19", "s19,r19", "s2,r2", "b2,c2",
    ] {
        turns.push(game.turn(&position).unwrap().index());
        let played = game.parse_move(&position, text).unwrap();
        game.play(&mut position, played);
    }
    assert_eq!(turns, [0, 1, 2, 0, 0, 1, 2, 1]);
    assert_eq!(game.scores(&position).as_slice(), [-86, -86, -86]);
}

/// Texts of all placements of a board, and of some that are none.
fn every_move(size: usize) -> Vec<String> {
    let rules = Rules::new(
        size,
        2,
        2,
        &[(0, 0), (size - 1, size - 1)],
        Scoring::Squares,
    )
    .unwrap();
    let game = Large::new(rules).unwrap();
    let name = |&(row, column): &(i32, i32)| {
        format!("{}{}", (b'a' + column as u8) as char, size as i32 - row)
    };
    let mut texts = BTreeSet::from(["pass".to_owned(), "a1,c1".to_owned(), "a1,z3".to_owned()]);
    for orientation in orientations() {
        for row in 0..size as i32 {
            for column in 0..size as i32 {
                let squares: Vec<(i32, i32)> = orientation
                    .squares
                    .iter()
                    .map(|(r, c)| (row + r, column + c))
                    .collect();
                let inside =
                    |&(r, c): &(i32, i32)| r < size as i32 && (0..size as i32).contains(&c);
                if squares.iter().all(inside) {
                    let mut squares = squares;
                    squares.sort_by_key(|&(r, c)| (-r, c));
                    texts.insert(squares.iter().map(name).collect::<Vec<_>>().join(","));
                }
            }
        }
    }
    assert_eq!(game.rules().size(), size);
    texts.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn every_preset_keeps_the_promises_of_a_game(seed in any::<u64>()) {
        for name in SMALL {
            let game = Small::named(name).unwrap();
            properties::check_random_game(&game, seed, &every_move(14));
        }
        // The classic board has 30,000 placements: some of them must do.
        let some: Vec<String> = every_move(20).into_iter().step_by(61).collect();
        for name in LARGE {
            properties::check_random_game(&Large::named(name).unwrap(), seed, &some);
        }
    }

    #[test]
    fn every_small_board_keeps_them_too(size in 5..=9_usize, seats in 2..=4_usize, seed in any::<u64>()) {
        let game = Small::named(&format!("blokus:size={size},seats={seats}")).unwrap();
        properties::check_random_game(&game, seed, &every_move(size));
    }
}

proptest! {
    #[test]
    fn any_text_is_answered(
        position in "([.12]{5}/){4}[.12]{5} [12\\-] (all|-|-I1|I1,I2|F) (all|V3)|\\PC*",
        moves in "([a-e][1-5](,[a-e][1-5]){0,4} ){0,9}|\\PC*",
    ) {
        properties::check_any_text(&Small::named("blokus:size=5").unwrap(), &position, &moves);
        properties::check_any_text(&Large::named("blokus-classic-3").unwrap(), &position, &moves);
    }
}
