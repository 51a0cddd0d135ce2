//! Positions and moves as text.

use crate::{
    Encoding, Family, Format, MoveError, Opening, PositionError, Record, Seat, SeatPlace,
    picture::Picture,
};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The one notation of a game, used by the terminal, the page, files, protocols
/// and Python alike.
///
/// Texts round-trip: `parse_position(position_text(p))` is `p`, and
/// `parse_move(p, move_text(p, m))` is `m` for every legal move. Parsers accept what
/// people write (blanks around, either case where it is unambiguous), never panic,
/// and name what was wrong.
///
/// ```
/// use papan_core::{Game, Notation, example::Nim};
///
/// let nim = Nim::new(7);
/// let position = nim.parse_position("2 1").unwrap();
/// assert_eq!(nim.position_text(&position), "2 1");
/// assert_eq!(
///     nim.parse_move(&position, "3").unwrap_err().to_string(),
///     "'3' is not allowed: only 2 left"
/// );
/// ```
pub trait Notation: Encoding + Sized {
    /// The board as data for a page: what stands where. It becomes JSON when the game loses
    /// its type, and a declaration for the page where its crate says so.
    type Board: Serialize;

    /// What a move does as data, for previews and animations.
    type Details: Serialize;

    /// The formats that only this game has; [`formats`](crate::formats) adds those that
    /// every game has.
    const FORMATS: &'static [Format<Self>] = &[];

    /// What programs that speak GTP call games of these rules, each with the name by which
    /// [`is_named`](Notation::is_named) knows it; none where they have no name for it.
    const GTP_NAMES: &'static [(&'static str, &'static str)] = &[];

    /// The game with its variants that this one belongs to.
    fn family(&self) -> &'static Family;

    /// The game as one writes it on the command line, parameters that differ from
    /// the default included: `othello:size=6`.
    fn name(&self) -> String;

    /// Whether a text means this game with these parameters. A game that has
    /// parameters or several names reads the text, so that every spelling counts:
    /// `OTHELLO:size=8` is `othello`.
    fn is_named(&self, text: &str) -> bool {
        text.trim().eq_ignore_ascii_case(&self.name())
    }

    /// What the seat is called: "black", "X".
    fn seat_name(&self, seat: Seat) -> String;

    /// Where the seat sits at the board as drawn; `None` where it makes no difference.
    fn seat_place(&self, seat: Seat) -> Option<SeatPlace> {
        let _ = seat;
        None
    }

    /// How many colours stand on the board. A colour is not always a seat: two players of
    /// Blokus may share four of them.
    fn colours(&self) -> usize {
        self.seats()
    }

    /// The points of each colour as programs that speak GTP count them among more than two
    /// players; `None` where these are the scores of the seats.
    fn gtp_points(&self, position: &Self::Position) -> Option<Vec<i32>> {
        let _ = position;
        None
    }

    /// The squares or holes of a row, for protocols that name a board by its size.
    fn board_size(&self) -> Option<usize> {
        None
    }

    /// The colour to move, from 0, or `None` when the game is over; protocols that name
    /// colours ask for it.
    fn colour(&self, position: &Self::Position) -> Option<usize> {
        self.turn(position).map(Seat::index)
    }

    /// The openings that have names.
    fn openings(&self) -> &'static [Opening] {
        &[]
    }

    /// The opening that ends in this very position, however it came about.
    fn opening(&self, position: &Self::Position) -> Option<&'static Opening> {
        let _ = position;
        None
    }

    /// The position in one line.
    fn position_text(&self, position: &Self::Position) -> String;

    /// The position that a line describes.
    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// A move, without blanks.
    fn move_text(&self, position: &Self::Position, played: Self::Move) -> String;

    /// Moves that follow each other from a position, each written as in its place.
    fn line_text(&self, position: &Self::Position, line: &[Self::Move]) -> Vec<String> {
        let mut position = *position;
        let write = |&played: &Self::Move| {
            let text = self.move_text(&position, played);
            self.play(&mut position, played);
            text
        };
        line.iter().map(write).collect()
    }

    /// The legal move that a text names, or why there is none.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, MoveError>;

    /// The board in lines of plain text for a terminal.
    fn draw(&self, position: &Self::Position) -> String;

    /// The board as a picture, with the last move and who played it marked where it is known.
    /// A game that draws none of its own shows its lines of text.
    fn picture(&self, position: &Self::Position, last: Option<(Seat, Self::Move)>) -> Picture {
        let _ = last;
        Picture::of_text(&self.draw(position))
    }

    /// Puts what a file beside those of games knows, such as the names of players, into the tags of a
    /// game that was read. How the name of such a file ends says what it is; others say nothing.
    fn complete(&self, record: &mut Record, extension: &str, bytes: &[u8]) {
        let _ = (record, extension, bytes);
    }

    /// What stands where. Turn, moves and scores are in the [`View`](crate::View) around it.
    fn board(&self, position: &Self::Position) -> Self::Board;

    /// What a legal move does, for message histories, logs and animations.
    fn effects(&self, position: &Self::Position, played: Self::Move) -> Effects<Self::Details>;
}

/// What a move does: in a few words, and as data of the game's own shape, which is JSON where
/// nobody knows the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(concrete(Details = ts_rs::Dummy)))]
pub struct Effects<Details = Value> {
    /// In a few words: "turns over 3".
    pub summary: String,
    /// The same for who says it in another language.
    pub phrases: Vec<Phrase>,
    /// As data: squares flipped, seeds sown step by step, the piece placed.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub details: Details,
}

impl<Details: Serialize> Effects<Details> {
    /// The same with details that are JSON.
    pub(crate) fn erase(self) -> Effects {
        Effects {
            summary: self.summary,
            phrases: self.phrases,
            details: to_json(&self.details),
        }
    }
}

/// Data of a game as JSON. Boards and details are numbers, texts and lists of them, which
/// always can be written.
pub fn to_json(data: &impl Serialize) -> Value {
    serde_json::to_value(data).unwrap_or_default()
}

/// Something to be said in any language: a short stable word, and what is put in.
///
/// ```
/// use papan_core::Phrase;
///
/// let phrase = Phrase::new("flips", [("count", 3)]);
/// assert_eq!(
///     serde_json::to_string(&phrase).unwrap(),
///     r#"{"code":"flips","parameters":{"count":3}}"#
/// );
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Phrase {
    /// What is said.
    pub code: &'static str,
    /// The numbers and names in it.
    #[cfg_attr(test, ts(type = "Record<string, string | number>"))]
    pub parameters: BTreeMap<&'static str, Value>,
}

impl Phrase {
    /// A phrase with these numbers and names.
    pub fn new<V: Into<Value>, const N: usize>(
        code: &'static str,
        parameters: [(&'static str, V); N],
    ) -> Phrase {
        let parameters = parameters.map(|(name, value)| (name, value.into()));
        Phrase {
            code,
            parameters: parameters.into(),
        }
    }

    /// A phrase that says it all.
    pub fn plain(code: &'static str) -> Phrase {
        Phrase::new::<Value, 0>(code, [])
    }

    /// The same with one more number or name.
    ///
    /// ```
    /// use papan_core::Phrase;
    ///
    /// let phrase = Phrase::plain("takes").with("count", 3).with("from", "c4");
    /// assert_eq!(phrase.parameters["from"], "c4");
    /// ```
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Phrase {
        self.parameters.insert(name, value.into());
        self
    }
}
