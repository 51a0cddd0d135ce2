//! Positions and moves as numbers, for programs that learn.

use crate::{Game, Random, Scores, Seat};

/// A game whose moves have numbers and whose positions are planes of small numbers.
///
/// Numbers of actions and the meaning of planes never change for a game with its parameters: what
/// was learned from them is kept in files.
///
/// ```
/// use papan_core::{Encoding, Game, Seat, example::Nim};
///
/// let nim = Nim::new(7);
/// let start = nim.start();
/// assert_eq!(nim.actions(), 3);
/// assert_eq!(nim.move_of(0), Some(1));
/// assert_eq!(nim.action(3), 2);
/// let mut planes = vec![0; nim.observation_size()];
/// nim.observe(&start, Seat::FIRST, &mut planes);
/// assert_eq!(planes, [7]);
/// ```
pub trait Encoding: Game {
    /// How many numbers of actions there are: every move of the game has one of `0..actions`,
    /// whatever the position.
    fn actions(&self) -> usize;

    /// The number of a move.
    fn action(&self, played: Self::Move) -> usize;

    /// The move of a number, legal or not; `None` from [`actions`](Encoding::actions) on.
    fn move_of(&self, action: usize) -> Option<Self::Move>;

    /// What each plane of an observation says, in words.
    fn planes(&self) -> Vec<String>;

    /// The rows and columns of a plane.
    fn plane_size(&self) -> (usize, usize);

    /// Writes what a seat sees of a position: plane after plane, row after row. `planes` has
    /// [`observation_size`](Encoding::observation_size) numbers.
    fn observe(&self, position: &Self::Position, seat: Seat, planes: &mut [u8]);

    /// The most plies that a game from the start can have; for games of which that is not known,
    /// far more than any game has had.
    fn longest_game(&self) -> usize;

    /// The images of the board under which the rules stay the same, the board as it is first.
    fn symmetries(&self) -> Vec<Symmetry> {
        vec![Symmetry {
            actions: (0..self.actions() as u32).collect(),
            observation: (0..self.observation_size() as u32).collect(),
        }]
    }

    /// The numbers of an observation.
    fn observation_size(&self) -> usize {
        let (rows, columns) = self.plane_size();
        self.planes().len() * rows * columns
    }

    /// Writes 1 for each legal action and 0 for all others. `mask` has
    /// [`actions`](Encoding::actions) numbers; `moves` is a list to work in.
    #[inline]
    fn mask(&self, position: &Self::Position, moves: &mut Vec<Self::Move>, mask: &mut [u8]) {
        mask.fill(0);
        moves.clear();
        self.moves(position, moves);
        for &played in moves.iter() {
            mask[self.action(played)] = 1;
        }
    }

    /// A legal move, each as likely as the others; `None` when the game is over. It costs one
    /// draw.
    #[inline]
    fn random_move(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Self::Move>,
        random: &mut Random,
    ) -> Option<Self::Move> {
        moves.clear();
        self.moves(position, moves);
        (!moves.is_empty()).then(|| moves[random.below(moves.len())])
    }
}

/// One image of a board: where each number goes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// The action that each action becomes.
    pub actions: Vec<u32>,
    /// The place of an observation that each place moves to.
    pub observation: Vec<u32>,
}

/// The eight images of a square board: each as a function of the row and column of a square, the
/// board as it is first.
pub fn square_images(size: usize) -> [impl Fn((usize, usize)) -> (usize, usize); 8] {
    std::array::from_fn(|image| {
        move |(row, column): (usize, usize)| {
            let (row, column) = match image & 1 {
                0 => (row, column),
                _ => (column, row),
            };
            let flipped = |bit: usize, at: usize| match image & bit {
                0 => at,
                _ => size - 1 - at,
            };
            (flipped(2, row), flipped(4, column))
        }
    })
}

/// The images of a game on a square board whose actions are its squares, row by row, with `others`
/// actions after them, and whose planes all show the board.
pub fn square_symmetries(size: usize, others: usize, planes: usize) -> Vec<Symmetry> {
    let squares = size * size;
    let images = square_images(size).into_iter().map(|image| {
        let moved = |square: usize| {
            let (row, column) = image((square / size, square % size));
            row * size + column
        };
        let actions = (0..squares).map(moved).chain(squares..squares + others);
        let observation =
            (0..planes * squares).map(|place| place / squares * squares + moved(place % squares));
        Symmetry {
            actions: actions.map(|action| action as u32).collect(),
            observation: observation.map(|place| place as u32).collect(),
        }
    });
    images.collect()
}

/// What the end of a game is worth to each seat: 1 for winning it alone, -1 for losing it with two
/// seats, and in general so that all seats together have 0. Those that share the first place share
/// its worth.
///
/// ```
/// use papan_core::{Scores, returns};
///
/// assert_eq!(returns(&Scores::new(&[40, 24])), [1.0, -1.0]);
/// assert_eq!(returns(&Scores::new(&[32, 32])), [0.0, 0.0]);
/// assert_eq!(returns(&Scores::new(&[80, 70, 60, 50])), [1.0, -1.0 / 3.0, -1.0 / 3.0, -1.0 / 3.0]);
/// ```
pub fn returns(scores: &Scores) -> Vec<f64> {
    let mut values = vec![0.0; scores.seats()];
    write_returns(scores, |seat, value| values[seat] = value);
    values
}

/// Tells the [returns](returns()) of each seat without a list of its own.
#[inline]
pub(crate) fn write_returns(scores: &Scores, mut tell: impl FnMut(usize, f64)) {
    let seats = scores.seats() as f64;
    let outcome = scores.outcome();
    let first = outcome.ranks().iter().filter(|&&rank| rank == 1).count() as f64;
    for (seat, &rank) in outcome.ranks().iter().enumerate() {
        let share = if rank == 1 { 1.0 / first } else { 0.0 };
        tell(seat, (seats * share - 1.0) / (seats - 1.0));
    }
}

/// Writes the squares of an 8x8 set of bits as bytes of 0 and 1, the lowest bit first.
///
/// ```
/// let mut bytes = [7; 64];
/// papan_core::write_bits(1 << 9 | 1, &mut bytes);
/// assert_eq!((bytes[0], bytes[9], bytes.iter().sum()), (1, 1, 2));
/// ```
#[inline]
pub fn write_bits(set: u64, bytes: &mut [u8; 64]) {
    let (rows, _) = bytes.as_chunks_mut::<8>();
    for (row, bytes) in rows.iter_mut().enumerate() {
        let eight = set >> (8 * row) & 0xff;
        // Eight copies, of which each keeps another bit.
        let spread = eight.wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        // The highest bit of a byte says whether any of its bits is set.
        let found = (spread + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080;
        let found = (found | spread & 0x8080_8080_8080_8080) >> 7;
        *bytes = found.to_le_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_has_its_byte() {
        let mut random = Random::new(1);
        for _ in 0..1_000 {
            let set = random.next_u64() & random.next_u64();
            let mut bytes = [9; 64];
            write_bits(set, &mut bytes);
            for (at, byte) in bytes.into_iter().enumerate() {
                assert_eq!(u64::from(byte), set >> at & 1);
            }
        }
    }
}
