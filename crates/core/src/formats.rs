//! The files that games are kept in, and the formats that every game has.

use crate::{
    FormatError, Notation, Record, pgn,
    record::{RecordError, RecordedMove},
};
use serde::{
    Deserializer, Serialize,
    de::{Error, SeqAccess, Visitor},
};
use std::{
    borrow::Cow,
    fmt::{self, Display},
    ops::ControlFlow,
};

/// A file format of a game.
pub struct Format<G: ?Sized> {
    /// What one types: `ggf`.
    pub name: &'static str,
    /// How the names of such files end, without the dot.
    pub extension: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// Hands over the games in a file one by one, each checked by the rules, until it is told
    /// to break.
    pub each: fn(&G, &[u8], &mut TakeRecord<'_>) -> Result<(), FormatError>,
    /// A file with these games.
    pub write: fn(&G, &[Record]) -> Result<Vec<u8>, FormatError>,
    /// Whether a file is nothing but its games one behind the other, so that it can be written
    /// piece by piece.
    pub joins: bool,
}

/// Takes the games of a file one by one.
pub type TakeRecord<'a> = dyn FnMut(Record) -> ControlFlow<()> + 'a;

impl<G: ?Sized> Format<G> {
    /// All games in a file.
    pub fn read(&self, game: &G, bytes: &[u8]) -> Result<Vec<Record>, FormatError> {
        let mut records = Vec::new();
        (self.each)(game, bytes, &mut |record| {
            records.push(record);
            ControlFlow::Continue(())
        })?;
        Ok(records)
    }
}

/// What there is to know about a [`Format`] without its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FormatInfo {
    /// What one types: `ggf`.
    pub name: &'static str,
    /// How the names of such files end, without the dot.
    pub extension: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// Whether it can be written piece by piece: [`Format::joins`].
    #[serde(skip)]
    pub joins: bool,
}

/// The formats that every game has: `lines`, `json` and `pgn`.
fn common_formats<G: Notation>() -> [Format<G>; 3] {
    [
        Format {
            name: "lines",
            extension: "lines",
            summary: "one game a line: GAME | POSITION or start | MOVES",
            each: read_lines,
            write: write_lines,
            joins: true,
        },
        Format {
            name: "json",
            extension: "json",
            summary: "everything that is known of each game",
            each: read_json,
            write: write_json,
            joins: false,
        },
        Format {
            name: pgn::PGN,
            extension: "pgn",
            summary: "tags and numbered moves with notes, as chess's PGN has them",
            each: pgn::read,
            write: pgn::write,
            joins: true,
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

/// The text of a file: UTF-8 with or without a byte order mark, or else Latin-1, in which
/// old programs write names.
///
/// ```
/// use papan_core::formats::text_of;
///
/// assert_eq!(text_of(b"\xef\xbb\xbfJ\xc3\xb6rg"), "J\u{f6}rg");
/// assert_eq!(text_of(b"J\xf6rg"), "J\u{f6}rg");
/// ```
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match str::from_utf8(bytes) {
        Ok(text) => text.into(),
        // Its characters are the first 256 of Unicode.
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Reads each of the numbered parts of a file and hands it over; an error names its `part`
/// ("line") and number.
pub fn read_each<T, E: Display>(
    format: &'static str,
    part: &str,
    parts: impl Iterator<Item = (usize, T)>,
    take: &mut TakeRecord<'_>,
    mut read: impl FnMut(T) -> Result<Record, E>,
) -> Result<(), FormatError> {
    for (number, text) in parts {
        let record = read(text).map_err(|problem| {
            FormatError::malformed(format, format!("{part} {number}"), problem)
        })?;
        if take(record).is_break() {
            break;
        }
    }
    Ok(())
}

/// Writes each record; an error names its number.
pub fn write_each<E: Display>(
    format: &'static str,
    records: &[Record],
    mut write: impl FnMut(&Record) -> Result<Vec<u8>, E>,
) -> Result<Vec<u8>, FormatError> {
    let mut bytes = Vec::new();
    for (number, record) in (1..).zip(records) {
        bytes.extend(write(record).map_err(|problem| {
            FormatError::unwritable(format, format!("game {number}: {problem}"))
        })?);
    }
    Ok(bytes)
}

const LINES: &str = "lines";
const JSON: &str = "json";
/// The word for the usual first position.
const START: &str = "start";

fn read_lines<G: Notation>(
    game: &G,
    bytes: &[u8],
    take: &mut TakeRecord<'_>,
) -> Result<(), FormatError> {
    let text = text_of(bytes);
    let lines = (1..).zip(text.lines().map(str::trim));
    let games = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    read_each(LINES, "line", games, take, |line| read_line(game, line))
}

fn read_line<G: Notation>(game: &G, line: &str) -> Result<Record, String> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [name, start, moves] = fields[..] else {
        return Err("expected GAME | POSITION or start | MOVES".to_owned());
    };
    let record = Record {
        game: name.to_owned(),
        start: (!start.eq_ignore_ascii_case(START)).then(|| start.to_owned()),
        moves: moves
            .split_whitespace()
            .map(|text| RecordedMove::from(text.to_owned()))
            .collect(),
        ..Record::default()
    };
    record.canonical(game).map_err(|error| error.to_string())
}

fn write_lines<G: Notation>(game: &G, records: &[Record]) -> Result<Vec<u8>, FormatError> {
    write_each(LINES, records, |record| {
        record.refuse_values()?;
        let record = record.clone().canonical(game)?;
        let start = record.start.as_deref().unwrap_or(START);
        let mut line = format!("{} | {start} |", record.game);
        for played in &record.moves {
            line += " ";
            line += &played.text;
        }
        Ok::<_, RecordError>((line + "\n").into_bytes())
    })
}

/// A list is read game by game: all of them at once would take far more memory than the file.
fn read_json<G: Notation>(
    game: &G,
    bytes: &[u8],
    take: &mut TakeRecord<'_>,
) -> Result<(), FormatError> {
    let text = text_of(bytes);
    let mut ended = None;
    let mut reader = serde_json::Deserializer::from_str(&text);
    let games = JsonGames {
        game,
        take,
        ended: &mut ended,
    };
    let read = reader.deserialize_seq(games).and_then(|()| reader.end());
    match ended {
        Some(ended) => ended,
        None => read.map_err(|error| FormatError::malformed(JSON, "file", error)),
    }
}

/// Reads a list of games; whoever ends it before its last game says how.
struct JsonGames<'a, 'b, G> {
    game: &'a G,
    take: &'a mut TakeRecord<'b>,
    ended: &'a mut Option<Result<(), FormatError>>,
}

impl<'de, G: Notation> Visitor<'de> for JsonGames<'_, '_, G> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of games")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut number = 0;
        while let Some(record) = list.next_element::<Record>()? {
            number += 1;
            *self.ended = match record.canonical(self.game) {
                Ok(record) => (self.take)(record).is_break().then_some(Ok(())),
                Err(problem) => {
                    let place = format!("game {number}");
                    Some(Err(FormatError::malformed(JSON, place, problem)))
                }
            };
            if self.ended.is_some() {
                return Err(A::Error::custom("ended"));
            }
        }
        Ok(())
    }
}

fn write_json<G: Notation>(game: &G, records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let mut canonical = Vec::with_capacity(records.len());
    for (number, record) in (1..).zip(records) {
        canonical.push(record.clone().canonical(game).map_err(|problem| {
            FormatError::unwritable(JSON, format!("game {number}: {problem}"))
        })?);
    }
    let mut bytes = serde_json::to_vec_pretty(&canonical)
        .map_err(|error| FormatError::unwritable(JSON, error))?;
    bytes.push(b'\n');
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LineError, MoveError, example::Nim};

    fn read_lines(nim: &Nim, bytes: &[u8]) -> Result<Vec<Record>, FormatError> {
        find_format(nim, LINES)?.read(nim, bytes)
    }

    fn read_json(nim: &Nim, bytes: &[u8]) -> Result<Vec<Record>, FormatError> {
        find_format(nim, JSON)?.read(nim, bytes)
    }

    #[test]
    fn a_reader_takes_no_more_games_than_it_wants() {
        let nim = Nim::new(7);
        let record = Record::of(&nim);
        for format in formats::<Nim>() {
            let mut file = (format.write)(&nim, &vec![record.clone(); 3]).unwrap();
            // What nobody asks for is not read: it would be wrong.
            file.extend(b"?");
            let mut taken = 0;
            let read = (format.each)(&nim, &file, &mut |_| {
                taken += 1;
                match taken {
                    2 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            });
            assert_eq!((read, taken), (Ok(()), 2), "{}", format.name);
            assert!(format.read(&nim, &file).is_err(), "{}", format.name);
        }
    }

    #[test]
    fn lines_round_trip() {
        let nim = Nim::new(7);
        let text = "nim:matches=7 | start | 3 3 1\nnim:matches=7 | 5 1 | 2\n";
        let records = read_lines(&nim, text.as_bytes()).unwrap();
        assert_eq!(records[1].start.as_deref(), Some("5 1"));
        assert_eq!(write_lines(&nim, &records).unwrap(), text.as_bytes());
        let json = write_json(&nim, &records).unwrap();
        assert_eq!(read_json(&nim, &json).unwrap(), records);
        let marked = |file: &[u8]| [b"\xef\xbb\xbf", file].concat();
        let lines = marked(text.as_bytes());
        assert_eq!(read_lines(&nim, &lines).unwrap(), records);
        assert_eq!(read_json(&nim, &marked(&json)).unwrap(), records);
    }

    #[test]
    fn texts_become_those_of_the_game() {
        let nim = Nim::new(7);
        let json = br#"[{"game": " Nim:MATCHES=7 ", "start": "5 1\n",
            "moves": [{"move": "+2", "comment": "J\u00f6rg"}], "values": [["03", 1]]}]"#;
        let mut records = read_json(&nim, json).unwrap();
        let expected = Record {
            start: Some("5 1".to_owned()),
            moves: vec![RecordedMove {
                comment: Some("J\u{f6}rg".to_owned()),
                ..RecordedMove::from("2".to_owned())
            }],
            values: vec![("3".to_owned(), 1)],
            ..Record::of(&nim)
        };
        assert_eq!(records, [expected]);

        // A record need not come from a file to be written as the game writes it.
        records[0].values.clear();
        records[0].start = Some(" 5 1\n".to_owned());
        records[0].moves[0].text = "02".to_owned();
        let line = write_lines(&nim, &records).unwrap();
        assert_eq!(line, b"nim:matches=7 | 5 1 | 2\n");
        let json = write_json(&nim, &records).unwrap();
        assert_eq!(read_json(&nim, &json).unwrap()[0].moves[0].text, "2");
        let usual = read_lines(&nim, b"NIM:matches=7|START|\nnim:matches=7 | 7 0 | 1").unwrap();
        assert_eq!((&usual[0].start, &usual[1].start), (&None, &None));
    }

    #[test]
    fn what_cannot_be_held_is_refused() {
        let nim = Nim::new(7);
        let mut record = Record::of(&nim);
        record.values.push(("3".to_owned(), 1));
        let refused = |record: &Record| {
            let records = std::slice::from_ref(record);
            write_lines(&nim, records).unwrap_err().to_string()
        };
        assert_eq!(
            refused(&record),
            "cannot be written as lines: game 1: a problem with the values of its moves"
        );
        record.values[0].0 = "4".to_owned();
        let records = std::slice::from_ref(&record);
        let error = write_json(&nim, records).unwrap_err().to_string();
        assert!(
            error.contains("game 1: value 1: '4' is not a move"),
            "{error}"
        );
        record.values.clear();
        record.game = "chess".to_owned();
        assert!(refused(&record).contains("a game of 'chess', not of 'nim:matches=7'"));
    }

    #[test]
    fn errors_say_what_is_wrong_as_values() {
        let nim = Nim::new(7);
        let mut record = Record::of(&nim);
        record.moves = ["3", "9"].map(|text| text.to_owned().into()).to_vec();
        let error = record.replay(&nim).unwrap_err();
        let expected = LineError::Move {
            number: 2,
            problem: MoveError::syntax("9", "a number from 1 to 3"),
        };
        assert_eq!(error, expected.into());
        record.start = Some("?".to_owned());
        let error = record.replay(&nim).unwrap_err();
        assert!(
            matches!(error, RecordError::Line(LineError::Start(_))),
            "{error}"
        );
    }

    #[test]
    fn formats_are_found_in_either_case() {
        let nim = Nim::new(7);
        assert_eq!(
            find_format(&nim, "JSON").map(|format| format.name),
            Ok("json")
        );
        let error = find_format(&nim, "sgf").err().unwrap().to_string();
        assert_eq!(
            error,
            "nim:matches=7 has no format 'sgf'; it has: lines, json, pgn"
        );
    }

    #[test]
    fn a_word_that_json_does_not_know_is_no_word_less() {
        let nim = Nim::new(7);
        let file = br#"[{"game": "nim:matches=7", "Moves": [{"move": "3"}]}]"#;
        let error = read_json(&nim, file).unwrap_err().to_string();
        assert!(error.contains("unknown field `Moves`"), "{error}");
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
