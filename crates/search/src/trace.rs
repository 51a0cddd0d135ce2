//! The tree of a search, recorded.

use crate::{Observer, Visit};
use papan_core::Seat;

/// One visit to a node in a recorded search. All numbers are those of the seat that the
/// search chose a move for, so that the tree reads like minimax whatever the algorithm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch<M> {
    /// The index of the parent; `None` below the root.
    pub parent: Option<usize>,
    /// The move that leads here.
    pub played: M,
    /// Who played it.
    pub mover: Seat,
    /// Who is to move here; `None` at the horizon and at the end of the game.
    pub next: Option<Seat>,
    /// The depth of the search from here, in plies.
    pub depth: u32,
    /// The window on entering, low and high.
    pub window: (i32, i32),
    /// The value that was found.
    pub value: i32,
    /// Whether this is a re-search of the same move.
    pub again: bool,
    /// Whether the node was a hit in the transposition table.
    pub known: bool,
    /// The moves here that were not searched because of a cutoff.
    pub cut: Vec<M>,
}

/// Records a search.
///
/// ```
/// use papan_core::{Game, Random, Seat, example::Nim};
/// use papan_search::{Limits, ScoreDifference, Trace, TwoSeatSearch};
///
/// let nim = Nim::new(4);
/// let mut trace = Trace::new(Seat::FIRST, 1_000);
/// TwoSeatSearch::new(&ScoreDifference)
///     .run_observed(&nim, &nim.start(), &Limits::NONE, &mut Random::new(1), &mut trace);
/// let top = trace.branches.iter().filter(|branch| branch.parent.is_none());
/// assert_eq!(top.map(|branch| (branch.played, branch.value)).collect::<Vec<_>>(), [
///     (1, -1), (2, -1), (3, -1),
/// ]);
/// ```
#[derive(Clone, Debug)]
pub struct Trace<M> {
    /// Every visit, in the order in which the search made them.
    pub branches: Vec<Branch<M>>,
    /// The moves at the root that were not searched because of a cutoff.
    pub root_cut: Vec<M>,
    /// The number of visits that were not recorded.
    pub left_out: u64,
    /// The seat whose numbers are recorded.
    seat: Seat,
    /// The path from the root to the current node; `None` for what is not recorded.
    path: Vec<Option<usize>>,
    most: usize,
    /// Where only a line and its siblings are recorded: that line.
    line: Option<Vec<M>>,
}

impl<M: Copy + Eq> Trace<M> {
    /// Records up to `most` visits of a search for `seat`.
    pub fn new(seat: Seat, most: usize) -> Trace<M> {
        Trace {
            branches: Vec::new(),
            root_cut: Vec::new(),
            left_out: 0,
            seat,
            path: Vec::new(),
            most,
            line: None,
        }
    }

    /// Records only the positions of a line and the moves in them: what can still be read
    /// of a large search.
    pub fn along(seat: Seat, most: usize, line: &[M]) -> Trace<M> {
        Trace {
            line: Some(line.to_vec()),
            ..Trace::new(seat, most)
        }
    }

    /// Whether the current position and all before it lie on the line.
    fn is_on_line(&self) -> bool {
        let Some(line) = &self.line else {
            return true;
        };
        self.path.len() <= line.len()
            && self.path.iter().zip(line).all(|(branch, played)| {
                branch.is_some_and(|branch| self.branches[branch].played == *played)
            })
    }

    /// A number of `mover` as one of the seat.
    fn sign(&self, mover: Seat) -> i32 {
        if mover == self.seat { 1 } else { -1 }
    }
}

impl<M: Copy + Eq> Observer<M> for Trace<M> {
    fn enter(&mut self, visit: Visit<M>) {
        if self.branches.len() >= self.most || !self.is_on_line() {
            self.left_out += 1;
            self.path.push(None);
            return;
        }
        let window = match self.sign(visit.mover) {
            1 => (visit.alpha, visit.beta),
            _ => (-visit.beta, -visit.alpha),
        };
        let parent = self.path.last().copied().flatten();
        self.path.push(Some(self.branches.len()));
        self.branches.push(Branch {
            parent,
            played: visit.played,
            mover: visit.mover,
            next: visit.next,
            depth: visit.depth,
            window,
            value: 0,
            again: visit.again,
            known: false,
            cut: Vec::new(),
        });
    }

    fn leave(&mut self, value: i32) {
        if let Some(Some(index)) = self.path.pop() {
            let sign = self.sign(self.branches[index].mover);
            self.branches[index].value = sign * value;
        }
    }

    fn known(&mut self) {
        if let Some(&Some(index)) = self.path.last() {
            self.branches[index].known = true;
        }
    }

    fn cut(&mut self, rest: &[M]) {
        match self.path.last() {
            None => self.root_cut = rest.to_vec(),
            Some(&Some(index)) => self.branches[index].cut = rest.to_vec(),
            Some(None) => {}
        }
    }
}
