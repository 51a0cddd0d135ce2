//! Games as text that people read and programs read back, after chess's Portable Game Notation:
//! tags in brackets, then numbered moves with comments in braces.
//!
//! ```text
//! [Game "othello"]
//! [black "level:5"]
//! [event "spring cup"]
//!
//! 1. f5 {value=3 seconds=0.012} 2. d6 3. c3 {a comment} *
//! ```
//!
//! `Game` and, where a game does not begin as usual, `Start` are tags of the format; all others
//! are those of the [`Record`].

use crate::{
    FormatError, Notation, Record,
    formats::{TakeRecord, read_each, text_of, write_each},
    record::{RecordError, RecordedMove},
};

pub(crate) const PGN: &str = "pgn";
/// Lines of moves are about this long.
const WIDTH: usize = 96;

pub(crate) fn write<G: Notation>(game: &G, records: &[Record]) -> Result<Vec<u8>, FormatError> {
    write_each(PGN, records, |record| {
        record.refuse_values()?;
        let record = record.clone().canonical(game)?;
        let mut text = tag("Game", &record.game);
        text += &record
            .start
            .as_ref()
            .map_or(String::new(), |start| tag("Start", start));
        for (name, value) in &record.tags {
            text += &tag(name, value);
        }
        let moves = (1..).zip(&record.moves).map(|(number, played)| {
            let note = note(played).map_or(String::new(), |note| format!(" {{{note}}}"));
            format!("{number}. {}{note}", played.text)
        });
        let mut line = String::new();
        for word in moves.chain(["*".to_owned()]) {
            if !line.is_empty() && line.len() + word.len() > WIDTH {
                text += &format!("\n{line}");
                line.clear();
            }
            line += if line.is_empty() { "" } else { " " };
            line += &word;
        }
        Ok::<_, RecordError>(format!("{text}\n{line}\n\n").into_bytes())
    })
}

fn tag(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]\n", escaped(value, '"'))
}

/// What is known of a move besides, without a line break.
fn note(played: &RecordedMove) -> Option<String> {
    let value = played.value.map(|value| format!("value={value}"));
    let seconds = played.seconds.map(|seconds| format!("seconds={seconds}"));
    let comment = played
        .comment
        .as_deref()
        .map(|comment| escaped(comment, '}'));
    let parts: Vec<String> = [value, seconds, comment].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

fn escaped(text: &str, end: char) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => escaped += "\\n",
            _ if character == end || character == '\\' => escaped.extend(['\\', character]),
            _ => escaped.push(character),
        }
    }
    escaped
}

pub(crate) fn read<G: Notation>(
    game: &G,
    bytes: &[u8],
    take: &mut TakeRecord<'_>,
) -> Result<(), FormatError> {
    let text = text_of(bytes);
    let mut reader = Reader { rest: &text };
    let games = std::iter::from_fn(|| reader.game(game).transpose());
    read_each(PGN, "game", (1..).zip(games), take, |record| {
        let record = record?.canonical(game);
        record.map_err(|error| error.to_string())
    })
}

/// A text that is read from its beginning.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// The next game; `None` when there is no more.
    fn game<G: Notation>(&mut self, game: &G) -> Result<Option<Record>, String> {
        let mut record = Record::of(game);
        self.rest = self.rest.trim_start();
        if self.rest.is_empty() {
            return Ok(None);
        }
        while self.takes('[') {
            let (name, rest) = self.rest.split_once('"').ok_or("a tag has no value")?;
            self.rest = rest;
            let value = self.until('"').ok_or("the value of a tag has no end")?;
            if !self.takes(']') {
                return Err(format!("the tag {} has no end", name.trim()));
            }
            match name.trim() {
                "Game" => record.game = value,
                "Start" => record.start = Some(value),
                name => record.set_tag(name, value),
            }
        }
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.is_empty() || self.rest.starts_with('[') || self.takes('*') {
                return Ok(Some(record));
            }
            if self.takes('{') {
                let text = self.until('}').ok_or("a comment has no end")?;
                let played = record
                    .moves
                    .last_mut()
                    .ok_or("a comment comes before the moves")?;
                read_note(&text, played)?;
                continue;
            }
            let end = self
                .rest
                .find(|end: char| end.is_whitespace() || end == '{');
            let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            self.rest = rest;
            // The number of a move may stand before it with or without a blank.
            let number = word.split_once('.').filter(|(number, _)| {
                !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
            });
            let played = number.map_or(word, |(_, played)| played.trim_start_matches('.'));
            if !played.is_empty() {
                record.moves.push(RecordedMove::from(played.to_owned()));
            }
        }
    }

    /// Goes over a character, where it comes next.
    fn takes(&mut self, character: char) -> bool {
        let after = self.rest.trim_start().strip_prefix(character);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    /// The text up to a character that is not escaped, and goes over that.
    fn until(&mut self, end: char) -> Option<String> {
        let mut text = String::new();
        let mut characters = self.rest.char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' => match characters.next()?.1 {
                    'n' => text.push('\n'),
                    other => text.push(other),
                },
                _ if character == end => {
                    self.rest = &self.rest[at + character.len_utf8()..];
                    return Some(text);
                }
                _ => text.push(character),
            }
        }
        None
    }
}

fn read_note(text: &str, played: &mut RecordedMove) -> Result<(), String> {
    let mut rest = text;
    for (name, number) in [
        ("value=", &mut played.value),
        ("seconds=", &mut played.seconds),
    ] {
        let Some(after) = rest.strip_prefix(name) else {
            continue;
        };
        let (word, after) = after.split_once(' ').unwrap_or((after, ""));
        let parsed: f64 = word
            .parse()
            .map_err(|_| format!("'{name}{word}' is no number"))?;
        *number = Some(parsed);
        rest = after;
    }
    if !rest.is_empty() {
        played.comment = Some(rest.to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::Nim;
    use crate::formats::find_format;

    fn record(nim: &Nim) -> Record {
        let mut record = Record::of(nim);
        record.set_tag("event", "a \"cup\" \\ {1}\nin May");
        record.set_tag("first", "[level:5]");
        record.moves = ["3", "3", "1"].map(|text| text.to_owned().into()).to_vec();
        record.moves[0].value = Some(-0.1);
        record.moves[0].seconds = Some(1e-6);
        record.moves[1].comment = Some("why {not}\\ 2? ".to_owned());
        record.moves[2].value = Some(f64::from(7));
        record
    }

    #[test]
    fn what_is_written_is_read_back() {
        let nim = Nim::new(7);
        let from_elsewhere = Record {
            start: Some("5 1".to_owned()),
            ..Record::of(&nim)
        };
        let records = [record(&nim), from_elsewhere, Record::of(&nim)];
        let text = write(&nim, &records).unwrap();
        assert_eq!(
            find_format(&nim, PGN).unwrap().read(&nim, &text).unwrap(),
            records
        );
        let text = String::from_utf8(text).unwrap();
        assert!(
            text.starts_with("[Game \"nim:matches=7\"]\n[event \"a \\\"cup\\\""),
            "{text}"
        );
        assert!(
            text.contains("1. 3 {value=-0.1 seconds=0.000001} 2. 3 {why"),
            "{text}"
        );
    }

    #[test]
    fn what_others_write_is_read() {
        let nim = Nim::new(7);
        let text = "[Event \"x\"]\r\n\r\n1.3 2... 3{a note}\r\n1 *\n[Event \"y\"] 1. 2 2. 2";
        let records = find_format(&nim, PGN)
            .unwrap()
            .read(&nim, text.as_bytes())
            .unwrap();
        let texts = |record: &Record| record.texts().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(texts(&records[0]), ["3", "3", "1"]);
        assert_eq!(records[0].moves[1].comment.as_deref(), Some("a note"));
        assert_eq!(texts(&records[1]), ["2", "2"]);
    }

    #[test]
    fn mistakes_name_the_game() {
        let nim = Nim::new(7);
        for (text, expected) in [
            ("[Game \"nim", "pgn, game 1: the value of a tag has no end"),
            (
                "1. 3 2. 3 3. 3",
                "pgn, game 1: move 3: '3' is not allowed: only 1 left",
            ),
            (
                "1. 3 * {late}",
                "pgn, game 2: a comment comes before the moves",
            ),
            (
                "1. 3 {value=much}",
                "pgn, game 1: 'value=much' is no number",
            ),
        ] {
            let error = find_format(&nim, PGN)
                .unwrap()
                .read(&nim, text.as_bytes())
                .unwrap_err()
                .to_string();
            assert_eq!(error, expected);
        }
    }
}
