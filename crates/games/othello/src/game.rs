//! The rules.

use crate::{
    Move, Position,
    kernel::{Fastest, Kernel, Portable, Task},
};
use papan_core::{
    Family, Game, Random, Scores, Seat, Work, bits, key,
    spec::{Entry, Kind, Parameter, Settings, SpecError},
};

/// The game under its name on the command line.
pub const PRESETS: &[Entry] = &[Entry {
    name: "othello",
    summary: "Othello: enclose the other side's discs to turn them over",
    parameters: &[
        Parameter::new("size", Kind::Choice(&["4", "6", "8"]), "8").means("squares along a side")
    ],
}];

/// What is true of Othello besides its rules.
pub const FAMILIES: &[Family] = &[Family {
    name: "othello",
    geometry: "discs",
    presets: &["othello"],
    variants: &["othello:size=6", "othello:size=4"],
    work: &[
        Work::new("othello", 10, 60_000),
        Work::new("othello:size=6", 10, 60_000),
    ],
}];

/// Othello on a board of 8x8, 6x6 or 4x4 squares.
///
/// ```
/// use papan_core::{Game, Notation};
/// use papan_othello::Othello;
///
/// let othello = Othello::new();
/// let mut position = othello.start();
/// let opening = othello.parse_move(&position, "f5").unwrap();
/// othello.play(&mut position, opening);
/// assert_eq!(othello.scores(&position).as_slice(), [4, 1]);
/// assert_eq!(othello.perft(&othello.start(), 5), 1396);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Othello {
    size: u32,
    squares: u64,
    kernel: Fastest,
}

impl Default for Othello {
    fn default() -> Othello {
        Othello::new()
    }
}

impl Othello {
    /// The usual game on 8x8 squares.
    pub fn new() -> Othello {
        Othello::with_size(8)
    }

    /// The game on a board of this size.
    ///
    /// # Panics
    /// When `size` is not 4, 6 or 8.
    pub fn with_size(size: u32) -> Othello {
        assert!(matches!(size, 4 | 6 | 8), "boards are 4x4, 6x6 or 8x8");
        let margin = (8 - size) / 2;
        let row = ((1 << size) - 1) << margin;
        let rows = margin..margin + size;
        Othello {
            size,
            squares: rows.fold(0, |squares, index| squares | row << (8 * index)),
            kernel: Fastest::detect(),
        }
    }

    /// The same game without special instructions, the twin that the faster kernel is
    /// tested against.
    pub const fn portable(self) -> Othello {
        Othello {
            kernel: Fastest::Portable(Portable),
            ..self
        }
    }

    /// The game that `othello` or `othello:size=6` names.
    pub fn from_settings(settings: &Settings) -> Result<Othello, SpecError> {
        Ok(Othello::with_size(settings.choice("size", [4, 6, 8])))
    }

    /// The squares along a side.
    pub const fn size(&self) -> u32 {
        self.size
    }

    /// The squares of the board.
    pub const fn squares(&self) -> u64 {
        self.squares
    }

    /// The instructions that this machine does best.
    pub const fn kernel(&self) -> Fastest {
        self.kernel
    }

    /// The position with these discs, or `None` when a square has two discs or lies
    /// outside the board.
    ///
    /// ```
    /// use papan_core::{Game, Seat};
    /// use papan_othello::Othello;
    ///
    /// let othello = Othello::new();
    /// let start = othello.start();
    /// assert_eq!(othello.position(start.black(), start.white(), Seat::FIRST), Some(start));
    /// assert_eq!(othello.position(1, 1, Seat::FIRST), None);
    /// ```
    pub fn position(&self, black: u64, white: u64, mover: Seat) -> Option<Position> {
        if black & white != 0 || (black | white) & !self.squares != 0 {
            return None;
        }
        let (own, other) = match mover {
            Seat::FIRST => (black, white),
            _ => (white, black),
        };
        Some(self.kernel.run(Arrive {
            squares: self.squares,
            own,
            other,
            mover,
        }))
    }

    /// The discs that a move turns over.
    pub fn flips(&self, position: &Position, played: Move) -> u64 {
        match played.square() {
            None => 0,
            Some(square) => self.kernel.run(Flips { square, position }),
        }
    }

    /// The margin for black as tournaments count it: empty squares at the end go to the
    /// winner.
    ///
    /// ```
    /// use papan_core::Notation;
    /// use papan_othello::Othello;
    ///
    /// let small = Othello::with_size(4);
    /// let won = small.parse_position("X X X X  - O O O  - X X X  O X X X  X").unwrap();
    /// assert_eq!(small.margin(&won), 10 - 4 + 2);
    /// ```
    pub fn margin(&self, position: &Position) -> i32 {
        let count = |set: u64| set.count_ones() as i32;
        let (black, white) = (position.black(), position.white());
        let difference = count(black) - count(white);
        difference + difference.signum() * count(self.squares & !(black | white))
    }
}

/// The position that arises when the side `mover` has `own` discs and is to move.
#[inline(always)]
fn arrive<K: Kernel>(kernel: K, squares: u64, own: u64, other: u64, mover: Seat) -> Position {
    let mobility = kernel.mobility(own, other) & squares;
    Position {
        own,
        other,
        mobility,
        mover,
        over: mobility == 0 && kernel.mobility(other, own) & squares == 0,
    }
}

#[inline(always)]
fn play<K: Kernel>(kernel: K, squares: u64, position: &Position, played: Move) -> Position {
    let (mut own, mut other) = (position.own, position.other);
    if let Some(square) = played.square() {
        let flips = kernel.flips(square, own, other);
        own |= flips | 1 << square;
        other &= !flips;
    }
    arrive(kernel, squares, other, own, position.mover.next(2))
}

struct Arrive {
    squares: u64,
    own: u64,
    other: u64,
    mover: Seat,
}

impl Task for Arrive {
    type Output = Position;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Position {
        arrive(kernel, self.squares, self.own, self.other, self.mover)
    }
}

struct Flips<'a> {
    square: u32,
    position: &'a Position,
}

impl Task for Flips<'_> {
    type Output = u64;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> u64 {
        kernel.flips(self.square, self.position.own, self.position.other)
    }
}

struct Play<'a> {
    squares: u64,
    position: &'a Position,
    played: Move,
}

impl Task for Play<'_> {
    type Output = Position;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Position {
        play(kernel, self.squares, self.position, self.played)
    }
}

struct Playout<'a> {
    squares: u64,
    position: &'a mut Position,
    random: &'a mut Random,
}

impl Task for Playout<'_> {
    type Output = u32;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> u32 {
        let mut plies = 0;
        // Both stay in registers; behind the references they would be written after each move.
        let mut position = *self.position;
        let mut random = self.random.clone();
        while !position.over {
            let choices = kernel.count(position.mobility);
            let choice = random.below(choices.max(1) as usize) as u32;
            let played = match choices {
                0 => Move::PASS,
                _ => Move::place(kernel.select(position.mobility, choice) & 63),
            };
            position = play(kernel, self.squares, &position, played);
            plies += 1;
        }
        *self.position = position;
        *self.random = random;
        plies
    }
}

impl Game for Othello {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        // d4 and e5 are white, e4 and d5 black.
        let (black, white) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        self.kernel.run(Arrive {
            squares: self.squares,
            own: black,
            other: white,
            mover: Seat::FIRST,
        })
    }

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self, position: &Position) -> Option<Seat> {
        (!position.over).then_some(position.mover)
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if position.mobility != 0 {
            moves.extend(bits::ones(position.mobility).map(Move::place));
        } else if !position.over {
            moves.push(Move::PASS);
        }
    }

    #[inline]
    fn is_legal(&self, position: &Position, played: Move) -> bool {
        match played.square() {
            Some(square) => position.mobility >> square & 1 != 0,
            None => position.mobility == 0 && !position.over,
        }
    }

    #[inline(always)]
    fn play(&self, position: &mut Position, played: Move) {
        *position = self.kernel.run(Play {
            squares: self.squares,
            position,
            played,
        });
    }

    #[inline]
    fn scores(&self, position: &Position) -> Scores {
        let discs = |seat| position.discs(seat).count_ones() as i32;
        Scores::new(&[discs(Seat::FIRST), discs(Seat::SECOND)])
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        key::of_words([position.own, position.other, position.mover.index() as u64])
    }

    #[inline]
    fn count_moves(&self, position: &Position, _: &mut Vec<Move>) -> usize {
        match position.mobility.count_ones() as usize {
            0 => usize::from(!position.over),
            choices => choices,
        }
    }

    /// Whether the game is over is known here only when the board is full.
    #[inline(always)]
    fn lead_after(&self, position: &Position, played: Move) -> Option<(i32, bool)> {
        let lead = position.own.count_ones() as i32 - position.other.count_ones() as i32;
        let Some(square) = played.square() else {
            return Some((lead, false)); // after a pass the other side can move
        };
        let flips = self.kernel.run(Flips { square, position }).count_ones() as i32;
        let full = position.own | position.other | 1 << square == self.squares;
        Some((lead + 1 + 2 * flips, full))
    }

    /// The published counts for 8x8 (Aart Bik, 2009) include games that end early, 228 of
    /// them by ply 9; those for 4x4 do not.
    #[inline]
    fn finished_ways(&self) -> u64 {
        u64::from(self.size == 8)
    }

    fn perft(&self, position: &Position, depth: u32) -> u64 {
        crate::perft::perft(self, position, depth)
    }

    fn playout(&self, position: &mut Position, random: &mut Random) -> u32 {
        self.kernel.run(Playout {
            squares: self.squares,
            position,
            random,
        })
    }
}
