//! A game that is only known at run time: text in, text and JSON out.
//!
//! This is the one place where a game loses its type. The command line, the page, the
//! protocols and Python all see games through these two traits.

use crate::{
    AnyBatch, Batch, Effects, Family, FormatError, LineError, LineOfPlay, MoveError, Notation,
    Opening, Outcome, PositionError, Random, Record, Scores, Seat, SeatPlace, Symmetry, Tally,
    divide,
    formats::{self, FormatInfo, TakeRecord},
    line,
    notation::to_json,
    picture::Picture,
    playouts,
};
use serde::Serialize;
use serde_json::Value;
use std::{ops::Range, sync::Arc};

/// What a walk along a line of play tells of each move: the position before it, the move as
/// the game writes it, and the position after it.
pub type Visit<'a> = dyn FnMut(&dyn AnyPosition, &str, &dyn AnyPosition) + 'a;

/// A game with its parameters.
pub trait AnyGame: Send + Sync {
    /// As one writes it on the command line: `othello:size=6`.
    fn name(&self) -> String;
    /// The game with its variants that it belongs to: see [`Notation::family`].
    fn family(&self) -> &'static Family;
    /// How many players there are.
    fn seats(&self) -> usize;
    /// What a seat is called.
    fn seat_name(&self, seat: Seat) -> String;
    /// Where a seat sits at the board: see [`Notation::seat_place`].
    fn seat_place(&self, seat: Seat) -> Option<SeatPlace>;
    /// The position that a game begins with.
    fn start(&self) -> Box<dyn AnyPosition>;
    /// The position that a line of play begins with: the standard one where there is no text.
    fn first_position(&self, start: Option<&str>) -> Result<Box<dyn AnyPosition>, PositionError> {
        match start {
            None => Ok(self.start()),
            Some(text) => self.position(text),
        }
    }
    /// Plays moves from a start, as [`line::walk`] does, and returns the position after them.
    /// `visit` is given the position before each move, the move as the game writes it, and
    /// the position after it.
    fn walk(
        &self,
        start: Option<&str>,
        moves: &mut dyn Iterator<Item = &str>,
        visit: &mut Visit,
    ) -> Result<Box<dyn AnyPosition>, LineError>;
    /// The same for a line of play.
    fn replay(
        &self,
        line: &LineOfPlay,
        visit: &mut Visit,
    ) -> Result<Box<dyn AnyPosition>, LineError> {
        let mut moves = line.moves.iter().map(String::as_str);
        self.walk(line.start.as_deref(), &mut moves, visit)
    }
    /// The position at the end of a line of play.
    fn after(&self, line: &LineOfPlay) -> Result<Box<dyn AnyPosition>, LineError>;
    /// A line of play as the game itself writes it: see [`LineOfPlay::canonical`].
    fn canonical(&self, line: &LineOfPlay) -> Result<LineOfPlay, LineError>;
    /// Random moves from the standard start: see [`line::random_line`].
    fn random_line(&self, plies: u32, random: &mut Random) -> LineOfPlay;
    /// The position that a text describes.
    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, PositionError>;
    /// How many numbers of actions there are: see [`Encoding`](crate::Encoding).
    fn actions(&self) -> usize;
    /// What each plane of an observation says, and the rows and columns of a plane.
    fn planes(&self) -> (Vec<String>, (usize, usize));
    /// The most plies of a game: see [`Encoding::longest_game`](crate::Encoding::longest_game).
    fn longest_game(&self) -> usize;
    /// The images under which the rules stay the same.
    fn symmetries(&self) -> Vec<Symmetry>;
    /// Many games, stepped together: see [`Batch`].
    fn batch(&self, games: usize, seed: u64, opening: u32) -> Box<dyn AnyBatch>;
    /// The openings that have names.
    fn openings(&self) -> &'static [Opening];
    /// Its file formats, those that only it has first.
    fn formats(&self) -> Vec<FormatInfo>;
    /// The games in a file.
    fn read(&self, format: &str, bytes: &[u8]) -> Result<Vec<Record>, FormatError>;
    /// Hands over the games in a file one by one, until it is told to break: many games take
    /// far more memory than their file.
    fn each_record(
        &self,
        format: &str,
        bytes: &[u8],
        take: &mut TakeRecord<'_>,
    ) -> Result<(), FormatError>;
    /// Puts what a file beside those of games knows into the tags of a game:
    /// see [`Notation::complete`].
    fn complete(&self, record: &mut Record, extension: &str, bytes: &[u8]);
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
    /// A legal move as the game itself writes it, with what it would do, or why it is none.
    fn preview(&self, text: &str) -> Result<(String, Effects), MoveError>;
    /// Plays a move without asking what it does, or says why not and changes nothing. Returns
    /// the move as the game itself writes it.
    fn advance(&mut self, text: &str) -> Result<String, MoveError>;
    /// Plays a move for people: returns it as the game itself writes it, and what it did. Or
    /// says why not and changes nothing.
    fn play(&mut self, text: &str) -> Result<(String, Effects), MoveError>;
    /// The numbers of the legal moves, in the game's own order: see
    /// [`Encoding`](crate::Encoding).
    fn actions(&self) -> Vec<usize>;
    /// The number of a move that the game can write in this position.
    fn action_of(&self, text: &str) -> Result<usize, MoveError>;
    /// The move of a number as the game writes it here, legal or not; `None` when no move has the
    /// number.
    fn action_text(&self, action: usize) -> Option<String>;
    /// Plays the legal move of a number, or changes nothing and says `false`.
    fn act(&mut self, action: usize) -> bool;
    /// Writes 1 for each legal action, and 0 for all others.
    fn write_mask(&self, mask: &mut [u8]);
    /// Writes what a seat sees, plane after plane.
    fn observe(&self, seat: Seat, planes: &mut [u8]);
    /// The standing now, and the result once the game is over.
    fn scores(&self) -> Scores;
    /// The result, or `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// The last opening with a name on the way here: of the positions that were played through,
    /// or of this one where nothing is known of how it came about.
    fn opening(&self) -> Option<&'static Opening>;
    /// The 64-bit key of the position.
    fn key(&self) -> u64;
    /// The board in lines of plain text.
    fn draw(&self) -> String;
    /// The board as a picture, with the move that led here marked where it is known.
    fn picture(&self) -> Picture;
    /// Everything that a program needs to show the position.
    fn view(&self) -> View;
    /// The number of sequences of `depth` plies: see [`perft`](crate::perft()).
    fn perft(&self, depth: u32) -> u64;
    /// The part of each legal move in a perft. `watch` is told how many moves are counted, of
    /// how many, and the sum so far.
    fn divide(&self, depth: u32, watch: &mut dyn FnMut(usize, usize, u64)) -> Vec<(String, u64)>;
    /// Random games from here: see [`playouts`].
    fn playouts(&self, seed: u64, numbers: Range<u64>) -> Tally;
    /// A copy.
    fn duplicate(&self) -> Box<dyn AnyPosition>;
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        self.duplicate()
    }
}

/// A position as JSON: `{"game", "position", "turn", "legal_moves", "scores",
/// "outcome", "board"}`, and `"opening": {"code", "name"}` where it has one.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct View {
    /// The game and its parameters.
    pub game: String,
    /// The position in one line.
    pub position: String,
    /// Who is to move; null when the game is over.
    #[cfg_attr(test, ts(as = "Option<usize>"))]
    pub turn: Option<Seat>,
    /// The legal moves in the game's own order.
    pub legal_moves: Vec<String>,
    /// One number per seat.
    #[cfg_attr(test, ts(as = "Vec<i32>"))]
    pub scores: Scores,
    /// The result; null while the game goes on.
    #[cfg_attr(test, ts(type = "{ ranks: number[], winner: number | null } | null"))]
    pub outcome: Option<Outcome>,
    /// What stands where, in the game's own shape.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub board: Value,
    /// The last opening with a name on the way here; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub opening: Option<Opening>,
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
/// assert!(position.preview("9").is_err());
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
    /// The move that led here, and who played it.
    last: Option<(Seat, G::Move)>,
    /// The last opening with a name on the way here.
    opening: Option<&'static Opening>,
}

impl<G: Notation> ErasedGame<G> {
    fn at(&self, position: G::Position) -> ErasedPosition<G> {
        ErasedPosition {
            game: Arc::clone(&self.game),
            position,
            last: None,
            opening: self.game.opening(&position),
        }
    }
}

impl<G: Notation> AnyGame for ErasedGame<G> {
    fn name(&self) -> String {
        self.game.name()
    }

    fn family(&self) -> &'static Family {
        self.game.family()
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    fn seat_place(&self, seat: Seat) -> Option<SeatPlace> {
        self.game.seat_place(seat)
    }

    fn start(&self) -> Box<dyn AnyPosition> {
        Box::new(self.at(self.game.start()))
    }

    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, PositionError> {
        Ok(Box::new(self.at(self.game.parse_position(text)?)))
    }

    fn walk(
        &self,
        start: Option<&str>,
        moves: &mut dyn Iterator<Item = &str>,
        visit: &mut Visit,
    ) -> Result<Box<dyn AnyPosition>, LineError> {
        let game = &*self.game;
        let mut before = self.at(line::first_position(game, start)?);
        let mut after = self.at(before.position);
        line::walk_from(game, before.position, moves, |position, played| {
            (before.position, before.last) = (*position, after.last);
            before.opening = after.opening;
            after.step(played);
            visit(&before, &game.move_text(position, played), &after);
        })?;
        Ok(Box::new(after))
    }

    fn after(&self, line: &LineOfPlay) -> Result<Box<dyn AnyPosition>, LineError> {
        let game = &*self.game;
        let mut after = self.at(line::first_position(game, line.start.as_deref())?);
        let moves = line.moves.iter().map(String::as_str);
        line::walk_from(game, after.position, moves, |_, played| after.step(played))?;
        Ok(Box::new(after))
    }

    fn canonical(&self, line: &LineOfPlay) -> Result<LineOfPlay, LineError> {
        line.canonical(&*self.game)
    }

    fn random_line(&self, plies: u32, random: &mut Random) -> LineOfPlay {
        line::random_line(&*self.game, plies, random)
    }

    fn actions(&self) -> usize {
        self.game.actions()
    }

    fn planes(&self) -> (Vec<String>, (usize, usize)) {
        (self.game.planes(), self.game.plane_size())
    }

    fn longest_game(&self) -> usize {
        self.game.longest_game()
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        self.game.symmetries()
    }

    fn batch(&self, games: usize, seed: u64, opening: u32) -> Box<dyn AnyBatch> {
        Box::new(Batch::<G>::new(
            Arc::clone(&self.game),
            games,
            seed,
            opening,
        ))
    }

    fn openings(&self) -> &'static [Opening] {
        self.game.openings()
    }

    fn formats(&self) -> Vec<FormatInfo> {
        formats::formats::<G>()
            .map(|format| FormatInfo {
                name: format.name,
                extension: format.extension,
                summary: format.summary,
                joins: format.joins,
            })
            .collect()
    }

    fn read(&self, format: &str, bytes: &[u8]) -> Result<Vec<Record>, FormatError> {
        formats::find_format(&*self.game, format)?.read(&self.game, bytes)
    }

    fn each_record(
        &self,
        format: &str,
        bytes: &[u8],
        take: &mut TakeRecord<'_>,
    ) -> Result<(), FormatError> {
        (formats::find_format(&*self.game, format)?.each)(&self.game, bytes, take)
    }

    fn complete(&self, record: &mut Record, extension: &str, bytes: &[u8]) {
        self.game.complete(record, extension, bytes);
    }

    fn write(&self, format: &str, records: &[Record]) -> Result<Vec<u8>, FormatError> {
        (formats::find_format(&*self.game, format)?.write)(&self.game, records)
    }
}

impl<G: Notation> ErasedPosition<G> {
    /// The legal move that a text names, and how the game writes it.
    fn read_move(&self, text: &str) -> Result<(G::Move, String), MoveError> {
        let played = self.game.parse_move(&self.position, text)?;
        Ok((played, self.game.move_text(&self.position, played)))
    }

    /// Plays a move and remembers it.
    fn step(&mut self, played: G::Move) {
        self.last = self.turn().map(|seat| (seat, played));
        self.game.play(&mut self.position, played);
        self.opening = self.game.opening(&self.position).or(self.opening);
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
        let legal = self.game.legal_moves(&self.position).into_iter();
        legal
            .map(|legal| self.game.move_text(&self.position, legal))
            .collect()
    }

    fn preview(&self, text: &str) -> Result<(String, Effects), MoveError> {
        let (played, written) = self.read_move(text)?;
        Ok((written, self.game.effects(&self.position, played).erase()))
    }

    fn advance(&mut self, text: &str) -> Result<String, MoveError> {
        let (played, written) = self.read_move(text)?;
        self.step(played);
        Ok(written)
    }

    fn play(&mut self, text: &str) -> Result<(String, Effects), MoveError> {
        let (played, written) = self.read_move(text)?;
        let effects = self.game.effects(&self.position, played).erase();
        self.step(played);
        Ok((written, effects))
    }

    fn actions(&self) -> Vec<usize> {
        let moves = self.game.legal_moves(&self.position);
        moves
            .into_iter()
            .map(|played| self.game.action(played))
            .collect()
    }

    fn action_of(&self, text: &str) -> Result<usize, MoveError> {
        let (played, _) = self.read_move(text)?;
        Ok(self.game.action(played))
    }

    fn action_text(&self, action: usize) -> Option<String> {
        let played = self.game.move_of(action)?;
        Some(self.game.move_text(&self.position, played))
    }

    fn act(&mut self, action: usize) -> bool {
        let Some(played) = self.game.move_of(action) else {
            return false;
        };
        if !self.game.is_legal(&self.position, played) {
            return false;
        }
        self.step(played);
        true
    }

    fn write_mask(&self, mask: &mut [u8]) {
        self.game.mask(&self.position, &mut Vec::new(), mask);
    }

    fn observe(&self, seat: Seat, planes: &mut [u8]) {
        self.game.observe(&self.position, seat, planes);
    }

    fn scores(&self) -> Scores {
        self.game.scores(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.position)
    }

    fn opening(&self) -> Option<&'static Opening> {
        self.opening
    }

    fn key(&self) -> u64 {
        self.game.key(&self.position)
    }

    fn draw(&self) -> String {
        self.game.draw(&self.position)
    }

    fn picture(&self) -> Picture {
        self.game.picture(&self.position, self.last)
    }

    fn view(&self) -> View {
        View {
            game: self.game.name(),
            position: self.text(),
            turn: self.turn(),
            legal_moves: self.moves(),
            scores: self.scores(),
            outcome: self.outcome(),
            board: to_json(&self.game.board(&self.position)),
            opening: self.opening.copied(),
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        self.game.perft(&self.position, depth)
    }

    fn divide(&self, depth: u32, watch: &mut dyn FnMut(usize, usize, u64)) -> Vec<(String, u64)> {
        divide(&*self.game, &self.position, depth, watch)
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
            last: self.last,
            opening: self.opening,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_up_to_date() {
        papan_declarations::Declarations::of("Core")
            .with::<View>()
            .with::<Effects<ts_rs::Dummy>>()
            .with::<crate::Reason>()
            .with::<FormatInfo>()
            .check(concat!(env!("CARGO_MANIFEST_DIR"), "/json.d.ts"));
    }
}
