//! Squares and what stands on them.

use papan_core::Seat;
use std::fmt;

/// The side of the board.
pub(crate) const SIDE: usize = 8;

/// A square, numbered row by row from the top left. As a [`Game::Move`] it is the square
/// that gets the mover's mark.
///
/// ```
/// use papan_adjacency::Square;
///
/// let square = Square::at(3, 2);
/// assert_eq!(square.to_string(), "c4");
/// assert_eq!(square.index(), 26);
/// assert_eq!(square.bit(), 1 << 26);
/// ```
///
/// [`Game::Move`]: papan_core::Game::Move
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square with this number.
    ///
    /// # Panics
    /// When `index` is not below 64.
    #[inline]
    pub const fn new(index: usize) -> Square {
        assert!(index < SIDE * SIDE, "the board has 64 squares");
        Square(index as u8)
    }

    /// The square in this row and column, both counted from 0, rows from the top.
    ///
    /// # Panics
    /// When one of them is not below 8.
    #[inline]
    pub const fn at(row: usize, column: usize) -> Square {
        assert!(row < SIDE && column < SIDE, "the board has 8x8 squares");
        Square((row * SIDE + column) as u8)
    }

    /// Its number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this square alone.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = (self.index() / SIDE, self.index() % SIDE);
        write!(f, "{}{}", char::from(b'a' + column as u8), row + 1)
    }
}

/// The squares beside, above and below any of the given ones, as a set; bit 0 is a1.
///
/// ```
/// use papan_adjacency::{Square, neighbours};
///
/// let corner = Square::at(0, 0);
/// assert_eq!(neighbours(corner.bit()), Square::at(0, 1).bit() | Square::at(1, 0).bit());
/// ```
#[inline(always)]
pub const fn neighbours(squares: u64) -> u64 {
    const COLUMN_A: u64 = 0x0101_0101_0101_0101;
    const COLUMN_H: u64 = COLUMN_A << 7;
    (squares << 8) | (squares >> 8) | ((squares << 1) & !COLUMN_A) | ((squares >> 1) & !COLUMN_H)
}

/// The marks on the board, who is to move and how many plies are left to play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The squares of X and of O, which have none in common.
    pub(crate) marks: [u64; 2],
    pub(crate) mover: Seat,
    /// As it was given: it may be more than there are empty squares.
    pub(crate) left: u8,
}

impl Position {
    /// The squares with the marks of a seat, as a set; bit 0 is a1.
    ///
    /// # Panics
    /// When the seat is not one of the two.
    #[inline]
    pub const fn marks(&self, seat: Seat) -> u64 {
        self.marks[seat.index()]
    }

    /// The squares without a mark, as a set.
    #[inline]
    pub const fn empty(&self) -> u64 {
        !(self.marks[0] | self.marks[1])
    }

    /// The seat to move; after the end, the one that would be.
    #[inline]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// How many more moves there will be: none when the game is over.
    ///
    /// A position may be given with more plies left than it has empty squares; then the
    /// full board ends the game, and only the text remembers the number.
    #[inline]
    pub const fn plies_left(&self) -> u32 {
        let (left, room) = (self.left as u32, self.empty().count_ones());
        if left < room { left } else { room }
    }

    /// The enemy marks that a move to an empty square turns, as a set.
    #[inline]
    pub const fn converted(&self, square: Square) -> u64 {
        neighbours(square.bit()) & self.marks[1 - self.mover.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_small() {
        assert!(size_of::<Position>() <= 32);
        assert_eq!(size_of::<Square>(), 1);
    }

    #[test]
    fn neighbours_do_not_wrap_around_the_edges() {
        for square in (0..64).map(Square::new) {
            let (row, column) = (square.index() as i32 / 8, square.index() as i32 % 8);
            let expected = [(-1, 0), (1, 0), (0, -1), (0, 1)]
                .map(|(down, right)| (row + down, column + right))
                .into_iter()
                .filter(|(row, column)| (0..8).contains(row) && (0..8).contains(column))
                .fold(0, |set, (row, column)| {
                    set | Square::at(row as usize, column as usize).bit()
                });
            assert_eq!(neighbours(square.bit()), expected, "{square}");
        }
    }
}
