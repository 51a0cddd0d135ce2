//! The fast sowing, the steps and the slow reference agree.

use crate::{any_rules, legal_moves, random_position, reference::Reference};
use papan_congklak::{Congklak, Hole, PRESETS, Place, Position, Rules, Step};
use papan_core::{Game, Notation, Random, Seat};
use proptest::prelude::*;

/// Carries out the steps of a move on a plain board, given and returned as text.
fn replayed(game: &Congklak, position: &Position, played: Hole) -> String {
    let mut counts = [Seat::FIRST, Seat::SECOND].map(|seat| {
        let holes = 0..usize::from(game.rules().holes);
        let row = holes.map(|column| u32::from(game.seeds(position, seat, column)));
        (
            row.collect::<Vec<u32>>(),
            u32::from(game.store(position, seat)),
        )
    });
    fn at(counts: &mut [(Vec<u32>, u32); 2], place: Place) -> &mut u32 {
        let (row, store) = &mut counts[place.seat.index()];
        place.column.map_or(store, |column| &mut row[column])
    }
    let mover = game.turn(position).unwrap();
    let mut next = mover.next(2);
    let mut hand = 0;
    for step in game.sowing(position, played) {
        match step {
            Step::PickUp { place, seeds } | Step::Relay { place, seeds } => {
                assert_eq!(hand, 0);
                hand = std::mem::take(at(&mut counts, place));
                assert_eq!(hand, u32::from(seeds));
            }
            Step::Drop { place, left } => {
                hand -= 1;
                assert_eq!(hand, u32::from(left));
                *at(&mut counts, place) += 1;
            }
            Step::Capture {
                place,
                opposite,
                seeds,
            } => {
                let taken = std::mem::take(at(&mut counts, place))
                    + std::mem::take(at(&mut counts, opposite));
                assert_eq!(taken, u32::from(seeds));
                counts[mover.index()].1 += taken;
            }
            Step::ExtraTurn { seat } => next = seat,
            Step::Skip { seat } => next = seat.next(2),
            Step::End { collected } => {
                for ((row, store), collected) in counts.iter_mut().zip(collected) {
                    assert_eq!(row.iter().sum::<u32>(), u32::from(collected));
                    row.fill(0);
                    *store += u32::from(collected);
                }
            }
        }
    }
    let side = |seat: usize| {
        let (row, store) = &counts[seat];
        let row: Vec<String> = row.iter().map(u32::to_string).collect();
        format!("{}:{store}", row.join(","))
    };
    format!("{} {} {}", side(0), side(1), game.seat_name(next))
}

/// The steps do not say whose turn it would be in a finished game, because it is nobody's.
fn without_mover(text: &str) -> &str {
    &text[..text.len() - 2]
}

/// Plays a random game from a position and compares all three ways after every move.
fn compare(game: &Congklak, start: &str, random: &mut Random) {
    let mut reference = Reference::read(*game.rules(), start);
    let mut position = game.parse_position(start).unwrap();
    let total = reference.total();
    loop {
        let at = format!("{} at {}", game.name(), reference.text());
        assert_eq!(
            game.position_text(&position),
            reference.text(),
            "{at}, from {start}"
        );
        assert_eq!(reference.total(), total, "{at}");
        let scores = game.scores(&position);
        assert!(
            scores.as_slice().iter().sum::<i32>() <= total as i32,
            "{at}"
        );
        let moves = legal_moves(game, &position);
        let columns: Vec<usize> = moves.iter().map(|hole| hole.column()).collect();
        assert_eq!(columns, reference.moves(), "{at}");
        if moves.is_empty() {
            assert_eq!(scores.as_slice().iter().sum::<i32>(), total as i32, "{at}");
            return;
        }
        let played = moves[random.below(moves.len())];
        let bound = game.pick_up_bound(&position);
        let steps = replayed(game, &position, played);
        game.play(&mut position, played);
        let pick_ups = reference.play(played.column());
        let at = format!("{at} after {played}");
        let text = game.position_text(&position);
        match game.turn(&position) {
            Some(_) => assert_eq!(text, steps, "{at}"),
            None => assert_eq!(without_mover(&text), without_mover(&steps), "{at}"),
        }
        assert!(pick_ups <= bound, "{at}");
    }
}

fn compare_from_start(rules: Rules, seed: u64) {
    let game = Congklak::new(rules).unwrap();
    let start = game.position_text(&game.start());
    assert_eq!(start, Reference::start(rules).text());
    compare(&game, &start, &mut Random::new(seed));
}

#[test]
fn presets_agree_over_random_games() {
    for preset in PRESETS {
        let rules = *crate::game(preset.name).rules();
        for seed in 0..300 {
            compare_from_start(rules, seed);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_rules_agree_over_a_random_game(rules in any_rules(), seed in any::<u64>()) {
        compare_from_start(rules, seed);
    }

    #[test]
    fn any_rules_agree_from_any_position(rules in any_rules(), seed in any::<u64>()) {
        let game = Congklak::new(rules).unwrap();
        let mut random = Random::new(seed);
        let start = random_position(&rules, &mut random);
        compare(&game, &start, &mut random);
    }
}
