//! A game that is only known at run time: text in, text and JSON out.
//!
//! This is the one place where a game loses its type. The command line, the page, the
//! protocols and Python all see games through these two traits.

use crate::{
    Effects, FormatError, MoveError, Notation, Outcome, PositionError, Record, Scores, Seat, Tally,
    divide,
    formats::{self, FormatInfo},
    playouts,
};
use serde::Serialize;
use serde_json::Value;
use std::{ops::Range, sync::Arc};

/// A game with its parameters.
pub trait AnyGame: Send + Sync {
    /// As one writes it on the command line: `othello:size=6`.
    fn name(&self) -> String;
    /// How many players there are.
    fn seats(&self) -> usize;
    /// What a seat is called.
    fn seat_name(&self, seat: Seat) -> String;
    /// The characters of a seat's pieces in a drawn board: see [`Notation::pieces`].
    fn pieces(&self, seat: Seat) -> String;
    /// The position that a game begins with.
    fn start(&self) -> Box<dyn AnyPosition>;
    /// The position that a text describes.
    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, PositionError>;
    /// Its file formats, those that only it has first.
    fn formats(&self) -> Vec<FormatInfo>;
    /// The games in a file.
    fn read(&self, format: &str, bytes: &[u8]) -> Result<Vec<Record>, FormatError>;
    /// A file with these games.
    fn write(&self, format: &str, records: &[Record]) -> Result<Vec<u8>, FormatError>;
}

/// A position of an [`AnyGame`].
pub trait AnyPosition: Send + Sync {
    /// The position in one line.
    fn text(&self) -> String;
    /// Who is to move, or `None` when the game is over.
    fn turn(&self) -> Option<Seat>;
    /// The legal moves in the game's own order.
    fn moves(&self) -> Vec<String>;
    /// Plays a move, or says why not and changes nothing. Returns the move as the game
    /// itself writes it, and what it did.
    fn play(&mut self, text: &str) -> Result<(String, Effects), MoveError>;
    /// The standing now, and the result once the game is over.
    fn scores(&self) -> Scores;
    /// The result, or `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// The 64-bit key of the position.
    fn key(&self) -> u64;
    /// The board in lines of plain text.
    fn draw(&self) -> String;
    /// Everything that a program needs to show the position.
    fn view(&self) -> View;
    /// The number of sequences of `depth` plies: see [`perft`](crate::perft()).
    fn perft(&self, depth: u32) -> u64;
    /// The part of each legal move in a perft.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// Random games from here: see [`playouts`].
    fn playouts(&self, seed: u64, numbers: Range<u64>) -> Tally;
    /// A copy.
    fn duplicate(&self) -> Box<dyn AnyPosition>;
}

/// A position as JSON: `{"game", "position", "turn", "legal_moves", "scores",
/// "outcome", "board"}`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// The game and its parameters.
    pub game: String,
    /// The position in one line.
    pub position: String,
    /// Who is to move; null when the game is over.
    pub turn: Option<Seat>,
    /// The legal moves in the game's own order.
    pub legal_moves: Vec<String>,
    /// One number per seat.
    pub scores: Scores,
    /// The result; null while the game goes on.
    pub outcome: Option<Outcome>,
    /// What stands where, in the game's own shape.
    pub board: Value,
}

/// Erases a game to text and JSON.
///
/// ```
/// use papan_core::{AnyGame, erase, example::Nim};
///
/// let game = erase(Nim::new(7));
/// let mut position = game.start();
/// assert_eq!(position.moves(), ["1", "2", "3"]);
/// assert_eq!(position.play("3").unwrap().1.summary, "takes 3");
/// assert!(position.play("9").is_err());
/// assert_eq!(position.text(), "4 1");
/// assert_eq!(position.perft(2), 6);
/// assert_eq!(
///     serde_json::to_string(&position.view()).unwrap(),
///     r#"{"game":"nim:matches=7","position":"4 1","turn":1,"legal_moves":["1","2","3"],"scores":[0,0],"outcome":null,"board":{"left":4}}"#
/// );
/// ```
pub fn erase<G: Notation>(game: G) -> Box<dyn AnyGame> {
    Box::new(ErasedGame {
        game: Arc::new(game),
    })
}

struct ErasedGame<G> {
    game: Arc<G>,
}

struct ErasedPosition<G: Notation> {
    game: Arc<G>,
    position: G::Position,
}

impl<G: Notation> ErasedGame<G> {
    fn at(&self, position: G::Position) -> Box<dyn AnyPosition> {
        Box::new(ErasedPosition {
            game: Arc::clone(&self.game),
            position,
        })
    }
}

impl<G: Notation> AnyGame for ErasedGame<G> {
    fn name(&self) -> String {
        self.game.name()
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    fn pieces(&self, seat: Seat) -> String {
        self.game.pieces(seat)
    }

    fn start(&self) -> Box<dyn AnyPosition> {
        self.at(self.game.start())
    }

    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, PositionError> {
        Ok(self.at(self.game.parse_position(text)?))
    }

    fn formats(&self) -> Vec<FormatInfo> {
        formats::formats::<G>()
            .map(|format| FormatInfo {
                name: format.name,
                extension: format.extension,
                summary: format.summary,
            })
            .collect()
    }

    fn read(&self, format: &str, bytes: &[u8]) -> Result<Vec<Record>, FormatError> {
        (formats::find_format(&*self.game, format)?.read)(&self.game, bytes)
    }

    fn write(&self, format: &str, records: &[Record]) -> Result<Vec<u8>, FormatError> {
        (formats::find_format(&*self.game, format)?.write)(&self.game, records)
    }
}

impl<G: Notation> ErasedPosition<G> {
    fn legal_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&self.position, &mut moves);
        moves
    }
}

impl<G: Notation> AnyPosition for ErasedPosition<G> {
    fn text(&self) -> String {
        self.game.position_text(&self.position)
    }

    fn turn(&self) -> Option<Seat> {
        self.game.turn(&self.position)
    }

    fn moves(&self) -> Vec<String> {
        self.legal_moves()
            .into_iter()
            .map(|legal| self.game.move_text(&self.position, legal))
            .collect()
    }

    fn play(&mut self, text: &str) -> Result<(String, Effects), MoveError> {
        let played = self.game.parse_move(&self.position, text)?;
        let written = self.game.move_text(&self.position, played);
        let effects = self.game.effects(&self.position, played);
        self.game.play(&mut self.position, played);
        Ok((written, effects))
    }

    fn scores(&self) -> Scores {
        self.game.scores(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.position)
    }

    fn key(&self) -> u64 {
        self.game.key(&self.position)
    }

    fn draw(&self) -> String {
        self.game.draw(&self.position)
    }

    fn view(&self) -> View {
        View {
            game: self.game.name(),
            position: self.text(),
            turn: self.turn(),
            legal_moves: self.moves(),
            scores: self.scores(),
            outcome: self.outcome(),
            board: self.game.board(&self.position),
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        self.game.perft(&self.position, depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        divide(&*self.game, &self.position, depth)
            .into_iter()
            .map(|(first, nodes)| (self.game.move_text(&self.position, first), nodes))
            .collect()
    }

    fn playouts(&self, seed: u64, numbers: Range<u64>) -> Tally {
        playouts(&*self.game, &self.position, seed, numbers)
    }

    fn duplicate(&self) -> Box<dyn AnyPosition> {
        Box::new(ErasedPosition {
            game: Arc::clone(&self.game),
            position: self.position,
        })
    }
}
