//! A position and a move.

use papan_core::Seat;

/// A position of Othello on any board up to 8x8: bit `8 * row + column` of a set is a
/// square, counted from the top left; a smaller board sits in the middle.
///
/// Made by [`Othello`](crate::Othello), which also fills in where the mover may play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The discs of the side to move: the mover's point of view is the one that searches
    /// need, and a move then never asks which colour plays.
    pub(crate) own: u64,
    pub(crate) other: u64,
    /// Where the mover may play: found when the position arises, since whether there is
    /// any such square decides what the position is.
    pub(crate) mobility: u64,
    pub(crate) mover: Seat,
    pub(crate) over: bool,
}

impl Position {
    /// The discs of the side to move.
    #[inline]
    pub const fn own(&self) -> u64 {
        self.own
    }

    /// The discs of the side that is not to move.
    #[inline]
    pub const fn other(&self) -> u64 {
        self.other
    }

    /// The black discs.
    #[inline]
    pub fn black(&self) -> u64 {
        self.discs(Seat::FIRST)
    }

    /// The white discs.
    #[inline]
    pub fn white(&self) -> u64 {
        self.discs(Seat::SECOND)
    }

    /// The discs of a seat: black is seat 0.
    #[inline]
    pub fn discs(&self, seat: Seat) -> u64 {
        if seat == self.mover {
            self.own
        } else {
            self.other
        }
    }

    /// The squares where the side to move may play; none when it must pass or when the
    /// game is over.
    #[inline]
    pub const fn mobility(&self) -> u64 {
        self.mobility
    }

    /// The side that is to move, or that would be if the game were not over.
    #[inline]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// Whether neither side can move.
    #[inline]
    pub const fn is_over(&self) -> bool {
        self.over
    }
}

/// A disc on a square, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u8);

impl Move {
    /// The only move of a side that cannot place a disc.
    pub const PASS: Move = Move(64);

    /// A disc on square `8 * row + column`, counted from the top left of the 8x8 board.
    ///
    /// # Panics
    /// When `square` is not below 64.
    #[inline]
    pub const fn place(square: u32) -> Move {
        assert!(square < 64, "a board has 64 squares");
        Move(square as u8)
    }

    /// Where the disc is placed; `None` for a pass.
    #[inline]
    pub const fn square(self) -> Option<u32> {
        if self.0 < 64 {
            Some(self.0 as u32)
        } else {
            None
        }
    }
}
