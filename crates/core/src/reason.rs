//! Why a move was not the best one, as facts about the position.

use crate::{Game, Phrase};
use serde::Serialize;

/// A move that was not the best one, with what is expected after it and what would have been
/// better.
#[derive(Clone, Copy, Debug)]
pub struct Mistake<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position before the move.
    pub before: &'a G::Position,
    /// The move, and the line that is expected after it: the second move is the reply that
    /// punishes it.
    pub played: &'a [G::Move],
    /// The better move, and the line that is expected after that.
    pub better: &'a [G::Move],
}

impl<G: Game> Mistake<'_, G> {
    /// The position after so many moves of a line, or after all of it where it is shorter.
    pub fn after(&self, line: &[G::Move], plies: usize) -> G::Position {
        let mut position = *self.before;
        for &played in line.iter().take(plies) {
            self.game.play(&mut position, played);
        }
        position
    }
}

/// A true statement about a position that says why a move was not the best one.
///
/// ```
/// use papan_core::{Phrase, Reason};
///
/// let phrase = Phrase::new("leaves-one", [("count", 3)]);
/// let reason = Reason::new("It leaves three to take.", phrase).marked(["a1"]);
/// assert_eq!(
///     serde_json::to_string(&reason).unwrap(),
///     r#"{"text":"It leaves three to take.","code":"leaves-one","parameters":{"count":3},"marks":["a1"]}"#
/// );
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reason {
    /// As a sentence.
    pub text: String,
    /// The same for who says it in another language.
    #[serde(flatten)]
    pub phrase: Phrase,
    /// The places on the board that it speaks of, by their names in the notation of the game.
    pub marks: Vec<String>,
}

impl Reason {
    /// A statement that speaks of no place.
    pub fn new(text: impl Into<String>, phrase: Phrase) -> Reason {
        Reason {
            text: text.into(),
            phrase,
            marks: Vec::new(),
        }
    }

    /// The same with the places that it speaks of.
    pub fn marked(mut self, marks: impl IntoIterator<Item = impl Into<String>>) -> Reason {
        self.marks = marks.into_iter().map(Into::into).collect();
        self
    }
}

/// A number with what it counts: "1 disc", "3 discs".
///
/// ```
/// assert_eq!(papan_core::counted(1, "disc"), "1 disc");
/// assert_eq!(papan_core::counted(3, "disc"), "3 discs");
/// ```
pub fn counted(count: u32, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
