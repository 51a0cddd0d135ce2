//! Played games and the files they are kept in.

use crate::{FormatError, Notation};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game as it was played, or a problem as it was set: everything as text, so that
/// any program can carry it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
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
    pub fn first_position<G: Notation>(&self, game: &G) -> Result<G::Position, String> {
        match &self.start {
            None => Ok(game.start()),
            Some(text) => game.parse_position(text).map_err(|error| error.to_string()),
        }
    }

    /// Plays the record through the rules: each move with the position before it, and
    /// the last position. The error names the move that cannot be played.
    #[allow(clippy::type_complexity)]
    pub fn replay<G: Notation>(
        &self,
        game: &G,
    ) -> Result<(Vec<(G::Position, G::Move)>, G::Position), String> {
        let mut position = self.first_position(game)?;
        let mut played = Vec::with_capacity(self.moves.len());
        for (index, recorded) in self.moves.iter().enumerate() {
            let next = game
                .parse_move(&position, &recorded.text)
                .map_err(|error| format!("move {}: {error}", index + 1))?;
            played.push((position, next));
            game.play(&mut position, next);
        }
        Ok((played, position))
    }
}

/// A file format of a game.
pub struct Format<G: ?Sized> {
    /// What one types: `ggf`.
    pub name: &'static str,
    /// How the names of such files end, without the dot.
    pub extension: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// The games in a file, each checked by the rules.
    pub read: fn(&G, &[u8]) -> Result<Vec<Record>, FormatError>,
    /// A file with these games.
    pub write: fn(&G, &[Record]) -> Result<Vec<u8>, FormatError>,
}

/// What there is to know about a [`Format`] without its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct FormatInfo {
    /// What one types: `ggf`.
    pub name: &'static str,
    /// How the names of such files end, without the dot.
    pub extension: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
}

/// The formats that every game has: `lines` and `json`.
fn common_formats<G: Notation>() -> [Format<G>; 2] {
    [
        Format {
            name: "lines",
            extension: "lines",
            summary: "one game a line: GAME | POSITION or start | MOVES",
            read: read_lines,
            write: write_lines,
        },
        Format {
            name: "json",
            extension: "json",
            summary: "everything that is known of each game",
            read: read_json,
            write: write_json,
        },
    ]
}

/// All formats of a game, its own first.
pub fn formats<G: Notation>() -> impl Iterator<Item = Format<G>> {
    let own = G::FORMATS.iter().map(|format| Format { ..*format });
    own.chain(common_formats())
}

/// The format of a game with this name.
pub fn find_format<G: Notation>(game: &G, name: &str) -> Result<Format<G>, FormatError> {
    formats::<G>()
        .find(|format| format.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| FormatError::Unknown {
            game: game.name(),
            name: crate::shortened(name),
            known: formats::<G>()
                .map(|format| format.name)
                .collect::<Vec<_>>()
                .join(", "),
        })
}

const LINES: &str = "lines";
const JSON: &str = "json";
/// The word for the usual first position.
const START: &str = "start";

fn read_lines<G: Notation>(game: &G, bytes: &[u8]) -> Result<Vec<Record>, FormatError> {
    let text = String::from_utf8_lossy(bytes);
    let mut records = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let error =
            |problem: String| FormatError::malformed(LINES, format!("line {}", index + 1), problem);
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, start, moves] = fields[..] else {
            return Err(error(
                "expected GAME | POSITION or start | MOVES".to_owned(),
            ));
        };
        let record = Record {
            game: name.to_owned(),
            start: (start != START).then(|| start.to_owned()),
            moves: moves
                .split_whitespace()
                .map(|text| RecordedMove::from(text.to_owned()))
                .collect(),
            ..Record::default()
        };
        check(game, &record).map_err(error)?;
        records.push(record);
    }
    Ok(records)
}

fn write_lines<G: Notation>(game: &G, records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for record in records {
        let moves: Vec<&str> = record
            .moves
            .iter()
            .map(|played| played.text.as_str())
            .collect();
        text += &format!(
            "{} | {} | {}\n",
            game.name(),
            record.start.as_deref().unwrap_or(START),
            moves.join(" ")
        );
    }
    Ok(text.into_bytes())
}

fn read_json<G: Notation>(game: &G, bytes: &[u8]) -> Result<Vec<Record>, FormatError> {
    let records: Vec<Record> = serde_json::from_slice(bytes)
        .map_err(|error| FormatError::malformed(JSON, "file", error))?;
    for (index, record) in records.iter().enumerate() {
        check(game, record).map_err(|problem| {
            FormatError::malformed(JSON, format!("game {}", index + 1), problem)
        })?;
    }
    Ok(records)
}

fn write_json<G: Notation>(_: &G, records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let mut bytes =
        serde_json::to_vec_pretty(records).map_err(|error| FormatError::unwritable(JSON, error))?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// A record is of this game and legal from its first move to its last.
fn check<G: Notation>(game: &G, record: &Record) -> Result<(), String> {
    if record.game != game.name() {
        let found = crate::shortened(&record.game);
        return Err(format!("a game of '{found}', not of '{}'", game.name()));
    }
    let first = record.first_position(game)?;
    for (text, _) in &record.values {
        game.parse_move(&first, text)
            .map_err(|error| error.to_string())?;
    }
    record.replay(game).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::Nim;

    #[test]
    fn lines_round_trip() {
        let nim = Nim::new(7);
        let text = "nim:matches=7 | start | 3 3 1\nnim:matches=7 | 5 1 | 2\n";
        let records = read_lines(&nim, text.as_bytes()).unwrap();
        assert_eq!(records[1].start.as_deref(), Some("5 1"));
        assert_eq!(write_lines(&nim, &records).unwrap(), text.as_bytes());
        let json = write_json(&nim, &records).unwrap();
        assert_eq!(read_json(&nim, &json).unwrap(), records);
    }

    #[test]
    fn mistakes_name_the_line_and_the_move() {
        let nim = Nim::new(7);
        let error = |text: &str| read_lines(&nim, text.as_bytes()).unwrap_err().to_string();
        assert_eq!(
            error("# a comment\nnim:matches=7 | start | 3 3 2"),
            "lines, line 2: move 3: '2' is not allowed: only 1 left"
        );
        assert!(error("nim:matches=8 | start | 3").contains("not of 'nim:matches=7'"));
        assert!(error("3 3 1").contains("expected GAME"));
    }
}
