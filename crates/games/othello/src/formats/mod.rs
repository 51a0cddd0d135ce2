//! The file formats of Othello, each under the name that one types.
//!
//! | name | a file holds |
//! |---|---|
//! | `transcript` | a game a line: `f5d6c3d3c4` |
//! | `obf` | problems: a position and the values of its moves |
//! | `ggf` | games of servers and programs, with times and evaluations |
//! | `sgf` | games in the Smart Game Format, `GM[2]` |
//! | `wthor` | the games of a year in the tournament base (`.wtb`) |
//!
//! Every game that is read is played through by the rules. The same fact has the same
//! tag in all formats: `black`, `white`, `date`, `place`, `event`, `result` (as in SGF:
//! `B+12`, `W+4`, `0`; empty squares go to the winner), `comment`, `black-rating` and
//! so on, so that a conversion keeps what both formats know.
//!
//! A tag, time or comment that a format has no place for is left out when it writes. A
//! first position, a move or a known value that it has no place for is an error. There
//! are two exceptions: a pass at the very end of an unfinished game, where there is no
//! choice, goes missing in formats that store no passes, and a game becomes a problem by
//! the position that it reached.

mod ggf;
mod obf;
mod result;
mod sgf;
mod transcript;
mod wthor;

pub(crate) use wthor::complete;

use crate::notation::is_pass;
use crate::{Move, Othello, Position};
use papan_core::{Format, Game, MoveError, Notation, Record, Seat, shortened};
use papan_core::{
    line::Replayed,
    record::{RecordError, RecordedMove, Recorder},
};
use std::fmt::Display;

/// Every format.
///
/// ```
/// use papan_core::formats::find_format;
/// use papan_othello::Othello;
///
/// let othello = Othello::new();
/// let transcript = find_format(&othello, "transcript").unwrap();
/// let ggf = find_format(&othello, "ggf").unwrap();
/// let games = transcript.read(&othello, b"f5d6c3").unwrap();
/// let text = String::from_utf8((ggf.write)(&othello, &games).unwrap()).unwrap();
/// assert!(text.ends_with("B[F5]W[D6]B[C3];)\n"));
/// ```
pub const ALL: &[Format<Othello>] = &[
    transcript::FORMAT,
    obf::FORMAT,
    ggf::FORMAT,
    sgf::FORMAT,
    wthor::FORMAT,
];

/// A game while it is read: each move is checked by the rules, and a pass that the file
/// leaves out is put in where a side plays twice. Errors name the move.
struct Replay<'a>(Recorder<'a, Othello>);

impl<'a> Replay<'a> {
    fn new(game: &'a Othello, first: Position) -> Replay<'a> {
        Replay(Recorder::new(game, first))
    }

    /// A problem with the next move.
    fn problem(&self, problem: impl Display) -> String {
        format!("move {}: {problem}", self.0.number())
    }

    fn must_pass(&self) -> bool {
        self.0.position.mobility() == 0 && !self.0.position.is_over()
    }

    /// Where a file says who plays next: it must be their turn, if need be after a pass
    /// of the other side.
    fn turn_of(&mut self, seat: Seat) -> Result<(), String> {
        if self.0.position.is_over() || self.0.position.mover() == seat {
            return Ok(());
        }
        if self.must_pass() {
            self.0.push(Move::PASS);
            return Ok(());
        }
        let name = |seat| self.0.game.seat_name(seat);
        let (wrong, right) = (name(seat), name(self.0.position.mover()));
        Err(self.problem(format!("{wrong} plays where it is {right}'s turn")))
    }

    fn place(&mut self, square: u32) -> Result<&mut RecordedMove, String> {
        if self.must_pass() {
            self.0.push(Move::PASS);
        }
        let played = Move::place(square);
        match self.0.game.is_legal(&self.0.position, played) {
            true => Ok(self.0.push(played)),
            false => self.checked(&self.0.game.square_name(square)),
        }
    }

    /// A pass; one after the end of the game, which some programs write, is dropped.
    fn pass(&mut self) -> Result<Option<&mut RecordedMove>, String> {
        if self.0.position.is_over() {
            return Ok(None);
        }
        self.checked("pass").map(Some)
    }

    fn checked(&mut self, text: &str) -> Result<&mut RecordedMove, String> {
        self.0.play(text).map_err(|error| error.to_string())
    }

    /// A move in the usual notation.
    fn play(&mut self, text: &str) -> Result<Option<&mut RecordedMove>, String> {
        match self.0.game.square(text) {
            Some(square) => self.place(square).map(Some),
            None if is_pass(text) => self.pass(),
            None => Err(self.not_a_move(text, "a square such as f5 or a pass")),
        }
    }

    fn not_a_move(&self, text: &str, expected: &'static str) -> String {
        self.problem(MoveError::syntax(text, expected))
    }

    /// The record, with its result when the game was played to its end.
    fn finish(mut self) -> Record {
        if let Some(result) = result::of(self.0.game, &self.0.record, &self.0.position) {
            self.0.record.set_tag("result", result);
        }
        self.0.record
    }
}

/// Plays a record for a format that holds games, not problems.
fn replayed(game: &Othello, record: &Record) -> Result<Replayed<Othello>, RecordError> {
    record.refuse_values()?;
    record.replay(game)
}

/// Plays a record for a format whose games begin in the usual position.
fn replayed_from_start(game: &Othello, record: &Record) -> Result<Replayed<Othello>, String> {
    let replayed = replayed(game, record).map_err(|error| error.to_string())?;
    match replayed.first() == game.start() {
        true => Ok(replayed),
        false => Err("it does not begin in the usual first position".to_owned()),
    }
}

/// The squares of the discs in the order in which they were placed.
fn placed(replayed: &Replayed<Othello>) -> impl Iterator<Item = u32> {
    replayed
        .played
        .iter()
        .filter_map(|(_, played)| played.square())
}

/// The lines of a text that are not empty, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(str::trim);
    (1..).zip(lines).filter(|(_, line)| !line.is_empty())
}

/// A number in a text, if there is any text; no file means infinity.
fn decimal(text: &str) -> Result<Option<f64>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse() {
        Ok(number) if f64::is_finite(number) => Ok(Some(number)),
        _ => Err(format!("'{}' is not a number", shortened(text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White must pass after c4, and black can still play c3.
    fn before_a_pass() -> (Othello, Position) {
        let small = Othello::with_size(4);
        let position = small.parse_position("--------XO--XO-- X").unwrap();
        (small, position)
    }

    #[test]
    fn omitted_passes_are_put_in() {
        let (small, position) = before_a_pass();
        let mut replay = Replay::new(&small, position);
        replay.play("c4").unwrap();
        assert!(replay.must_pass());
        replay.play("C3").unwrap();
        let record = replay.finish();
        let texts: Vec<&str> = record.moves.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["c4", "pass", "c3"]);
        assert_eq!(record.tag("result"), Some("B+16"));
        assert!(record.replay(&small).is_ok());
    }

    #[test]
    fn turns_are_checked() {
        let (small, position) = before_a_pass();
        let mut replay = Replay::new(&small, position);
        assert_eq!(
            replay.turn_of(Seat::SECOND),
            Err("move 1: white plays where it is black's turn".to_owned())
        );
        assert!(replay.pass().unwrap_err().contains("may not pass"));
        replay.play("c4").unwrap();
        replay.turn_of(Seat::FIRST).unwrap();
        assert!(replay.play("a1").unwrap_err().contains("move 3: 'a1'"));
        replay.play("c3").unwrap();
        assert!(replay.pass().unwrap().is_none());
        assert!(replay.play("a1").unwrap_err().contains("the game is over"));
    }

    #[test]
    fn what_cannot_be_held_is_refused() {
        let othello = Othello::new();
        let mut record = Record::of(&othello);
        assert!(replayed_from_start(&othello, &record).is_ok());
        record.values.push(("f5".to_owned(), 0));
        assert!(record.replay(&othello).is_ok());
        assert!(replayed(&othello, &record).is_err());
        record.values.clear();
        record.game = " OTHELLO:SIZE=8".to_owned();
        assert!(replayed_from_start(&othello, &record).is_ok());
        record.start = Some(format!("{} X", "-".repeat(64)));
        assert!(replayed(&othello, &record).is_ok());
        assert!(replayed_from_start(&othello, &record).is_err());
        assert!(replayed(&Othello::with_size(6), &record).is_err());
    }
}
