//! The engine of Othello against an exhaustive search of the rules.

use papan_core::{Game, Notation, Random, Seat};
use papan_engines::othello::{
    Engine, Goal, Patterns, Progress, Scoring, evaluate, patterns::WeightsError,
};
use papan_othello::kernel::Portable;
use papan_othello::{Move, Othello, Position};
use papan_search::{Limits, Report, Stop, Timekeeper, Value};
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
        Some(Value::Points(value)) => (value.whole(), report),
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
        let empties = match seed % 300 {
            few @ 0..=2 => 12 + few as u32,
            _ => [8, 9, 10, 11, 9, 10][seed as usize % 6],
        };
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

/// Without selective cuts the value at a depth is what it is, whoever searched which part.
#[test]
fn threads_think_what_one_thinks() {
    let game = Othello::new();
    let mut alone = Engine::new(&game, 1 << 14).full_width();
    let mut together = Engine::new(&game, 1 << 14).full_width().with_threads(3);
    for seed in 0..10 {
        let position = random_position(&game, 20 + 4 * seed as u32, seed).unwrap();
        let limits = Limits::depth(8);
        let one = alone.think(&position, &limits);
        let three = together.think(&position, &limits);
        assert_eq!((one.depth, three.depth), (8, 8));
        assert_eq!(one.value, three.value, "{}", game.position_text(&position));
        // Nobody expects the same of several threads another time.
        for (engine, is_timed) in [(&mut alone, false), (&mut together, true)] {
            let timekeeper = Timekeeper::new(1.0);
            engine.think(&position, &Limits::depth(3).and_timekeeper(&timekeeper));
            assert_eq!(timekeeper.is_timed(), is_timed);
        }
        assert!(game.legal_moves(&position).contains(&three.best));
        assert_eq!(alone.think(&position, &limits).nodes, one.nodes);
    }
}

/// Threads that others leave free are used only where time alone ends the thought: one that nodes
/// or depth end must come out the same.
#[test]
fn free_threads_change_nothing_that_must_come_out_the_same() {
    let game = Othello::new();
    let mut engine = Engine::new(&game, 1 << 14);
    for seed in 0..4 {
        let position = random_position(&game, 30, seed).unwrap();
        for limits in [Limits::nodes(30_000), Limits::depth(9)] {
            let alone = engine.think(&position, &limits);
            let report = engine.think(&position, &limits.and_threads(3));
            assert_eq!((alone.best, alone.nodes), (report.best, report.nodes));
        }
        let timed = Limits::time(Duration::from_millis(30)).and_threads(3);
        let report = engine.think(&position, &timed);
        assert!(game.legal_moves(&position).contains(&report.best));
    }
}

/// Whoever has asked for the outcome alone knows the sign of the value, and the value lies within
/// what was proven.
#[test]
fn the_outcome_is_the_sign_of_the_value() {
    let game = Othello::new();
    let mut engine = Engine::new(&game, 1 << 12);
    let mut outcomes = [0; 3];
    for seed in 0..200 {
        let empties = 6 + seed as u32 % 8;
        let Some(position) = random_position(&game, empties, 300 + seed) else {
            continue;
        };
        let (value, exact) = solve(&mut engine, &position, Scoring::Margin);
        let mut known = None;
        let limits = Limits::NONE;
        let mut tell = |progress: &Progress| known = Some(*progress);
        let goal = Goal::Outcome;
        let report = engine
            .solve_telling(&position, Scoring::Margin, goal, &limits, &mut tell)
            .unwrap();
        let known = known.unwrap();
        // Who asks for both hears of the outcome on the way.
        let mut heard = Vec::new();
        let mut tell = |progress: &Progress| heard.extend(progress.outcome());
        let goal = Goal::OutcomeFirst;
        let both = engine
            .solve_telling(&position, Scoring::Margin, goal, &limits, &mut tell)
            .unwrap();
        assert_eq!(both.value, Some(Value::points(value)));
        assert!(heard.iter().all(|outcome| *outcome == value.signum()));
        assert_eq!(known.outcome(), Some(value.signum()));
        assert!(known.least <= value && value <= known.most, "{known:?}");
        // The move keeps what was proven.
        let after = game.after(&position, report.best);
        let kept = match game.turn(&after) {
            None => result(&game, &after, Scoring::Margin, position.mover()),
            Some(next) => {
                let (value, _) = solve(&mut engine, &after, Scoring::Margin);
                if next == position.mover() {
                    value
                } else {
                    -value
                }
            }
        };
        if value >= 0 {
            assert_eq!(kept.signum(), value.signum());
        }
        assert!(exact.exact);
        outcomes[(value.signum() + 1) as usize] += 1;
    }
    assert!(outcomes[0] > 20 && outcomes[1] > 0 && outcomes[2] > 20);
}

/// On a clock no depth is begun after the fair share, however long an unclear move might take.
#[test]
fn a_clock_is_kept() {
    let game = Othello::new();
    let mut engine = Engine::new(&game, 1 << 14);
    let limits = Limits {
        longest: Some(Duration::from_secs(20)),
        ..Limits::time(Duration::from_micros(1))
    };
    for seed in 0..3 {
        let position = random_position(&game, 40, seed).unwrap();
        assert_eq!(engine.think(&position, &limits).depth, 1);
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

/// Problem 40 of the French federation; `papan bench endgames` does the others.
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
    let value = |own, other| Patterns::get().unwrap().value(Portable, own, other);
    let (mut better, mut tried) = (0, 0);
    for seed in 0..100 {
        let position = random_position(&game, 30, seed).unwrap();
        let corner = 1 << 63;
        if (position.own() | position.other()) & corner == 0 {
            let with = value(position.own() | corner, position.other());
            let without = value(position.own(), position.other() | corner);
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
    // So that a browser can load it: its entropy is about what is left of it compressed.
    let mut counts = [0_u32; 256];
    for &byte in bytes {
        counts[usize::from(byte)] += 1;
    }
    let part = |count: u32| f64::from(count) / bytes.len() as f64;
    let bits = counts.iter().filter(|&&count| count > 0);
    let bits: f64 = bits
        .map(|&count| f64::from(count) * -part(count).log2())
        .sum();
    assert!(bits / 8.0 < 2e6, "{bits}");
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
        assert_eq!(
            values
                .iter()
                .map(|valued| valued.value.number() as i32)
                .max(),
            Some(exact)
        );
    }
}

/// What a line comes to at its end, for the side that begins it.
fn end_of_line(game: &Othello, position: &Position, line: &[Move]) -> i32 {
    let mut end = *position;
    for &played in line {
        assert!(game.is_legal(&end, played));
        game.play(&mut end, played);
    }
    assert!(end.is_over(), "a proven line goes to the end");
    result(game, &end, Scoring::Margin, position.mover())
}

#[test]
fn lines_at_the_end_are_the_best_moves_and_proven() {
    let game = Othello::new();
    let mut engine = Engine::new(&game, 1 << 12);
    for seed in 0..20 {
        let Some(position) = random_position(&game, 8, seed) else {
            continue;
        };
        let mut values: Vec<i32> = game
            .legal_moves(&position)
            .into_iter()
            .map(|played| {
                let after = game.after(&position, played);
                let value = exhaustive(&game, &after, Scoring::Margin);
                if after.mover() == position.mover() {
                    value
                } else {
                    -value
                }
            })
            .collect();
        values.sort_by_key(|value| -value);
        let (report, lines) = engine.lines(&position, &Limits::NONE, 3);
        values.truncate(3);
        let found: Vec<i32> = lines
            .iter()
            .map(|line| line.value.number() as i32)
            .collect();
        assert_eq!(found, values, "seed {seed}");
        assert_eq!((report.best, report.exact), (lines[0].played, true));
        for line in &lines {
            assert!(line.exact && line.depth == 8 && line.line[0] == line.played);
            let end = end_of_line(&game, &position, &line.line);
            assert_eq!(f64::from(end), line.value.number(), "seed {seed}");
        }
    }
}

/// Without selective cuts the value of a move does not depend on how many lines are asked for.
#[test]
fn lines_before_the_end_are_the_best_of_all_values() {
    let game = Othello::new();
    let mut engine = Engine::new(&game, 1 << 14).full_width();
    for seed in 0..6 {
        let position = random_position(&game, 36, seed).unwrap();
        let limits = Limits::depth(5);
        let mut values = engine.values(&position, &limits);
        let order: Vec<Move> = values.iter().map(|valued| valued.played).collect();
        assert_eq!(order, game.legal_moves(&position));
        papan_search::best_first(&mut values);
        for most in 1..=4 {
            let (report, lines) = engine.lines(&position, &limits, most);
            assert_eq!(lines.len(), most.min(values.len()));
            for (line, valued) in lines.iter().zip(&values) {
                assert_eq!(line.value, valued.value, "seed {seed}, {most} lines");
                assert!(line.depth == 5 && !line.exact && line.line[0] == line.played);
            }
            assert_eq!(report.principal_variation, lines[0].line);
        }
        let thought = engine.think(&position, &limits);
        assert_eq!(thought.value, Some(values[0].value), "seed {seed}");
    }
}

#[test]
fn lines_stop_when_told_to() {
    let game = Othello::new();
    let mut engine = Engine::new(&game, 1 << 12);
    let position = random_position(&game, 40, 3).unwrap();
    for nodes in [1, 10, 1_000, 20_000] {
        let (report, lines) = engine.lines(&position, &Limits::nodes(nodes), 3);
        assert_eq!(lines.len(), 3);
        assert!(report.nodes <= nodes + 1 && game.is_legal(&position, report.best));
        let again = engine.lines(&position, &Limits::nodes(nodes), 3).1;
        assert_eq!(lines, again, "{nodes} nodes");
    }
}
