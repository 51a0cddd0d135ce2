//! Squares, moves and positions as text.

use crate::{Board, Details, FAMILIES, Move, Othello, PRESETS, Position, openings};
use papan_core::{
    Effects, Family, MoveError, Notation, Opening, Phrase, PositionError, Record, Seat, bits,
    picture::Picture, spec::Settings,
};

const POSITION_FORM: &str = "the squares row by row from the top left as X (black), O (white) or -, \
     a blank, and the side to move, X or O";
const MOVE_FORM: &str = "a square such as f5 or pass";

/// The spellings of a pass; the longest first, for where moves stand without blanks.
pub(crate) const PASSES: [&str; 5] = ["pass", "pa", "ps", "--", "@@"];

/// Whether a move text is a pass.
pub(crate) fn is_pass(text: &str) -> bool {
    PASSES.iter().any(|word| text.eq_ignore_ascii_case(word))
}

impl Othello {
    /// The width of the margin around a small board.
    fn margin_width(&self) -> u32 {
        (8 - self.size()) / 2
    }

    /// The name of a square: column letter and row number from the top.
    ///
    /// ```
    /// use papan_othello::Othello;
    ///
    /// assert_eq!(Othello::new().square_name(37), "f5");
    /// assert_eq!(Othello::with_size(4).square_name(18), "a1"); // in the middle of 8x8
    /// ```
    pub fn square_name(&self, square: u32) -> String {
        let column = (square % 8).saturating_sub(self.margin_width());
        let row = (square / 8).saturating_sub(self.margin_width());
        format!("{}{}", (b'a' + column as u8) as char, row + 1)
    }

    /// The square with this name, in either case.
    ///
    /// ```
    /// use papan_othello::Othello;
    ///
    /// assert_eq!(Othello::new().square("F5"), Some(37));
    /// assert_eq!(Othello::with_size(4).square("f5"), None);
    /// ```
    pub fn square(&self, name: &str) -> Option<u32> {
        let [column, row] = name.as_bytes() else {
            return None;
        };
        let column = u32::from(column.to_ascii_lowercase()).checked_sub(u32::from(b'a'))?;
        let row = u32::from(*row).checked_sub(u32::from(b'1'))?;
        let inside = column < self.size() && row < self.size();
        inside.then(|| 8 * (row + self.margin_width()) + column + self.margin_width())
    }

    /// The squares of the board, row by row from the top left.
    pub fn squares_in_order(&self) -> impl Iterator<Item = u32> + use<> {
        bits::ones(self.squares())
    }

    /// The board as its characters, `X` black, `O` white, `-` empty, row by row.
    pub(crate) fn board_text(&self, position: &Position) -> String {
        self.squares_in_order()
            .map(|square| disc(position, square))
            .collect()
    }
}

/// The character of what stands on a square.
fn disc(position: &Position, square: u32) -> char {
    match (
        position.black() >> square & 1,
        position.white() >> square & 1,
    ) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '-',
    }
}

/// The side that a character of the board or the side to move stands for.
pub(crate) fn side(character: char) -> Option<Seat> {
    match character {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Seat::FIRST),
        'O' | 'o' | '0' | 'W' | 'w' => Some(Seat::SECOND),
        _ => None,
    }
}

/// The character of a side.
pub(crate) fn side_character(seat: Seat) -> char {
    ['X', 'O'][seat.index()]
}

impl Notation for Othello {
    type Board = Board;
    type Details = Details;

    const FORMATS: &'static [papan_core::Format<Othello>] = crate::formats::ALL;

    const GTP_NAMES: &'static [(&'static str, &'static str)] = &[("Othello", "othello")];

    fn family(&self) -> &'static Family {
        &FAMILIES[0]
    }

    fn name(&self) -> String {
        PRESETS[0].text([self.size().to_string()])
    }

    fn is_named(&self, text: &str) -> bool {
        Settings::parse("game", text, PRESETS)
            .and_then(|settings| Othello::from_settings(&settings))
            .is_ok_and(|game| game.size() == self.size())
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["black", "white"][seat.index()].to_owned()
    }

    fn board_size(&self) -> Option<usize> {
        Some(self.size() as usize)
    }

    fn openings(&self) -> &'static [Opening] {
        match self.size() {
            8 => openings::OPENINGS,
            _ => &[],
        }
    }

    fn opening(&self, position: &Position) -> Option<&'static Opening> {
        match self.size() {
            8 => openings::named(position),
            _ => None,
        }
    }

    fn position_text(&self, position: &Position) -> String {
        format!(
            "{} {}",
            self.board_text(position),
            side_character(position.mover())
        )
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        let error = |problem: String| PositionError {
            game: self.name(),
            problem,
            expected: POSITION_FORM,
        };
        // Blanks and line breaks may stand anywhere: the last character is the side.
        let mut characters: Vec<char> = text
            .chars()
            .filter(|character| !character.is_whitespace())
            .take(100)
            .collect();
        let wanted = (self.size() * self.size()) as usize;
        if characters.len() != wanted + 1 {
            let found = characters.len();
            return Err(error(format!(
                "{} characters instead of {wanted} squares and a side",
                if found < 100 {
                    found.to_string()
                } else {
                    "too many".to_owned()
                }
            )));
        }
        let mover = characters.pop().unwrap_or_default();
        let mover = side(mover).ok_or_else(|| error(format!("'{mover}' is no side to move")))?;
        let (mut black, mut white) = (0, 0);
        for (square, character) in self.squares_in_order().zip(characters) {
            match side(character) {
                Some(Seat::FIRST) => black |= 1 << square,
                Some(_) => white |= 1 << square,
                None if matches!(character, '-' | '.' | '_') => {}
                None => {
                    let name = self.square_name(square);
                    return Err(error(format!("'{character}' on {name}")));
                }
            }
        }
        self.position(black, white, mover)
            .ok_or_else(|| error("two discs on one square".to_owned()))
    }

    fn move_text(&self, _: &Position, played: Move) -> String {
        match played.square() {
            Some(square) => self.square_name(square),
            None => "pass".to_owned(),
        }
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let trimmed = text.trim();
        let illegal = |rule, reason: String| Err(MoveError::illegal(text, rule, reason));
        let mover = self.seat_name(position.mover());
        if is_pass(trimmed) {
            return match position {
                _ if position.is_over() => Err(MoveError::game_over(text)),
                _ if position.mobility() == 0 => Ok(Move::PASS),
                _ => illegal(
                    "may-not-pass",
                    format!("{mover} has a move and may not pass"),
                ),
            };
        }
        let Some(square) = self.square(trimmed) else {
            return Err(MoveError::syntax(text, MOVE_FORM));
        };
        if position.is_over() {
            return Err(MoveError::game_over(text));
        }
        if position.mobility() >> square & 1 == 1 {
            return Ok(Move::place(square));
        }
        match disc(position, square) {
            '-' if position.mobility() == 0 => {
                illegal("must-pass", format!("{mover} has no move and must pass"))
            }
            '-' => illegal(
                "no-flip",
                format!("it would turn over none of {mover}'s opponent's discs"),
            ),
            _ => illegal("occupied", "the square is taken".to_owned()),
        }
    }

    fn draw(&self, position: &Position) -> String {
        let letters: Vec<String> = (0..self.size())
            .map(|column| ((b'a' + column as u8) as char).to_string())
            .collect();
        let mut lines = vec![format!("  {}", letters.join(" "))];
        let squares: Vec<u32> = self.squares_in_order().collect();
        for (row, squares) in squares.chunks(self.size() as usize).enumerate() {
            let cells: Vec<String> = squares
                .iter()
                .map(|&square| match disc(position, square) {
                    '-' if position.mobility() >> square & 1 == 1 => "+".to_owned(),
                    '-' => ".".to_owned(),
                    disc => disc.to_string(),
                })
                .collect();
            lines.push(format!("{} {}", row + 1, cells.join(" ")));
        }
        lines.join("\n") + "\n"
    }

    fn complete(&self, record: &mut Record, extension: &str, bytes: &[u8]) {
        crate::formats::complete(record, extension, bytes);
    }

    fn picture(&self, position: &Position, last: Option<(Seat, Move)>) -> Picture {
        crate::picture::picture(self, position, last)
    }

    fn board(&self, position: &Position) -> Board {
        let text = self.board_text(position);
        let rows = (0..text.len())
            .step_by(self.size() as usize)
            .map(|start| text[start..start + self.size() as usize].to_owned())
            .collect();
        Board {
            size: self.size(),
            rows,
        }
    }

    fn effects(&self, position: &Position, played: Move) -> Effects<Details> {
        let flipped: Vec<String> = bits::ones(self.flips(position, played))
            .map(|square| self.square_name(square))
            .collect();
        Effects {
            summary: match played {
                Move::PASS => "passes".to_owned(),
                _ => format!("turns over {}", flipped.len()),
            },
            phrases: vec![match played {
                Move::PASS => Phrase::plain("passes"),
                _ => Phrase::new("flips", [("count", flipped.len())]),
            }],
            details: Details {
                square: played.square().map(|square| self.square_name(square)),
                flipped,
            },
        }
    }
}
