//! GTP 2, the Go Text Protocol, with what Pentobi adds for Blokus.
//!
//! A line is `[id] command arguments`, `#` begins a comment; each command has one reply,
//! `=[id] text` or `?[id] what was wrong`, and an empty line behind it.

mod arguments;
mod commands;
mod files;

use super::port::{Lines, Port};
use commands::Session;
use papan_core::Notation;
use papan_search::AgentSession;
use std::{
    fmt::Write as _,
    io::{self, BufRead},
};

/// Answers line by line until `quit` or the end of the input.
pub(super) fn serve<G: Notation>(
    play: AgentSession<G>,
    name: String,
    input: impl BufRead,
    mut port: Port,
) -> io::Result<()> {
    let mut session = Session::new(play, name);
    let mut input = Lines::of(input);
    let (mut line, mut reply, mut text) = (String::new(), String::new(), String::new());
    while !session.is_over() && input.next(&mut line)? {
        port.heard(&line);
        let Some((id, command, arguments)) = parts(&line) else {
            continue;
        };
        text.clear();
        reply.clear();
        // Writing to a text does not fail.
        let _ = match session.answer(command, arguments, &mut text) {
            Ok(()) => write!(reply, "={id} {text}\n\n"),
            Err(problem) => write!(reply, "?{id} {problem}\n\n"),
        };
        port.send(&reply)?;
    }
    Ok(())
}

/// The id, the command and its arguments; `None` of a line that says nothing.
fn parts(line: &str) -> Option<(&str, &str, &str)> {
    let said = line.split('#').next().unwrap_or_default().trim();
    let (first, rest) = first_word(said);
    let (id, (command, arguments)) = match first.bytes().all(|byte| byte.is_ascii_digit()) {
        true => (first, first_word(rest)),
        false => ("", (first, rest)),
    };
    (!said.is_empty()).then_some((id, command, arguments))
}

/// The first word of a text, and what is behind it.
fn first_word(text: &str) -> (&str, &str) {
    match text.split_once(' ') {
        Some((first, rest)) => (first, rest.trim()),
        None => (text, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fall_into_parts() {
        for (line, expected) in [
            ("name", Some(("", "name", ""))),
            ("  12  play  b   f5 # good", Some(("12", "play", "b   f5"))),
            ("7", Some(("7", "", ""))),
            ("2b genmove", Some(("", "2b", "genmove"))),
            ("# nothing", None),
            ("   ", None),
        ] {
            assert_eq!(parts(line), expected, "{line}");
        }
    }
}
