//! Fast random playouts.

use crate::{Position, neighbours};
use papan_core::{
    Random,
    bits::{Select, Task},
};

/// The same game as [`papan_core::playout()`] plays: one number a ply, which is the rank
/// of an empty square. No list of moves is made, and how many there are is known
/// beforehand.
pub(crate) struct Playout<'a> {
    pub(crate) position: &'a mut Position,
    pub(crate) random: &'a mut Random,
}

impl Task for Playout<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<S: Select>(self, select: S) -> u32 {
        let Playout { position, random } = self;
        let plies = position.plies_left();
        let mut empty = position.empty();
        let first = position.mover.index();
        let (mut own, mut other) = (position.marks[first], position.marks[1 - first]);
        for count in (1..=empty.count_ones()).rev().take(plies as usize) {
            let square = select.nth(empty, random.below(count as usize) as u32);
            let converted = neighbours(square) & other;
            (own, other) = (other ^ converted, own | converted | square);
            empty ^= square;
        }
        if plies % 2 == 1 {
            (own, other) = (other, own);
            position.mover = position.mover.next(2);
        }
        (position.marks[first], position.marks[1 - first]) = (own, other);
        position.left -= plies as u8;
        plies
    }
}
