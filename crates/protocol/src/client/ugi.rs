//! The Universal Game Interface.

use super::{Language, Said, Turn, points};
use crate::process::{Patience, Process, shown};
use papan_core::{Notation, Seat};
use papan_search::{Failure, Fault, Value};
use std::{fmt::Write, time::Duration};

/// How long a program may think when nothing limits it: UGI has to say something.
const UNLIMITED: Duration = Duration::from_secs(1);

/// A program that speaks UGI. It is told of the whole game with every question.
pub(crate) struct Ugi {
    new_game: bool,
}

impl Ugi {
    pub(crate) fn new() -> Ugi {
        Ugi { new_game: true }
    }
}

/// The question `go`, with all limits that there are.
fn go<G: Notation>(turn: &Turn<G>) -> String {
    let limits = turn.limits;
    let mut text = "go".to_owned();
    if let Some(clock) = &limits.clock {
        let seats = (1..).zip(Seat::all(turn.game.seats()));
        for (number, seat) in seats.clone() {
            if let Some(left) = clock.left(seat) {
                let _ = write!(text, " p{number}time {}", left.as_millis());
            }
        }
        let increment = clock.control().increment.as_millis();
        for (number, _) in seats {
            let _ = write!(text, " p{number}inc {increment}");
        }
    } else if let Some(time) = limits.time {
        let _ = write!(text, " movetime {}", time.as_millis());
    } else if limits.depth.is_none() && limits.nodes.is_none() {
        let time = UNLIMITED.min(turn.patience / 2);
        let _ = write!(text, " movetime {}", time.as_millis());
    }
    if let Some(depth) = limits.depth {
        let _ = write!(text, " depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(text, " nodes {nodes}");
    }
    text
}

/// Where the game is, as UGI says it.
pub(crate) fn position<G: Notation>(turn: &Turn<G>) -> String {
    let line = turn.line.text(turn.game);
    let mut text = match line.start {
        None => "position startpos".to_owned(),
        Some(start) => format!("position fen {start}"),
    };
    if !line.moves.is_empty() {
        text += " moves";
    }
    for played in &line.moves {
        text.push(' ');
        text += played;
    }
    text
}

/// What a line of information says, put into an answer that is yet to come.
fn read_information(line: &str, said: &mut Said) {
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => said.depth = number(words.next()).unwrap_or(said.depth),
            "nodes" => said.nodes = number(words.next()).unwrap_or(said.nodes),
            // A hundred of them are a point.
            "cp" => said.value = hundredths(words.next()).or(said.value),
            "pv" => {
                said.line = words.map(str::to_owned).collect();
                return;
            }
            "string" => return,
            _ => {}
        }
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

impl<G: Notation> Language<G> for Ugi {
    fn greet(
        &mut self,
        process: &mut Process,
        _: &G,
        patience: &Patience,
    ) -> Result<Option<String>, Failure> {
        process.send("ugi\n", patience)?;
        let mut title = None;
        loop {
            let line = process.line(patience)?;
            let line = line.trim();
            if line == "ugiok" {
                break;
            }
            if let Some(name) = line.strip_prefix("id name ") {
                title = Some(shown(name));
            }
        }
        process.send("isready\n", patience)?;
        while process.line(patience)?.trim() != "readyok" {}
        Ok(title)
    }

    fn begin(&mut self) {
        self.new_game = true;
    }

    fn ask(
        &mut self,
        process: &mut Process,
        turn: &Turn<G>,
        patience: &Patience,
    ) -> Result<Said, Failure> {
        let mut text = String::new();
        if self.new_game {
            text += "uginewgame\n";
            self.new_game = false;
        }
        let _ = writeln!(text, "{}\n{}", position(turn), go(turn));
        process.send(&text, patience)?;
        let mut said = Said::default();
        loop {
            let line = process.line(patience)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => read_information(&line, &mut said),
                Some("bestmove") => {
                    let Some(best) = words.next() else {
                        let text = "wrote 'bestmove' without a move";
                        return Err(Failure::new(Fault::Nonsense, text));
                    };
                    said.text = best.to_owned();
                    return Ok(said);
                }
                _ => {}
            }
        }
    }
}

fn hundredths(word: Option<&str>) -> Option<Value> {
    points(number::<f64>(word)? / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn information_is_taken_where_it_can_be_read() {
        let mut said = Said::default();
        read_information(
            "info depth 7 score cp -1249 nodes 345 time 2 pv f5 d6",
            &mut said,
        );
        assert_eq!((said.depth, said.nodes), (7, 345));
        assert_eq!(said.value, Some(Value::Points(-12)));
        assert_eq!(said.line, ["f5", "d6"]);
        read_information("info string depth 99", &mut said);
        read_information("info depth many score cp", &mut said);
        read_information("info score cp NaN", &mut said);
        assert_eq!((said.depth, said.value), (7, Some(Value::Points(-12))));
        read_information("info score cp -1e99", &mut said);
        assert_eq!(said.value, Some(Value::Points(-i32::MAX)));
    }
}
