//! What a program that answers lines of JSON should do.

use super::{Checker, Problem, Session, session::legal, wrong};
use crate::client::{Turn, question, read_json_answer};
use papan_core::{Notation, Seat, line::Replayed};
use papan_search::Limits;
use std::time::Duration;

/// All checks; whether the program can be played against at all.
pub(super) fn check<G: Notation>(checker: &mut Checker<G>) -> bool {
    let game = checker.game;
    let start = game.start();
    let ready = checker.check(
        "it starts and answers the first question with a legal move",
        |session| {
            session.send(&ask(game, &start)?)?;
            answer(game, &start, session).map(|_| ())
        },
    );
    if !ready {
        return false;
    }
    checker.check(
        "it writes one line for a question, and nothing else",
        |session| {
            session.must_be_silent()?;
            session.send(&ask(game, &start)?)?;
            answer(game, &start, session)?;
            session.must_be_silent()
        },
    );
    checker.check("two questions in one piece get two answers", |session| {
        let mut position = start;
        let moves = game.legal_moves(&start);
        game.play(&mut position, moves[0]);
        let both = ask(game, &start)? + &ask(game, &position)?;
        session.send(&both)?;
        answer(game, &start, session)?;
        answer(game, &position, session).map(|_| ())
    });
    true
}

/// The question about a position, as a line.
fn ask<G: Notation>(game: &G, position: &G::Position) -> Result<String, Problem> {
    let question = question(&Turn {
        game,
        position,
        seat: game.turn(position).unwrap_or(Seat::FIRST),
        line: &Replayed::from(*position),
        limits: &Limits::NONE,
        move_timeout: Duration::ZERO,
        seed: 1,
    });
    match serde_json::to_string(&question) {
        Ok(text) => Ok(text + "\n"),
        Err(error) => wrong(format!("the position cannot be written as JSON: {error}")),
    }
}

fn answer<G: Notation>(
    game: &G,
    position: &G::Position,
    session: &mut Session,
) -> Result<G::Move, Problem> {
    let answer = read_json_answer(&session.line()?)?;
    legal(game, position, &answer.text)
}
