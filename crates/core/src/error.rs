//! What can be wrong with a text, said so that a person can mend it.

use crate::LineError;
use std::fmt::Debug;
use thiserror::Error;

/// A position text that is not a position of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("not a position of {game}: {problem} (expected {expected})")]
pub struct PositionError {
    /// The game whose position was asked for.
    pub game: String,
    /// What was wrong.
    pub problem: String,
    /// The form a position has.
    pub expected: &'static str,
}

/// A move that is not among the legal ones of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{played:?} is not a legal move here")]
pub struct IllegalMove<M: Debug> {
    /// The move.
    pub played: M,
}

/// A move text that cannot be played in the position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// Not a move in the game's notation at all.
    #[error("'{text}' is not a move: expected {expected}")]
    Syntax {
        /// The text as it was given.
        text: String,
        /// The form a move has.
        expected: &'static str,
    },
    /// A move in form, but against the rules here.
    #[error("'{text}' is not allowed: {reason}")]
    Illegal {
        /// The text as it was given.
        text: String,
        /// A short stable word for the broken rule, for programs and translations.
        rule: &'static str,
        /// The same in a sentence.
        reason: String,
    },
    /// The game has ended.
    #[error("'{text}' cannot be played: the game is over")]
    GameOver {
        /// The text as it was given.
        text: String,
    },
}

impl MoveError {
    /// A text that is not in the notation of the game.
    pub fn syntax(text: &str, expected: &'static str) -> MoveError {
        MoveError::Syntax {
            text: shortened(text),
            expected,
        }
    }

    /// A well-formed move that breaks a rule.
    pub fn illegal(text: &str, rule: &'static str, reason: impl Into<String>) -> MoveError {
        MoveError::Illegal {
            text: shortened(text),
            rule,
            reason: reason.into(),
        }
    }

    /// A move offered after the end.
    pub fn game_over(text: &str) -> MoveError {
        MoveError::GameOver {
            text: shortened(text),
        }
    }

    /// A short stable word for what was wrong, for programs and translations.
    ///
    /// ```
    /// use papan_core::MoveError;
    ///
    /// assert_eq!(MoveError::game_over("a1").rule(), "game-over");
    /// ```
    pub fn rule(&self) -> &'static str {
        match self {
            MoveError::Syntax { .. } => "syntax",
            MoveError::Illegal { rule, .. } => rule,
            MoveError::GameOver { .. } => "game-over",
        }
    }
}

/// A record that is not one of the game, or that breaks its rules.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordError {
    /// It says that it is of another game.
    #[error("a game of '{found}', not of '{game}'")]
    OtherGame {
        /// The game that it names.
        found: String,
        /// The game that was to be played.
        game: String,
    },
    /// Its first position is none, or a move cannot be played.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A known value is of something that cannot be played in the first position.
    #[error("value {number}: {source}")]
    Value {
        /// Which value, counted from 1.
        number: usize,
        /// Why not.
        source: MoveError,
    },
    /// It holds known values where only games have a place.
    #[error("a problem with the values of its moves")]
    Problem,
}

/// A file or line that is not in the format it was said to be in.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FormatError {
    /// The game has no such format.
    #[error("{game} has no format '{name}'; it has: {known}")]
    Unknown {
        /// The game.
        game: String,
        /// The format asked for.
        name: String,
        /// The formats there are.
        known: String,
    },
    /// The bytes are not in the format.
    #[error("{format}, {place}: {problem}")]
    Malformed {
        /// The format being read.
        format: &'static str,
        /// Where: a line, a byte, a game's number.
        place: String,
        /// What was wrong there.
        problem: String,
    },
    /// The format cannot hold what it was asked to hold.
    #[error("cannot be written as {format}: {problem}")]
    Unwritable {
        /// The format being written.
        format: &'static str,
        /// What does not fit.
        problem: String,
    },
}

impl FormatError {
    /// Something wrong at a place of the input.
    pub fn malformed(
        format: &'static str,
        place: impl Into<String>,
        problem: impl ToString,
    ) -> FormatError {
        FormatError::Malformed {
            format,
            place: place.into(),
            problem: problem.to_string(),
        }
    }

    /// Something the format has no room for.
    pub fn unwritable(format: &'static str, problem: impl ToString) -> FormatError {
        FormatError::Unwritable {
            format,
            problem: problem.to_string(),
        }
    }
}

/// At most the first forty characters: an error quotes its input, and the input
/// may be a megabyte.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_quote_little() {
        let error = MoveError::syntax(&"é".repeat(5000), "a square").to_string();
        assert!(error.len() < 150, "{error}");
    }
}
