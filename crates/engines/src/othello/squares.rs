//! The squares that matter most, on boards of any size.

use papan_othello::Othello;

/// A set of squares and all that are next to them, also off a board smaller than 8x8.
///
/// ```
/// use papan_engines::othello::around;
///
/// assert_eq!(around(1), 0x0303);
/// ```
#[inline(always)]
pub const fn around(set: u64) -> u64 {
    let row = set | (set & 0x7F7F_7F7F_7F7F_7F7F) << 1 | (set & 0xFEFE_FEFE_FEFE_FEFE) >> 1;
    row | row << 8 | row >> 8
}

/// The corners of a board and the squares around them.
///
/// ```
/// use papan_engines::othello::Corners;
/// use papan_othello::Othello;
///
/// let corners = Corners::of(&Othello::new());
/// assert_eq!(corners.corners, 0x8100_0000_0000_0081);
/// assert_eq!(corners.inside, 0x0042_0000_0000_4200);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Corners {
    /// The corners.
    pub corners: u64,
    /// The squares diagonally inside a corner.
    pub inside: u64,
    /// The squares beside a corner on the edge.
    pub beside: u64,
}

impl Corners {
    /// Those of a board.
    #[inline]
    pub fn of(game: &Othello) -> Corners {
        // A square between two others in its row or its column is none.
        let squares = game.squares();
        let left = squares & 0x7F7F_7F7F_7F7F_7F7F;
        let right = squares & 0xFEFE_FEFE_FEFE_FEFE;
        let middle_of_row = left << 1 & right >> 1;
        let middle_of_column = squares << 8 & squares >> 8;
        let corners = squares & !middle_of_row & !middle_of_column;
        let edge = squares & !(middle_of_row & middle_of_column);
        let near = around(corners) & squares & !corners;
        Corners {
            corners,
            inside: near & !edge,
            beside: near & edge,
        }
    }

    /// The squares around the corners.
    #[inline]
    pub fn near(&self) -> u64 {
        self.inside | self.beside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_squares_around_one_are_its_neighbours() {
        for square in 0..64_u32 {
            let near = |other: &u32| {
                let (row, column) = (square / 8, square % 8);
                row.abs_diff(other / 8) <= 1 && column.abs_diff(other % 8) <= 1
            };
            let expected = (0..64).filter(near).fold(0, |set, other| set | 1 << other);
            assert_eq!(around(1 << square), expected, "{square}");
        }
    }

    #[test]
    fn corners_are_where_they_should_be() {
        for (size, corners, inside) in [
            (8, 0x8100_0000_0000_0081, 0x0042_0000_0000_4200),
            (6, 0x0042_0000_0000_4200, 0x0000_2400_0024_0000),
            (4, 0x0000_2400_0024_0000, 0x0000_0018_1800_0000),
        ] {
            let found = Corners::of(&Othello::with_size(size));
            assert_eq!((found.corners, found.inside), (corners, inside), "{size}");
            assert_eq!(found.beside.count_ones(), 8);
            assert_eq!(found.near().count_ones(), 12);
        }
    }
}
