//! The Universal Game Interface.

use super::{EngineAnswer, ProtocolClient, Turn, points};
use crate::process::{Deadline, Process, shown};
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
        let time = UNLIMITED.min(turn.move_timeout / 2);
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
fn read_information(line: &str, answer: &mut EngineAnswer) {
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => answer.depth = number(words.next()).unwrap_or(answer.depth),
            "nodes" => answer.nodes = number(words.next()).unwrap_or(answer.nodes),
            // A hundred of them are a point.
            "cp" => answer.value = hundredths(words.next()).or(answer.value),
            "pv" => {
                answer.line = words.map(str::to_owned).collect();
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

impl<G: Notation> ProtocolClient<G> for Ugi {
    fn greet(
        &mut self,
        process: &mut Process,
        _: &G,
        deadline: &Deadline,
    ) -> Result<Option<String>, Failure> {
        process.send("ugi\n", deadline)?;
        let mut title = None;
        loop {
            let line = process.line(deadline)?;
            let line = line.trim();
            if line == "ugiok" {
                break;
            }
            if let Some(name) = line.strip_prefix("id name ") {
                title = Some(shown(name));
            }
        }
        process.send("isready\n", deadline)?;
        while process.line(deadline)?.trim() != "readyok" {}
        Ok(title)
    }

    fn begin(&mut self) {
        self.new_game = true;
    }

    fn ask(
        &mut self,
        process: &mut Process,
        turn: &Turn<G>,
        deadline: &Deadline,
    ) -> Result<EngineAnswer, Failure> {
        let mut text = String::new();
        if self.new_game {
            text += "uginewgame\n";
            self.new_game = false;
        }
        let _ = writeln!(text, "{}\n{}", position(turn), go(turn));
        process.send(&text, deadline)?;
        let mut answer = EngineAnswer::default();
        loop {
            let line = process.line(deadline)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => read_information(&line, &mut answer),
                Some("bestmove") => {
                    let Some(best) = words.next() else {
                        let text = "wrote 'bestmove' without a move";
                        return Err(Failure::new(Fault::Nonsense, text));
                    };
                    answer.text = best.to_owned();
                    return Ok(answer);
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
        let mut answer = EngineAnswer::default();
        read_information(
            "info depth 7 score cp -1249 nodes 345 time 2 pv f5 d6",
            &mut answer,
        );
        assert_eq!((answer.depth, answer.nodes), (7, 345));
        assert_eq!(answer.value, points(-12.49));
        assert_eq!(answer.line, ["f5", "d6"]);
        read_information("info string depth 99", &mut answer);
        read_information("info depth many score cp", &mut answer);
        read_information("info score cp NaN", &mut answer);
        assert_eq!((answer.depth, answer.value), (7, points(-12.49)));
        read_information("info score cp -1e99", &mut answer);
        assert_eq!(answer.value, Some(Value::points(-i32::MAX)));
    }
}
