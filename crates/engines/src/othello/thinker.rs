//! What searches share, and the search of the middle of the game.

use super::{
    judge::Judge,
    last::{Board, NONE},
    patterns::UNIT,
    stability::Edges,
    table::{NO_SQUARE, Table},
};
use papan_core::{bits, key};
use papan_othello::kernel::{Kernel, Task};
use papan_search::Watch;

/// A running search: what it knows of the board, what it remembers, when it must end.
pub(super) struct Thinker {
    pub(super) board: Board,
    pub(super) corners: u64,
    pub(super) edges: Edges,
    pub(super) judge: Judge,
    pub(super) table: Table,
    pub(super) watch: Watch,
    /// Whether unlikely moves may be left out unproven.
    pub(super) selective: bool,
}

/// A move in a list that is sorted while it is used.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) square: u8,
    pub(super) promise: i32,
    /// The discs of the side that moves next, and of the one that has moved.
    pub(super) next: u64,
    pub(super) waiting: u64,
}

/// No position of 8x8 Othello has more moves than this.
const MOST: usize = 40;

pub(super) struct Choices {
    list: [Choice; MOST],
    count: usize,
}

impl Choices {
    #[inline(always)]
    pub(super) fn new() -> Choices {
        let nothing = Choice {
            square: 0,
            promise: 0,
            next: 0,
            waiting: 0,
        };
        Choices {
            list: [nothing; MOST],
            count: 0,
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, choice: Choice) {
        if self.count < MOST {
            self.list[self.count] = choice;
            self.count += 1;
        }
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The most promising from place `at` on, the earliest of equals, moved to that place.
    #[inline(always)]
    pub(super) fn pick(&mut self, at: usize) -> Choice {
        let mut best = at;
        for other in at + 1..self.count {
            if self.list[other].promise > self.list[best].promise {
                best = other;
            }
        }
        self.list.swap(at, best);
        self.list[at]
    }
}

/// A node in the middle of the game; values are in [`UNIT`]ths of a disc.
pub(super) struct Middle<'a> {
    pub(super) thinker: &'a mut Thinker,
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) depth: u32,
    pub(super) window: (i32, i32),
}

impl Task for Middle<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Middle {
            thinker,
            own,
            other,
            depth,
            window: (mut alpha, mut beta),
        } = self;
        if thinker.watch.tick() {
            return 0;
        }
        if depth == 0 {
            return thinker.leaf(kernel, own, other);
        }
        let squares = thinker.board.squares;
        let mobility = kernel.mobility(own, other) & squares;
        if mobility == 0 {
            if kernel.mobility(other, own) & squares == 0 {
                return UNIT * thinker.board.over(kernel, own, other);
            }
            return -kernel.run(Middle {
                thinker,
                own: other,
                other: own,
                depth,
                window: (-beta, -alpha),
            });
        }
        if depth == 1 {
            return thinker.one_ply(kernel, own, other, mobility, beta);
        }
        let key = key::of_words([own, other]);
        let mut first = NO_SQUARE;
        if let Some(known) = thinker.table.find(key) {
            first = known.best;
            if u32::from(known.depth) >= depth {
                let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
                if lower >= beta || lower == upper {
                    return lower;
                }
                if upper <= alpha {
                    return upper;
                }
                (alpha, beta) = (alpha.max(lower), beta.min(upper));
            }
        }
        if thinker.selective
            && beta - alpha == 1
            && let Some(bound) = thinker.unlikely(kernel, own, other, depth, beta)
        {
            return bound;
        }
        let mut choices = Choices::new();
        for square in bits::ones(mobility) {
            let flips = kernel.flips(square, own, other);
            let (next, waiting) = (other ^ flips, own | flips | 1 << square);
            if next == 0 {
                return UNIT * thinker.board.total;
            }
            let mut promise =
                -2 * UNIT * kernel.count(kernel.mobility(next, waiting) & squares) as i32;
            if square as u8 == first {
                promise = i32::MAX;
            } else if depth > 2 {
                promise -= 4 * thinker.judge.value(kernel, next, waiting);
            }
            choices.push(Choice {
                square: square as u8,
                promise,
                next,
                waiting,
            });
        }
        let entered = alpha;
        let mut best = NONE * UNIT;
        let mut best_square = NO_SQUARE;
        for at in 0..choices.len() {
            let Choice {
                square,
                next: own,
                waiting: other,
                ..
            } = choices.pick(at);
            let low = alpha.max(best);
            let depth = depth - 1;
            let mut value = best;
            if at > 0 && beta - low > 1 {
                value = -kernel.run(Middle {
                    thinker,
                    own,
                    other,
                    depth,
                    window: (-low - 1, -low),
                });
            }
            if at == 0 || beta - low == 1 || value > low && value < beta {
                value = -kernel.run(Middle {
                    thinker,
                    own,
                    other,
                    depth,
                    window: (-beta, -low),
                });
            }
            if thinker.watch.is_over() {
                return 0;
            }
            if value > best {
                (best, best_square) = (value, square);
                if best >= beta {
                    break;
                }
            }
        }
        let bounds = (
            if best > entered {
                best as i16
            } else {
                i16::MIN
            },
            if best < beta { best as i16 } else { i16::MAX },
        );
        thinker.table.store(key, depth as u8, bounds, best_square);
        best
    }
}

/// How far a search of so many plies errs from one that is deeper: what it costs to trust
/// it is a few discs. The depth, the shallower depth, and the error to allow for.
const TRUST: [(u32, u32, i32); 12] = [
    (3, 1, 40),
    (4, 2, 36),
    (5, 1, 44),
    (6, 2, 40),
    (7, 3, 40),
    (8, 4, 36),
    (9, 3, 40),
    (10, 4, 40),
    (11, 5, 40),
    (12, 4, 44),
    (13, 5, 44),
    (14, 6, 44),
];

impl Thinker {
    #[inline(always)]
    fn leaf<K: Kernel>(&self, kernel: K, own: u64, other: u64) -> i32 {
        if own == 0 {
            return -UNIT * self.board.total;
        }
        let most = UNIT * self.board.total - 1;
        self.judge.value(kernel, own, other).clamp(-most, most)
    }

    /// The best of the positions one move ahead.
    #[inline(always)]
    fn one_ply<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        other: u64,
        mobility: u64,
        beta: i32,
    ) -> i32 {
        let mut best = NONE * UNIT;
        for square in bits::ones(mobility) {
            self.watch.tick();
            let flips = kernel.flips(square, own, other);
            let value = -self.leaf(kernel, other ^ flips, own | flips | 1 << square);
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        best
    }

    /// A small search without selection, to order moves by.
    #[inline(always)]
    pub(super) fn glance<K: Kernel>(&mut self, kernel: K, own: u64, other: u64, depth: u32) -> i32 {
        if depth == 0 {
            return self.leaf(kernel, own, other);
        }
        let window = (-UNIT * self.board.total, UNIT * self.board.total);
        kernel.run(Middle {
            thinker: self,
            own,
            other,
            depth,
            window,
        })
    }

    /// The bound that a position fails by, when a shallower search is so far outside that
    /// a deeper one is unlikely to come back.
    #[inline(always)]
    fn unlikely<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        other: u64,
        depth: u32,
        beta: i32,
    ) -> Option<i32> {
        if depth < 3 {
            return None;
        }
        let (_, shallow, error) = TRUST[(depth as usize - 3).min(TRUST.len() - 1)];
        let most = UNIT * self.board.total;
        let guess = self.leaf(kernel, own, other);
        let high = beta + error;
        if high < most && guess >= beta {
            let value = kernel.run(Middle {
                thinker: self,
                own,
                other,
                depth: shallow,
                window: (high - 1, high),
            });
            if self.watch.is_over() {
                return Some(0);
            }
            if value >= high {
                return Some(beta);
            }
        }
        let low = beta - 1 - error;
        if low > -most && guess < beta {
            let value = kernel.run(Middle {
                thinker: self,
                own,
                other,
                depth: shallow,
                window: (low, low + 1),
            });
            if self.watch.is_over() {
                return Some(0);
            }
            if value <= low {
                return Some(beta - 1);
            }
        }
        None
    }
}
