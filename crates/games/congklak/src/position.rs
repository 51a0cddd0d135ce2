//! What stands on the board, and who is to move.

use crate::row::Row;
use papan_core::{Seat, key};
use std::fmt;

/// A position of congklak: the seeds in every hole and store, and the seat to move. 24
/// bytes without heap; what its bytes mean depends on the rules it was made by, so it is
/// read through [`Congklak::seeds`](crate::Congklak::seeds) and
/// [`Congklak::store`](crate::Congklak::store).
///
/// Every position is settled: nobody is to move who has no seeds, and once the game is
/// over all seeds are in the stores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The first eight bytes of either side in sowing order, then what is left of both
    /// sides and, in the highest bit, the seat to move.
    words: [u64; 3],
}

const MOVER_BIT: u32 = 63;

impl Position {
    #[inline(always)]
    pub(crate) fn new<R: Row>(rows: [R; 2], mover: usize) -> Position {
        let mut words = R::pack(rows);
        words[2] |= (mover as u64) << MOVER_BIT;
        Position { words }
    }

    /// The rows of both sides; their store follows their holes.
    #[inline(always)]
    pub(crate) fn rows<R: Row>(&self) -> [R; 2] {
        R::unpack(&self.words)
    }

    /// The seat that is to move, unless the game is over.
    #[inline(always)]
    pub(crate) fn mover(&self) -> usize {
        (self.words[2] >> MOVER_BIT) as usize
    }

    #[inline]
    pub(crate) fn key(&self) -> u64 {
        key::of_words(self.words)
    }
}

/// A move: the mover's hole in this column.
///
/// ```
/// use papan_congklak::Hole;
///
/// let hole = Hole::new(2);
/// assert_eq!(hole.column(), 2);
/// assert_eq!(hole.to_string(), "3"); // people count from one
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hole(u8);

impl Hole {
    /// The hole in a column, counted from the left, from 0.
    ///
    /// # Panics
    /// When no board has that many columns.
    #[inline]
    pub const fn new(column: usize) -> Hole {
        assert!(
            column < crate::MAX_HOLES as usize,
            "a row has at most ten holes"
        );
        Hole(column as u8)
    }

    /// Its column, counted from the left, from 0.
    #[inline]
    pub const fn column(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// What a seat is called: the side that it plays.
pub(crate) fn side(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "A" } else { "B" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert_eq!(size_of::<Position>(), 24);
    }
}
