//! The evaluation by stability: the weight of a mark by whether it can still be turned.

use super::{
    node::{EvaluateLeaf, UNIT},
    planes::Around,
};
use papan_adjacency::Position;
use papan_core::Seat;

/// The weights of marks by the number of empty squares beside them, from none to four, for
/// every number of plies left.
///
/// A mark without an empty neighbour is there for ever. Any other keeps its colour only if
/// nobody plays beside it any more: who plays there last has it, whoever has it now. If the
/// plies left fell anywhere, each empty square would be filled with the same chance, and a
/// mark weighs as much as the chance that all its neighbours stay empty. In a game that
/// fills the board that is nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Weights([[i32; 5]; 65]);

impl Weights {
    /// The weights for a game that leaves `squares` squares empty.
    pub(super) fn leaving(squares: u32) -> Weights {
        Weights(std::array::from_fn(|plies| weights(plies as u32, squares)))
    }
}

/// The weights with `plies` plies left in a game that leaves `squares` squares empty: in
/// whole numbers, a little smaller with every empty neighbour.
#[inline]
fn weights(plies: u32, squares: u32) -> [i32; 5] {
    let room = (plies + squares).max(1);
    let mut weights = [UNIT; 5];
    for open in 1..5 {
        weights[open] = weights[open - 1] * squares as i32 / room as i32;
    }
    weights
}

/// The value of marks with these weights.
#[inline(always)]
fn value(own: u64, other: u64, weights: &[i32; 5]) -> i32 {
    let open = Around::of(!(own | other));
    let mut value = 0;
    for (count, &weight) in (0..).zip(weights) {
        // Nor do marks with more empty neighbours weigh anything.
        if weight == 0 {
            break;
        }
        let squares = open.exactly(count);
        let lead = (own & squares).count_ones() as i32 - (other & squares).count_ones() as i32;
        value += lead * weight;
    }
    value
}

/// Evaluates by [`Weights`].
#[derive(Clone, Copy)]
pub(super) struct Stable<'a>(pub(super) &'a Weights);

impl EvaluateLeaf for Stable<'_> {
    const MARKS: bool = false;

    #[inline(always)]
    fn value(&self, own: u64, other: u64, plies: u32) -> i32 {
        value(own, other, &self.0.0[plies as usize])
    }
}

/// The value of a position for a seat, a mark counting [`STABLE_UNIT`](super::STABLE_UNIT):
/// marks that cannot be turned any more count whole, others by the chance that nobody
/// will play beside them.
///
/// ```
/// use papan_adjacency::Adjacency;
/// use papan_core::{Game, Notation, Seat};
/// use papan_engines::adjacency::{STABLE_UNIT, stable};
///
/// let game = Adjacency::default();
/// // Only the corners a8 and h1 cannot be turned; every square will be filled.
/// assert_eq!(stable(&game.start(), Seat::FIRST), 0);
/// let text = "......OO/......OO/......../......../......../......../XXX...../XXX..... O 54";
/// let position = game.parse_position(text).unwrap();
/// assert_eq!(stable(&position, Seat::FIRST), STABLE_UNIT);
/// ```
pub fn stable(position: &Position, seat: Seat) -> i32 {
    let own = position.marks(seat);
    let other = position.marks(Seat::new(1 - seat.index()));
    let plies = position.plies_left();
    let left = position.empty().count_ones() - plies;
    value(own, other, &weights(plies, left))
}
