//! Lists of moves on the stack, picked best first.

/// A move with its score for move ordering and the position after it.
#[derive(Clone, Copy)]
pub(super) struct OrderedMove {
    pub(super) square: u8,
    pub(super) score: i32,
    /// What the evaluation says of the position after the move, for the side to move then, where it
    /// was asked.
    pub(super) estimate: Option<i16>,
    /// After the move, the discs of the side to move and of the other.
    pub(super) next: u64,
    pub(super) waiting: u64,
    /// Where the side to move may play then.
    pub(super) answers: u64,
}

/// At most `MOST` moves, in an order that their scores will give.
pub(super) struct Moves<const MOST: usize> {
    list: [OrderedMove; MOST],
    count: usize,
}

impl<const MOST: usize> Moves<MOST> {
    #[inline(always)]
    pub(super) fn new() -> Moves<MOST> {
        let unused = OrderedMove {
            square: 0,
            score: 0,
            estimate: None,
            next: 0,
            waiting: 0,
            answers: 0,
        };
        Moves {
            list: [unused; MOST],
            count: 0,
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, chosen: OrderedMove) {
        if self.count < MOST {
            self.list[self.count] = chosen;
            self.count += 1;
        }
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.count.min(MOST)
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &OrderedMove> {
        self.list[..self.len()].iter()
    }

    #[inline(always)]
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut OrderedMove> {
        let count = self.len();
        self.list[..count].iter_mut()
    }

    /// The move with the highest score from index `at` on, the earliest of equals, moved to
    /// that index.
    #[inline(always)]
    pub(super) fn pick(&mut self, at: usize) -> OrderedMove {
        let mut best = at;
        for other in at + 1..self.len() {
            if self.list[other].score > self.list[best].score {
                best = other;
            }
        }
        self.list.swap(at, best);
        self.list[at]
    }

    /// The moves from index `at` on, best first.
    pub(super) fn rest(&mut self, at: usize) -> Vec<OrderedMove> {
        (at..self.len()).map(|at| self.pick(at)).collect()
    }
}
