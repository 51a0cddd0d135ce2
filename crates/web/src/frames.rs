//! A game as pictures: the position after each move.

use crate::{error::ApiError, families::Family};
use papan_core::{AnyGame, AnyPosition, Effects, Phrase, Scores, Seat};
use serde::Serialize;
use serde_json::Value;

/// What stands on the board after a move; the first of a game has no move.
#[derive(Clone, Serialize)]
pub(crate) struct Frame {
    pub(crate) seat: Option<Seat>,
    #[serde(rename = "move")]
    pub(crate) played: Option<String>,
    pub(crate) phrases: Vec<Phrase>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) position: String,
    pub(crate) board: Value,
    pub(crate) scores: Scores,
    pub(crate) turn: Option<Seat>,
}

impl Frame {
    fn first(position: &dyn AnyPosition) -> Frame {
        Frame::after(position, None, None, Vec::new())
    }

    fn after(
        position: &dyn AnyPosition,
        seat: Option<Seat>,
        played: Option<String>,
        phrases: Vec<Phrase>,
    ) -> Frame {
        let view = position.view();
        Frame {
            seat,
            played,
            phrases,
            position: view.position,
            board: view.board,
            scores: view.scores,
            turn: view.turn,
        }
    }
}

/// A game played through.
#[derive(Serialize)]
pub(crate) struct Film {
    pub(crate) game: String,
    #[serde(flatten)]
    pub(crate) family: Family,
    /// What the seats are called.
    pub(crate) seats: Vec<String>,
    pub(crate) frames: Vec<Frame>,
    /// What the last move did.
    pub(crate) effects: Option<Effects>,
    /// Where it ended.
    #[serde(skip)]
    pub(crate) position: Box<dyn AnyPosition>,
}

impl Film {
    /// Plays moves from a position, or from the usual one. An error of a move says which
    /// ply it is.
    pub(crate) fn make(
        game: &dyn AnyGame,
        start: Option<&str>,
        moves: &[String],
    ) -> Result<Film, ApiError> {
        let position = match start {
            None => game.start(),
            Some(text) => game.position(text)?,
        };
        let mut film = Film {
            family: *Family::of(&game.name())?,
            game: game.name(),
            seats: seat_names(game),
            frames: vec![Frame::first(&*position)],
            effects: None,
            position,
        };
        for (ply, text) in moves.iter().enumerate() {
            let seat = film.position.turn();
            let played = film.position.play(text);
            let (text, effects) = played.map_err(|error| ApiError::from(error).with("ply", ply))?;
            let phrases = effects.phrases.clone();
            let frame = Frame::after(&*film.position, seat, Some(text), phrases);
            film.frames.push(frame);
            film.effects = Some(effects);
        }
        Ok(film)
    }

    /// Leaves the texts of positions away, where only boards are shown.
    pub(crate) fn forget_positions(&mut self) {
        for frame in &mut self.frames {
            frame.position.clear();
        }
    }
}

/// What the seats of a game are called.
pub(crate) fn seat_names(game: &dyn AnyGame) -> Vec<String> {
    Seat::all(game.seats())
        .map(|seat| game.seat_name(seat))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_has_a_frame_more_than_moves() {
        let othello = papan_agents::games::open("othello").unwrap();
        let moves = ["d3", "c5"].map(str::to_owned);
        let film = Film::make(&*othello, None, &moves).unwrap();
        assert_eq!(film.frames.len(), 3);
        assert_eq!(film.frames[2].played.as_deref(), Some("c5"));
        assert_eq!(film.frames[2].scores.as_slice(), [3, 3]);
        let moves = ["d3", "d3"].map(str::to_owned);
        let error = Film::make(&*othello, None, &moves).err().unwrap();
        assert_eq!(
            (error.code, &error.parameters["ply"]),
            ("occupied", &1.into())
        );
    }
}
