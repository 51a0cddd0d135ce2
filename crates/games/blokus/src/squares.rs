//! Sets of squares on a board of any size.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of squares in `WORDS` 64-bit words. The rows of the board follow each other
/// with one unused square between them, so that moving a set sideways or up and down is
/// one shift of the whole: what leaves a row at its end falls into the gap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Squares<const WORDS: usize>(pub(crate) [u64; WORDS]);

impl<const WORDS: usize> Squares<WORDS> {
    /// No square at all.
    pub const EMPTY: Self = Squares([0; WORDS]);

    /// The set of one square.
    #[inline]
    pub fn one(index: usize) -> Self {
        let mut squares = Self::EMPTY;
        squares.insert(index);
        squares
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Whether a square is in the set.
    #[inline]
    pub fn contains(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// Whether there is no square in the set.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The number of squares.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The indices of the squares, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<WORDS> {
        let words = self.0;
        (0..WORDS).flat_map(move |at| {
            papan_core::bits::ones(words[at]).map(move |bit| 64 * at + bit as usize)
        })
    }

    /// The farthest that [`down`](Squares::down) moves a set: within a word in small sets,
    /// whose shifts then need no choice.
    pub(crate) const FARTHEST: u32 = if WORDS <= 4 { 63 } else { 127 };

    /// The set moved by `distance` (from 1 to [`FARTHEST`](Squares::FARTHEST)) towards
    /// lower indices.
    #[inline(always)]
    pub(crate) fn down(&self, distance: u32) -> Self {
        if WORDS <= 4 || distance < 64 {
            return self.down_within(distance);
        }
        let next = |at: usize| if at + 1 < WORDS { self.0[at + 1] } else { 0 };
        let moved: Self = Squares(std::array::from_fn(next));
        match distance {
            64 => moved,
            _ => moved.down_within(distance - 64),
        }
    }

    #[inline(always)]
    fn down_within(&self, distance: u32) -> Self {
        Squares(std::array::from_fn(|at| {
            let carry = if at + 1 < WORDS { self.0[at + 1] } else { 0 };
            self.0[at] >> distance | carry << (64 - distance)
        }))
    }

    /// The set moved by `distance` (from 1 to 63) towards higher indices.
    #[inline(always)]
    pub(crate) fn up(&self, distance: u32) -> Self {
        Squares(std::array::from_fn(|at| {
            let carry = if at == 0 { 0 } else { self.0[at - 1] };
            self.0[at] << distance | carry >> (64 - distance)
        }))
    }
}

impl<const WORDS: usize> BitAnd for Squares<WORDS> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Squares(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl<const WORDS: usize> BitOr for Squares<WORDS> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Squares(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

impl<const WORDS: usize> BitOrAssign for Squares<WORDS> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const WORDS: usize> Not for Squares<WORDS> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Squares(std::array::from_fn(|at| !self.0[at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check<const WORDS: usize>(members: &[usize], distance: u32) {
        let mut squares = Squares::<WORDS>::EMPTY;
        for &member in members {
            squares.insert(member % (64 * WORDS));
        }
        if distance <= Squares::<WORDS>::FARTHEST {
            let moved: Vec<usize> = squares
                .iter()
                .filter_map(|index| index.checked_sub(distance as usize))
                .collect();
            assert_eq!(squares.down(distance).iter().collect::<Vec<_>>(), moved);
        }
        if distance < 64 {
            let moved: Vec<usize> = squares
                .iter()
                .map(|index| index + distance as usize)
                .filter(|&index| index < 64 * WORDS)
                .collect();
            assert_eq!(squares.up(distance).iter().collect::<Vec<_>>(), moved);
        }
        assert_eq!(squares.count() as usize, squares.iter().count());
    }

    proptest! {
        #[test]
        fn shifts_move_every_square(
            members in proptest::collection::vec(0..512_usize, 0..40),
            distance in 1..128_u32,
        ) {
            check::<4>(&members, distance);
            check::<7>(&members, distance);
            check::<8>(&members, distance);
        }
    }
}
