//! The engine of Othello against an exhaustive search of the rules.

use papan_core::{Game, Notation, Random, Seat};
use papan_engines::othello::{Engine, Patterns, Scoring, evaluate, patterns::WeightsError};
use papan_othello::{Move, Othello, Position};
use papan_search::{Limits, Report, Stop, Value};
use std::time::Duration;

/// A position of a random game with `empties` empty squares, if the game gets there.
fn random_position(game: &Othello, empties: u32, seed: u64) -> Option<Position> {
    let mut random = Random::new(seed);
    let mut position = game.start();
    let mut moves = Vec::new();
    while !position.is_over() {
        let discs = position.own() | position.other();
        if (game.squares() & !discs).count_ones() == empties {
            return Some(position);
        }
        moves.clear();
        game.moves(&position, &mut moves);
        game.play(&mut position, moves[random.below(moves.len())]);
    }
    None
}

/// The result for a seat.
fn result(game: &Othello, position: &Position, count: Scoring, seat: Seat) -> i32 {
    let scores = game.scores(position);
    let black = match count {
        Scoring::Margin => game.margin(position),
        Scoring::Discs => scores[Seat::FIRST] - scores[Seat::SECOND],
    };
    if seat == Seat::FIRST { black } else { -black }
}

/// The value for the mover by exhaustive search.
fn exhaustive(game: &Othello, position: &Position, count: Scoring) -> i32 {
    let Some(mover) = game.turn(position) else {
        return result(game, position, count, position.mover());
    };
    let moves = game.legal_moves(position);
    let after = |&played: &Move| {
        let child = game.after(position, played);
        let value = exhaustive(game, &child, count);
        if child.mover() == mover {
            value
        } else {
            -value
        }
    };
    moves.iter().map(after).max().unwrap()
}

fn solve(engine: &mut Engine, position: &Position, count: Scoring) -> (i32, Report<Move>) {
    let report = engine.solve(position, count, &Limits::NONE).unwrap();
    match report.value {
        Some(Value::Points(value)) => (value, report),
        _ => panic!("a value in discs"),
    }
}

#[test]
fn endgames_have_the_value_that_trying_everything_gives() {
    for size in [4, 6, 8] {
        let game = Othello::with_size(size);
        let mut engine = Engine::new(&game, 1 << 10);
        let mut solved = 0;
        for seed in 0..120 {
            let empties = 1 + seed as u32 % 9;
            let Some(position) = random_position(&game, empties, seed) else {
                continue;
            };
            for count in [Scoring::Margin, Scoring::Discs] {
                let (value, report) = solve(&mut engine, &position, count);
                let expected = exhaustive(&game, &position, count);
                assert_eq!(
                    value,
                    expected,
                    "{} {count:?}",
                    game.position_text(&position)
                );
                // The principal variation leads to that value.
                let mut end = position;
                for &played in &report.principal_variation {
                    game.play(&mut end, played);
                }
                assert!(end.is_over() && report.exact);
                assert_eq!(result(&game, &end, count, position.mover()), value);
            }
            solved += 1;
        }
        assert!(solved > 100, "{solved} positions of {size}x{size}");
    }
}

/// The value for the mover by a search that knows nothing but the rules and alpha-beta.
fn plain(game: &Othello, position: &Position, (mut alpha, beta): (i32, i32)) -> i32 {
    let Some(mover) = game.turn(position) else {
        return result(game, position, Scoring::Margin, position.mover());
    };
    for played in game.legal_moves(position) {
        let after = game.after(position, played);
        let value = match after.mover() == mover {
            true => plain(game, &after, (alpha, beta)),
            false => -plain(game, &after, (-beta, -alpha)),
        };
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Most of them have so many empty squares that all parts of the search take part.
#[test]
fn a_thousand_endgames_have_the_value_of_a_plain_search() {
    let mut engines = [1, 2].map(|threads| {
        let game = Othello::new();
        Engine::new(&game, 1 << 12).with_threads(threads)
    });
    let game = Othello::new();
    let mut solved = 0;
    for seed in 0..1_060 {
        let empties = [9, 10, 11, 9, 10, 10][seed as usize % 6] + 2 * u32::from(seed % 90 == 0);
        let Some(position) = random_position(&game, empties, 7_000 + seed) else {
            continue;
        };
        let expected = plain(&game, &position, (-64, 64));
        let engine = &mut engines[usize::from(seed % 50 == 0)];
        let (value, _) = solve(engine, &position, Scoring::Margin);
        assert_eq!(value, expected, "{}", game.position_text(&position));
        solved += 1;
    }
    assert!(solved >= 1_000, "{solved}");
}

/// Threads search other nodes, and find the same value.
#[test]
fn threads_find_the_value_that_one_finds() {
    let game = Othello::new();
    let mut alone = Engine::new(&game, 1 << 14);
    let mut together = Engine::new(&game, 1 << 14).with_threads(3);
    for seed in 0..12 {
        let empties = 17 + seed as u32 % 3;
        let Some(position) = random_position(&game, empties, seed) else {
            continue;
        };
        let (value, report) = solve(&mut alone, &position, Scoring::Margin);
        let (again, same) = solve(&mut alone, &position, Scoring::Margin);
        assert_eq!((value, report.nodes), (again, same.nodes));
        let (value_of_three, report) = solve(&mut together, &position, Scoring::Margin);
        assert_eq!(value_of_three, value);
        let mut end = position;
        for &played in &report.principal_variation {
            game.play(&mut end, played);
        }
        assert_eq!(
            result(&game, &end, Scoring::Margin, position.mover()),
            value
        );
    }
}

/// A position with few discs, one or two of them the other side's.
fn thin_position(game: &Othello, empties: u32, seed: u64) -> Option<Position> {
    let mut random = Random::new(seed);
    let mut squares: Vec<u64> = (0..64)
        .map(|square| 1 << square)
        .filter(|square| game.squares() & square != 0)
        .collect();
    for at in (1..squares.len()).rev() {
        squares.swap(at, random.below(at + 1));
    }
    let discs = &squares[empties as usize..];
    let (other, own) = discs.split_at(1 + random.below(2));
    let (own, other) = (own.iter().sum(), other.iter().sum());
    let position = game.position(own, other, Seat::new(random.below(2)))?;
    (!position.is_over()).then_some(position)
}

#[test]
fn who_takes_all_discs_has_as_many_as_lie_there() {
    let game = Othello::with_size(4);
    let mut engine = Engine::new(&game, 1 << 10);
    let (mut taken, mut declined) = (0, 0);
    for seed in 0..2_000 {
        let Some(position) = thin_position(&game, 9 + seed as u32 % 3, seed) else {
            continue;
        };
        let values = [Scoring::Margin, Scoring::Discs].map(|count| {
            let (value, report) = solve(&mut engine, &position, count);
            let text = game.position_text(&position);
            assert_eq!(
                value,
                exhaustive(&game, &position, count),
                "{text} {count:?}"
            );
            let mut end = position;
            for &played in &report.principal_variation {
                game.play(&mut end, played);
            }
            assert_eq!(
                result(&game, &end, count, position.mover()),
                value,
                "{text}"
            );
            (value.abs(), end.black() == 0 || end.white() == 0)
        });
        // All are taken by margin; by discs the same, or better.
        if values[0] == (16, true) {
            taken += usize::from(values[1].1);
            declined += usize::from(!values[1].1);
        }
    }
    assert!(
        taken > 50 && declined > 5,
        "{taken} taken, {declined} declined"
    );
}

#[test]
fn both_kernels_solve_alike() {
    for (size, empties) in [(6, 13), (8, 13)] {
        let game = Othello::with_size(size);
        let (mut fast, mut portable) = (
            Engine::new(&game, 1 << 12),
            Engine::new(&game.portable(), 1 << 12),
        );
        for seed in 0..8 {
            let Some(position) = random_position(&game, empties, seed) else {
                continue;
            };
            let (value, report) = solve(&mut fast, &position, Scoring::Margin);
            let (same, twin) = solve(&mut portable, &position, Scoring::Margin);
            assert_eq!((value, report.nodes), (same, twin.nodes));
            assert_eq!(report.principal_variation, twin.principal_variation);
        }
    }
}

#[test]
fn four_by_four_is_lost_by_ten_or_by_eight() {
    let game = Othello::with_size(4);
    let mut engine = Engine::new(&game, 1 << 12);
    assert_eq!(solve(&mut engine, &game.start(), Scoring::Margin).0, -10);
    assert_eq!(solve(&mut engine, &game.start(), Scoring::Discs).0, -8);
}

/// Problem 40 of the French federation; `examples/solve_othello.rs` does the others.
#[test]
fn a_published_endgame_has_its_published_value() {
    let game = Othello::new();
    let mut engine = Engine::new(&game, 1 << 18);
    let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    let position = game.parse_position(text).unwrap();
    let (value, report) = solve(&mut engine, &position, Scoring::Margin);
    assert_eq!(value, 38);
    assert_eq!(game.move_text(&position, report.best), "a2");
    assert!(report.principal_variation.len() >= 20);
}

fn mirrored(set: u64) -> u64 {
    set.swap_bytes()
}

fn transposed(set: u64) -> u64 {
    let bits = (0..64).filter(|square| set >> square & 1 == 1);
    bits.fold(0, |image, square| {
        image | 1 << (square % 8 * 8 + square / 8)
    })
}

#[test]
fn images_of_a_position_are_worth_the_same() {
    for size in [6, 8] {
        let game = Othello::with_size(size);
        for seed in 0..200 {
            let Some(position) = random_position(&game, 1 + seed as u32 % 28, seed) else {
                continue;
            };
            let (mut black, mut white) = (position.black(), position.white());
            let value = evaluate(&game, &position);
            for turn in 0..8 {
                let step = if turn % 2 == 0 { mirrored } else { transposed };
                (black, white) = (step(black), step(white));
                let image = game.position(black, white, position.mover()).unwrap();
                assert_eq!(evaluate(&game, &image), value, "seed {seed}, image {turn}");
            }
            assert_eq!((black, white), (position.black(), position.white()));
        }
    }
}

#[test]
fn a_corner_is_worth_having() {
    let game = Othello::new();
    let (mut better, mut tried) = (0, 0);
    for seed in 0..100 {
        let position = random_position(&game, 30, seed).unwrap();
        let corner = 1 << 63;
        if (position.own() | position.other()) & corner == 0 {
            let with = Patterns::get().value(position.own() | corner, position.other());
            let without = Patterns::get().value(position.own(), position.other() | corner);
            tried += 1;
            better += i32::from(with > without);
        }
    }
    assert!(
        tried > 20 && better * 10 >= tried * 9,
        "{better} of {tried}"
    );
}

#[test]
fn damaged_weights_are_refused() {
    let bytes = include_bytes!("../src/othello/weights.bin");
    assert!(Patterns::read(bytes).is_ok());
    let refused = |bytes: &[u8]| Patterns::read(bytes).err();
    assert_eq!(refused(&[]), Some(WeightsError::Short));
    assert_eq!(refused(&[7; 100]), Some(WeightsError::Foreign));
    assert_eq!(
        refused(&bytes[..bytes.len() - 1]),
        Some(WeightsError::Damaged)
    );
    let mut changed = bytes.to_vec();
    changed[1_000] ^= 1;
    assert_eq!(refused(&changed), Some(WeightsError::Damaged));
    // So that a browser can load it, compressed.
    assert!(bytes.len() < 2_000_000);
}

#[test]
fn a_stopped_search_answers_with_a_legal_move() {
    let stop = Stop::new();
    stop.stop();
    for size in [4, 6, 8] {
        let game = Othello::with_size(size);
        let mut engine = Engine::new(&game, 1 << 12);
        for seed in 0..40 {
            let Some(position) = random_position(&game, 2 + seed as u32 % 10, seed) else {
                continue;
            };
            let moves = game.legal_moves(&position);
            for limits in [
                Limits::nodes(1),
                Limits::nodes(100),
                Limits::time(Duration::from_millis(1)),
                Limits::NONE.and_stop(&stop),
            ] {
                let report = engine.think(&position, &limits);
                assert!(moves.contains(&report.best), "{limits:?}");
                assert_eq!(report.principal_variation[0], report.best);
                let mut end = position;
                for &played in &report.principal_variation {
                    let legal = game.legal_moves(&end);
                    assert!(legal.contains(&played));
                    game.play(&mut end, played);
                }
            }
        }
    }
}

#[test]
fn equal_nodes_give_equal_moves_whatever_was_searched_before() {
    let game = Othello::new();
    let mut used = Engine::new(&game, 1 << 12);
    for seed in 0..12 {
        let position = random_position(&game, 12 + 4 * seed as u32, seed).unwrap();
        let limits = Limits::nodes(20_000);
        let report = used.think(&position, &limits);
        let fresh = Engine::new(&game, 1 << 12).think(&position, &limits);
        assert_eq!(
            (
                report.best,
                report.value,
                report.nodes,
                report.principal_variation
            ),
            (
                fresh.best,
                fresh.value,
                fresh.nodes,
                fresh.principal_variation
            )
        );
    }
}

#[test]
fn the_values_of_moves_fit_the_choice() {
    let game = Othello::new();
    let mut engine = Engine::new(&game, 1 << 12);
    for seed in 0..20 {
        let Some(position) = random_position(&game, 8, seed) else {
            continue;
        };
        let values = engine.values(&position, &Limits::NONE);
        let exact = exhaustive(&game, &position, Scoring::Margin);
        assert_eq!(values.iter().map(|(_, value)| *value).max(), Some(exact));
    }
}
