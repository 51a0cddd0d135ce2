//! WTHOR, the base of tournament games (`.wtb`).
//!
//! All numbers are little endian. A file is a header of 16 bytes and 68 bytes a game:
//! numbers of the tournament and the players, black's discs (empty squares go to the
//! winner), the discs that black would have had if both had played perfectly from some
//! point on, and the squares of up to 60 discs. Passes are not stored.
//!
//! Where the moves of a game break off, the base holds black's discs at its real end,
//! which the board does not show. When the result is not known either, written are
//! black's discs on the board, twice: as reached and as perfect play. No game of the base
//! has that, and it is read as a game without a result.
//!
//! What the files know besides the moves is kept in tags, so that a file that is read
//! and written again has the same bytes. The header speaks of all games: what they do
//! not agree on stays as it usually is.

mod field;
mod header;
mod names;

pub(crate) use names::complete;

use super::{Replay, placed, replayed_from_start, result};
use crate::{Othello, Position};
use field::{Field, field, number};
use papan_core::formats::{TakeRecord, read_each, write_each};
use papan_core::{Format, FormatError, Game, Record};
use std::collections::BTreeMap;

const NAME: &str = "wthor";

/// The format of the game files.
pub(super) const FORMAT: Format<Othello> = Format {
    name: NAME,
    extension: "wtb",
    summary: "the games of a year in the tournament base (.wtb)",
    each: read,
    write,
    joins: false,
};

const GAME_LENGTH: usize = 68;
const GAME_FIELDS: [Field; 3] = [
    field("tournament-number", 0, 2, 0),
    field("black-number", 2, 2, 0),
    field("white-number", 4, 2, 0),
];
/// Where a game holds black's discs, and those of perfect play.
const SCORE: usize = 6;
const THEORETICAL: usize = 7;
/// Where the moves of a game begin.
const MOVES: usize = 8;

fn read(game: &Othello, bytes: &[u8], take: &mut TakeRecord<'_>) -> Result<(), FormatError> {
    let (tags, games) = header::read(game, bytes)
        .map_err(|problem| FormatError::malformed(NAME, "header", problem))?;
    read_each(
        NAME,
        "game",
        (1..).zip(games.chunks(GAME_LENGTH)),
        take,
        |bytes| read_game(game, &tags, bytes),
    )
}

fn read_game(
    game: &Othello,
    tags: &BTreeMap<String, String>,
    bytes: &[u8],
) -> Result<Record, String> {
    let mut replay = Replay::new(game, game.start());
    let moves = &bytes[MOVES..];
    let end = moves.iter().position(|&byte| byte == 0);
    let (moves, rest) = moves.split_at(end.unwrap_or(moves.len()));
    for &byte in moves {
        let (row @ 1..=8, column @ 1..=8) = (byte / 10, byte % 10) else {
            return Err(replay.problem(format!("{byte} is not 10 * row + column")));
        };
        replay.place(u32::from(8 * (row - 1) + column - 1))?;
    }
    if rest.iter().any(|&byte| byte != 0) {
        return Err(replay.problem("there are more moves behind the last"));
    }
    let on_board = black_discs(&replay.0.position);
    let unfinished = !replay.0.position.is_over();
    let record = &mut replay.0.record;
    record.tags.clone_from(tags);
    let numbers = GAME_FIELDS.iter().filter_map(|field| field.tag(bytes));
    record.tags.extend(numbers);
    let (score, theoretical) = (bytes[SCORE], bytes[THEORETICAL]);
    if score > 64 {
        return Err(format!("black has {score} discs"));
    }
    record.set_tag("black-score", score.to_string());
    record.set_tag("theoretical-score", theoretical.to_string());
    if !(unfinished && [score, theoretical] == [on_board; 2]) {
        let margin = 2 * i32::from(score) - 64;
        record.set_tag("result", result::text(margin.into()));
    }
    Ok(replay.finish())
}

fn write(game: &Othello, records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let mut bytes =
        header::write(game, records).map_err(|problem| FormatError::unwritable(NAME, problem))?;
    bytes.extend(write_each(NAME, records, |record| {
        write_game(game, record)
    })?);
    Ok(bytes)
}

fn write_game(game: &Othello, record: &Record) -> Result<Vec<u8>, String> {
    let replayed = replayed_from_start(game, record)?;
    let mut bytes = vec![0; GAME_LENGTH];
    for field in &GAME_FIELDS {
        field.put(&mut bytes, field.of(record)?);
    }
    let score = match number(record, "black-score", 64)? {
        Some(score) => score as u8,
        None => black_score(game, record, &replayed.last),
    };
    // Without a solution, the score is that of perfect play from the last move on.
    let theoretical = number(record, "theoretical-score", u8::MAX.into())?;
    bytes[SCORE] = score;
    bytes[THEORETICAL] = theoretical.map_or(score, |number| number as u8);
    for (byte, square) in bytes[MOVES..].iter_mut().zip(placed(&replayed)) {
        *byte = (10 * (square / 8 + 1) + square % 8 + 1) as u8;
    }
    Ok(bytes)
}

/// Black's discs at the end, or, for a game that was not played to its end, those of its
/// result, or else those on the board: nobody knows who will get the empty squares.
fn black_score(game: &Othello, record: &Record, last: &Position) -> u8 {
    let margin = match record.tag("result").and_then(result::margin) {
        _ if last.is_over() => f64::from(game.margin(last)),
        Some(margin) => margin,
        None => return black_discs(last),
    };
    (32.0 + margin / 2.0).clamp(0.0, 64.0) as u8
}

fn black_discs(position: &Position) -> u8 {
    position.black().count_ones() as u8
}

#[cfg(test)]
mod tests {
    use super::super::transcript;
    use super::{header::HEADER_LENGTH, *};

    /// A file of 1980 with one short game, black 13 against white 0.
    fn sample() -> Vec<u8> {
        let mut bytes = vec![20, 7, 5, 22, 1, 0, 0, 0, 0, 0, 188, 7, 8, 0, 24, 0];
        bytes.extend([3, 0, 44, 1, 9, 0, 64, 40]);
        bytes.extend([65, 46, 35, 66, 57, 64, 75, 56, 53]);
        bytes.resize(HEADER_LENGTH + GAME_LENGTH, 0);
        bytes
    }

    fn refused(bytes: &[u8]) -> String {
        FORMAT.read(&Othello::new(), bytes).unwrap_err().to_string()
    }

    #[test]
    fn files_come_back_as_they_were() {
        let othello = Othello::new();
        let records = FORMAT.read(&othello, &sample()).unwrap();
        let record = &records[0];
        for (tag, expected) in [
            ("date", "1980"),
            ("file-date", "2007-05-22"),
            ("theoretical-depth", "24"),
            ("tournament-number", "3"),
            ("black-number", "300"),
            ("white-number", "9"),
            ("black-score", "64"),
            ("theoretical-score", "40"),
            ("result", "B+64"),
        ] {
            assert_eq!(record.tag(tag), Some(expected));
        }
        assert_eq!(record.tags.len(), 9);
        assert_eq!(record.moves[8].text, "c5");
        assert_eq!(write(&othello, &records).unwrap(), sample());
        for (at, byte) in [(8, 5), (9, 1), (12, 0), (15, 77), (HEADER_LENGTH + 7, 255)] {
            let mut odd = sample();
            odd[at] = byte;
            let records = FORMAT.read(&othello, &odd).unwrap();
            assert_eq!(write(&othello, &records).unwrap(), odd);
        }
    }

    #[test]
    fn the_winner_of_a_finished_game_gets_the_empty_squares() {
        let othello = Othello::new();
        let mut records = FORMAT.read(&othello, &sample()).unwrap();
        records[0].tags.clear();
        // 13 discs against none on the board.
        assert_eq!(
            write(&othello, &records).unwrap()[HEADER_LENGTH + SCORE],
            64
        );
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(
            refused(&[20]),
            "wthor, header: the file is shorter than its header"
        );
        for (at, byte, expected) in [
            (12, 10, "games on 10x10, not 8x8"),
            (13, 1, "solitaires"),
            (13, 2, "unknown kind 2"),
            (
                4,
                2,
                "2 games of 68 bytes are announced, and 68 bytes follow",
            ),
            (7, 255, "4278190081 games"),
            (HEADER_LENGTH + 6, 65, "wthor, game 1: black has 65 discs"),
            (HEADER_LENGTH + 8, 9, "move 1: 9 is not 10 * row + column"),
            (HEADER_LENGTH + 9, 99, "move 2: 99 is not 10 * row + column"),
            (HEADER_LENGTH + 9, 11, "move 2: 'a1' is not allowed"),
            (
                HEADER_LENGTH + 9,
                0,
                "move 2: there are more moves behind the last",
            ),
            (
                HEADER_LENGTH + 17,
                11,
                "move 10: 'a1' cannot be played: the game is over",
            ),
        ] {
            let mut bytes = sample();
            bytes[at] = byte;
            let error = refused(&bytes);
            assert!(error.contains(expected), "{at}: {error}");
        }
        assert!(FORMAT.read(&Othello::with_size(6), &sample()).is_err());
    }

    #[test]
    fn games_from_elsewhere_get_what_can_be_known() {
        let othello = Othello::new();
        let transcripts = b"e6f4e3f6g5d6e7f5c5\nf5d6\nf5d6c3";
        let mut records = transcript::FORMAT.read(&othello, transcripts).unwrap();
        records[1].set_tag("result", "W+10");
        let bytes = write(&othello, &records).unwrap();
        let mut header = [0; HEADER_LENGTH];
        // Three games on 8x8, and nothing else is known.
        (header[4], header[12]) = (3, 8);
        assert_eq!(bytes[..HEADER_LENGTH], header);
        let again = FORMAT.read(&othello, &bytes).unwrap();
        let tags = |name| {
            again
                .iter()
                .map(|record| record.tag(name))
                .collect::<Vec<_>>()
        };
        assert_eq!(tags("black-score"), [Some("64"), Some("27"), Some("5")]);
        assert_eq!(tags("result"), [Some("B+64"), Some("W+10"), None]);
        assert_eq!(write(&othello, &again).unwrap(), bytes);
        // A result that happens to be the discs on the board is still one.
        let mut recorded = again[2..].to_vec();
        recorded[0]
            .tags
            .insert("theoretical-score".to_owned(), "40".to_owned());
        let bytes = write(&othello, &recorded).unwrap();
        let result = FORMAT.read(&othello, &bytes).unwrap();
        assert_eq!(result[0].tag("result"), Some("W+54"));
        assert_eq!(write(&othello, &result).unwrap(), bytes);
    }
}
