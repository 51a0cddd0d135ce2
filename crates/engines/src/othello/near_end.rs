//! Endgame search with few empty squares, where most of the nodes are: every search has a null window,
//! and finding a good order must cost less than it saves.

use super::{
    Scoring,
    confidence::EXACT,
    endgame::endgame_key,
    endgame_table::Known,
    last_squares::{NONE, odd_quadrants},
    midgame::SearchState,
    moves::{Moves, OrderedMove},
    table::NO_SQUARE,
};
use papan_core::bits;
use papan_othello::kernel::{Kernel, Task};

/// At this many empty squares or fewer, moves are ordered by parity alone.
const PARITY_EMPTIES: u32 = 6;
/// At this many or fewer, by parity and the mobility left to the other side (fastest first),
/// and only the small table is asked: waiting for memory would take longer than the search.
pub(super) const FASTEST_FIRST_EMPTIES: u32 = 11;
/// From this many on, the children are looked up in the small table before any is searched.
const LOOKUP_EMPTIES: u32 = 9;

/// A node with a null window whose moves are ordered by parity, and by mobility where there are
/// enough empty squares for that to be `FASTEST_FIRST`.
struct NearNode<'a, const FASTEST_FIRST: bool> {
    state: &'a mut SearchState,
    own: u64,
    other: u64,
    /// Where the side to move may play.
    mobility: u64,
    alpha: i32,
    empties: u32,
}

impl<const FASTEST_FIRST: bool> Task for NearNode<'_, FASTEST_FIRST> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let NearNode {
            state,
            own,
            other,
            mobility,
            alpha,
            empties,
        } = self;
        if state.watch.tick() {
            return 0;
        }
        if let Some(bound) = state.stability_bound(kernel, own, other, alpha, empties) {
            return bound;
        }
        if mobility == 0 {
            let mobility = kernel.mobility(other, own) & state.board.squares;
            if mobility == 0 {
                return state.board.over(kernel, own, other);
            }
            return -kernel.run(NearNode::<FASTEST_FIRST> {
                state,
                own: other,
                other: own,
                mobility,
                alpha: -alpha - 1,
                empties,
            });
        }
        match FASTEST_FIRST {
            true => state.fastest_first(kernel, (own, other), mobility, alpha, empties),
            false => state.by_parity(kernel, (own, other), mobility, alpha, empties),
        }
    }
}

impl SearchState {
    /// Whether the value after a move is above `alpha`, as a bound of it, with 5 to
    /// [`FASTEST_FIRST_EMPTIES`] empty squares.
    #[inline(always)]
    pub(super) fn near_the_end<K: Kernel>(
        &mut self,
        kernel: K,
        chosen: &OrderedMove,
        alpha: i32,
        empties: u32,
    ) -> i32 {
        match empties {
            ..=PARITY_EMPTIES => kernel.run(NearNode::<false> {
                state: self,
                own: chosen.next,
                other: chosen.waiting,
                mobility: chosen.answers,
                alpha,
                empties,
            }),
            _ => kernel.run(NearNode::<true> {
                state: self,
                own: chosen.next,
                other: chosen.waiting,
                mobility: chosen.answers,
                alpha,
                empties,
            }),
        }
    }

    #[inline(always)]
    fn by_parity<K: Kernel>(
        &mut self,
        kernel: K,
        (own, other): (u64, u64),
        mobility: u64,
        alpha: i32,
        empties: u32,
    ) -> i32 {
        let squares = self.board.squares;
        let odd = odd_quadrants(squares & !(own | other));
        let mut best = NONE;
        for set in [mobility & odd, mobility & !odd] {
            for square in bits::ones(set) {
                let flips = kernel.flips(square, own, other);
                let (next, waiting) = (other ^ flips, own | flips | 1 << square);
                let value = -match empties {
                    5 => self.board.last_four(kernel, next, waiting, -alpha - 1),
                    _ => kernel.run(NearNode::<false> {
                        state: self,
                        own: next,
                        other: waiting,
                        mobility: kernel.mobility(next, waiting) & squares,
                        alpha: -alpha - 1,
                        empties: empties - 1,
                    }),
                };
                if value > best {
                    best = value;
                    if best > alpha {
                        return best;
                    }
                }
            }
        }
        best
    }

    #[inline(always)]
    fn fastest_first<K: Kernel>(
        &mut self,
        kernel: K,
        (own, other): (u64, u64),
        mobility: u64,
        alpha: i32,
        empties: u32,
    ) -> i32 {
        let squares = self.board.squares;
        let key = endgame_key(own, other);
        let mut first = NO_SQUARE;
        if let Some(known) = self.near_table.find(key) {
            if known.lower > alpha {
                return known.lower;
            }
            if known.upper <= alpha {
                return known.upper;
            }
            first = known.best;
        }
        let mut moves = Moves::<{ FASTEST_FIRST_EMPTIES as usize }>::new();
        let odd = odd_quadrants(squares & !(own | other));
        for square in bits::ones(mobility) {
            let flips = kernel.flips(square, own, other);
            let (next, waiting) = (other ^ flips, own | flips | 1 << square);
            // Scored by discs alone, a wipe-out may not be the maximum.
            if next == 0 && self.board.scoring == Scoring::Margin {
                return self.board.total;
            }
            let answers = kernel.mobility(next, waiting) & squares;
            let mut score = -4 * kernel.count(answers) as i32
                - 4 * kernel.count(answers & self.corners) as i32
                + 2 * (odd >> square & 1) as i32;
            if square as u8 == first {
                score = i32::MAX;
            }
            if empties >= LOOKUP_EMPTIES
                && let Some(known) = self.near_table.find(endgame_key(next, waiting))
                && -known.upper > alpha
            {
                return -known.upper;
            }
            moves.push(OrderedMove {
                square: square as u8,
                score,
                estimate: None,
                next,
                waiting,
                answers,
            });
        }
        let mut best = NONE;
        let mut best_square = NO_SQUARE;
        for at in 0..moves.len() {
            let chosen = moves.pick(at);
            let value = -self.near_the_end(kernel, &chosen, -alpha - 1, empties - 1);
            if value > best {
                (best, best_square) = (value, chosen.square);
                if best > alpha {
                    break;
                }
            }
        }
        if !self.watch.is_over() {
            let known = Known::found(best, (alpha, alpha + 1), best_square, EXACT);
            self.near_table.store(key, empties, known);
        }
        best
    }

    /// The stability cutoff: an upper bound from the stable discs of the other side, when it
    /// is not above `alpha`.
    #[inline(always)]
    pub(super) fn stability_bound<K: Kernel>(
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
}
