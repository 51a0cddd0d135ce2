//! Lines of JSON: a student's first agent.

use super::{EngineAnswer, ProtocolClient, Turn, points};
use crate::process::{Deadline, Process, shown};
use papan_core::{Notation, Scores};
use papan_search::{Failure, Fault};
use serde::Serialize;

/// What a program is asked in one line: a position with all that is needed to choose a move
/// without knowing the rules.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// The game and its parameters.
    pub game: String,
    /// The position in one line.
    pub position: String,
    /// The seat that is asked, from 0.
    pub seat: usize,
    /// What the seat is called.
    pub seat_name: String,
    /// The number of this move, from 1.
    pub turn: usize,
    /// The legal moves in the game's own order.
    pub legal_moves: Vec<String>,
    /// The standing, one number per seat.
    pub scores: Scores,
    /// What stands where, in the game's own shape.
    pub board: serde_json::Value,
    /// The moves so far.
    pub moves: Vec<String>,
    /// The seconds that are left to the seat for all of its moves; null without a clock.
    pub time_left: Option<f64>,
    /// The most seconds for this move; null without such a limit, and with a clock.
    pub time: Option<f64>,
    /// The depth limit in plies; null without one.
    pub depth: Option<u32>,
    /// The node limit; null without one.
    pub nodes: Option<u64>,
    /// The seed that everything random should follow from, so that a game can be played
    /// again.
    pub seed: u64,
}

/// A program that is asked in lines of JSON; it needs to remember nothing.
pub(crate) struct Json;

/// The question about a position.
pub(crate) fn question<G: Notation>(turn: &Turn<G>) -> Question {
    let (game, position) = (turn.game, turn.position);
    let legal = game.legal_moves(position);
    let write = |&played: &G::Move| game.move_text(position, played);
    let time_left = turn.time_left();
    Question {
        game: game.name(),
        position: game.position_text(position),
        seat: turn.seat.index(),
        seat_name: game.seat_name(turn.seat),
        turn: turn.line.played.len() + 1,
        legal_moves: legal.iter().map(write).collect(),
        scores: game.scores(position),
        board: papan_core::to_json(&game.board(position)),
        moves: turn.line.text(game).moves,
        time_left: time_left.map(|left| left.as_secs_f64()),
        // Beside a clock it is only a share of it, and no limit.
        time: turn
            .limits
            .time
            .filter(|_| time_left.is_none())
            .map(|time| time.as_secs_f64()),
        depth: turn.limits.depth,
        nodes: turn.limits.nodes,
        seed: turn.seed,
    }
}

/// The move in an answer: `{"move": "f5"}`, `"f5"` or `f5`.
pub(crate) fn read_answer(line: &str) -> Result<EngineAnswer, Failure> {
    let nonsense = |problem: &str| {
        let text = format!("wrote '{}', {problem}", shown(line));
        Failure::new(Fault::Nonsense, text)
    };
    let bare = |text: &str| EngineAnswer {
        text: text.to_owned(),
        ..EngineAnswer::default()
    };
    match serde_json::from_str(line) {
        Ok(serde_json::Value::Object(fields)) => {
            let text = match fields.get("move") {
                Some(serde_json::Value::String(text)) => text.clone(),
                // The moves of congklak are numbers.
                Some(serde_json::Value::Number(number)) => number.to_string(),
                _ => return Err(nonsense("which has no \"move\": write {\"move\": \"...\"}")),
            };
            let value = fields.get("value").and_then(serde_json::Value::as_f64);
            Ok(EngineAnswer {
                value: value.and_then(points),
                ..bare(&text)
            })
        }
        Ok(serde_json::Value::String(text)) => Ok(bare(&text)),
        Err(_) if line.starts_with('{') => Err(nonsense("which is not JSON")),
        _ => Ok(bare(line)),
    }
}

impl<G: Notation> ProtocolClient<G> for Json {
    fn greet(&mut self, _: &mut Process, _: &G, _: &Deadline) -> Result<Option<String>, Failure> {
        Ok(None)
    }

    fn begin(&mut self) {}

    fn ask(
        &mut self,
        process: &mut Process,
        turn: &Turn<G>,
        deadline: &Deadline,
    ) -> Result<EngineAnswer, Failure> {
        let question = serde_json::to_string(&question(turn));
        let question = question.map_err(|error| {
            let text = format!("the position cannot be written as JSON: {error}");
            Failure::new(Fault::Start, text)
        })?;
        process.send(&(question + "\n"), deadline)?;
        loop {
            let line = process.line(deadline)?;
            if !line.trim().is_empty() {
                return read_answer(line.trim());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::{Game, Seat, example::Nim, line::Replayed};
    use papan_search::{Clock, Limits, Value};
    use std::time::Duration;

    #[test]
    fn a_clock_is_told_alone() {
        let nim = Nim::new(7);
        let start = nim.start();
        let second = Duration::from_secs(1);
        let told = |clock: Option<Clock>| {
            let question = question(&Turn {
                game: &nim,
                position: &start,
                seat: Seat::FIRST,
                line: &Replayed::from(start),
                limits: &Limits {
                    clock,
                    ..Limits::time(second)
                },
                move_timeout: second,
                seed: 1,
            });
            (question.time_left, question.time)
        };
        assert_eq!(told(None), (None, Some(1.0)));
        let clock = Clock::new("9s".parse().unwrap());
        assert_eq!(told(Some(clock)), (Some(9.0), None));
    }

    #[test]
    fn answers_are_objects_strings_or_bare_moves() {
        let text = |line: &str| {
            read_answer(line)
                .map(|answer| answer.text)
                .map_err(|error| error.text)
        };
        assert_eq!(text(r#"{"move": "f5"}"#).unwrap(), "f5");
        assert_eq!(text(r#"{"value": 3, "move": 4}"#).unwrap(), "4");
        assert_eq!(text(r#""f5""#).unwrap(), "f5");
        assert_eq!(text("f5").unwrap(), "f5");
        assert_eq!(text("4").unwrap(), "4");
        assert!(
            text(r#"{"mov": "f5"}"#)
                .unwrap_err()
                .contains("has no \"move\"")
        );
        assert!(text(r#"{"move": "#).unwrap_err().contains("not JSON"));
        let answer = read_answer(r#"{"move": "f5", "value": -2.6}"#).unwrap();
        assert_eq!(answer.value, points(-2.6));
        let answer = read_answer(r#"{"move": "f5", "value": -3e9}"#).unwrap();
        assert_eq!(answer.value, Some(Value::points(-i32::MAX)));
    }
}
