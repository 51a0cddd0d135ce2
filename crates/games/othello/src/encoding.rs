//! Positions and moves as numbers.

use crate::{Move, Othello, Position};
use papan_core::{Encoding, Random, Seat, Symmetry, bits, square_symmetries, write_bits};

/// The action of a disc is its square on the board, row by row from the top left; the last action
/// is the pass.
///
/// ```
/// use papan_core::{Encoding, Notation, Game};
/// use papan_othello::Othello;
///
/// let othello = Othello::new();
/// assert_eq!(othello.actions(), 65);
/// let f5 = othello.parse_move(&othello.start(), "f5").unwrap();
/// assert_eq!(othello.action(f5), 8 * 4 + 5);
/// ```
impl Encoding for Othello {
    fn actions(&self) -> usize {
        let size = self.size() as usize;
        size * size + 1
    }

    #[inline]
    fn action(&self, played: Move) -> usize {
        let size = self.size();
        let action = match played.square() {
            None => size * size,
            Some(square) if size == 8 => square,
            Some(square) => {
                let edge = (8 - size) / 2;
                (square / 8 - edge) * size + square % 8 - edge
            }
        };
        action as usize
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        let size = self.size();
        let action = u32::try_from(action).ok()?;
        if action >= size * size {
            return (action == size * size).then_some(Move::PASS);
        }
        let edge = (8 - size) / 2;
        Some(Move::place(
            8 * (action / size + edge) + action % size + edge,
        ))
    }

    fn planes(&self) -> Vec<String> {
        ["the discs of the seat", "the discs of the other seat"]
            .map(str::to_owned)
            .to_vec()
    }

    fn plane_size(&self) -> (usize, usize) {
        (self.size() as usize, self.size() as usize)
    }

    /// Every square that is empty at the start, and a pass after each.
    fn longest_game(&self) -> usize {
        2 * (self.size() * self.size() - 4) as usize
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        square_symmetries(self.size() as usize, 1, 2)
    }

    fn observation_size(&self) -> usize {
        2 * (self.size() * self.size()) as usize
    }

    #[inline]
    fn observe(&self, position: &Position, seat: Seat, planes: &mut [u8]) {
        let sets = [position.discs(seat), position.discs(seat.next(2))];
        let squares = (self.size() * self.size()) as usize;
        for (set, plane) in sets.into_iter().zip(planes.chunks_exact_mut(squares)) {
            self.write_plane(set, plane);
        }
    }

    #[inline]
    fn mask(&self, position: &Position, _: &mut Vec<Move>, mask: &mut [u8]) {
        let squares = (self.size() * self.size()) as usize;
        self.write_plane(position.mobility(), &mut mask[..squares]);
        mask[squares] = u8::from(position.mobility() == 0 && !position.is_over());
    }

    #[inline]
    fn random_move(
        &self,
        position: &Position,
        _: &mut Vec<Move>,
        random: &mut Random,
    ) -> Option<Move> {
        if position.is_over() {
            return None;
        }
        let choices = position.mobility().count_ones() as usize;
        let choice = random.below(choices.max(1));
        Some(match choices {
            0 => Move::PASS,
            _ => Move::place(bits::select(position.mobility(), choice as u32) & 63),
        })
    }
}

impl Othello {
    /// Writes the squares of the board that are in a set.
    #[inline]
    fn write_plane(&self, set: u64, plane: &mut [u8]) {
        if let Ok(whole) = <&mut [u8; 64]>::try_from(&mut *plane) {
            return write_bits(set, whole);
        }
        for (square, byte) in plane.iter_mut().enumerate() {
            let place = self.move_of(square).and_then(Move::square);
            *byte = place.map_or(0, |place| (set >> place & 1) as u8);
        }
    }
}
