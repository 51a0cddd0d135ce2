//! NBoard, the protocol of Othello boards.

use super::{EngineAnswer, ProtocolClient, Turn, heard::Heard, points};
use crate::{
    dialect::{GGF, from_nboard, nboard_move},
    process::{Deadline, Process, shown},
};
use papan_core::{Notation, Record, formats, line::Replayed};
use papan_search::{Failure, Fault};
use std::fmt::Write;

/// A program that speaks NBoard, and what it knows.
pub(crate) struct NBoard<G: Notation> {
    heard: Heard<G>,
    depth: Option<u32>,
    pings: u32,
}

impl<G: Notation> NBoard<G> {
    pub(crate) fn new() -> NBoard<G> {
        NBoard {
            heard: Heard::nothing(),
            depth: None,
            pings: 0,
        }
    }

    /// Waits for the answer to the last ping, and takes the name that was told before it.
    fn pong(
        &self,
        process: &mut Process,
        title: &mut Option<String>,
        deadline: &Deadline,
    ) -> Result<(), Failure> {
        let pong = self.pings.to_string();
        loop {
            let line = process.line(deadline)?;
            if let Some(name) = line.trim().strip_prefix("set myname ") {
                *title = Some(shown(name));
            }
            let mut words = line.split_whitespace();
            if words.next() == Some("pong") && words.next() == Some(&pong) {
                return Ok(());
            }
        }
    }
}

/// A game so far, in one line of GGF.
pub(crate) fn ggf<G: Notation>(game: &G, line: &Replayed<G>) -> Result<String, Failure> {
    let mut record = Record::of(game);
    let line = line.text(game);
    record.start = line.start;
    record.moves = line.moves.into_iter().map(Into::into).collect();
    let written = formats::find_format(game, GGF).and_then(|ggf| (ggf.write)(game, &[record]));
    let bytes = written.map_err(|error| {
        let text = format!("NBoard cannot tell of this game: {error}");
        Failure::new(Fault::Start, text)
    })?;
    Ok(String::from_utf8_lossy(&bytes).replace(['\r', '\n'], ""))
}

/// The move, value and seconds behind `===`, with slashes or blanks between them.
pub(crate) fn read_answer(line: &str) -> Option<(String, Option<f64>)> {
    let rest = line.trim().strip_prefix("===")?.trim();
    let mut parts: Vec<&str> = match rest.contains('/') {
        true => rest.split('/').collect(),
        false => rest.split_whitespace().collect(),
    };
    parts.iter_mut().for_each(|part| *part = part.trim());
    let text = parts.first().filter(|text| !text.is_empty())?;
    let value = parts.get(1).and_then(|value| value.parse().ok());
    Some((from_nboard(text), value))
}

impl<G: Notation> ProtocolClient<G> for NBoard<G> {
    fn greet(
        &mut self,
        process: &mut Process,
        _: &G,
        deadline: &Deadline,
    ) -> Result<Option<String>, Failure> {
        let mut title = None;
        self.depth = None;
        // Some know only the first version, and may not answer to the second.
        let half = Deadline::new(deadline.time / 2, deadline.stop);
        self.pings += 1;
        process.send(&format!("nboard 2\nping {}\n", self.pings), &half)?;
        match self.pong(process, &mut title, &half) {
            Err(failure) if failure.fault == Fault::Time => {
                self.pings += 1;
                process.send(&format!("nboard 1\nping {}\n", self.pings), deadline)?;
                self.pong(process, &mut title, deadline)?;
            }
            other => other?,
        }
        Ok(title)
    }

    fn begin(&mut self) {
        self.heard = Heard::nothing();
    }

    fn ask(
        &mut self,
        process: &mut Process,
        turn: &Turn<G>,
        deadline: &Deadline,
    ) -> Result<EngineAnswer, Failure> {
        let mut text = String::new();
        if let Some(depth) = turn.limits.depth.filter(|depth| self.depth != Some(*depth)) {
            let _ = writeln!(text, "set depth {depth}");
            self.depth = Some(depth);
        }
        match self.heard.of(turn.line) {
            Some(known) => {
                for (before, played) in &turn.line.played[known..] {
                    let played = turn.game.move_text(before, *played);
                    let _ = writeln!(text, "move {}", nboard_move(&played));
                }
            }
            None => {
                let _ = writeln!(text, "set game {}", ggf(turn.game, turn.line)?);
            }
        }
        self.heard.all_of(turn.line);
        self.pings += 1;
        let _ = writeln!(text, "ping {}\ngo", self.pings);
        process.send(&text, deadline)?;
        self.pong(process, &mut None, deadline)?;
        let mut answer = EngineAnswer::default();
        loop {
            let line = process.line(deadline)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("nodestats") => {
                    answer.nodes = words
                        .next()
                        .and_then(|nodes| nodes.parse().ok())
                        .unwrap_or(0);
                }
                Some(word) if word.starts_with("===") => {
                    let Some((text, value)) = read_answer(&line) else {
                        let text = format!("wrote '{}' without a move", shown(&line));
                        return Err(Failure::new(Fault::Nonsense, text));
                    };
                    answer.text = text;
                    answer.value = value.and_then(points);
                    return Ok(answer);
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_with_slashes_and_with_blanks() {
        for (line, text, value) in [
            ("=== F5/1.2/0.3", "f5", Some(1.2)),
            ("=== F5 -1.2 0.3", "f5", Some(-1.2)),
            ("===F5", "f5", None),
            ("=== PA", "pass", None),
            ("=== PA//0.1", "pass", None),
        ] {
            assert_eq!(read_answer(line), Some((text.to_owned(), value)), "{line}");
        }
        assert_eq!(read_answer("==="), None);
        assert_eq!(read_answer("status thinking"), None);
    }
}
