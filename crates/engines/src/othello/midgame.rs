//! The state that searches share, and the midgame search: principal variation search with
//! a transposition table and ProbCut.

use super::{
    endgame_table::EndgameTable,
    evaluation::BoardEvaluation,
    last_squares::{Board, NONE},
    moves::{Moves, OrderedMove},
    patterns::UNIT,
    probcut::{self, Margins},
    stability::Edges,
    table::{NO_SQUARE, TranspositionTable},
    team::{Height, Member},
};
use papan_core::{bits, key};
use papan_othello::kernel::{Kernel, Task};
use papan_search::Watch;

/// A running search: the board, its evaluation, the transposition table and the limits.
pub(super) struct SearchState {
    pub(super) board: Board,
    pub(super) corners: u64,
    pub(super) edges: Edges,
    pub(super) evaluation: BoardEvaluation,
    pub(super) table: TranspositionTable,
    /// The table of endgame searches.
    pub(super) endgame_table: EndgameTable,
    /// A small one for nodes with few empty squares, which stays in the cache.
    pub(super) near_table: EndgameTable,
    /// The confidence that an endgame search needs.
    pub(super) level: u8,
    /// The place in the team of threads, where there is one.
    pub(super) member: Option<Member>,
    pub(super) watch: Watch,
    /// Whether nodes may be cut by ProbCut, without proof.
    pub(super) selective: bool,
    /// By how much ProbCut must be sure.
    pub(super) margins: &'static Margins,
}

/// No position of 8x8 Othello has more moves than this.
pub(super) const MAX_MOVES: usize = 40;

/// A midgame node; values are in [`UNIT`]ths of a disc.
struct MidgameNode<'a> {
    state: &'a mut SearchState,
    own: u64,
    other: u64,
    depth: u32,
    window: (i32, i32),
    /// What the evaluation says of it, where that is known.
    estimate: Option<i16>,
}

impl Task for MidgameNode<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let MidgameNode {
            state,
            own,
            other,
            depth,
            window: (mut alpha, mut beta),
            estimate,
        } = self;
        if state.watch.tick() {
            return 0;
        }
        if depth == 0 {
            return state.leaf(kernel, own, other);
        }
        let squares = state.board.squares;
        let mobility = kernel.mobility(own, other) & squares;
        if mobility == 0 {
            if kernel.mobility(other, own) & squares == 0 {
                return UNIT * state.board.over(kernel, own, other);
            }
            return -state.midgame(kernel, other, own, depth, (-beta, -alpha));
        }
        if depth == 1 {
            return state.one_ply(kernel, own, other, mobility, beta);
        }
        let key = key::of_words([own, other]);
        let mut first = NO_SQUARE;
        if let Some(known) = state.table.find(key) {
            first = known.best;
            if u32::from(known.depth) >= depth
                && let Some(value) = known.narrow(&mut alpha, &mut beta)
            {
                return value;
            }
        }
        if state.selective
            && beta - alpha == 1
            && let Some(bound) = state.probcut(kernel, (own, other), depth, beta, estimate)
        {
            return bound;
        }
        let mut moves = Moves::<MAX_MOVES>::new();
        let before = state.evaluation.before_moves(own, other);
        for square in bits::ones(mobility) {
            let flips = kernel.flips(square, own, other);
            let (next, waiting) = (other ^ flips, own | flips | 1 << square);
            if next == 0 {
                return UNIT * state.board.total;
            }
            let answers = kernel.mobility(next, waiting) & squares;
            let mut score = -2 * UNIT * kernel.count(answers) as i32;
            let mut estimate = None;
            if depth > 2 {
                kernel.prefetch(state.table.bucket(key::of_words([next, waiting])));
                let value = before.value_after(kernel, square, flips, (next, waiting));
                estimate = Some(state.within_reach(value) as i16);
                score -= 4 * value;
            }
            if square as u8 == first {
                score = i32::MAX;
            }
            moves.push(OrderedMove {
                square: square as u8,
                score,
                estimate,
                next,
                waiting,
                answers,
            });
        }
        let entered = alpha;
        let mut best = NONE * UNIT;
        let mut best_square = NO_SQUARE;
        for at in 0..moves.len() {
            let chosen = moves.pick(at);
            let value = scouted(at == 0, (alpha.max(best), beta), |window| {
                -state.midgame_after(kernel, &chosen, depth - 1, window)
            });
            if state.is_stopped() {
                return 0;
            }
            if value > best {
                (best, best_square) = (value, chosen.square);
                if best >= beta {
                    break;
                }
            }
            let height = Height::Plies(depth);
            if beta - alpha == 1 && moves.len() > at + 1 && state.has_idle_helper(height) {
                let rest = moves.rest(at + 1);
                let Some((value, square)) = state.share(kernel, rest, height, alpha) else {
                    return 0;
                };
                if value > best {
                    (best, best_square) = (value, square);
                }
                break;
            }
        }
        let bounds = bounds(best, (entered, beta));
        state.table.store(key, depth as u8, bounds, best_square);
        best
    }
}

/// The value of a move in a window. After the first move it is first only asked, with a null
/// window, whether another is better. `value` is given the window of the other side.
#[inline(always)]
pub(super) fn scouted(
    first: bool,
    (low, high): (i32, i32),
    mut value: impl FnMut((i32, i32)) -> i32,
) -> i32 {
    if !first && high - low > 1 {
        let found = value((-low - 1, -low));
        if found <= low || found >= high {
            return found;
        }
    }
    value((-high, -low))
}

/// What a value that was found in a window says of the true one: the least and the most.
#[inline(always)]
pub(super) fn bounds(value: i32, (low, high): (i32, i32)) -> (i16, i16) {
    let least = if value > low { value as i16 } else { i16::MIN };
    let most = if value < high { value as i16 } else { i16::MAX };
    (least, most)
}

impl SearchState {
    /// The value of a midgame node.
    #[inline(always)]
    pub(super) fn midgame<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        other: u64,
        depth: u32,
        window: (i32, i32),
    ) -> i32 {
        kernel.run(MidgameNode {
            state: self,
            own,
            other,
            depth,
            window,
            estimate: None,
        })
    }

    /// The value of the node after a move.
    #[inline(always)]
    pub(super) fn midgame_after<K: Kernel>(
        &mut self,
        kernel: K,
        chosen: &OrderedMove,
        depth: u32,
        window: (i32, i32),
    ) -> i32 {
        kernel.run(MidgameNode {
            state: self,
            own: chosen.next,
            other: chosen.waiting,
            depth,
            window,
            estimate: chosen.estimate,
        })
    }

    #[inline(always)]
    fn leaf<K: Kernel>(&self, kernel: K, own: u64, other: u64) -> i32 {
        if own == 0 {
            return -UNIT * self.board.total;
        }
        self.within_reach(self.evaluation.value(kernel, own, other))
    }

    /// An estimate is never as much as all discs.
    #[inline(always)]
    fn within_reach(&self, estimate: i32) -> i32 {
        let most = UNIT * self.board.total - 1;
        estimate.clamp(-most, most)
    }

    /// The highest value one ply ahead.
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
        let before = self.evaluation.before_moves(own, other);
        for square in bits::ones(mobility) {
            self.watch.tick();
            let flips = kernel.flips(square, own, other);
            let (next, waiting) = (other ^ flips, own | flips | 1 << square);
            if next == 0 {
                return UNIT * self.board.total;
            }
            let estimate = before.value_after(kernel, square, flips, (next, waiting));
            best = best.max(-self.within_reach(estimate));
            if best >= beta {
                break;
            }
        }
        best
    }

    /// A shallow search with the full window, to order moves by.
    #[inline(always)]
    pub(super) fn ordering_search<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        other: u64,
        depth: u32,
    ) -> i32 {
        if depth == 0 {
            return self.leaf(kernel, own, other);
        }
        let window = (-UNIT * self.board.total, UNIT * self.board.total);
        self.midgame(kernel, own, other, depth, window)
    }

    /// ProbCut: the bound that a node fails by, when a shallower search is so far outside the
    /// window that the full depth is unlikely to come back into it.
    #[inline(always)]
    fn probcut<K: Kernel>(
        &mut self,
        kernel: K,
        (own, other): (u64, u64),
        depth: u32,
        beta: i32,
        estimate: Option<i16>,
    ) -> Option<i32> {
        if depth < probcut::LEAST_DEPTH {
            return None;
        }
        let empties = kernel.count(self.board.squares & !(own | other));
        let error = self.margins.margin(depth, empties);
        let shallow = probcut::shallow(depth);
        let most = UNIT * self.board.total;
        let guess = match estimate {
            Some(estimate) => estimate.into(),
            None => self.leaf(kernel, own, other),
        };
        let value = |state: &mut SearchState, window| match shallow {
            0 => guess,
            _ => kernel.run(MidgameNode {
                state,
                own,
                other,
                depth: shallow,
                window,
                estimate: Some(guess as i16),
            }),
        };
        let high = beta + error;
        if high < most && guess >= beta {
            let found = value(self, (high - 1, high));
            if self.is_stopped() {
                return Some(0);
            }
            if found >= high {
                return Some(beta);
            }
        }
        let low = beta - 1 - error;
        if low > -most && guess < beta {
            let found = value(self, (low, low + 1));
            if self.is_stopped() {
                return Some(0);
            }
            if found <= low {
                return Some(beta - 1);
            }
        }
        None
    }
}
