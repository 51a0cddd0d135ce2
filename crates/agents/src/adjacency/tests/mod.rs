//! Games between the agents of Adjacency.

mod agents;
mod paper;

use crate::{Agent, agents::open};
use papan_adjacency::{Adjacency, Position};
use papan_core::{Game, Notation, Random, Seat};

/// The agent with this name.
fn agent(text: &str) -> Box<dyn Agent<Adjacency>> {
    open(&Adjacency::default(), text, 1).unwrap()
}

/// A game from a position to its end, X's agent first.
fn play(
    game: &Adjacency,
    mut position: Position,
    agents: &mut [Box<dyn Agent<Adjacency>>; 2],
    seed: u64,
) -> Position {
    for (agent, seat) in agents.iter_mut().zip(0..) {
        agent.begin(game, 2 * seed + seat);
    }
    while let Some(seat) = game.turn(&position) {
        let chosen = agents[seat.index()].choose(game, &position);
        assert!(position.empty() & chosen.bit() != 0, "{chosen} is taken");
        game.play(&mut position, chosen);
    }
    position
}

/// The position after so many random plies.
fn opening(game: &Adjacency, plies: u32, seed: u64) -> Position {
    let mut random = Random::new(seed);
    let mut position = game.start();
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        game.moves(&position, &mut moves);
        game.play(&mut position, moves[random.below(moves.len())]);
    }
    position
}

/// The rows of a position joined by slashes.
fn board(game: &Adjacency, position: &Position) -> String {
    let text = game.position_text(position);
    text.split(' ').next().unwrap_or_default().to_owned()
}

/// What X scored and what O scored.
fn marks(position: &Position) -> (u32, u32) {
    let [x, o] = [Seat::FIRST, Seat::SECOND].map(|seat| position.marks(seat).count_ones());
    (x, o)
}

/// The share of a seat in a finished game, in halves.
fn halves(position: &Position, seat: Seat) -> u32 {
    let (x, o) = marks(position);
    let halves = 1 + u32::from(x > o) - u32::from(o > x);
    match seat {
        Seat::FIRST => halves,
        _ => 2 - halves,
    }
}
