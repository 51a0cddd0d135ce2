//! The rules against a slow reading of the rules' text, against published numbers, and
//! against what must hold in every game.

mod agreement;
mod endings;
mod kalah;
mod known;
mod notation;
mod properties;
mod reference;

use papan_congklak::{Capture, Congklak, Direction, End, Relay, Rules};
use papan_core::{Game, Random};
use proptest::prelude::*;

/// Any rules that can be played.
fn any_rules() -> impl Strategy<Value = Rules> {
    let relay = prop_oneof![
        3 => Just(Relay::Unlimited),
        1 => Just(Relay::AtMost(0)),
        1 => (1..4_u32).prop_map(Relay::AtMost),
    ];
    let capture = prop_oneof![
        Just(Capture::Own),
        Just(Capture::Opposite),
        Just(Capture::Off)
    ];
    let end = prop_oneof![Just(End::Mover), Just(End::Pass), Just(End::Either)];
    let direction = prop_oneof![
        Just(Direction::Clockwise),
        Just(Direction::Counterclockwise)
    ];
    (
        1..=10_u8,
        1..=10_u8,
        relay,
        capture,
        any::<bool>(),
        end,
        direction,
    )
        .prop_map(
            |(holes, seeds, relay, capture, extra_turn, end, direction)| Rules {
                holes,
                seeds,
                relay,
                capture,
                extra_turn,
                end,
                direction,
            },
        )
}

/// The text of a position with seeds in random places, many or few of them.
fn random_position(rules: &Rules, random: &mut Random) -> String {
    let mut counts = vec![0_u32; 2 * usize::from(rules.holes) + 2];
    let most = [10, 50, 250][random.below(3)];
    // Some positions are crowded, so that hands of several circuits occur.
    let first = random.below(counts.len());
    let places = [counts.len(), 2][random.below(2)];
    for _ in 0..random.below(most + 1) {
        let place = (first + random.below(places)) % counts.len();
        counts[place] += 1;
    }
    let side = |counts: &[u32]| {
        let (store, holes) = counts.split_last().unwrap();
        let holes: Vec<String> = holes.iter().map(u32::to_string).collect();
        format!("{}:{store}", holes.join(","))
    };
    let (top, bottom) = counts.split_at(counts.len() / 2);
    format!(
        "{} {} {}",
        side(top),
        side(bottom),
        ["A", "B"][random.below(2)]
    )
}

fn game(name: &str) -> Congklak {
    Congklak::named(name).unwrap()
}

fn legal_moves(game: &Congklak, position: &papan_congklak::Position) -> Vec<papan_congklak::Hole> {
    game.legal_moves(position)
}
