//! What a program that speaks GTP should do.

use super::{
    Checker, Problem, Session, note,
    session::{first_move, legal},
    wrong,
};
use crate::{
    client::setup,
    dialect::{PASS, gtp_colour},
    process::shown,
};
use papan_core::{Notation, Random};

const UNKNOWN: &str = "papan-no-such-command";

/// Without these nothing can be played.
const NEEDED: [&str; 6] = [
    "name",
    "list_commands",
    "quit",
    "clear_board",
    "play",
    "genmove",
];

/// These are asked for by GTP too.
const WANTED: [&str; 5] = [
    "protocol_version",
    "version",
    "known_command",
    "boardsize",
    "komi",
];

/// All checks; whether the program can be played against at all.
pub(super) fn check<G: Notation>(checker: &mut Checker<G>) -> bool {
    let game = checker.game;
    let ready = checker.check("it starts and answers in time", |session| {
        session.command("name").map(|_| ())
    });
    if !ready {
        return false;
    }
    checker.check("it writes nothing but replies", |session| {
        session.send("name\n")?;
        session.strict_reply().map(|_| ())?;
        session.must_be_silent()
    });
    checker.check("it says its name, version and protocol", names);
    checker.check("it lists its commands", commands);
    checker.check("known_command knows which it has", known);
    checker.check(
        "an unknown command is an error, and it goes on",
        |session| {
            refused(session, UNKNOWN)?;
            session.obeyed("name").map(|_| ())
        },
    );
    spacing(checker);
    checker.check("two commands in one piece get two replies", |session| {
        session.send("name\nname\n")?;
        let (first, second) = (session.reply()?, session.strict_reply()?);
        same(&first, &second)?;
        session.must_be_silent()
    });
    checker.check("it chooses a legal first move", |session| {
        prepare(game, session)?;
        generate(game, &game.start(), session).map(|_| ())
    });
    checker.check(
        "it plays on after moves and a choice in one piece",
        |session| one_piece(game, session),
    );
    checker.check(
        "an illegal move is refused and changes nothing",
        |session| illegal(game, session),
    );
    checker.check("clear_board begins anew", |session| clear(game, session));
    if let Some(line) = line_with_pass(game) {
        checker.check("a pass is understood", |session| pass(game, &line, session));
    }
    checker.check("quit ends it after a move", |session| {
        prepare(game, session)?;
        generate(game, &game.start(), session)?;
        session.obeyed("quit")?;
        session.must_end()
    });
    true
}

fn names(session: &mut Session) -> Result<(), Problem> {
    if session.obeyed("name")?.trim().is_empty() {
        return wrong("its name is empty");
    }
    if let Err(error) = session.command("version")? {
        return note(format!("it has no version: {}", shown(&error)));
    }
    match session.command("protocol_version")? {
        Ok(version) if version.trim() == "2" => Ok(()),
        Ok(version) => note(format!(
            "its protocol_version is '{}', not 2",
            shown(&version)
        )),
        Err(error) => note(format!("it has no protocol_version: {}", shown(&error))),
    }
}

fn commands(session: &mut Session) -> Result<(), Problem> {
    let text = session.obeyed("list_commands")?;
    let has = |command: &&&str| text.split_whitespace().any(|known| known == **command);
    let lacks = |list: &[&str]| -> Vec<String> {
        let missing = list.iter().filter(|command| !has(command));
        missing.map(|command| (*command).to_owned()).collect()
    };
    let (needed, wanted) = (lacks(&NEEDED), lacks(&WANTED));
    if !needed.is_empty() {
        return wrong(format!(
            "these are needed and not listed: {}",
            needed.join(", ")
        ));
    }
    match wanted.is_empty() {
        true => Ok(()),
        false => note(format!(
            "these of GTP are not listed: {}",
            wanted.join(", ")
        )),
    }
}

fn known(session: &mut Session) -> Result<(), Problem> {
    for (command, expected) in [("genmove", "true"), (UNKNOWN, "false")] {
        match session.command(&format!("known_command {command}"))? {
            Ok(answer) if answer.trim() == expected => {}
            Ok(answer) => {
                return wrong(format!("known_command {command} is '{}'", shown(&answer)));
            }
            Err(error) => return note(format!("it refuses known_command: {}", shown(&error))),
        }
    }
    Ok(())
}

/// Ways to write a command that mean the same.
fn spacing<G: Notation>(checker: &mut Checker<G>) {
    for (name, text) in [
        (
            "blanks and tabs around a command do not matter",
            "  name \t\n\tname\n",
        ),
        ("lines may end with CR LF", "name\r\nname\r\n"),
        ("empty lines are skipped", "\n\n  \nname\n\nname\n"),
        (
            "lines of comment are skipped",
            "# a comment\nname\n#\nname\n",
        ),
    ] {
        checker.check(name, |session| {
            let plain = session.command("name")?;
            session.send(text)?;
            for _ in 0..2 {
                same(&plain, &session.strict_reply()?)?;
            }
            session.must_be_silent()
        });
    }
    checker.check("a comment behind a command is skipped", |session| {
        match session.command("name # why not")? {
            Ok(_) => Ok(()),
            // Nobody writes that to a program while it plays.
            Err(error) => note(format!("it refuses the command: {}", shown(&error))),
        }
    });
    checker.check("a command with a number is answered with it", |session| {
        let plain = session.obeyed("name")?;
        let answer = session.obeyed("17 name")?;
        if answer != format!("17 {plain}").trim_end() {
            return wrong(format!(
                "'17 name' must be answered by '=17 {}'",
                shown(&plain)
            ));
        }
        let error = refused(session, &format!("18 {UNKNOWN}"))?;
        match error.split_whitespace().next() == Some("18") {
            true => Ok(()),
            false => wrong(format!("'18 {UNKNOWN}' must be answered by '?18 ...'")),
        }
    });
}

fn same(first: &Result<String, String>, second: &Result<String, String>) -> Result<(), Problem> {
    match (first, second) {
        (Ok(first), Ok(second)) if first == second => Ok(()),
        (_, Err(error)) => wrong(format!("it refuses the command: {}", shown(error))),
        _ => wrong("the replies differ"),
    }
}

/// A command that must be refused; with what words it is.
fn refused(session: &mut Session, command: &str) -> Result<String, Problem> {
    match session.command(command)? {
        Err(error) => Ok(error),
        Ok(_) => wrong(format!("'{command}' must be refused with '?'")),
    }
}

/// The right game on an empty board.
fn prepare<G: Notation>(game: &G, session: &mut Session) -> Result<(), Problem> {
    let commands = session.command("list_commands")?.ok();
    let words = |text: String| text.split_whitespace().map(str::to_owned).collect();
    let commands: Option<Vec<String>> = commands.map(words);
    for command in setup(game, commands.as_deref()) {
        session.obeyed(&command)?;
    }
    session.obeyed("clear_board").map(|_| ())
}

fn colour<G: Notation>(game: &G, position: &G::Position) -> &'static str {
    gtp_colour(game, game.colour(position).unwrap_or(0))
}

fn generate<G: Notation>(
    game: &G,
    position: &G::Position,
    session: &mut Session,
) -> Result<G::Move, Problem> {
    let answer = session.obeyed(&format!("genmove {}", colour(game, position)))?;
    if answer.eq_ignore_ascii_case("resign") {
        return note_resigned();
    }
    legal(game, position, &answer)
}

fn note_resigned<T>() -> Result<T, Problem> {
    note("it resigns, which is allowed but loses the game")
}

/// The command that plays a move.
fn play<G: Notation>(game: &G, position: &G::Position, played: G::Move) -> String {
    let text = game.move_text(position, played);
    format!("play {} {text}", colour(game, position))
}

fn one_piece<G: Notation>(game: &G, session: &mut Session) -> Result<(), Problem> {
    let mut position = game.start();
    let Some(first) = first_move(game, &position) else {
        return Ok(());
    };
    prepare(game, session)?;
    let played = play(game, &position, first);
    game.play(&mut position, first);
    session.send(&format!("{played}\ngenmove {}\n", colour(game, &position)))?;
    if let Err(error) = session.reply()? {
        return wrong(format!("it refuses '{played}': {}", shown(&error)));
    }
    match session.reply()? {
        Ok(answer) if answer.eq_ignore_ascii_case("resign") => note_resigned(),
        Ok(answer) => legal(game, &position, &answer).map(|_| ()),
        Err(error) => wrong(format!("it refuses to choose: {}", shown(&error))),
    }
}

fn illegal<G: Notation>(game: &G, session: &mut Session) -> Result<(), Problem> {
    let mut position = game.start();
    let Some(first) = first_move(game, &position) else {
        return Ok(());
    };
    prepare(game, session)?;
    refused(session, &format!("play {} zz99", colour(game, &position)))?;
    let played = play(game, &position, first);
    let text = game.move_text(&position, first);
    session.obeyed(&played)?;
    game.play(&mut position, first);
    // In some games the same move is legal again.
    if game.parse_move(&position, &text).is_err() {
        refused(session, &format!("play {} {text}", colour(game, &position)))?;
    }
    generate(game, &position, session).map(|_| ())
}

fn clear<G: Notation>(game: &G, session: &mut Session) -> Result<(), Problem> {
    prepare(game, session)?;
    let mut position = game.start();
    let first = generate(game, &position, session)?;
    game.play(&mut position, first);
    if game.turn(&position).is_some() {
        generate(game, &position, session)?;
    }
    session.obeyed("clear_board")?;
    position = game.start();
    session.obeyed(&play(game, &position, first))?;
    game.play(&mut position, first);
    match game.turn(&position) {
        Some(_) => generate(game, &position, session).map(|_| ()),
        None => Ok(()),
    }
}

/// Random moves up to and with a pass, after which the game goes on.
fn line_with_pass<G: Notation>(game: &G) -> Option<Vec<G::Move>> {
    for seed in 0..200 {
        let mut random = Random::for_item(1, seed);
        let (mut position, mut line, mut moves) = (game.start(), Vec::new(), Vec::new());
        while game.turn(&position).is_some() {
            moves.clear();
            game.moves(&position, &mut moves);
            let chosen = moves[random.below(moves.len())];
            let passes = game.move_text(&position, chosen) == PASS;
            game.play(&mut position, chosen);
            line.push(chosen);
            if passes && game.turn(&position).is_some() {
                return Some(line);
            }
        }
    }
    None
}

fn pass<G: Notation>(game: &G, line: &[G::Move], session: &mut Session) -> Result<(), Problem> {
    prepare(game, session)?;
    let mut position = game.start();
    let mut refusal = None;
    for &played in line {
        let command = play(game, &position, played);
        match session.command(&command)? {
            Ok(_) => {}
            Err(error) if command.ends_with(PASS) => refusal = Some(error),
            Err(error) => return wrong(format!("it refuses '{command}': {}", shown(&error))),
        }
        game.play(&mut position, played);
    }
    generate(game, &position, session)?;
    match refusal {
        None => Ok(()),
        Some(error) => note(format!(
            "it refuses to be told of a pass ({}), and goes on by itself, which Papan accepts",
            shown(&error)
        )),
    }
}
