//! What a program that speaks NBoard should do.

use super::{
    Checker, Problem, Session,
    session::{first_move, legal},
    wrong,
};
use crate::{
    client::{ggf, read_nboard_answer},
    dialect::nboard_move,
};
use papan_core::{Notation, line::Replayed};

/// All checks; whether the program can be played against at all.
pub(super) fn check<G: Notation>(checker: &mut Checker<G>) -> bool {
    let game = checker.game;
    let start = game.start();
    if !checker.check_greeting(
        "it starts and answers 'ping' with 'pong' in time",
        greet,
        "set myname ",
        "after 'nboard 2'",
    ) {
        return false;
    }
    for (name, text) in [
        (
            "an unknown command is skipped",
            "papan-no-such-command\nping 7\n",
        ),
        ("blanks and tabs do not matter", "  ping   7 \t\n"),
        ("lines may end with CR LF", "ping 7\r\n"),
        ("empty lines are skipped", "\n\n  \nping 7\n"),
        ("a depth is accepted", "set depth 3\nping 7\n"),
    ] {
        checker.check(name, |session| {
            greet(session)?;
            session.send(text)?;
            pong(session, "7").map(|_| ())
        });
    }
    checker.check(
        "it chooses a legal first move, and waits to be told of it",
        |session| {
            greet(session)?;
            set_game(game, &Replayed::from(start), session)?;
            session.send("go\n")?;
            answer(game, &start, session)?;
            // It does not play its own move.
            session.send("ping 8\ngo\n")?;
            answer(game, &start, session).map(|_| ())
        },
    );
    checker.check("it chooses a legal move after a move", |session| {
        greet(session)?;
        let mut line = Replayed::from(start);
        set_game(game, &line, session)?;
        push_first(game, &mut line);
        let text = line.text(game).moves.pop().unwrap_or_default();
        session.send(&format!(
            "move {}/1.50/0.2\nping 8\ngo\n",
            nboard_move(&text)
        ))?;
        answer(game, &line.last, session).map(|_| ())
    });
    checker.check("it takes up a game that is under way", |session| {
        greet(session)?;
        let mut line = Replayed::from(start);
        for _ in 0..5 {
            push_first(game, &mut line);
        }
        set_game(game, &line, session)?;
        session.send("go\n")?;
        answer(game, &line.last, session)?;
        set_game(game, &Replayed::from(line.last), session)?;
        session.send("go\n")?;
        answer(game, &line.last, session).map(|_| ())
    });
    checker.check("quit ends it after a move", |session| {
        greet(session)?;
        set_game(game, &Replayed::from(start), session)?;
        session.send("go\n")?;
        answer(game, &start, session)?;
        session.send("quit\n")?;
        session.must_end()
    });
    true
}

fn greet(session: &mut Session) -> Result<Vec<String>, Problem> {
    session.send("nboard 2\nping 1\n")?;
    pong(session, "1")
}

/// Reads up to the answer to a ping.
fn pong(session: &mut Session, number: &str) -> Result<Vec<String>, Problem> {
    let lines = session.lines_to("pong")?;
    let last = lines.last().map_or("", String::as_str);
    match last.split_whitespace().nth(1) == Some(number) {
        true => Ok(lines),
        false => wrong(format!(
            "'ping {number}' must be answered by 'pong {number}'"
        )),
    }
}

fn set_game<G: Notation>(
    game: &G,
    line: &Replayed<G>,
    session: &mut Session,
) -> Result<(), Problem> {
    session.send(&format!("set game {}\nping 2\n", ggf(game, line)?))?;
    pong(session, "2").map(|_| ())
}

fn answer<G: Notation>(
    game: &G,
    position: &G::Position,
    session: &mut Session,
) -> Result<G::Move, Problem> {
    loop {
        let line = session.line()?;
        if line.starts_with("===") {
            let Some((text, _)) = read_nboard_answer(&line) else {
                return wrong("there is no move behind '==='");
            };
            return legal(game, position, &text);
        }
    }
}

fn push_first<G: Notation>(game: &G, line: &mut Replayed<G>) {
    if let Some(first) = first_move(game, &line.last) {
        line.play(game, first);
    }
}
