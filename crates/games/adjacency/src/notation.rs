//! Positions and moves as text.

use crate::{
    Adjacency, Board, Details, FAMILIES, PRESETS, Position, Square, neighbours, position::SIDE,
};
use papan_core::{
    Effects, Family, Game, MoveError, Notation, Phrase, PositionError, Seat, SeatPlace, bits,
    picture::Picture, shortened, spec::Settings,
};

const POSITION_FORM: &str = "eight rows from the top with 'X', 'O' or '.' for each square, the \
    side to move and the plies left, as in \
    '......OO/......OO/......../......../......../......../XX....../XX...... X 56'";
const MOVE_FORM: &str = "an empty square from a1 (top left) to h8 (bottom right)";

/// The most plies that a position may have left: no board has room for more.
const MAX_PLIES: u8 = 64;

/// The sign of a seat.
fn sign(seat: Seat) -> char {
    ['X', 'O'][seat.index()]
}

/// The seat with this sign.
fn seat_of(sign: char) -> Option<Seat> {
    match sign {
        'X' | 'x' => Some(Seat::FIRST),
        'O' | 'o' => Some(Seat::SECOND),
        _ => None,
    }
}

/// What stands on a square.
fn sign_at(position: &Position, square: Square) -> char {
    let owner = Seat::all(2).find(|&seat| position.marks(seat) & square.bit() != 0);
    owner.map_or('.', sign)
}

/// The rows from the top.
fn rows(position: &Position) -> [String; SIDE] {
    std::array::from_fn(|row| {
        (0..SIDE)
            .map(|column| sign_at(position, Square::at(row, column)))
            .collect()
    })
}

/// The marks of X and O that the rows of a text show, or what is wrong with them.
fn parse_rows(text: &str) -> Result<[u64; 2], String> {
    let found = text.split('/').count();
    if found != SIDE {
        return Err(format!("{found} rows instead of {SIDE}"));
    }
    let mut marks = [0; 2];
    for (row, squares) in text.split('/').enumerate() {
        let found = squares.chars().count();
        if found != SIDE {
            let row = row + 1;
            return Err(format!("row {row} has {found} squares instead of {SIDE}"));
        }
        for (column, mark) in squares.chars().enumerate() {
            let square = Square::at(row, column);
            match seat_of(mark) {
                Some(seat) => marks[seat.index()] |= square.bit(),
                None if mark == '.' => {}
                None => return Err(format!("'{mark}' on {square}")),
            }
        }
    }
    Ok(marks)
}

fn parse_position(text: &str) -> Result<Position, String> {
    let mut words = text.split_whitespace();
    let marks = parse_rows(words.next().ok_or("the text is empty")?)?;
    let side = words.next().ok_or("no side to move")?;
    let mut signs = side.chars();
    let mover = match (signs.next().and_then(seat_of), signs.next()) {
        (Some(seat), None) => seat,
        _ => return Err(format!("'{}' is no side to move", shortened(side))),
    };
    let left = words.next().ok_or("no number of plies left")?;
    let left = match left.parse() {
        Ok(plies @ 0..=MAX_PLIES) => plies,
        _ => {
            let found = shortened(left);
            return Err(format!("'{found}' plies left, not 0 to {MAX_PLIES}"));
        }
    };
    match words.next() {
        None => Ok(Position { marks, mover, left }),
        Some(more) => Err(format!("'{}' behind the end", shortened(more))),
    }
}

/// The square with this name.
fn parse_square(text: &str) -> Option<Square> {
    match text.as_bytes() {
        &[column, row @ b'1'..=b'8'] => match column.to_ascii_lowercase() {
            column @ b'a'..=b'h' => Some(Square::at((row - b'1').into(), (column - b'a').into())),
            _ => None,
        },
        _ => None,
    }
}

impl Notation for Adjacency {
    type Board = Board;
    type Details = Details;

    fn family(&self) -> &'static Family {
        &FAMILIES[0]
    }

    fn name(&self) -> String {
        PRESETS[0].text([self.rounds.to_string(), sign(self.first).to_string()])
    }

    fn is_named(&self, text: &str) -> bool {
        Settings::parse("game", text, PRESETS)
            .and_then(|settings| Adjacency::from_settings(&settings))
            .is_ok_and(|game| game == *self)
    }

    fn seat_name(&self, seat: Seat) -> String {
        sign(seat).to_string()
    }

    fn seat_place(&self, seat: Seat) -> Option<SeatPlace> {
        Some([SeatPlace::BottomLeft, SeatPlace::TopRight][seat.index()])
    }

    fn board_size(&self) -> Option<usize> {
        Some(SIDE)
    }

    fn position_text(&self, position: &Position) -> String {
        let rows = rows(position).join("/");
        format!("{rows} {} {}", sign(position.mover), position.left)
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        parse_position(text).map_err(|problem| PositionError {
            game: self.name(),
            problem,
            expected: POSITION_FORM,
        })
    }

    fn move_text(&self, _: &Position, played: Square) -> String {
        played.to_string()
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Square, MoveError> {
        if self.turn(position).is_none() {
            return Err(MoveError::game_over(text));
        }
        let square = parse_square(text.trim()).ok_or_else(|| MoveError::syntax(text, MOVE_FORM))?;
        match sign_at(position, square) {
            '.' => Ok(square),
            mark => Err(MoveError::illegal(
                text,
                "occupied",
                format!("{square} holds {mark} already"),
            )),
        }
    }

    fn draw(&self, position: &Position) -> String {
        let mut text = String::from("  a b c d e f g h\n");
        for (row, squares) in rows(position).iter().enumerate() {
            text += &(row + 1).to_string();
            for mark in squares.chars() {
                text.push(' ');
                text.push(mark);
            }
            text.push('\n');
        }
        text + &format!("plies left: {}", position.plies_left())
    }

    fn picture(&self, position: &Position, last: Option<(Seat, Square)>) -> Picture {
        crate::picture::picture(position, last)
    }

    fn board(&self, position: &Position) -> Board {
        let [x, o] = position.marks;
        let safe = (x | o) & !neighbours(!(x | o));
        let name = |index| Square::new(index as usize).to_string();
        Board {
            rows: rows(position),
            plies_left: position.plies_left(),
            safe: bits::ones(safe).map(name).collect(),
        }
    }

    fn effects(&self, position: &Position, played: Square) -> Effects<Details> {
        let converted: Vec<String> = bits::ones(position.converted(played))
            .map(|index| Square::new(index as usize).to_string())
            .collect();
        let turned = converted.len() as i32;
        let mut change = [-turned; 2];
        change[position.mover.index()] = turned + 1;
        Effects {
            summary: match turned {
                0 => "converts nothing".to_owned(),
                _ => format!("converts {turned}"),
            },
            phrases: vec![Phrase::new("converts", [("count", turned)])],
            details: Details {
                square: played.to_string(),
                converted,
                change,
            },
        }
    }
}
