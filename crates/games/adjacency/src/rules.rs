//! How the game is played.

use crate::{Position, Square, neighbours, playout::Playout};
use papan_core::{
    Family, Game, Random, Scores, Seat, Work, bits, key,
    spec::{Entry, Kind, Parameter, Settings, SpecError},
};

/// The most rounds of a game: then the board is full.
pub const MAX_ROUNDS: u32 = 28;

/// The game by name, with its parameters.
pub const PRESETS: &[Entry] = &[Entry {
    name: "adjacency",
    summary: "Adjacency: 8x8, a mark turns the enemy marks beside it",
    parameters: &[
        Parameter::new("rounds", Kind::Integer(1, MAX_ROUNDS), "28")
            .means("moves that each side makes; 28 fill the board"),
        Parameter::new("first", Kind::Choice(&["X", "O"]), "X").means("who moves first"),
    ],
}];

/// What is true of Adjacency besides its rules.
pub const FAMILIES: &[Family] = &[Family {
    name: "adjacency",
    geometry: "marks",
    presets: &["adjacency"],
    variants: &[],
    work: &[Work::new("adjacency", 4, 250_000)],
}];

/// X's marks at the start: a7, b7, a8, b8.
const START_X: u64 = 0x0303_0000_0000_0000;
/// O's marks at the start: g1, h1, g2, h2.
const START_O: u64 = 0x0000_0000_0000_C0C0;

/// The game with its parameters. Seat 0 plays X and seat 1 plays O, whoever is first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjacency {
    pub(crate) rounds: u32,
    pub(crate) first: Seat,
}

impl Adjacency {
    /// A game of `rounds` rounds, which `first` begins.
    ///
    /// # Panics
    /// When `rounds` is not from 1 to [`MAX_ROUNDS`], or `first` is not one of the two
    /// seats.
    ///
    /// ```
    /// use papan_adjacency::Adjacency;
    /// use papan_core::{Game, Notation, Seat};
    ///
    /// let game = Adjacency::new(8, Seat::SECOND);
    /// assert_eq!(game.name(), "adjacency:rounds=8,first=O");
    /// assert_eq!(game.turn(&game.start()), Some(Seat::SECOND));
    /// ```
    pub const fn new(rounds: u32, first: Seat) -> Adjacency {
        assert!(
            1 <= rounds && rounds <= MAX_ROUNDS,
            "a game has 1 to 28 rounds"
        );
        assert!(first.index() < 2, "the game has two seats");
        Adjacency { rounds, first }
    }

    /// The game that settings of one of the [`PRESETS`] describe.
    ///
    /// ```
    /// use papan_adjacency::{Adjacency, PRESETS};
    /// use papan_core::{Seat, spec::Settings};
    ///
    /// let settings = Settings::parse("game", "adjacency:rounds=16", PRESETS).unwrap();
    /// let game = Adjacency::from_settings(&settings).unwrap();
    /// assert_eq!(game, Adjacency::new(16, Seat::FIRST));
    /// ```
    pub fn from_settings(settings: &Settings) -> Result<Adjacency, SpecError> {
        let first = settings.choice("first", [Seat::FIRST, Seat::SECOND]);
        Ok(Adjacency::new(settings.integer("rounds"), first))
    }
}

impl Default for Adjacency {
    fn default() -> Adjacency {
        Adjacency::new(MAX_ROUNDS, Seat::FIRST)
    }
}

impl Game for Adjacency {
    type Position = Position;
    type Move = Square;

    fn start(&self) -> Position {
        Position {
            marks: [START_X, START_O],
            mover: self.first,
            left: 2 * self.rounds as u8,
        }
    }

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self, position: &Position) -> Option<Seat> {
        (position.left > 0 && position.empty() != 0).then_some(position.mover)
    }

    /// Row by row from the top left.
    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Square>) {
        if position.left > 0 {
            moves.extend(bits::ones(position.empty()).map(|index| Square::new(index as usize)));
        }
    }

    #[inline]
    fn is_legal(&self, position: &Position, played: Square) -> bool {
        position.left > 0 && position.empty() & played.bit() != 0
    }

    #[inline]
    fn play(&self, position: &mut Position, played: Square) {
        // Chosen, not indexed: a search keeps both sides in registers that way.
        let first = position.mover.index() == 0;
        let [x, o] = position.marks;
        let (own, other) = if first { (x, o) } else { (o, x) };
        let converted = neighbours(played.bit()) & other;
        let (own, other) = (own | converted | played.bit(), other ^ converted);
        position.marks = if first { [own, other] } else { [other, own] };
        position.mover = position.mover.next(2);
        position.left = position.left.wrapping_sub(1);
    }

    /// The marks of each side.
    #[inline]
    fn scores(&self, position: &Position) -> Scores {
        Scores::new(&position.marks.map(|marks| marks.count_ones() as i32))
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let [x, o] = position.marks;
        let rest = u64::from(position.left) << 1 | position.mover.index() as u64;
        key::of_words([x, o, rest])
    }

    #[inline]
    fn count_moves(&self, position: &Position, _: &mut Vec<Square>) -> usize {
        match position.left {
            0 => 0,
            _ => position.empty().count_ones() as usize,
        }
    }

    #[inline]
    fn lead_after(&self, position: &Position, played: Square) -> Option<(i32, bool)> {
        let [x, o] = position.marks.map(|marks| marks.count_ones() as i32);
        let lead = if position.mover.index() == 0 {
            x - o
        } else {
            o - x
        };
        let converted = position.converted(played).count_ones() as i32;
        Some((lead + 1 + 2 * converted, position.plies_left() == 1))
    }

    fn playout(&self, position: &mut Position, random: &mut Random) -> u32 {
        bits::run_fastest(Playout { position, random })
    }
}
