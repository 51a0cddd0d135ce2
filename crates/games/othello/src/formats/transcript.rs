//! Transcripts: the squares of a game in one line, `f5d6c3d3c4`.
//!
//! Passes are not written. On reading they may be there, in several spellings, blanks may stand
//! anywhere, and so may the numbers of moves: `1. f5 d6 2. c3 d3`. A line that begins with another
//! number than that of the first move goes on with the game of the line before.

use super::{Replay, lines, placed, replayed_from_start};
use crate::{Othello, notation::PASSES};
use papan_core::formats::{TakeRecord, read_each, text_of, write_each};
use papan_core::{Format, FormatError, Game, Record};

const NAME: &str = "transcript";

pub(super) const FORMAT: Format<Othello> = Format {
    name: NAME,
    extension: "txt",
    summary: "one game a line: f5d6c3d3c4",
    each: read,
    write,
    joins: true,
};

fn read(game: &Othello, bytes: &[u8], take: &mut TakeRecord<'_>) -> Result<(), FormatError> {
    let text = text_of(bytes);
    let mut games: Vec<(usize, String)> = Vec::new();
    for (number, line) in lines(&text) {
        let goes_on = move_number(line).is_some_and(|(number, _)| number > 1);
        match games.last_mut() {
            Some((_, before)) if goes_on => {
                before.push(' ');
                before.push_str(line);
            }
            _ => games.push((number, line.to_owned())),
        }
    }
    read_each(NAME, "line", games.into_iter(), take, |line| {
        read_game(game, &line)
    })
}

/// The number of a move that a text begins with, as in `2. c3` and `2...d3`, and what follows.
fn move_number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text[digits..].strip_prefix('.')?;
    Some((text[..digits].parse().ok()?, rest.trim_start_matches('.')))
}

fn read_game(game: &Othello, line: &str) -> Result<Record, String> {
    let words = line.split_whitespace();
    let line: String = words
        .map(|word| move_number(word).map_or(word, |(_, rest)| rest))
        .collect();
    let mut rest = line.as_str();
    let mut replay = Replay::new(game, game.start());
    while !rest.is_empty() {
        let (text, after) = rest.split_at(first_move(rest));
        replay.play(text)?;
        rest = after;
    }
    // A pass at the very end would not be written.
    let moves = &mut replay.0.record.moves;
    moves.pop_if(|last| last.text == "pass");
    Ok(replay.finish())
}

/// The length of the first move of a text: that of a pass or of two characters.
fn first_move(text: &str) -> usize {
    let is_here = |word: &&&str| {
        text.get(..word.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(word))
    };
    match PASSES.iter().find(is_here) {
        Some(word) => word.len(),
        None => text
            .char_indices()
            .nth(2)
            .map_or(text.len(), |(end, _)| end),
    }
}

fn write(game: &Othello, records: &[Record]) -> Result<Vec<u8>, FormatError> {
    write_each(NAME, records, |record| {
        let replayed = replayed_from_start(game, record)?;
        let squares: String = placed(&replayed)
            .map(|square| game.square_name(square))
            .collect();
        match squares.is_empty() {
            true => Err("a game without moves".to_owned()),
            false => Ok((squares + "\n").into_bytes()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shortest game that black can win without white having a move: 64-0.
    const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";

    #[test]
    fn blanks_and_cases_do_not_matter() {
        let othello = Othello::new();
        let text = format!("\n F5 d6\tC 3  \r\n{SHORTEST}pass--\n");
        let records = FORMAT.read(&othello, text.as_bytes()).unwrap();
        assert_eq!(records[0].moves.len(), 3);
        assert_eq!(records[0].tag("result"), None);
        assert_eq!(records[1].moves.len(), 9);
        assert_eq!(records[1].tag("result"), Some("B+64"));
        let written = write(&othello, &records).unwrap();
        assert_eq!(written, format!("f5d6c3\n{SHORTEST}\n").as_bytes());
    }

    #[test]
    fn moves_may_be_numbered() {
        let othello = Othello::new();
        let plain = FORMAT.read(&othello, b"f5d6c3d3c4").unwrap();
        for text in [
            "1. f5 d6 2. c3 d3 3. c4",
            "1.f5 d6 2.c3 d3 3.c4",
            "1. f5 1... d6\n2. c3 d3\n3. c4\n",
        ] {
            assert_eq!(FORMAT.read(&othello, text.as_bytes()).unwrap(), plain);
        }
        let two = FORMAT.read(&othello, b"1. f5 d6\n1. d3 c5\n2. f6").unwrap();
        assert_eq!(two.len(), 2);
        assert_eq!(two[1].moves.len(), 3);
    }

    #[test]
    fn passes_may_be_written() {
        let small = Othello::with_size(4);
        let expected = FORMAT.read(&small, b"b1c1d3a1a3").unwrap();
        assert_eq!(expected[0].moves[4].text, "pass");
        assert_eq!(expected[0].moves.len(), 6);
        for word in PASSES {
            let text = format!("b1c1d3a1{word}a3");
            assert_eq!(FORMAT.read(&small, text.as_bytes()).unwrap(), expected);
        }
        assert_eq!(write(&small, &expected).unwrap(), b"b1c1d3a1a3\n");
        // At the very end there is no choice, and it is left out.
        let at_end = FORMAT.read(&small, b"b1c1d3a1pass").unwrap();
        assert_eq!(at_end[0].moves, expected[0].moves[..4]);
    }

    #[test]
    fn mistakes_name_line_and_move() {
        let othello = Othello::new();
        let error = |text: &str| {
            FORMAT
                .read(&othello, text.as_bytes())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error("f5\n\nf5f6f5"),
            "transcript, line 3: move 3: 'f5' is not allowed: the square is taken"
        );
        assert!(error("f5d").contains("move 2: 'd' is not a move"));
        assert!(error("pass").contains("move 1: 'pass' is not allowed"));
        assert!(error("é5").contains("'é5' is not a move"));
        let nothing = write(&othello, &[Record::of(&othello)]).unwrap_err();
        assert_eq!(
            nothing.to_string(),
            "cannot be written as transcript: game 1: a game without moves"
        );
    }
}
