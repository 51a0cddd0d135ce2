//! Endgames to the very end: exact values.
//!
//! A position with many empty squares is searched with everything that finds the best
//! move early: the table, the patterns, the mobility left to the other side, the parity of
//! the quarters. The fewer are left the less of that pays, down to the last four.

use super::{
    Count,
    last::{NONE, odd_quarters},
    squares::around,
    table::NO_SQUARE,
    thinker::{Choice, Choices, Thinker},
};
use papan_core::{bits, key};
use papan_othello::kernel::{Kernel, Task};

/// With so many empty squares or fewer, squares are tried by parity alone.
const SHALLOW: u32 = 6;
/// From so many on, the patterns help to order moves.
const JUDGED: u32 = 11;
/// From so many on, moves are ordered by a small search.
const PRESEARCHED: u32 = 15;
/// From so many on, all moves are looked up before any is searched.
const LOOKED_UP: u32 = 9;

/// Keys of endgames are not those of guesses.
const EXACT: u64 = 0xE7D9_A5A5_3C3C_0F0F;

pub(super) fn exact_key(own: u64, other: u64) -> u64 {
    key::of_words([own, other]) ^ EXACT
}

/// The exact value of a position when it lies within the window, else a bound of it.
pub(super) struct Endgame<'a> {
    pub(super) thinker: &'a mut Thinker,
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) window: (i32, i32),
}

impl Task for Endgame<'_> {
    type Output = i32;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Endgame {
            thinker,
            own,
            other,
            window,
        } = self;
        let empties = kernel.count(thinker.board.squares & !(own | other));
        thinker.exact(kernel, own, other, empties, window)
    }
}

/// A node with few empty squares.
struct Shallow<'a> {
    thinker: &'a mut Thinker,
    own: u64,
    other: u64,
    empties: u32,
    window: (i32, i32),
}

impl Task for Shallow<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Shallow {
            thinker,
            mut own,
            mut other,
            empties,
            window: (mut alpha, mut beta),
        } = self;
        if thinker.watch.tick() {
            return 0;
        }
        if empties == 4 {
            return thinker.board.last_four(kernel, own, other, (alpha, beta));
        }
        if empties < 4 {
            return thinker.tiny(kernel, own, other);
        }
        if let Some(bound) = thinker.bound(kernel, own, other, alpha, empties) {
            return bound;
        }
        let squares = thinker.board.squares;
        let mut sign = 1;
        let mut mobility = kernel.mobility(own, other) & squares;
        if mobility == 0 {
            (own, other) = (other, own);
            (alpha, beta) = (-beta, -alpha);
            sign = -1;
            mobility = kernel.mobility(own, other) & squares;
            if mobility == 0 {
                return -thinker.board.over(kernel, own, other);
            }
        }
        let odd = odd_quarters(squares & !(own | other));
        let mut best = NONE;
        for set in [mobility & odd, mobility & !odd] {
            for square in bits::ones(set) {
                let flips = kernel.flips(square, own, other);
                let (next, waiting) = (other ^ flips, own | flips | 1 << square);
                let window = (-beta, -alpha.max(best));
                let value = -match empties {
                    5 => thinker.board.last_four(kernel, next, waiting, window),
                    _ => kernel.run(Shallow {
                        thinker,
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

/// A node with many empty squares.
struct Deep<'a> {
    thinker: &'a mut Thinker,
    own: u64,
    other: u64,
    empties: u32,
    window: (i32, i32),
}

impl Task for Deep<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Deep {
            thinker,
            own,
            other,
            empties,
            window: (mut alpha, mut beta),
        } = self;
        if thinker.watch.tick() {
            return 0;
        }
        let squares = thinker.board.squares;
        if let Some(bound) = thinker.bound(kernel, own, other, alpha, empties) {
            return bound;
        }
        let mobility = kernel.mobility(own, other) & squares;
        if mobility == 0 {
            if kernel.mobility(other, own) & squares == 0 {
                return thinker.board.over(kernel, own, other);
            }
            return -kernel.run(Deep {
                thinker,
                own: other,
                other: own,
                empties,
                window: (-beta, -alpha),
            });
        }
        let key = exact_key(own, other);
        let mut first = NO_SQUARE;
        if let Some(known) = thinker.table.find(key) {
            first = known.best;
            let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            (alpha, beta) = (alpha.max(lower), beta.min(upper));
        } else if empties >= PRESEARCHED
            && let Some(guess) = thinker.table.find(key ^ EXACT)
        {
            first = guess.best;
        }
        let mut choices = Choices::new();
        let odd = odd_quarters(squares & !(own | other));
        for square in bits::ones(mobility) {
            let flips = kernel.flips(square, own, other);
            let (next, waiting) = (other ^ flips, own | flips | 1 << square);
            // Counted by discs alone, to take them all may not be the most.
            if next == 0 && thinker.board.count == Count::Margin {
                return thinker.board.total;
            }
            if empties >= LOOKED_UP
                && let Some(known) = thinker.table.find(exact_key(next, waiting))
                && -i32::from(known.upper) >= beta
            {
                return -i32::from(known.upper);
            }
            let answers = kernel.mobility(next, waiting) & squares;
            let open = around(next) & squares & !(next | waiting);
            let mut promise = -24 * kernel.count(answers) as i32
                - 20 * kernel.count(answers & thinker.corners) as i32
                - 4 * kernel.count(around(waiting) & squares & !(next | waiting)) as i32
                + kernel.count(open) as i32
                + 12 * i32::from(odd >> square & 1 == 1)
                + 24 * i32::from(thinker.corners >> square & 1 == 1);
            if square as u8 == first {
                promise = i32::MAX;
            } else if empties >= JUDGED {
                let value = match empties {
                    PRESEARCHED.. => {
                        thinker.glance(kernel, next, waiting, (empties - PRESEARCHED) / 4)
                    }
                    _ => thinker.judge.value(kernel, next, waiting),
                };
                promise -= 3 * value;
            }
            choices.push(Choice {
                square: square as u8,
                promise,
                next,
                waiting,
            });
        }
        let mut best = NONE;
        let mut best_square = NO_SQUARE;
        let entered = alpha;
        for at in 0..choices.len() {
            let choice = choices.pick(at);
            let (next, waiting) = (choice.next, choice.waiting);
            let low = alpha.max(best);
            let mut value = NONE;
            if at > 0 && beta - low > 1 {
                value = -thinker.exact(kernel, next, waiting, empties - 1, (-low - 1, -low));
            }
            if at == 0 || beta - low == 1 || value > low && value < beta {
                value = -thinker.exact(kernel, next, waiting, empties - 1, (-beta, -low));
            }
            if thinker.watch.is_over() {
                return 0;
            }
            if value > best {
                (best, best_square) = (value, choice.square);
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
        thinker.table.store(key, empties as u8, bounds, best_square);
        best
    }
}

impl Thinker {
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
            0..=SHALLOW => kernel.run(Shallow {
                thinker: self,
                own,
                other,
                empties,
                window,
            }),
            _ => kernel.run(Deep {
                thinker: self,
                own,
                other,
                empties,
                window,
            }),
        }
    }

    /// A value that the position cannot exceed, when it is not above `alpha`: discs that
    /// the other side keeps for ever.
    #[inline(always)]
    fn bound<K: Kernel>(
        &self,
        kernel: K,
        own: u64,
        other: u64,
        alpha: i32,
        empties: u32,
    ) -> Option<i32> {
        // Enough such discs are likely only when much is asked for.
        if alpha < 2 * empties as i32 - 4 {
            return None;
        }
        let most = self.board.total - 2 * kernel.count(self.edges.stable(other, own)) as i32;
        (most <= alpha).then_some(most)
    }

    /// Fewer than four empty squares, where only a whole search begins.
    fn tiny<K: Kernel>(&self, kernel: K, own: u64, other: u64) -> i32 {
        let squares = self.board.squares;
        let mobility = kernel.mobility(own, other) & squares;
        if mobility == 0 {
            return match kernel.mobility(other, own) & squares {
                0 => self.board.over(kernel, own, other),
                _ => -self.tiny(kernel, other, own),
            };
        }
        let after = |square| {
            let flips = kernel.flips(square, own, other);
            -self.tiny(kernel, other ^ flips, own | flips | 1 << square)
        };
        bits::ones(mobility).map(after).max().unwrap_or(NONE)
    }
}
