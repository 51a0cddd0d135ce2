//! Endgame search to the very end: exact values.
//!
//! A node with many empty squares is searched with everything that finds the best move
//! early: the transposition table, the patterns, the mobility left to the other side, the
//! parity of the quadrants. The fewer are left the less of that pays, down to the last four.

use super::{
    Scoring,
    last_squares::{NONE, odd_quadrants},
    midgame::{MoveList, OrderedMove, SearchState, bounds, scouted},
    squares::around,
    table::NO_SQUARE,
};
use papan_core::{bits, key};
use papan_othello::kernel::{Kernel, Task};

/// At this many empty squares or fewer, moves are ordered by parity alone.
const PARITY_EMPTIES: u32 = 6;
/// From this many empty squares on, the patterns help to order moves.
const PATTERN_EMPTIES: u32 = 11;
/// From this many on, moves are ordered by a shallow search.
const ORDERING_SEARCH_EMPTIES: u32 = 15;
/// From this many on, the children of a node are looked up in the table before any is
/// searched (enhanced transposition cutoff).
const LOOKUP_EMPTIES: u32 = 9;

/// Keeps the table's exact entries apart from those of midgame searches.
const EXACT: u64 = 0xE7D9_A5A5_3C3C_0F0F;

pub(super) fn exact_key(own: u64, other: u64) -> u64 {
    key::of_words([own, other]) ^ EXACT
}

/// A node with many empty squares when it is `DEEP`, else with few.
struct EndgameNode<'a, const DEEP: bool> {
    state: &'a mut SearchState,
    own: u64,
    other: u64,
    empties: u32,
    window: (i32, i32),
}

impl Task for EndgameNode<'_, false> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let EndgameNode {
            state,
            mut own,
            mut other,
            empties,
            window: (mut alpha, mut beta),
        } = self;
        if state.watch.tick() {
            return 0;
        }
        if empties == 4 {
            return state.board.last_four(kernel, own, other, (alpha, beta));
        }
        if empties < 4 {
            return state.last_three_at_most(kernel, own, other);
        }
        if let Some(bound) = state.stability_bound(kernel, own, other, alpha, empties) {
            return bound;
        }
        let squares = state.board.squares;
        let mut sign = 1;
        let mut mobility = kernel.mobility(own, other) & squares;
        if mobility == 0 {
            (own, other) = (other, own);
            (alpha, beta) = (-beta, -alpha);
            sign = -1;
            mobility = kernel.mobility(own, other) & squares;
            if mobility == 0 {
                return -state.board.over(kernel, own, other);
            }
        }
        let odd = odd_quadrants(squares & !(own | other));
        let mut best = NONE;
        for set in [mobility & odd, mobility & !odd] {
            for square in bits::ones(set) {
                let flips = kernel.flips(square, own, other);
                let (next, waiting) = (other ^ flips, own | flips | 1 << square);
                let window = (-beta, -alpha.max(best));
                let value = -match empties {
                    5 => state.board.last_four(kernel, next, waiting, window),
                    _ => kernel.run(EndgameNode::<false> {
                        state,
                        own: next,
                        other: waiting,
                        empties: empties - 1,
                        window,
                    }),
                };
                if value > best {
                    best = value;
                    if best >= beta {
                        return sign * best;
                    }
                }
            }
        }
        sign * best
    }
}

impl Task for EndgameNode<'_, true> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let EndgameNode {
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
        let key = exact_key(own, other);
        let mut first = NO_SQUARE;
        if let Some(known) = state.table.find(key) {
            first = known.best;
            if let Some(value) = known.narrow(&mut alpha, &mut beta) {
                return value;
            }
        } else if empties >= ORDERING_SEARCH_EMPTIES
            && let Some(guess) = state.table.find(key ^ EXACT)
        {
            first = guess.best;
        }
        let mut moves = MoveList::new();
        let odd = odd_quadrants(squares & !(own | other));
        for square in bits::ones(mobility) {
            let flips = kernel.flips(square, own, other);
            let (next, waiting) = (other ^ flips, own | flips | 1 << square);
            // Scored by discs alone, a wipe-out may not be the maximum.
            if next == 0 && state.board.scoring == Scoring::Margin {
                return state.board.total;
            }
            if empties >= LOOKUP_EMPTIES
                && let Some(known) = state.table.find(exact_key(next, waiting))
                && -i32::from(known.upper) >= beta
            {
                return -i32::from(known.upper);
            }
            let answers = kernel.mobility(next, waiting) & squares;
            let open = around(next) & squares & !(next | waiting);
            let mut score = -24 * kernel.count(answers) as i32
                - 20 * kernel.count(answers & state.corners) as i32
                - 4 * kernel.count(around(waiting) & squares & !(next | waiting)) as i32
                + kernel.count(open) as i32
                + 12 * i32::from(odd >> square & 1 == 1)
                + 24 * i32::from(state.corners >> square & 1 == 1);
            if square as u8 == first {
                score = i32::MAX;
            } else if empties >= PATTERN_EMPTIES {
                let value = match empties {
                    ORDERING_SEARCH_EMPTIES.. => state.ordering_search(
                        kernel,
                        next,
                        waiting,
                        (empties - ORDERING_SEARCH_EMPTIES) / 4,
                    ),
                    _ => state.evaluation.value(kernel, next, waiting),
                };
                score -= 3 * value;
            }
            moves.push(OrderedMove {
                square: square as u8,
                score,
                next,
                waiting,
            });
        }
        let mut best = NONE;
        let mut best_square = NO_SQUARE;
        let entered = alpha;
        for at in 0..moves.len() {
            let chosen = moves.pick(at);
            let value = scouted(at == 0, (alpha.max(best), beta), |window| {
                -state.exact(kernel, chosen.next, chosen.waiting, empties - 1, window)
            });
            if state.watch.is_over() {
                return 0;
            }
            if value > best {
                (best, best_square) = (value, chosen.square);
                if best >= beta {
                    break;
                }
            }
        }
        let bounds = bounds(best, (entered, beta));
        state.table.store(key, empties as u8, bounds, best_square);
        best
    }
}

impl SearchState {
    /// The exact value of a position when it lies within the window, else a bound of it.
    #[inline(always)]
    pub(super) fn exact<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        other: u64,
        empties: u32,
        window: (i32, i32),
    ) -> i32 {
        match empties {
            0..=PARITY_EMPTIES => kernel.run(EndgameNode::<false> {
                state: self,
                own,
                other,
                empties,
                window,
            }),
            _ => kernel.run(EndgameNode::<true> {
                state: self,
                own,
                other,
                empties,
                window,
            }),
        }
    }

    /// The stability cutoff: an upper bound from the stable discs of the other side, when it
    /// is not above `alpha`.
    #[inline(always)]
    fn stability_bound<K: Kernel>(
        &self,
        kernel: K,
        own: u64,
        other: u64,
        alpha: i32,
        empties: u32,
    ) -> Option<i32> {
        // Enough stable discs are likely only for a high alpha.
        if alpha < 2 * empties as i32 - 4 {
            return None;
        }
        let most = self.board.total - 2 * kernel.count(self.edges.stable(other, own)) as i32;
        (most <= alpha).then_some(most)
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
