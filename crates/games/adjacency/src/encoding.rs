//! Positions and moves as numbers.

use crate::{Adjacency, Position, Square};
use papan_core::{Encoding, Random, Seat, Symmetry, bits, square_symmetries, write_bits};

/// The squares of the board.
const SQUARES: usize = 64;

/// The action of a mark is its square, row by row from the top left.
///
/// ```
/// use papan_adjacency::{Adjacency, Square};
/// use papan_core::Encoding;
///
/// let game = Adjacency::default();
/// assert_eq!(game.actions(), 64);
/// assert_eq!(game.action(Square::at(3, 2)), 26);
/// ```
impl Encoding for Adjacency {
    fn actions(&self) -> usize {
        SQUARES
    }

    #[inline]
    fn action(&self, played: Square) -> usize {
        played.index()
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Square> {
        (action < SQUARES).then(|| Square::new(action))
    }

    fn planes(&self) -> Vec<String> {
        [
            "the marks of the seat",
            "the marks of the other seat",
            "on every square how many moves are left",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    fn plane_size(&self) -> (usize, usize) {
        (8, 8)
    }

    fn longest_game(&self) -> usize {
        2 * self.rounds as usize
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        square_symmetries(8, 0, 3)
    }

    fn observation_size(&self) -> usize {
        3 * SQUARES
    }

    #[inline]
    fn observe(&self, position: &Position, seat: Seat, planes: &mut [u8]) {
        let (planes, _) = planes.as_chunks_mut::<SQUARES>();
        if let [own, other, left] = planes {
            write_bits(position.marks(seat), own);
            write_bits(position.marks(seat.next(2)), other);
            left.fill(position.plies_left() as u8);
        }
    }

    #[inline]
    fn mask(&self, position: &Position, _: &mut Vec<Square>, mask: &mut [u8]) {
        let legal = match position.plies_left() {
            0 => 0,
            _ => position.empty(),
        };
        if let Ok(mask) = <&mut [u8; SQUARES]>::try_from(mask) {
            write_bits(legal, mask);
        }
    }

    #[inline]
    fn random_move(
        &self,
        position: &Position,
        _: &mut Vec<Square>,
        random: &mut Random,
    ) -> Option<Square> {
        if position.plies_left() == 0 {
            return None;
        }
        let empty = position.empty();
        let choice = random.below(empty.count_ones() as usize);
        let square = bits::select(empty, choice as u32) & 63;
        Some(Square::new(square as usize))
    }
}
