//! Squares, moves and positions as text.
//!
//! Squares and moves are Pentobi's: column letter and row number from the bottom, a move
//! is its squares joined by commas. A position is one line of fields separated by blanks:
//!
//! ```text
//! ...../...../..1../...../..... 2 I2,I3,V3,I4,L4,T4,Z4,O4,I5,L5,Y,N,P,U,T5,V5,W,Z5,F,X all
//! ```
//!
//! the rows from the top, joined by `/`, with `.` for an empty square and `1` to `4` for
//! a colour; the colour to move, or `-` when the game is over; and for each colour the
//! pieces left: `all`, a list, `-` for none, or `-I1` for none with the monomino placed
//! last. Since pieces of a colour never share an edge, the board says which have been
//! placed; the hands must agree with it.

use crate::{
    Blokus, Board, Colour, Details, Move, Piece, Position, Rules, Square, SquareName, Squares,
    pieces::PIECES, position::ALL_PIECES,
};
use papan_core::{
    Effects, Family, Format, Game, MAX_SEATS, MoveError, Notation, Phrase, PositionError, Seat,
    SeatPlace, picture::Picture, shortened, spec::Settings,
};

const POSITION_FORM: &str = "the rows from the top joined by '/' with '.' or a colour from 1 to 4 \
     on each square, the colour to move or '-', and for each colour the pieces left: all, a list \
     such as I1,V3,F, '-' for none, or '-I1' for none with the monomino placed last";
const MOVE_FORM: &str = "the squares of a piece joined by commas, such as e9,d10,e10,f10,e11";

/// The name of a square: column letter and row from the bottom.
pub(crate) fn square_name(square: Square, size: usize) -> String {
    square_name_of(square, size).to_string()
}

pub(crate) fn square_name_of((row, column): Square, size: usize) -> SquareName {
    SquareName {
        column: column as u8,
        row: (size - row) as u8,
    }
}

/// The square with this name on a board of this size, in either case.
pub(crate) fn parse_square(name: &str, size: usize) -> Option<Square> {
    let (column, row) = parse_coordinates(name)?;
    (column < size && (1..=size).contains(&row)).then(|| (size - row, column))
}

/// Column from 0 and row from 1, whether or not a board has them.
fn parse_coordinates(name: &str) -> Option<(usize, usize)> {
    let name = name.trim();
    let letter = *name.as_bytes().first()?;
    let row = name.get(1..)?;
    let digits = (1..=2).contains(&row.len()) && row.bytes().all(|digit| digit.is_ascii_digit());
    if !letter.is_ascii_alphabetic() || !digits {
        return None;
    }
    Some((
        usize::from(letter.to_ascii_lowercase() - b'a'),
        row.parse().ok()?,
    ))
}

/// The names of the colours: black and white where there are two, as in Pentobi's files.
pub(crate) fn colour_name(colours: usize, colour: usize) -> &'static str {
    match colours {
        2 => ["black", "white"][colour],
        _ => ["blue", "yellow", "red", "green"][colour],
    }
}

/// The squares of a move as one writes them: row by row from the bottom.
pub(crate) fn squares_text(squares: &[Square], size: usize) -> String {
    let mut squares = squares.to_vec();
    squares.sort_by_key(|&(row, column)| (std::cmp::Reverse(row), column));
    let names = squares.iter().map(|&square| square_name(square, size));
    names.collect::<Vec<String>>().join(",")
}

impl<const WORDS: usize> Blokus<WORDS> {
    fn position_error(&self, problem: impl Into<String>) -> PositionError {
        PositionError {
            game: self.name(),
            problem: problem.into(),
            expected: POSITION_FORM,
        }
    }

    /// What stands on each square, row by row from the top.
    fn rows(&self, position: &Position<WORDS>, empty: impl Fn(usize) -> char) -> Vec<String> {
        let size = self.rules().size();
        let character = |index| {
            let colour = position
                .placed
                .iter()
                .position(|placed| placed.contains(index));
            colour.map_or_else(|| empty(index), |colour| (b'1' + colour as u8) as char)
        };
        let row = |row| {
            (0..size)
                .map(|column| character(self.index((row, column))))
                .collect()
        };
        (0..size).map(row).collect()
    }

    fn parse_rows(&self, text: &str) -> Result<[Squares<WORDS>; MAX_SEATS], PositionError> {
        let size = self.rules().size();
        let colours = self.rules().colours();
        let rows: Vec<&str> = text.split('/').take(size + 1).collect();
        if rows.len() != size {
            let found = text.split('/').count();
            return Err(self.position_error(format!("{found} rows instead of {size}")));
        }
        let mut placed = [Squares::EMPTY; MAX_SEATS];
        for (row, characters) in rows.iter().enumerate() {
            let count = characters.chars().count();
            if count != size {
                let place = size - row;
                return Err(self
                    .position_error(format!("{count} squares instead of {size} in row {place}")));
            }
            for (column, character) in characters.chars().enumerate() {
                let colour = character.to_digit(10).map(|digit| digit as usize);
                match colour {
                    Some(colour) if (1..=colours).contains(&colour) => {
                        placed[colour - 1].insert(self.index((row, column)));
                    }
                    _ if matches!(character, '.' | '-') => {}
                    _ => {
                        let name = square_name((row, column), size);
                        return Err(self.position_error(format!("'{character}' on {name}")));
                    }
                }
            }
        }
        Ok(placed)
    }

    /// Takes one connected part, which is a piece, out of the squares of a colour.
    pub(crate) fn next_piece(&self, rest: &mut Squares<WORDS>) -> Option<Squares<WORDS>> {
        let stride = self.stride() as u32;
        let mut piece = Squares::one(rest.iter().next()?);
        loop {
            let beside = piece.up(1) | piece.down(1) | piece.up(stride) | piece.down(stride);
            let grown = piece | (beside & *rest);
            if grown == piece {
                break;
            }
            piece = grown;
        }
        *rest = *rest & !piece;
        Some(piece)
    }

    /// The pieces that a colour has on the board: its squares fall apart into them.
    pub(crate) fn pieces_on_board(&self, placed: Squares<WORDS>) -> Result<u32, String> {
        let size = self.rules().size();
        let mut rest = placed;
        let mut pieces = 0;
        while let Some(piece) = self.next_piece(&mut rest) {
            let squares: Vec<Square> = piece.iter().map(|index| self.square(index)).collect();
            let text = || shortened(&squares_text(&squares, size));
            let covering = self.move_covering(&squares);
            let covering =
                covering.ok_or_else(|| format!("{} has not the shape of a piece", text()))?;
            let found = self.placement(covering).0;
            if pieces >> found.index() & 1 == 1 {
                return Err(format!("a second {found} at {}", text()));
            }
            pieces |= 1 << found.index();
        }
        Ok(pieces)
    }

    fn hand_text(&self, position: &Position<WORDS>, colour: usize) -> String {
        match (position.left[colour], position.monomino_last >> colour & 1) {
            (ALL_PIECES, _) => "all".to_owned(),
            (0, 1) => "-I1".to_owned(),
            (0, _) => "-".to_owned(),
            _ => {
                let names = position.pieces_left(colour).map(Piece::name);
                names.collect::<Vec<&str>>().join(",")
            }
        }
    }

    fn parse_hand(&self, text: &str) -> Result<(u32, bool), PositionError> {
        if text.eq_ignore_ascii_case("all") {
            return Ok((ALL_PIECES, false));
        }
        if text == "-" || text.eq_ignore_ascii_case("-I1") {
            return Ok((0, text != "-"));
        }
        let mut left = 0;
        for name in text.split(',').take(PIECES + 1) {
            let piece = Piece::named(name).ok_or_else(|| {
                self.position_error(format!("no piece is called '{}'", shortened(name)))
            })?;
            if left >> piece.index() & 1 == 1 {
                return Err(self.position_error(format!("{piece} twice in one hand")));
            }
            left |= 1 << piece.index();
        }
        Ok((left, false))
    }

    /// The colours that a move leaves without one: those that could move before it and
    /// never will again.
    fn stopped(&self, position: &Position<WORDS>, played: Move) -> Vec<usize> {
        let after = self.after(position, played);
        (0..self.rules().colours())
            .filter(|&colour| self.can_move(position, colour) && !self.can_move(&after, colour))
            .collect()
    }
}

impl<const WORDS: usize> Notation for Blokus<WORDS> {
    type Board = Board;
    type Details = Details;

    const FORMATS: &'static [Format<Self>] = crate::blksgf::formats();

    const GTP_NAMES: &'static [(&'static str, &'static str)] = &[
        ("Blokus", "blokus-classic"),
        ("Blokus Two-Player", "blokus-classic-2"),
        ("Blokus Three-Player", "blokus-classic-3"),
        ("Blokus Duo", "blokus-duo"),
    ];

    fn family(&self) -> &'static Family {
        self.rules().family()
    }

    fn name(&self) -> String {
        self.known_name().to_owned()
    }

    fn is_named(&self, text: &str) -> bool {
        Settings::parse("game", text, crate::PRESETS)
            .and_then(|settings| Rules::from_settings(&settings))
            .is_ok_and(|rules| rules == *self.rules())
    }

    fn seat_name(&self, seat: Seat) -> String {
        let rules = self.rules();
        let name = |colour| colour_name(rules.colours(), colour);
        match (rules.seats(), rules.colours()) {
            (2, 4) => format!("{} and {}", name(seat.index()), name(seat.index() + 2)),
            _ => name(seat.index()).to_owned(),
        }
    }

    fn seat_place(&self, seat: Seat) -> Option<SeatPlace> {
        Some(self.rules().seat_place(seat))
    }

    fn colours(&self) -> usize {
        self.rules().colours()
    }

    /// Pentobi counts what lies on the board, not what is left, and the colours one by one.
    fn gtp_points(&self, position: &Self::Position) -> Option<Vec<i32>> {
        let colours = 0..self.rules().colours();
        Some(
            colours
                .map(|colour| self.placed_points(position, colour))
                .collect(),
        )
    }

    fn board_size(&self) -> Option<usize> {
        Some(self.rules().size())
    }

    fn colour(&self, position: &Position<WORDS>) -> Option<usize> {
        position.colour()
    }

    fn position_text(&self, position: &Position<WORDS>) -> String {
        let mut fields = vec![
            self.rows(position, |_| '.').join("/"),
            position
                .colour()
                .map_or("-".to_owned(), |colour| (colour + 1).to_string()),
        ];
        fields.extend((0..self.rules().colours()).map(|colour| self.hand_text(position, colour)));
        fields.join(" ")
    }

    fn parse_position(&self, text: &str) -> Result<Position<WORDS>, PositionError> {
        let colours = self.rules().colours();
        let fields: Vec<&str> = text.split_whitespace().take(3 + MAX_SEATS).collect();
        if fields.len() != 2 + colours {
            return Err(self.position_error(format!(
                "{} fields instead of {}: the board, the colour to move and {colours} hands",
                fields.len(),
                2 + colours
            )));
        }
        let placed = self.parse_rows(fields[0])?;
        let mut left = [0; MAX_SEATS];
        let mut monomino_last = 0;
        for (colour, text) in fields[2..].iter().enumerate() {
            let (hand, last) = self.parse_hand(text)?;
            left[colour] = hand;
            monomino_last |= u8::from(last) << colour;
            let number = colour + 1;
            let on_board = self
                .pieces_on_board(placed[colour])
                .map_err(|problem| self.position_error(format!("colour {number}: {problem}")))?;
            if let Some(piece) = Piece::all().find(|p| (on_board ^ hand) >> p.index() & 1 == 0) {
                let problem = match on_board >> piece.index() & 1 {
                    1 => "is on the board and in its hand",
                    _ => "is neither on the board nor in its hand",
                };
                return Err(self.position_error(format!("colour {number}: {piece} {problem}")));
            }
        }
        let colour = match fields[1] {
            "-" => None,
            digit => match digit.parse() {
                Ok(colour) if (1..=colours).contains(&colour) => Some(colour - 1),
                _ => {
                    let found = shortened(digit);
                    return Err(self.position_error(format!("'{found}' is no colour to move")));
                }
            },
        };
        let position = self.arranged(placed, left, monomino_last, colour.unwrap_or(0));
        match (colour, position.colour()) {
            (None, Some(colour)) => {
                Err(self
                    .position_error(format!("nobody is to move, but colour {} can", colour + 1)))
            }
            _ => Ok(position),
        }
    }

    fn move_text(&self, _: &Position<WORDS>, played: Move) -> String {
        squares_text(&self.placement(played).1, self.rules().size())
    }

    fn parse_move(&self, position: &Position<WORDS>, text: &str) -> Result<Move, MoveError> {
        let size = self.rules().size();
        let trimmed = text.trim();
        if trimmed.eq_ignore_ascii_case("pass") {
            return Err(match position.colour() {
                None => MoveError::game_over(text),
                Some(_) => MoveError::illegal(
                    text,
                    "no-pass",
                    "a colour that can place a piece must, and others are skipped",
                ),
            });
        }
        let mut squares = Vec::new();
        for name in trimmed.split(',').take(6) {
            let Some((column, row)) = parse_coordinates(name) else {
                return Err(MoveError::syntax(text, MOVE_FORM));
            };
            if column >= size || !(1..=size).contains(&row) {
                let reason = format!("{} lies outside the board of {size}x{size}", name.trim());
                return Err(MoveError::illegal(text, "outside", reason));
            }
            squares.push((size - row, column));
        }
        let Some(colour) = position.colour() else {
            return Err(MoveError::game_over(text));
        };
        let played = self.move_covering(&squares).ok_or_else(|| {
            MoveError::illegal(
                text,
                "no-piece",
                "these squares have not the shape of a piece",
            )
        })?;
        match self.check(position, colour, played) {
            Ok(()) => Ok(played),
            Err(violation) => Err(MoveError::illegal(
                text,
                violation.rule(),
                violation.to_string(),
            )),
        }
    }

    fn draw(&self, position: &Position<WORDS>) -> String {
        let size = self.rules().size();
        let playable = self.playable_corners(position);
        let mark = |index| if playable.contains(index) { '+' } else { '.' };
        let spread = |characters: &str| {
            let cells: Vec<String> = characters.chars().map(String::from).collect();
            cells.join(" ")
        };
        let letters: String = (0..size)
            .map(|column| (b'a' + column as u8) as char)
            .collect();
        let mut lines = vec![format!("   {}", spread(&letters))];
        for (row, characters) in self.rows(position, mark).iter().enumerate() {
            lines.push(format!("{:>2} {}", size - row, spread(characters)));
        }
        for colour in 0..self.rules().colours() {
            lines.push(format!(
                "{} {}: {}",
                colour + 1,
                colour_name(self.rules().colours(), colour),
                self.hand_text(position, colour)
            ));
        }
        lines.join("\n") + "\n"
    }

    fn picture(&self, position: &Position<WORDS>, last: Option<(Seat, Move)>) -> Picture {
        crate::picture::picture(self, position, last)
    }

    fn board(&self, position: &Position<WORDS>) -> Board {
        let rules = self.rules();
        let size = rules.size();
        let names = |squares: Squares<WORDS>| -> Vec<String> {
            squares
                .iter()
                .map(|index| square_name(self.square(index), size))
                .collect()
        };
        let colour = |colour| Colour {
            name: colour_name(rules.colours(), colour),
            seat: self.seat_of(position, colour),
            start: square_name(rules.starts()[colour], size),
            pieces_left: position.pieces_left(colour).map(Piece::name).collect(),
            score: self.colour_score(position, colour),
        };
        Board {
            size,
            shapes: Piece::all()
                .map(|piece| (piece.name(), piece.squares()))
                .collect(),
            rows: self.rows(position, |_| '.'),
            colour: position.colour(),
            colours: (0..rules.colours()).map(colour).collect(),
            corners: names(self.playable_corners(position)),
        }
    }

    fn effects(&self, position: &Position<WORDS>, played: Move) -> Effects<Details> {
        let rules = self.rules();
        let (piece, squares) = self.placement(played);
        let names: Vec<String> = squares
            .iter()
            .map(|&square| square_name(square, rules.size()))
            .collect();
        let stopped = self.stopped(position, played);
        let mut summary = format!("places {piece}");
        let mut phrases = vec![Phrase::new("places", [("piece", piece.name())])];
        for &colour in &stopped {
            let name = colour_name(rules.colours(), colour);
            phrases.push(Phrase::new("no-moves-left", [("colour", name)]));
            summary += &format!("; {name} has no moves left");
        }
        Effects {
            summary,
            phrases,
            details: Details {
                colour: position.colour(),
                piece: piece.name(),
                squares: names,
                without_moves: stopped,
            },
        }
    }
}
