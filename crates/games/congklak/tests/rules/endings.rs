//! No relay goes on for ever, and no game does: the proofs of `sowing.rs`, tried hard. A
//! sowing that exceeded its bound would fail an assertion of the debug build.

use crate::{legal_moves, random_position, reference::Reference};
use papan_congklak::{Capture, Congklak, End, Relay, Rules};
use papan_core::{Game, Notation, Random, playout};

/// Every way to put `seeds` seeds into `places` places.
fn distributions(places: usize, seeds: u32) -> Vec<Vec<u32>> {
    if places == 1 {
        return vec![vec![seeds]];
    }
    (0..=seeds)
        .flat_map(|first| {
            distributions(places - 1, seeds - first)
                .into_iter()
                .map(move |mut rest| {
                    rest.push(first);
                    rest
                })
        })
        .collect()
}

#[test]
fn no_relay_is_endless_from_any_position_of_a_small_board() {
    let mut longest = 0;
    for (holes, most) in [(1, 60), (2, 16), (3, 11), (4, 7)] {
        let rules = Rules {
            holes,
            end: End::Pass,
            ..Rules::CONGKLAK
        };
        let game = Congklak::new(rules).unwrap();
        let holes = usize::from(holes);
        for row in (1..=most).flat_map(|seeds| distributions(2 * holes, seeds)) {
            let row: Vec<String> = row.iter().map(u32::to_string).collect();
            let (top, bottom) = row.split_at(holes);
            let text = format!("{}:0 {}:0 A", top.join(","), bottom.join(","));
            let position = game.parse_position(&text).unwrap();
            for played in legal_moves(&game, &position) {
                let mut fast = position;
                game.play(&mut fast, played);
                let mut slow = Reference::read(rules, &text);
                let pick_ups = slow.play(played.column());
                assert_eq!(game.position_text(&fast), slow.text(), "{text} {played}");
                assert!(pick_ups <= game.pick_up_bound(&position), "{text} {played}");
                longest = longest.max(pick_ups);
            }
        }
    }
    // The search does reach long relays.
    assert!(longest >= 20, "{longest}");
}

#[test]
fn no_relay_is_endless_from_random_positions() {
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        let holes = 1 + random.below(10) as u8;
        let capture = [Capture::Own, Capture::Opposite, Capture::Off][random.below(3)];
        let rules = Rules {
            holes,
            capture,
            end: End::Pass,
            ..Rules::CONGKLAK
        };
        let game = Congklak::new(rules).unwrap();
        let mut position = game
            .parse_position(&random_position(&rules, &mut random))
            .unwrap();
        game.playout(&mut position, &mut random);
        assert_eq!(game.turn(&position), None);
    }
}

/// A game that never relays, captures or moves again is the slowest to fill the stores.
#[test]
fn no_game_is_endless() {
    let mut longest = 0;
    let mut random = Random::new(2);
    for holes in 1..=10 {
        for end in [End::Mover, End::Pass, End::Either] {
            let rules = Rules {
                holes,
                seeds: 10,
                relay: Relay::AtMost(0),
                capture: Capture::Off,
                extra_turn: false,
                end,
                ..Rules::CONGKLAK
            };
            let game = Congklak::new(rules).unwrap();
            let (h, n) = (u32::from(holes), 20 * u32::from(holes));
            for _ in 0..20 {
                let mut position = game.start();
                let plies = playout(&game, &mut position, &mut random);
                assert!(plies <= (n + 1) * (h * n + 1));
                longest = longest.max(plies);
            }
        }
    }
    assert!(longest > 500, "{longest}");
}

#[test]
fn a_side_without_seeds_is_passed_over_or_ends_the_game() {
    let after = |name: &str, text: &str, column: &str| {
        let game = crate::game(name);
        let mut position = game.parse_position(text).unwrap();
        let played = game.parse_move(&position, column).unwrap();
        let summary = game.effects(&position, played).summary;
        game.play(&mut position, played);
        (game.position_text(&position), summary)
    };
    let expected = |text: &str, summary: &str| (text.to_owned(), summary.to_owned());
    // B's last seed earns an extra turn that B cannot use.
    let last_seed = "0,1,0:4 1,0,0:4 B";
    assert_eq!(
        after("congklak:holes=3", last_seed, "1"),
        expected("0,0,0:5 0,0,0:5 B", "sows 1, ends the game")
    );
    assert_eq!(
        after("congklak:holes=3,end=pass", last_seed, "1"),
        expected("0,1,0:4 0,0,0:5 A", "sows 1, B is passed over")
    );
    // Without extra turns A is to move and has a seed.
    assert_eq!(
        after("congklak:holes=3,extra=off", last_seed, "1"),
        expected("0,1,0:4 0,0,0:5 A", "sows 1")
    );
    assert_eq!(
        after("congklak:holes=3,extra=off,end=either", last_seed, "1"),
        expected("0,0,0:5 0,0,0:5 A", "sows 1, ends the game")
    );
    // A has nothing to move with and is passed over, until nobody has.
    assert_eq!(
        after("congklak:holes=3,end=pass", "0,0,0:4 1,0,1:4 B", "3"),
        expected("0,0,0:4 1,0,0:5 B", "sows 1, captures 1, A is passed over")
    );
    assert_eq!(
        after("congklak:holes=3,end=pass", "0,0,0:4 1,0,0:5 B", "1"),
        expected("0,0,0:4 0,0,0:6 B", "sows 1, ends the game")
    );
}
