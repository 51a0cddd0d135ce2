//! Endgame search to the very end.
//!
//! A node with many empty squares is searched with everything that finds the best move
//! early: the transposition table, the patterns, the mobility left to the other side, the
//! parity of the quadrants. The fewer are left the less of that pays, down to the last four.
//! With few empty squares all searches have null windows: they ask whether a value is above
//! `alpha`, and answer with a bound of it.

use super::{
    Scoring,
    confidence::EXACT,
    endgame_table::Known,
    last_squares::{NONE, odd_quadrants},
    midgame::{MAX_MOVES, SearchState, scouted},
    moves::{Moves, OrderedMove},
    near_end::FASTEST_FIRST_EMPTIES,
    patterns::UNIT,
    squares::around,
    table::NO_SQUARE,
    team::Height,
};
use papan_core::{bits, key};
use papan_othello::kernel::{Kernel, Task};

/// From this many on, moves are ordered by a shallow search.
const ORDERING_SEARCH_EMPTIES: u32 = 15;
/// From this many on, nodes may be cut by ProbCut where the search need not be exact.
pub(super) const PROBCUT_EMPTIES: u32 = 13;

pub(super) fn endgame_key(own: u64, other: u64) -> u64 {
    key::of_words([own, other])
}

/// A node with many empty squares and any window.
struct DeepNode<'a> {
    state: &'a mut SearchState,
    own: u64,
    other: u64,
    empties: u32,
    window: (i32, i32),
}

impl Task for DeepNode<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let DeepNode {
            state,
            own,
            other,
            empties,
            window: (mut alpha, mut beta),
        } = self;
        if state.watch.tick() {
            return 0;
        }
        let squares = state.board.squares;
        if let Some(bound) = state.stability_bound(kernel, own, other, alpha, empties) {
            return bound;
        }
        let mobility = kernel.mobility(own, other) & squares;
        if mobility == 0 {
            if kernel.mobility(other, own) & squares == 0 {
                return state.board.over(kernel, own, other);
            }
            return -state.exact(kernel, other, own, empties, (-beta, -alpha));
        }
        let key = endgame_key(own, other);
        let mut first = NO_SQUARE;
        if let Some(known) = state.endgame_table.find(key) {
            first = known.best;
            if known.level >= state.level
                && let Some(value) = known.narrow(&mut alpha, &mut beta)
            {
                return value;
            }
        } else if empties >= ORDERING_SEARCH_EMPTIES
            && let Some(guess) = state.table.find(key)
        {
            first = guess.best;
        }
        if state.level < EXACT
            && empties >= PROBCUT_EMPTIES
            && beta - alpha == 1
            && let Some(bound) = state.likely_bound(kernel, own, other, empties, alpha)
        {
            return bound;
        }
        let mut moves = Moves::<MAX_MOVES>::new();
        for square in bits::ones(mobility) {
            let flips = kernel.flips(square, own, other);
            let (next, waiting) = (other ^ flips, own | flips | 1 << square);
            if next == 0 && state.board.scoring == Scoring::Margin {
                return state.board.total;
            }
            if empties > FASTEST_FIRST_EMPTIES + 1 {
                let bucket = state.endgame_table.bucket(endgame_key(next, waiting));
                kernel.prefetch(bucket);
            }
            moves.push(OrderedMove {
                square: square as u8,
                score: 0,
                estimate: None,
                next,
                waiting,
                answers: kernel.mobility(next, waiting) & squares,
            });
        }
        // Enhanced transposition cutoff: a move that is known to be good enough.
        if empties > FASTEST_FIRST_EMPTIES + 1 {
            for chosen in moves.iter() {
                if let Some(known) = state
                    .endgame_table
                    .find(endgame_key(chosen.next, chosen.waiting))
                    && known.level >= state.level
                    && -known.upper >= beta
                {
                    return -known.upper;
                }
            }
        }
        if moves.len() > 1 {
            state.order(kernel, own | other, empties, first, &mut moves);
        }
        let mut best = NONE;
        let mut best_square = NO_SQUARE;
        let entered = alpha;
        for at in 0..moves.len() {
            let chosen = moves.pick(at);
            let value = scouted(at == 0, (alpha.max(best), beta), |window| {
                -state.after(kernel, &chosen, empties - 1, window)
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
            // The first move had its turn; where others are idle, they help with the rest.
            let height = Height::Squares(empties);
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
        state.endgame_table.store(
            key,
            empties,
            Known::found(best, (entered, beta), best_square, state.level),
        );
        best
    }
}

impl SearchState {
    /// The value of a position when it lies within the window, else a bound of it: exact, or
    /// with the confidence of the search.
    #[inline(always)]
    pub(super) fn exact<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        other: u64,
        empties: u32,
        window: (i32, i32),
    ) -> i32 {
        let chosen = OrderedMove {
            square: NO_SQUARE,
            score: 0,
            estimate: None,
            next: own,
            waiting: other,
            answers: kernel.mobility(own, other) & self.board.squares,
        };
        self.after(kernel, &chosen, empties, window)
    }

    /// The value after a move, for the side that is to move then.
    #[inline(always)]
    pub(super) fn after<K: Kernel>(
        &mut self,
        kernel: K,
        chosen: &OrderedMove,
        empties: u32,
        window: (i32, i32),
    ) -> i32 {
        let &OrderedMove {
            next: own,
            waiting: other,
            ..
        } = chosen;
        if empties > FASTEST_FIRST_EMPTIES {
            return kernel.run(DeepNode {
                state: self,
                own,
                other,
                empties,
                window,
            });
        }
        if empties < 4 {
            return self.last_three_at_most(kernel, own, other);
        }
        // An open window is closed from below, value by value.
        let (mut alpha, beta) = window;
        loop {
            let value = match empties {
                4 => self.board.last_four(kernel, own, other, alpha),
                _ => self.near_the_end(kernel, chosen, alpha, empties),
            };
            if value <= alpha || value >= beta || self.watch.is_over() {
                return value;
            }
            alpha = value;
        }
    }

    /// Gives the moves of a node with many empty squares their scores.
    #[inline(always)]
    fn order<K: Kernel, const MOST: usize>(
        &mut self,
        kernel: K,
        discs: u64,
        empties: u32,
        first: u8,
        moves: &mut Moves<MOST>,
    ) {
        let squares = self.board.squares;
        let odd = odd_quadrants(squares & !discs);
        for chosen in moves.iter_mut() {
            let OrderedMove {
                square,
                next,
                waiting,
                answers,
                ..
            } = *chosen;
            if square == first {
                chosen.score = i32::MAX;
                continue;
            }
            let empty = squares & !(next | waiting);
            let value = match empties {
                ORDERING_SEARCH_EMPTIES.. => self.ordering_search(
                    kernel,
                    next,
                    waiting,
                    (empties - ORDERING_SEARCH_EMPTIES) / 4,
                ),
                _ => self.evaluation.value(kernel, next, waiting),
            };
            chosen.score = -24 * kernel.count(answers) as i32
                - 20 * kernel.count(answers & self.corners) as i32
                - 4 * kernel.count(around(waiting) & empty) as i32
                + kernel.count(around(next) & empty) as i32
                + 12 * i32::from(odd >> square & 1 == 1)
                + 24 * i32::from(self.corners >> square & 1 == 1)
                - 5 * value / UNIT;
        }
    }

    /// The value with at most three empty squares; only roots have so few.
    fn last_three_at_most<K: Kernel>(&self, kernel: K, own: u64, other: u64) -> i32 {
        let squares = self.board.squares;
        let mobility = kernel.mobility(own, other) & squares;
        if mobility == 0 {
            return match kernel.mobility(other, own) & squares {
                0 => self.board.over(kernel, own, other),
                _ => -self.last_three_at_most(kernel, other, own),
            };
        }
        let after = |square| {
            let flips = kernel.flips(square, own, other);
            -self.last_three_at_most(kernel, other ^ flips, own | flips | 1 << square)
        };
        bits::ones(mobility).map(after).max().unwrap_or(NONE)
    }
}
