//! The last four empty squares, written out: most of the time of an endgame search goes
//! there. Every search here asks one question, whether the value is above `alpha`, and answers
//! with a bound of the value on the right side of it.

use super::{Scoring, last_flips::last_flips, squares::around};
use papan_othello::{
    Position,
    kernel::{Kernel, Task},
};

/// What stays the same during a search.
#[derive(Clone, Copy)]
pub(super) struct Board {
    pub(super) squares: u64,
    pub(super) total: i32,
    pub(super) scoring: Scoring,
}

/// Below every value.
pub(super) const NONE: i32 = -1_000;

impl Board {
    /// The number of empty squares.
    pub(super) fn empties(&self, position: &Position) -> u32 {
        (self.squares & !(position.own() | position.other())).count_ones()
    }

    /// The value of a game that is over.
    #[inline(always)]
    pub(super) fn over<K: Kernel>(&self, kernel: K, own: u64, other: u64) -> i32 {
        let (own, other) = (kernel.count(own) as i32, kernel.count(other) as i32);
        let difference = own - other;
        match self.scoring {
            Scoring::Discs => difference,
            Scoring::Margin => difference + difference.signum() * (self.total - own - other),
        }
    }

    #[inline(always)]
    fn last_one<K: Kernel>(&self, kernel: K, own: u64, other: u64, square: u32) -> i32 {
        let discs = kernel.count(own) as i32;
        let turned = last_flips(square, own);
        if turned > 0 {
            return 2 * (discs + turned + 1) - self.total;
        }
        let turned = last_flips(square, other);
        if turned > 0 {
            return 2 * (discs - turned) - self.total;
        }
        self.over(kernel, own, other)
    }

    /// Whether the value with four empty squares is above `alpha`.
    #[inline(always)]
    pub(super) fn last_four<K: Kernel>(&self, kernel: K, own: u64, other: u64, alpha: i32) -> i32 {
        kernel.run(Last {
            board: self,
            own,
            other,
            squares: by_parity(self.squares & !(own | other)),
            alpha,
        })
    }
}

/// A position with `N` empty squares, in the order in which they are tried.
struct Last<'a, const N: usize> {
    board: &'a Board,
    own: u64,
    other: u64,
    squares: [u8; N],
    alpha: i32,
}

/// Tries each square in turn; when none can be played the other side does; and when it cannot
/// either, the game is over. A macro, since a closure would not be compiled for the kernel.
macro_rules! try_each {
    ($last:ident, $kernel:ident, |$own:ident, $other:ident, $at:ident, $alpha:ident| $after:expr) => {{
        let (mut own, mut other, mut alpha, mut sign) = ($last.own, $last.other, $last.alpha, 1);
        for _ in 0..2 {
            let mut best = NONE;
            for (at, &square) in $last.squares.iter().enumerate() {
                if AROUND[square as usize & 63] & other == 0 {
                    continue;
                }
                let flips = $kernel.flips(square.into(), own, other);
                if flips == 0 {
                    continue;
                }
                let ($own, $other) = (other ^ flips, own | flips | 1 << square);
                let ($at, $alpha) = (at, -alpha - 1);
                let value: i32 = -$after;
                if value > alpha {
                    return sign * value;
                }
                best = best.max(value);
            }
            if best > NONE {
                return sign * best;
            }
            (own, other) = (other, own);
            (alpha, sign) = (-alpha - 1, -1);
        }
        $last.board.over($kernel, own, other)
    }};
}

impl Task for Last<'_, 2> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        try_each!(self, kernel, |own, other, at, _alpha| {
            let square = self.squares[1 - at];
            self.board.last_one(kernel, own, other, square.into())
        })
    }
}

impl Task for Last<'_, 3> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let [a, b, c] = self.squares;
        let left = [[b, c], [a, c], [a, b]];
        try_each!(self, kernel, |own, other, at, alpha| kernel.run(Last {
            board: self.board,
            own,
            other,
            squares: left[at],
            alpha,
        }))
    }
}

impl Task for Last<'_, 4> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let [a, b, c, d] = self.squares;
        let left = [[b, c, d], [a, c, d], [a, b, d], [a, b, c]];
        try_each!(self, kernel, |own, other, at, alpha| kernel.run(Last {
            board: self.board,
            own,
            other,
            squares: alone_first(left[at]),
            alpha,
        }))
    }
}

/// Of three squares the one first that is alone in its quadrant of the board, if just one is.
#[inline(always)]
fn alone_first([a, b, c]: [u8; 3]) -> [u8; 3] {
    let together = |left: u8, right: u8| (left ^ right) & 0b10_0100 == 0;
    if together(b, c) {
        [a, b, c]
    } else if together(a, c) {
        [b, a, c]
    } else if together(a, b) {
        [c, a, b]
    } else {
        [a, b, c]
    }
}

/// Four squares ordered by parity: those first that are alone or one of three in their
/// quadrant of the board, since who fills the last square of a quadrant often gains by it.
#[inline(always)]
fn by_parity(empty: u64) -> [u8; 4] {
    let odd = odd_quadrants(empty);
    let mut squares = [0; 4];
    let mut count = 0;
    for mut set in [empty & odd, empty & !odd] {
        while set != 0 && count < 4 {
            squares[count] = set.trailing_zeros() as u8;
            set &= set - 1;
            count += 1;
        }
    }
    squares
}

/// The quadrants of the board with an odd number of the squares in `set`.
#[inline(always)]
pub(super) fn odd_quadrants(set: u64) -> u64 {
    // Columns and rows of each quadrant are added up, without carries, in its first square.
    let mut sum = set ^ set >> 2;
    sum ^= sum >> 1;
    sum ^= sum >> 16;
    sum ^= sum >> 8;
    (sum & 0x0000_0011_0000_0011) * 0x0F0F_0F0F
}

/// The neighbours of each square.
static AROUND: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        let set = 1_u64 << square;
        neighbours[square] = around(set) & !set;
        square += 1;
    }
    neighbours
};

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::Random;

    #[test]
    fn quadrants_are_odd_or_even() {
        let quadrant = 0x0000_0000_0F0F_0F0F_u64;
        let mut random = Random::new(4);
        for _ in 0..1_000 {
            let set = random.next_u64();
            for shift in [0, 4, 32, 36] {
                let quadrant = quadrant << shift;
                let odd = (set & quadrant).count_ones() % 2 == 1;
                assert_eq!(
                    odd_quadrants(set) & quadrant,
                    if odd { quadrant } else { 0 }
                );
            }
        }
    }
}
