//! Max^n and paranoid search are what they say, with any number of seats and extra turns.

use papan_blokus::Small;
use papan_congklak::Congklak;
use papan_core::{Game, Random, Scores, Seat};
use papan_search::{Limits, ScoreDifference, Value, max_n, paranoid};

fn standing<G: Game>(game: &G, position: &G::Position) -> Scores {
    let scores = game.scores(position);
    let all: Vec<i32> = Seat::all(game.seats())
        .map(|seat| scores.difference(seat))
        .collect();
    Scores::new(&all)
}

fn children<G: Game>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let moves = game.legal_moves(position);
    let child = |&played: &G::Move| game.after(position, played);
    moves.iter().map(child).collect()
}

/// Every seat takes what is best for itself, the first of equals.
fn by_definition_max_n<G: Game>(game: &G, position: &G::Position, depth: u32) -> Scores {
    let Some(mover) = game.turn(position).filter(|_| depth > 0) else {
        return standing(game, position);
    };
    let mut best: Option<Scores> = None;
    for child in children(game, position) {
        let scores = by_definition_max_n(game, &child, depth - 1);
        if best.is_none_or(|best| scores[mover] > best[mover]) {
            best = Some(scores);
        }
    }
    best.unwrap()
}

/// One seat wants its margin large, all others want it small.
fn by_definition_paranoid<G: Game>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    depth: u32,
) -> i32 {
    let Some(mover) = game.turn(position).filter(|_| depth > 0) else {
        return game.scores(position).difference(seat);
    };
    let children = children(game, position);
    let values = children
        .iter()
        .map(|child| by_definition_paranoid(game, child, seat, depth - 1));
    let best = if mover == seat {
        values.max()
    } else {
        values.min()
    };
    best.unwrap()
}

fn check<G: Game>(game: &G, plies: usize, depth: u32) {
    for seed in 0..8 {
        let mut random = Random::new(seed);
        let mut position = game.start();
        for _ in 0..plies {
            let children = children(game, &position);
            let next = children[random.below(children.len())];
            if game.turn(&next).is_none() {
                break;
            }
            position = next;
        }
        let mover = game.turn(&position).unwrap();
        let limits = Limits::depth(depth);
        let value = by_definition_max_n(game, &position, depth)[mover];
        let report = max_n(game, &position, &ScoreDifference, &limits);
        assert_eq!(report.value, Some(Value::points(value)), "seed {seed}");
        let value = by_definition_paranoid(game, &position, mover, depth);
        let report = paranoid(game, &position, &ScoreDifference, &limits);
        assert_eq!(report.value, Some(Value::points(value)), "seed {seed}");
    }
}

#[test]
fn four_seats() {
    let game = Small::named("blokus:size=9,seats=4,starts=corners").unwrap();
    check(&game, 16, 3);
}

#[test]
fn three_seats_that_share_a_colour() {
    let game = Small::named("blokus:size=8,seats=3,colours=4,starts=corners").unwrap();
    check(&game, 18, 3);
}

#[test]
fn extra_turns() {
    check(&Congklak::default(), 6, 4);
}
