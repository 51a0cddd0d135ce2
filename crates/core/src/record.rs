//! Played games.

pub use crate::error::RecordError;

use crate::{
    LineError, LineOfPlay, Notation,
    line::{self, Replayed},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game as it was played, or a problem as it was set: everything as text, so that
/// any program can carry it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game and its parameters: `othello:size=6`.
    pub game: String,
    /// Who, where, when: `black`, `white`, `event`, `date`, `result` and whatever else
    /// a format knows.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// The first position, when it is not the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves in the notation of the game, passes included.
    #[serde(default)]
    pub moves: Vec<RecordedMove>,
    /// Known values of moves in the first position (a problem and its solution).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(String, i32)>,
}

/// One move of a [`Record`] and what was noted about it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedMove {
    /// The move in the notation of the game.
    #[serde(rename = "move")]
    pub text: String,
    /// What the player thought the position was worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// How long the player thought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// What was said about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

impl From<String> for RecordedMove {
    fn from(text: String) -> RecordedMove {
        RecordedMove {
            text,
            ..RecordedMove::default()
        }
    }
}

impl Record {
    /// An empty record of a game.
    pub fn of<G: Notation>(game: &G) -> Record {
        Record {
            game: game.name(),
            ..Record::default()
        }
    }

    /// A tag, when it is there and not empty.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .get(name)
            .map(String::as_str)
            .filter(|value| !value.is_empty())
    }

    /// Sets a tag; an empty value leaves it out.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        if !value.is_empty() {
            self.tags.insert(name.to_owned(), value);
        }
    }

    /// The first position of the record.
    pub fn first_position<G: Notation>(&self, game: &G) -> Result<G::Position, RecordError> {
        let first = line::first_position(game, self.start.as_deref());
        Ok(first.map_err(LineError::from)?)
    }

    /// Plays the record, which must be of this game, through the rules. The error names
    /// the move that cannot be played.
    pub fn replay<G: Notation>(&self, game: &G) -> Result<Replayed<G>, RecordError> {
        if !game.is_named(&self.game) {
            return Err(RecordError::OtherGame {
                found: crate::shortened(&self.game),
                game: game.name(),
            });
        }
        Ok(line::replay(game, self.start.as_deref(), self.texts())?)
    }

    /// The texts of the moves.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().map(|recorded| recorded.text.as_str())
    }

    /// Where it begins and what was played, without what was noted about it.
    pub fn line(&self) -> LineOfPlay {
        LineOfPlay {
            start: self.start.clone(),
            ..LineOfPlay::moves(self.texts())
        }
    }

    /// The same record as the game itself writes it: name, first position (left out when
    /// it is the usual one) and moves. The error says what is not legal.
    ///
    /// ```
    /// use papan_core::{Record, example::Nim};
    ///
    /// let nim = Nim::new(7);
    /// let mut record = Record { game: " NIM:matches=7".to_owned(), ..Record::default() };
    /// record.start = Some("7 0\n".to_owned());
    /// record.moves.push("03".to_owned().into());
    /// let record = record.canonical(&nim).unwrap();
    /// assert_eq!(record.game, "nim:matches=7");
    /// assert_eq!(record.start, None);
    /// assert_eq!(record.moves[0].text, "3");
    /// ```
    pub fn canonical<G: Notation>(mut self, game: &G) -> Result<Record, RecordError> {
        let replayed = self.replay(game)?;
        let first = replayed.first();
        self.game = game.name();
        self.start = line::start_text(game, &first);
        for (recorded, (position, played)) in self.moves.iter_mut().zip(replayed.played) {
            recorded.text = game.move_text(&position, played);
        }
        for (number, (text, _)) in (1..).zip(&mut self.values) {
            let valued = game
                .parse_move(&first, text)
                .map_err(|source| RecordError::Value { number, source })?;
            *text = game.move_text(&first, valued);
        }
        Ok(self)
    }

    /// For formats that hold games: an error when the record is a problem whose values
    /// would be lost.
    pub fn refuse_values(&self) -> Result<(), RecordError> {
        match self.values.is_empty() {
            true => Ok(()),
            false => Err(RecordError::Problem),
        }
    }
}

/// A record that grows move by move, for files that note something beside each move, leave
/// out passes or say whose turn it is.
pub struct Recorder<'a, G: Notation> {
    /// The game.
    pub game: &'a G,
    /// The position after the moves so far.
    pub position: G::Position,
    /// The record so far.
    pub record: Record,
}

impl<'a, G: Notation> Recorder<'a, G> {
    /// A record that begins with a position.
    pub fn new(game: &'a G, first: G::Position) -> Recorder<'a, G> {
        Recorder {
            game,
            position: first,
            record: Record {
                start: line::start_text(game, &first),
                ..Record::of(game)
            },
        }
    }

    /// The number of the next move, counted from 1.
    pub fn number(&self) -> usize {
        self.record.moves.len() + 1
    }

    /// Plays a move that a file names.
    pub fn play(&mut self, text: &str) -> Result<&mut RecordedMove, LineError> {
        let played = self.game.parse_move(&self.position, text);
        let played = played.map_err(|problem| LineError::Move {
            number: self.number(),
            problem,
        })?;
        Ok(self.push(played))
    }

    /// Plays a move that is known to be legal.
    pub fn push(&mut self, played: G::Move) -> &mut RecordedMove {
        let text = self.game.move_text(&self.position, played);
        self.game.play(&mut self.position, played);
        self.record.moves.push_mut(RecordedMove::from(text))
    }
}
