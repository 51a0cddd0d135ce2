//! A program while it is being checked.

use super::{Problem, note, wrong};
use crate::{
    client::{NOISE, Program, Reply, read_reply},
    process::{Deadline, Process, Side, shown},
};
use papan_core::Notation;
use papan_search::Failure;
use std::time::Duration;

/// The longest time for a program to end.
const END: Duration = Duration::from_secs(2);

/// How long it is listened to when nothing should come.
const SILENCE: Duration = Duration::from_millis(100);

/// A program that was just started, and all that is said with it.
pub(crate) struct Session {
    process: Process,
    start: Duration,
    move_timeout: Duration,
    replies: u32,
}

impl Session {
    pub(crate) fn start(program: &Program) -> Result<Session, Failure> {
        let mut process = program.launch()?;
        process.record();
        Ok(Session {
            process,
            start: program.start,
            move_timeout: program.move_timeout,
            replies: 0,
        })
    }

    pub(crate) fn dialogue(&mut self) -> Vec<(Side, String)> {
        self.process.dialogue()
    }

    pub(crate) fn send(&mut self, text: &str) -> Result<(), Problem> {
        let deadline = Deadline::new(self.start, None);
        Ok(self.process.send(text, &deadline)?)
    }

    /// The next line that is not empty.
    pub(crate) fn line(&mut self) -> Result<String, Problem> {
        let deadline = Deadline::new(self.start.max(self.move_timeout), None);
        loop {
            let line = self.process.line(&deadline)?;
            if !line.trim().is_empty() {
                return Ok(line.trim().to_owned());
            }
        }
    }

    /// Reads lines up to the one that begins with a word, and returns all of them.
    pub(crate) fn lines_to(&mut self, word: &str) -> Result<Vec<String>, Problem> {
        let mut lines = Vec::new();
        loop {
            let line = self.line()?;
            let found = line.split_whitespace().next() == Some(word);
            lines.push(line);
            if found {
                return Ok(lines);
            }
        }
    }

    /// The next reply of GTP. What comes before the first is forgiven here: a check of its
    /// own asks for that.
    pub(crate) fn reply(&mut self) -> Result<Reply, Problem> {
        self.reply_after(if self.replies == 0 { NOISE } else { 0 })
    }

    /// The next reply of GTP, before which there is nothing.
    pub(crate) fn strict_reply(&mut self) -> Result<Reply, Problem> {
        self.reply_after(0)
    }

    fn reply_after(&mut self, noise: usize) -> Result<Reply, Problem> {
        self.replies += 1;
        let deadline = Deadline::new(self.start.max(self.move_timeout), None);
        Ok(read_reply(&mut self.process, noise, &deadline)?)
    }

    /// Sends a command of GTP and reads its reply.
    pub(crate) fn command(&mut self, command: &str) -> Result<Reply, Problem> {
        self.send(&format!("{command}\n"))?;
        self.reply()
    }

    /// The same with a command that must be obeyed.
    pub(crate) fn obeyed(&mut self, command: &str) -> Result<String, Problem> {
        match self.command(command)? {
            Ok(text) => Ok(text),
            Err(error) => wrong(format!("it refuses '{command}': {}", shown(&error))),
        }
    }

    /// The program writes nothing more for a moment.
    pub(crate) fn must_be_silent(&mut self) -> Result<(), Problem> {
        let deadline = Deadline::new(SILENCE, None);
        while let Ok(Some(line)) = self.process.next_line(&deadline) {
            if !line.trim().is_empty() {
                return wrong(format!(
                    "it wrote '{}', for which nobody asked",
                    shown(&line)
                ));
            }
        }
        Ok(())
    }

    pub(crate) fn close_input(&mut self) {
        self.process.close_input();
    }

    /// The program ends by itself, and in time.
    pub(crate) fn must_end(&mut self) -> Result<(), Problem> {
        let ending = self.process.wait_for_end(&Deadline::new(END, None))?;
        match ending == "ended with exit code 0" {
            true => Ok(()),
            false => note(format!("it {ending}, where 0 says that all is well")),
        }
    }
}

/// The move that a text names, which must be legal.
pub(crate) fn legal<G: Notation>(
    game: &G,
    position: &G::Position,
    text: &str,
) -> Result<G::Move, Problem> {
    game.parse_move(position, text)
        .or_else(|error| wrong(format!("it answers '{}': {error}", shown(text))))
}

/// The first legal move, while the game goes on.
pub(crate) fn first_move<G: Notation>(game: &G, position: &G::Position) -> Option<G::Move> {
    game.legal_moves(position).first().copied()
}
