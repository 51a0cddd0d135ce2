//! The rules of congklak and its relatives, with the rule set as a value.
//!
//! Congklak is Indonesian mancala: two rows of holes with seeds, a store at either end.
//! A player empties a hole of the own row and sows its seeds one by one around the board,
//! the own store included and the other one not. Where the last seed falls decides what
//! follows: in a filled hole all that lies there is picked up and sown on (a relay), in
//! the own store the player moves again, in an own empty hole it captures. [`Rules`] says
//! which of these hold, [`PRESETS`] names the usual sets.
//!
//! # The board as drawn
//!
//! A's row is on top, B's below it; columns count from the left in both. Clockwise, A sows
//! to the right into its store on the right and B to the left into its store on the left:
//!
//! ```
//! use papan_congklak::Congklak;
//! use papan_core::{Game, Notation};
//!
//! let game = Congklak::named("congklak").unwrap();
//! let lines = [
//!     "          1   2   3   4   5   6   7",
//!     "   A ->   7   7   7   7   7   7   7",
//!     "B  0                                  A  0",
//!     "   B <-   7   7   7   7   7   7   7",
//!     "          1   2   3   4   5   6   7",
//! ];
//! assert_eq!(game.draw(&game.start()), lines.join("\n"));
//! ```
//!
//! Counter-clockwise, as Kalah is played, both turn round: A sows to the left into its
//! store on the left, B to the right into its store on the right.
//!
//! # Positions and moves
//!
//! A position is written as A's row from the left, a colon and A's store, the same for B,
//! and who is to move. A move is a column, counted from 1.
//!
//! ```
//! use papan_congklak::Congklak;
//! use papan_core::{Game, Notation};
//!
//! let game = Congklak::named("congklak").unwrap();
//! let mut position = game.start();
//! assert_eq!(game.position_text(&position), "7,7,7,7,7,7,7:0 7,7,7,7,7,7,7:0 A");
//!
//! let third = game.parse_move(&position, "3").unwrap();
//! assert_eq!(game.effects(&position, third).summary, "sows 7, relays once, captures 9");
//! game.play(&mut position, third);
//! assert_eq!(game.position_text(&position), "8,8,0,8,8,8,8:10 8,8,0,8,8,0,8:0 B");
//! ```
//!
//! Every move and every game ends: `sowing.rs` has the proof.

mod board;
mod encoding;
mod notation;
mod picture;
mod position;
mod presets;
mod row;
mod rules;
mod sowing;
mod steps;

pub use board::{Board, Details};
pub use position::{Hole, Position};
pub use presets::{FAMILIES, PRESETS};
pub use rules::{
    Capture, Direction, End, MAX_HOLES, MAX_SEEDS, MAX_TOTAL, Relay, Rules, RulesError,
};
pub use steps::{Place, Step};

use papan_core::{Game, Random, Scores, Seat, spec::Entry};
use row::Row;
use sowing::{Narrow, Seven, Sower, Wide};

/// The game with its rules.
///
/// ```
/// use papan_congklak::{Congklak, Hole, Rules};
/// use papan_core::{Game, Seat};
///
/// let game = Congklak::new(Rules::CONGKLAK).unwrap();
/// let mut position = game.start();
/// // The first player can take more than half of the seeds in the first turn.
/// for column in [1, 2, 7, 7, 1, 3, 1, 4, 7] {
///     assert_eq!(game.turn(&position), Some(Seat::FIRST));
///     game.play(&mut position, Hole::new(column - 1));
/// }
/// assert_eq!(game.store(&position, Seat::FIRST), 54);
/// ```
#[derive(Clone, Debug)]
pub struct Congklak {
    rules: Rules,
    preset: &'static Entry,
    sower: AnySower,
}

/// The sower for the size of the board.
#[derive(Clone, Debug)]
enum AnySower {
    Seven(Sower<Seven>),
    Narrow(Sower<Narrow>),
    Wide(Sower<Wide>),
}

/// Does the same with whichever sower there is.
macro_rules! with_sower {
    ($game:expr, $sower:ident => $result:expr) => {
        match &$game.sower {
            AnySower::Seven($sower) => $result,
            AnySower::Narrow($sower) => $result,
            AnySower::Wide($sower) => $result,
        }
    };
}

impl Congklak {
    /// The game with these rules, or what is wrong with them.
    pub fn new(rules: Rules) -> Result<Congklak, RulesError> {
        let rules = rules.checked()?;
        let sower = match rules.holes {
            7 => AnySower::Seven(Sower::new(Seven, &rules)),
            ..7 => AnySower::Narrow(Sower::new(Narrow(rules.holes), &rules)),
            _ => AnySower::Wide(Sower::new(Wide(rules.holes), &rules)),
        };
        Ok(Congklak {
            rules,
            preset: rules.nearest_preset(),
            sower,
        })
    }

    fn named_after(self, preset: Option<&'static Entry>) -> Congklak {
        Congklak {
            preset: preset.unwrap_or(self.preset),
            ..self
        }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The seeds in a seat's hole.
    ///
    /// # Panics
    /// When there is no such seat or column.
    pub fn seeds(&self, position: &Position, seat: Seat, column: usize) -> u8 {
        assert!(
            column < self.holes(),
            "the board has {} columns",
            self.holes()
        );
        let offset = with_sower!(self, sower => sower.offset(seat.index(), column));
        position.rows::<u128>()[seat.index()].seeds(offset) as u8
    }

    /// The seeds in a seat's store.
    ///
    /// # Panics
    /// When there is no such seat.
    pub fn store(&self, position: &Position, seat: Seat) -> u8 {
        let offset = 8 * self.holes() as u32;
        position.rows::<u128>()[seat.index()].seeds(offset) as u8
    }

    /// What lies on the side of either seat: a byte for each hole, the one farthest from
    /// the side's store in the lowest, and above them the store. Two sides that look alike
    /// play alike, whichever seat has them. For searches that read a whole position at
    /// once.
    ///
    /// ```
    /// use papan_congklak::Congklak;
    /// use papan_core::Notation;
    ///
    /// let game = Congklak::named("kalah:holes=3").unwrap();
    /// // A sows to the left into its store, B to the right.
    /// let position = game.parse_position("1,2,3:4 5,6,7:8 B").unwrap();
    /// assert_eq!(game.sides(&position), [0x04_01_02_03, 0x08_07_06_05]);
    /// ```
    #[inline(always)]
    pub fn sides(&self, position: &Position) -> [u128; 2] {
        position.rows::<u128>()
    }

    /// The seat's holes from the left.
    fn row(&self, position: &Position, seat: Seat) -> impl Iterator<Item = u8> {
        (0..self.holes()).map(move |column| self.seeds(position, seat, column))
    }

    fn holes(&self) -> usize {
        self.rules.holes.into()
    }

    /// The position with these seeds, as settled as every position is. For either seat its
    /// holes from the left and its store.
    fn position_of(&self, sides: [(&[u8], u8); 2], mover: Seat) -> Position {
        let rows = [0, 1].map(|seat| {
            let (holes, store) = sides[seat];
            let store = u128::of(store.into(), 8 * self.holes() as u32);
            holes
                .iter()
                .enumerate()
                .fold(store, |row, (column, &seeds)| {
                    let offset = with_sower!(self, sower => sower.offset(seat, column));
                    row | u128::of(seeds.into(), offset)
                })
        });
        let position = Position::new(rows, mover.index());
        with_sower!(self, sower => sower.settled(position))
    }
}

/// Congklak as it is usually played.
impl Default for Congklak {
    fn default() -> Congklak {
        Congklak::new(Rules::CONGKLAK).expect("a board that exists")
    }
}

impl Game for Congklak {
    type Position = Position;
    type Move = Hole;

    fn start(&self) -> Position {
        let row = [self.rules.seeds; MAX_HOLES as usize];
        let row = &row[..self.holes()];
        self.position_of([(row, 0), (row, 0)], Seat::FIRST)
    }

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self, position: &Position) -> Option<Seat> {
        let over = with_sower!(self, sower => sower.is_over(position));
        (!over).then(|| Seat::new(position.mover()))
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Hole>) {
        with_sower!(self, sower => sower.moves(position, moves));
    }

    #[inline]
    fn count_moves(&self, position: &Position, _: &mut Vec<Hole>) -> usize {
        with_sower!(self, sower => sower.count_moves(position))
    }

    fn is_legal(&self, position: &Position, played: Hole) -> bool {
        let seeds = |mover| self.seeds(position, mover, played.column());
        played.column() < self.holes() && self.turn(position).is_some_and(|mover| seeds(mover) > 0)
    }

    #[inline]
    fn play(&self, position: &mut Position, played: Hole) {
        with_sower!(self, sower => sower.play(position, played.column()));
    }

    fn scores(&self, position: &Position) -> Scores {
        Scores::new(&[Seat::FIRST, Seat::SECOND].map(|seat| self.store(position, seat).into()))
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn playout(&self, position: &mut Position, random: &mut Random) -> u32 {
        with_sower!(self, sower => sower.playout(position, random))
    }
}
