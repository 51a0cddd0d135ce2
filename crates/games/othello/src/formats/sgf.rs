//! SGF, the Smart Game Format, version 4: `GM[2]` is Othello.
//!
//! ```text
//! (;FF[4]CA[UTF-8]GM[2]SZ[8]PB[one]PW[other]RE[W+2];B[fe];W[df]C[tiger];B[cc])
//! ```
//!
//! A square is two letters, column and row from the top left; a pass is empty or `tt`.
//! Setup (`AB`, `AW`, `AE`, `PL`) changes the usual first position. `V`, the value of a
//! move, is good for black when positive. Variations are passed over.

use super::{Replay, decimal, replayed, result};
use crate::{Othello, Position, notation::is_pass};
use papan_core::formats::{TakeRecord, write_each};
use papan_core::record::{RecordError, RecordedMove};
use papan_core::sgf::{Node, property, read_trees, tag_properties};
use papan_core::{Format, FormatError, Game, Record, Seat, bits, shortened};

const NAME: &str = "sgf";

pub(super) const FORMAT: Format<Othello> = Format {
    name: NAME,
    extension: "sgf",
    summary: "games in the Smart Game Format, with comments",
    each: read,
    write,
    joins: true,
};

/// Properties that are tags as they stand, in the order in which they are written.
const TAGS: [(&str, &str); 9] = [
    ("PB", "black"),
    ("BR", "black-rating"),
    ("PW", "white"),
    ("WR", "white-rating"),
    ("DT", "date"),
    ("EV", "event"),
    ("RO", "round"),
    ("PC", "place"),
    ("AN", "annotator"),
];

fn read(game: &Othello, bytes: &[u8], take: &mut TakeRecord<'_>) -> Result<(), FormatError> {
    read_trees(NAME, bytes, take, |nodes| read_game(game, nodes))
}

fn read_game(game: &Othello, nodes: &[Node]) -> Result<Record, String> {
    let root = nodes.first().ok_or("an empty game tree")?;
    let get = |name| root.get(name).unwrap_or_default().trim();
    if !matches!(get("GM"), "" | "2") {
        let found = shortened(get("GM"));
        return Err(format!("a game of kind GM[{found}], and Othello is GM[2]"));
    }
    let size = game.size();
    let sizes = [String::new(), format!("{size}"), format!("{size}:{size}")];
    if !sizes.iter().any(|known| known == get("SZ")) {
        let found = shortened(get("SZ"));
        return Err(format!("a board of size {found}, not {size}"));
    }
    let mut replay = Replay::new(game, first_position(game, nodes)?);
    for (name, tag) in TAGS {
        replay.0.record.set_tag(tag, get(name));
    }
    replay.0.record.set_tag("result", result::normal(get("RE")));
    if !has_move(root) {
        replay.0.record.set_tag("comment", get("C"));
    }
    for node in nodes {
        read_node(&mut replay, node)?;
    }
    Ok(replay.finish())
}

/// Whose move a property is.
fn mover(property: &str) -> Option<Seat> {
    match property {
        "B" => Some(Seat::FIRST),
        "W" => Some(Seat::SECOND),
        _ => None,
    }
}

fn has_move(node: &Node) -> bool {
    let mut names = node.properties.iter().map(|(name, _)| name);
    names.any(|name| mover(name).is_some())
}

/// The usual first position as the properties up to the first move change it. Where
/// nothing says who begins, it is the side that does.
fn first_position(game: &Othello, nodes: &[Node]) -> Result<Position, String> {
    let (mut black, mut white) = (game.start().black(), game.start().white());
    let before = nodes.iter().take_while(|node| !has_move(node)).count();
    let mut begins = None;
    let mut played = None;
    for (name, values) in nodes
        .iter()
        .take(before + 1)
        .flat_map(|node| &node.properties)
    {
        match name.as_str() {
            "AB" | "AW" | "AE" => {
                let squares = read_squares(game, values)?;
                black &= !squares;
                white &= !squares;
                match name.as_str() {
                    "AB" => black |= squares,
                    "AW" => white |= squares,
                    _ => {}
                }
            }
            "PL" => begins = Some(read_side(values)?),
            _ => played = played.or(mover(name)),
        }
    }
    let begins = begins.or(played).unwrap_or(Seat::FIRST);
    game.position(black, white, begins)
        .ok_or_else(|| "two discs on one square".to_owned())
}

fn read_side(values: &[String]) -> Result<Seat, String> {
    let text = values.first().map_or("", |value| value.trim());
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Ok(Seat::FIRST),
        "w" | "white" | "2" => Ok(Seat::SECOND),
        _ => Err(format!("'{}' is no side to move", shortened(text))),
    }
}

/// A list of squares and of rectangles: `[dd][aa:cb]`.
fn read_squares(game: &Othello, values: &[String]) -> Result<u64, String> {
    let mut set = 0;
    for value in values {
        let (one, other) = value.split_once(':').unwrap_or((value, value));
        let (Some(one), Some(other)) = (square(game, one), square(game, other)) else {
            return Err(format!("'{}' is no square", shortened(value)));
        };
        let between = |one: u32, other: u32| one.min(other)..=one.max(other);
        for row in between(one / 8, other / 8) {
            for column in between(one % 8, other % 8) {
                set |= 1 << (8 * row + column);
            }
        }
    }
    Ok(set)
}

/// The square that two letters name; `f5` is also understood.
fn square(game: &Othello, text: &str) -> Option<u32> {
    match text.trim().as_bytes() {
        [column, row @ (b'a'..=b'h' | b'A'..=b'H')] => {
            let row = row.to_ascii_lowercase() - b'a' + b'1';
            game.square(std::str::from_utf8(&[*column, row]).ok()?)
        }
        _ => game.square(text.trim()),
    }
}

fn read_node(replay: &mut Replay, node: &Node) -> Result<(), String> {
    let value =
        decimal(node.get("V").unwrap_or_default()).map_err(|problem| replay.problem(problem))?;
    let comment = node.get("C").unwrap_or_default().trim();
    for (name, values) in &node.properties {
        if matches!(name.as_str(), "AB" | "AW" | "AE") && !replay.0.record.moves.is_empty() {
            return Err(replay.problem("the board is set up anew during the game"));
        }
        let Some(seat) = mover(name) else {
            continue;
        };
        for text in values {
            replay.turn_of(seat)?;
            let text = text.trim();
            let played = if let Some(square) = square(replay.0.game, text) {
                Some(replay.place(square)?)
            } else if text.is_empty() || text == "tt" || is_pass(text) {
                replay.pass()?
            } else {
                return Err(replay.not_a_move(text, "two letters such as fe"));
            };
            if let Some(played) = played {
                played.value = value.map(|value| for_black(seat, value));
                played.comment = Some(comment.to_owned()).filter(|text| !text.is_empty());
            }
        }
    }
    Ok(())
}

/// A value for the mover as one for black, and back.
fn for_black(mover: Seat, value: f64) -> f64 {
    match mover {
        Seat::FIRST => value,
        _ => -value,
    }
}

fn write(game: &Othello, records: &[Record]) -> Result<Vec<u8>, FormatError> {
    write_each(NAME, records, |record| {
        let replayed = replayed(game, record)?;
        let mut text = "(;FF[4]CA[UTF-8]GM[2]".to_owned();
        text += &property("SZ", &game.size().to_string());
        text += &tag_properties(record, &TAGS);
        if let Some(result) = result::of(game, record, &replayed.last) {
            text += &property("RE", &result);
        }
        text += &tag_properties(record, &[("C", "comment")]);
        text += &setup(game, &replayed.first());
        for ((position, made), noted) in replayed.played.iter().zip(&record.moves) {
            let square = made.square().map(|square| letters(game, square));
            text += "\n;";
            text += &property(side(position.mover()), &square.unwrap_or_default());
            text += &annotations(position.mover(), noted);
        }
        Ok::<_, RecordError>((text + ")\n").into_bytes())
    })
}

/// The properties that make the usual first position another one.
fn setup(game: &Othello, first: &Position) -> String {
    let start = game.start();
    if *first == start {
        return String::new();
    }
    let emptied = (start.black() | start.white()) & !(first.black() | first.white());
    let mut text = String::new();
    for (name, set) in [
        ("AB", first.black()),
        ("AW", first.white()),
        ("AE", emptied),
    ] {
        let squares: Vec<String> = bits::ones(set)
            .map(|square| format!("[{}]", letters(game, square)))
            .collect();
        if !squares.is_empty() {
            text += &format!("{name}{}", squares.concat());
        }
    }
    text + &property("PL", side(first.mover()))
}

fn side(seat: Seat) -> &'static str {
    ["B", "W"][seat.index()]
}

fn letters(game: &Othello, square: u32) -> String {
    let letter = |character: char| match character {
        '1'..='8' => (character as u8 - b'1' + b'a') as char,
        _ => character,
    };
    game.square_name(square).chars().map(letter).collect()
}

fn annotations(mover: Seat, noted: &RecordedMove) -> String {
    let mut text = String::new();
    if let Some(value) = noted.value {
        text += &property("V", &for_black(mover, value).to_string());
    }
    if let Some(comment) = &noted.comment {
        text += &property("C", comment);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "(;FF[4]CA[UTF-8]GM[2]SZ[8]PB[one]BR[1800]PW[other]DT[1998-11-07]EV[World]\
        RO[final]PC[Paris]RE[W+R]C[A [game\\]]\n;B[fe]V[0.5]\n;W[df]V[-1]C[tiger]\n;B[cc])\n";

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
            ("black", "one"),
            ("black-rating", "1800"),
            ("white", "other"),
            ("date", "1998-11-07"),
            ("event", "World"),
            ("round", "final"),
            ("place", "Paris"),
            ("result", "W+R"),
            ("comment", "A [game]"),
        ] {
            assert_eq!(record.tag(tag), Some(expected));
        }
        let texts: Vec<&str> = record.moves.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["f5", "d6", "c3"]);
        // White's move is good for white.
        assert_eq!(record.moves[1].value, Some(1.0));
        assert_eq!(record.moves[1].comment.as_deref(), Some("tiger"));
        assert_eq!(write(&Othello::new(), &records).unwrap(), GAME.as_bytes());
    }

    #[test]
    fn loose_files_are_read() {
        let plain = &read_text("(;B[fe];W[df])").unwrap()[0];
        for text in [
            "a file (;GaMe[2]SZ[8:8];B[F5]\r\n;W[DF](;B[cc])(;B[ef]))",
            "(;GM[2]AB[ed][de]AW[dd][ee]PL[black]B[fe]W[df];B[cc])",
        ] {
            let found = &read_text(text).unwrap()[0];
            assert_eq!(found.moves[..2], plain.moves);
            assert_eq!(found.start, None);
            assert_eq!(found.moves.len(), 3);
        }
        let white_begins = &read_text("(;GM[2];W[ce])").unwrap()[0];
        assert!(white_begins.start.as_deref().unwrap().ends_with(" O"));
    }

    #[test]
    fn other_boards_and_first_positions() {
        let small = Othello::with_size(4);
        let text = "(;FF[4]CA[UTF-8]GM[2]SZ[4]RE[B+16]AB[ac][ad]AW[bc][bd]AE[bb][cb][cc]PL[B]\
            \n;B[cd]\n;W[]\n;B[cc])\n";
        let records = FORMAT.read(&small, text.as_bytes()).unwrap();
        assert_eq!(records[0].start.as_deref(), Some("--------XO--XO-- X"));
        assert_eq!(records[0].moves[1].text, "pass");
        assert_eq!(write(&small, &records).unwrap(), text.as_bytes());
        for pass in ["", "\n;W[tt]", "\n;W[pass]"] {
            let loose = text.replace("\n;W[]", pass).replace("[ac][ad]", "[ad:ac]");
            let loose = loose
                .replace("RE[B+16]", "")
                .replace("B[cc])", "B[cc];W[])");
            assert_eq!(FORMAT.read(&small, loose.as_bytes()).unwrap(), records);
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (text, expected) in [
            ("()", "sgf, game 1: an empty game tree"),
            ("(;GM[1])", "a game of kind GM[1], and Othello is GM[2]"),
            ("(;B[fe])(;SZ[6])", "sgf, game 2: a board of size 6, not 8"),
            (
                "(;B[ii])",
                "move 1: 'ii' is not a move: expected two letters",
            ),
            (
                "(;B[fe];B[df])",
                "move 2: black plays where it is white's turn",
            ),
            ("(;B[fe];AB[aa])", "move 2: the board is set up anew"),
            ("(;B[fe];W[aa])", "move 2: 'a1' is not allowed"),
            ("(;B[fe]V[x])", "move 1: 'x' is not a number"),
            ("(;B[])", "move 1: 'pass' is not allowed"),
            ("(;AB[a])", "'a' is no square"),
            ("(;PL[x])", "'x' is no side"),
        ] {
            let error = read_text(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
