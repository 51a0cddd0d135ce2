//! Watching a search node by node.

use papan_core::Seat;

/// Someone who watches a search: told of every visit to a node, in the order in which the
/// search makes them. The empty observer `()` costs nothing.
pub trait Observer<M> {
    /// Whether anyone watches; if not, a search need not tell.
    const WATCHES: bool = true;

    /// The search visits the node after a move.
    #[inline(always)]
    fn enter(&mut self, visit: Visit<M>) {
        let _ = visit;
    }

    /// It has found the value of that node for the seat that moved there.
    #[inline(always)]
    fn leave(&mut self, value: i32) {
        let _ = value;
    }

    /// The current node is a hit in the transposition table: its moves are not searched.
    #[inline(always)]
    fn known(&mut self) {}

    /// The moves that are not searched, because the last one caused a cutoff.
    #[inline(always)]
    fn cut(&mut self, rest: &[M]) {
        let _ = rest;
    }
}

impl<M> Observer<M> for () {
    const WATCHES: bool = false;
}

/// A visit to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit<M> {
    /// The move that leads there.
    pub played: M,
    /// Who plays it. Windows and values are those of this seat.
    pub mover: Seat,
    /// Who is to move then; `None` at the horizon and when the game is over.
    pub next: Option<Seat>,
    /// The depth of the search from there, in plies.
    pub depth: u32,
    /// The lower bound of the window: what the seat has for sure.
    pub alpha: i32,
    /// The upper bound: what the others will not let it exceed.
    pub beta: i32,
    /// Whether this is a re-search: the node was searched just before with a narrower window.
    pub again: bool,
}
