//! A position and a move.

use crate::{
    Squares,
    pieces::{PIECES, Piece},
};
use papan_core::MAX_SEATS;

/// What stands on the board, what is left in hand, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<const WORDS: usize> {
    /// The squares of each colour.
    pub(crate) placed: [Squares<WORDS>; MAX_SEATS],
    /// The pieces that each colour still has, one bit each.
    pub(crate) left: [u32; MAX_SEATS],
    /// The colour to move; [`OVER`] when no colour can.
    pub(crate) colour: u8,
    /// One bit for each colour that placed all its pieces and the monomino last.
    pub(crate) monomino_last: u8,
}

/// Instead of a colour to move.
pub(crate) const OVER: u8 = u8::MAX;
/// Every piece.
pub(crate) const ALL_PIECES: u32 = (1 << PIECES) - 1;

impl<const WORDS: usize> Position<WORDS> {
    /// The colour to move, from 0; `None` when the game is over.
    #[inline]
    pub const fn colour(&self) -> Option<usize> {
        if self.colour == OVER {
            None
        } else {
            Some(self.colour as usize)
        }
    }

    /// The pieces that a colour still has, small ones first.
    pub fn pieces_left(&self, colour: usize) -> impl Iterator<Item = Piece> + use<WORDS> {
        let left = self.left[colour];
        Piece::all().filter(move |piece| left >> piece.index() & 1 == 1)
    }

    /// The pieces that a colour still has as a set: bit [`Piece::index`] stands for a piece.
    #[inline]
    pub const fn hand(&self, colour: usize) -> u32 {
        self.left[colour]
    }

    /// Whether the last piece that a colour placed was the single square, after all others.
    #[inline]
    pub const fn monomino_last(&self, colour: usize) -> bool {
        self.monomino_last >> colour & 1 != 0
    }

    /// The squares that a colour has covered.
    #[inline]
    pub const fn placed(&self, colour: usize) -> Squares<WORDS> {
        self.placed[colour]
    }
}

/// A piece placed one way on one square: `orientation * 64 * WORDS + anchor`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub(crate) u16);

impl Move {
    #[inline]
    pub(crate) fn new<const WORDS: usize>(orientation: usize, anchor: usize) -> Move {
        Move((orientation * 64 * WORDS + anchor) as u16)
    }

    /// Its number among all placements on boards of its type, for tables: orientation times
    /// `64 * WORDS` plus the index of the anchor.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of its orientation and the index of its anchor.
    #[inline]
    pub(crate) fn parts<const WORDS: usize>(self) -> (usize, usize) {
        let width = 64 * WORDS;
        (self.0 as usize / width, self.0 as usize % width)
    }
}
