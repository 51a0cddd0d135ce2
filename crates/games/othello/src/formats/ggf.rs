//! GGF, the Generic Game Format of game servers and programs:
//!
//! ```text
//! (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[one]PW[other]TI[05:00//02:00]TY[8]RE[-2.00]
//!  BO[8 ---------------------------O*------*O--------------------------- *]
//!  B[F5/1.04/0.31]W[D6//2.5]B[PA];)
//! ```
//!
//! After a move stand its player's value of it and the seconds it took.

use super::{Replay, decimal, replayed, result};
use crate::{Move, Othello, Position};
use papan_core::formats::{TakeRecord, write_each};
use papan_core::record::RecordedMove;
use papan_core::sgf::{Node, property, read_trees, tag_properties};
use papan_core::{Format, FormatError, Game, Notation, Record, Seat, shortened};

const NAME: &str = "ggf";

pub(super) const FORMAT: Format<Othello> = Format {
    name: NAME,
    extension: "ggf",
    summary: "games of servers and programs, with times and evaluations",
    each: read,
    write,
    joins: true,
};

/// Properties that are tags as they stand, in the order in which they are written.
const TAGS: [(&str, &str); 10] = [
    ("PC", "place"),
    ("DT", "date"),
    ("PB", "black"),
    ("PW", "white"),
    ("RB", "black-rating"),
    ("RW", "white-rating"),
    ("TI", "time"),
    ("TB", "black-time"),
    ("TW", "white-time"),
    ("KM", "komi"),
];

/// How a game ended before its end: the flag behind a result, and the tag `ending`.
const ENDINGS: [(&str, &str); 3] = [("r", "resigned"), ("t", "time"), ("s", "agreed")];

fn read(game: &Othello, bytes: &[u8], take: &mut TakeRecord<'_>) -> Result<(), FormatError> {
    read_trees(NAME, bytes, take, |nodes| read_game(game, nodes))
}

fn read_game(game: &Othello, nodes: &[Node]) -> Result<Record, String> {
    // All properties of a game stand in one node; behind the closing ';' is another.
    let properties = || nodes.iter().flat_map(|node| &node.properties);
    let get = |wanted: &str| {
        let mut found = properties().filter(|(name, _)| name == wanted);
        let (_, values) = found.next()?;
        values.first().map(|value| value.trim())
    };
    if let Some(other) = get("GM").filter(|name| !name.eq_ignore_ascii_case("othello")) {
        return Err(format!("a game of '{}', not of Othello", shortened(other)));
    }
    let variant = get("TY").unwrap_or_default();
    check_variant(game, variant)?;
    let first = match get("BO") {
        Some(board) => read_board(game, board)?,
        None => game.start(),
    };
    let mut replay = Replay::new(game, first);
    for (name, tag) in TAGS {
        replay.0.record.set_tag(tag, get(name).unwrap_or_default());
    }
    if variant != game.size().to_string() {
        replay.0.record.set_tag("type", variant);
    }
    read_result(get("RE").unwrap_or_default(), &mut replay.0.record);
    for (name, values) in properties() {
        let seat = match name.as_str() {
            "B" => Seat::FIRST,
            "W" => Seat::SECOND,
            _ => continue,
        };
        for value in values {
            replay.turn_of(seat)?;
            read_move(&mut replay, value)?;
        }
    }
    Ok(replay.finish())
}

/// The number in a variant such as `s8r18` is the size of the board; 0 and no number
/// say nothing about it.
fn check_variant(game: &Othello, variant: &str) -> Result<(), String> {
    let digits = |character: char| character.is_ascii_digit();
    let behind = variant.trim_start_matches(|character| !digits(character));
    let end = behind.find(|character| !digits(character));
    let size = &behind[..end.unwrap_or(behind.len())];
    match size {
        "" | "0" => Ok(()),
        _ if size == game.size().to_string() => Ok(()),
        _ => Err(format!(
            "type '{}' is not of {}",
            shortened(variant),
            game.name()
        )),
    }
}

/// Size, squares and side to move: `8 ---...--- *`.
fn read_board(game: &Othello, board: &str) -> Result<Position, String> {
    let (size, squares) = board
        .split_once(char::is_whitespace)
        .ok_or("BO holds no size and squares")?;
    if size != game.size().to_string() {
        let found = shortened(size);
        return Err(format!("a board of size {found} is not of {}", game.name()));
    }
    game.parse_position(squares)
        .map_err(|error| error.to_string())
}

/// A result such as `+12.00` or `-64.00:r`; one without a number says nothing.
fn read_result(text: &str, record: &mut Record) {
    let (number, flag) = text.split_once(':').unwrap_or((text, ""));
    let Some(margin) = result::margin(number) else {
        return;
    };
    record.set_tag("result", result::text(margin));
    let known = ENDINGS.iter().find(|(known, _)| *known == flag.trim());
    record.set_tag("ending", known.map_or("", |(_, ending)| *ending));
}

/// A move, its player's value of it and the seconds it took: `F5/1.04/0.31`.
fn read_move(replay: &mut Replay, value: &str) -> Result<(), String> {
    let mut parts = value.splitn(3, '/');
    let mut part = || parts.next().unwrap_or_default().trim();
    let text = part();
    let value = decimal(part()).map_err(|problem| replay.problem(problem))?;
    let seconds = decimal(part()).map_err(|problem| replay.problem(problem))?;
    if let Some(played) = replay.play(text)? {
        (played.value, played.seconds) = (value, seconds);
    }
    Ok(())
}

fn write(game: &Othello, records: &[Record]) -> Result<Vec<u8>, FormatError> {
    write_each(NAME, records, |record| {
        let replayed = replayed(game, record).map_err(|error| error.to_string())?;
        let mut text = "(;".to_owned() + &property("GM", "Othello");
        text += &tag_properties(record, &TAGS);
        let size = game.size().to_string();
        let variant = record.tag("type").unwrap_or(&size);
        check_variant(game, variant)?;
        text += &property("TY", variant);
        text += &property("RE", &result_text(game, record, &replayed.last));
        text += &property("BO", &board_text(game, &replayed.first()));
        for ((position, made), noted) in replayed.played.iter().zip(&record.moves) {
            let name = ["B", "W"][position.mover().index()];
            text += &property(name, &move_text(game, *made, noted));
        }
        Ok::<_, String>((text + ";)\n").into_bytes())
    })
}

fn result_text(game: &Othello, record: &Record, last: &Position) -> String {
    let result = result::of(game, record, last).unwrap_or_default();
    let Some(margin) = result::margin(&result) else {
        return "?".to_owned();
    };
    let ending = record.tag("ending");
    match ENDINGS.iter().find(|(_, known)| Some(*known) == ending) {
        Some((flag, _)) => format!("{margin:+.2}:{flag}"),
        None => format!("{margin:+.2}"),
    }
}

fn board_text(game: &Othello, position: &Position) -> String {
    let position = game.position_text(position).replace('X', "*");
    format!("{} {position}", game.size())
}

fn move_text(game: &Othello, played: Move, noted: &RecordedMove) -> String {
    let text = match played.square() {
        Some(square) => game.square_name(square).to_uppercase(),
        None => "PA".to_owned(),
    };
    match (noted.value, noted.seconds) {
        (None, None) => text,
        (Some(value), None) => format!("{text}/{value}"),
        (None, Some(seconds)) => format!("{text}//{seconds}"),
        (Some(value), Some(seconds)) => format!("{text}/{value}/{seconds}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[one]PW[the \\] other]\
        RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8r]RE[-2.50:t]\
        BO[8 ---------------------------O*------*O--------------------------- *]\
        B[F5/1.25/0.5]W[D6//2.5]B[C3/-3]W[D3];)\n";

    fn read_text(text: &str) -> Result<Vec<Record>, String> {
        FORMAT
            .read(&Othello::new(), text.as_bytes())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn games_round_trip() {
        let records = read_text(GAME).unwrap();
        let record = &records[0];
        for (tag, expected) in [
            ("place", "GGS/os"),
            ("date", "2003.12.15_13:24:03.MST"),
            ("black", "one"),
            ("white", "the ] other"),
            ("black-rating", "2197.01"),
            ("white-rating", "2199.72"),
            ("time", "05:00//02:00"),
            ("type", "8r"),
            ("result", "W+2.5"),
            ("ending", "time"),
        ] {
            assert_eq!(record.tag(tag), Some(expected));
        }
        assert_eq!(record.start, None);
        assert_eq!(record.moves[0].value, Some(1.25));
        assert_eq!(record.moves[1].value, None);
        assert_eq!(record.moves[1].seconds, Some(2.5));
        assert_eq!(write(&Othello::new(), &records).unwrap(), GAME.as_bytes());
    }

    #[test]
    fn loose_files_are_read() {
        let rows = "2 (;GM[othello] TY[0] RE[?]BO[8 -------- -------- -------- ---O*--- ---*O--- \
            -------- -------- --------\n*]\nB[f5 / 1 / ]W[d6//];)(;B[F5];)";
        let records = read_text(rows).unwrap();
        assert_eq!(records.len(), 2);
        assert_eq!(records[0].moves[0].value, Some(1.0));
        assert_eq!(records[0].tag("type"), Some("0"));
        assert_eq!(records[0].tag("result"), None);
        assert_eq!(records[0].start, None);
    }

    #[test]
    fn other_boards_and_first_positions() {
        let small = Othello::with_size(4);
        let text = "(;GM[Othello]TY[4]RE[+16.00]BO[4 --------*O--*O-- *]B[C4]W[PA]B[C3];)\n";
        let records = FORMAT.read(&small, text.as_bytes()).unwrap();
        assert_eq!(records[0].start.as_deref(), Some("--------XO--XO-- X"));
        assert_eq!(records[0].moves[1].text, "pass");
        assert_eq!(write(&small, &records).unwrap(), text.as_bytes());
        let left_out = text.replace("W[PA]", "").replace("RE[+16.00]", "");
        assert_eq!(FORMAT.read(&small, left_out.as_bytes()).unwrap(), records);
        assert!(write(&Othello::new(), &records).is_err());
    }

    #[test]
    fn mistakes_are_named() {
        for (text, expected) in [
            (
                "(;GM[Amazons];)",
                "ggf, game 1: a game of 'Amazons', not of Othello",
            ),
            (
                "(;B[F5];)(;TY[s10r];)",
                "ggf, game 2: type 's10r' is not of othello",
            ),
            ("(;BO[6 ---- *];)", "a board of size 6"),
            ("(;BO[8];)", "BO holds no size"),
            ("(;BO[8 ---- *];)", "5 characters instead of 64"),
            ("(;W[F5];)", "move 1: white plays where it is black's turn"),
            ("(;B[F5]W[D6/x];)", "move 2: 'x' is not a number"),
            ("(;B[F5//inf];)", "move 1: 'inf' is not a number"),
            ("(;B[A1];)", "move 1: 'a1' is not allowed"),
            ("(;B[];)", "move 1: '' is not a move"),
        ] {
            let error = read_text(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
