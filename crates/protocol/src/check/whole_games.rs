//! Long games, in all protocols.

use super::{Checker, Problem};
use crate::client::ExternalAgent;
use papan_core::{Notation, Seat};
use papan_search::{Agent, Limits, RandomAgent};

/// The number of games from every seat.
const ROUNDS: u64 = 2;

/// The program against random moves, to the end and from every seat.
pub(super) fn check<G: Notation>(checker: &mut Checker<G>) {
    if checker.trouble.is_some() {
        return;
    }
    let game = checker.game;
    let mut agent = ExternalAgent::new(checker.program.clone());
    agent.record();
    let mut result = Ok(());
    'games: for round in 0..ROUNDS {
        for seat in Seat::all(game.seats()) {
            result = play(game, &mut agent, seat, round);
            if result.is_err() {
                break 'games;
            }
        }
    }
    let dialogue = agent.dialogue();
    checker.finish(
        "whole games from every seat, one after the other, all moves legal",
        result,
        dialogue,
    );
}

fn play<G: Notation>(
    game: &G,
    agent: &mut ExternalAgent<G>,
    seat: Seat,
    round: u64,
) -> Result<(), Problem> {
    let seed = 10 * round + seat.index() as u64;
    let mut other = RandomAgent::new(seed);
    agent.begin(game, seed);
    let mut position = game.start();
    let mut plies = 0;
    while let Some(turn) = game.turn(&position) {
        let answer = match turn == seat {
            true => agent.think(game, &position, &Limits::NONE),
            false => other.think(game, &position, &Limits::NONE),
        };
        let report = answer.map_err(|failure| {
            Problem::of(failure, |failure| {
                let name = game.seat_name(seat);
                format!("as {name}, after {plies} moves, it {failure}")
            })
        })?;
        agent.observe(game, &position, report.best);
        game.play(&mut position, report.best);
        plies += 1;
    }
    Ok(())
}
