//! What a program that speaks UGI should do.

use super::{Checker, Problem, Session, note, session::legal, wrong};
use papan_core::Notation;

/// All checks; whether the program can be played against at all.
pub(super) fn check<G: Notation>(checker: &mut Checker<G>) -> bool {
    let game = checker.game;
    let start = game.start();
    if !checker.check_greeting(
        "it starts and answers 'ugi' with 'ugiok' in time",
        greet,
        "id name ",
        "before 'ugiok'",
    ) {
        return false;
    }
    checker.check(
        "'isready' is answered with 'readyok', and nothing else",
        |session| {
            greet(session)?;
            session.send("isready\n")?;
            session.lines_to("readyok")?;
            session.must_be_silent()
        },
    );
    for (name, text) in [
        (
            "an unknown command is skipped",
            "papan-no-such-command\nisready\n",
        ),
        (
            "an unknown option is skipped",
            "setoption name Papan value 1\nisready\n",
        ),
        ("blanks and tabs do not matter", "  isready \t\n"),
        ("lines may end with CR LF", "isready\r\n"),
        ("empty lines are skipped", "\n\n  \nisready\n"),
    ] {
        checker.check(name, |session| {
            greet(session)?;
            session.send(text)?;
            session.lines_to("readyok").map(|_| ())
        });
    }
    checker.check("it chooses a legal first move", |session| {
        greet(session)?;
        session.send("uginewgame\nisready\n")?;
        session.lines_to("readyok")?;
        session.send("position startpos\ngo movetime 100\n")?;
        best(game, &start, session).map(|_| ())
    });
    checker.check("it chooses a legal move after a move", |session| {
        greet(session)?;
        let (text, position) = first(game);
        session.send(&format!(
            "position startpos moves {text}\ngo movetime 100\n"
        ))?;
        best(game, &position, session).map(|_| ())
    });
    checker.check("it can be given a position", |session| {
        greet(session)?;
        let (_, position) = first(game);
        let text = game.position_text(&position);
        session.send(&format!("position fen {text}\ngo movetime 100\n"))?;
        match best(game, &position, session) {
            Ok(_) => Ok(()),
            Err(Problem::Wrong(text) | Problem::Note(text)) => {
                note(format!("{text}; games from the start do not need it"))
            }
            Err(trouble) => Err(trouble),
        }
    });
    checker.check("'stop' ends 'go infinite'", |session| {
        greet(session)?;
        session.send("position startpos\ngo infinite\nstop\n")?;
        best(game, &start, session).map(|_| ())
    });
    checker.check("quit ends it after a move", |session| {
        greet(session)?;
        session.send("position startpos\ngo movetime 100\n")?;
        best(game, &start, session)?;
        session.send("quit\n")?;
        session.must_end()
    });
    true
}

fn greet(session: &mut Session) -> Result<Vec<String>, Problem> {
    session.send("ugi\n")?;
    session.lines_to("ugiok")
}

fn best<G: Notation>(
    game: &G,
    position: &G::Position,
    session: &mut Session,
) -> Result<G::Move, Problem> {
    let lines = session.lines_to("bestmove")?;
    let last = lines.last().map_or("", String::as_str);
    match last.split_whitespace().nth(1) {
        Some(text) => legal(game, position, text),
        None => wrong("there is no move behind 'bestmove'"),
    }
}

/// The first legal move, and the position after it.
fn first<G: Notation>(game: &G) -> (String, G::Position) {
    let mut position = game.start();
    let moves = game.legal_moves(&position);
    let text = game.move_text(&position, moves[0]);
    game.play(&mut position, moves[0]);
    (text, position)
}
