//! Watching a search think.

use papan_core::Seat;

/// Someone who watches a search: told of every visit to a position, in the order in which
/// the search makes them. The empty observer `()` costs nothing.
pub trait Observer<M> {
    /// Whether anyone looks; if not, a search need not tell.
    const WATCHES: bool = true;

    /// The search looks at the position after a move.
    #[inline(always)]
    fn enter(&mut self, visit: Visit<M>) {
        let _ = visit;
    }

    /// It has found what that position is worth to the seat that moved there.
    #[inline(always)]
    fn leave(&mut self, value: i32) {
        let _ = value;
    }

    /// The position being looked at is in the table: its moves are not looked at.
    #[inline(always)]
    fn known(&mut self) {}

    /// The moves that are not looked at, because the last one was too good already.
    #[inline(always)]
    fn cut(&mut self, rest: &[M]) {
        let _ = rest;
    }
}

impl<M> Observer<M> for () {
    const WATCHES: bool = false;
}

/// A look at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit<M> {
    /// The move that leads there.
    pub played: M,
    /// Who plays it. Windows and values are those of this seat.
    pub mover: Seat,
    /// Who is to move then; `None` at the horizon and when the game is over.
    pub next: Option<Seat>,
    /// How many plies the search looks further from there.
    pub depth: u32,
    /// What the seat has for sure.
    pub alpha: i32,
    /// What the others will not let it exceed.
    pub beta: i32,
    /// Whether the same position was looked at just before with a narrower window.
    pub again: bool,
}
