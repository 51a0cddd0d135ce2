//! The last four empty squares, written out: most of the time of an endgame search goes
//! there.

use super::{Scoring, squares::around};
use papan_othello::kernel::Kernel;

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
        let turned = kernel.count(kernel.flips(square, own, other)) as i32;
        if turned > 0 {
            return 2 * (discs + turned + 1) - self.total;
        }
        let turned = kernel.count(kernel.flips(square, other, own)) as i32;
        if turned > 0 {
            return 2 * (discs - turned) - self.total;
        }
        self.over(kernel, own, other)
    }

    #[inline(always)]
    fn last_two<K: Kernel>(
        &self,
        kernel: K,
        own: u64,
        other: u64,
        squares: [u32; 2],
        window: (i32, i32),
    ) -> i32 {
        self.last(kernel, own, other, squares, window, |own, other, at, _| {
            self.last_one(kernel, own, other, squares[1 - at])
        })
    }

    #[inline(always)]
    fn last_three<K: Kernel>(
        &self,
        kernel: K,
        own: u64,
        other: u64,
        squares: [u32; 3],
        window: (i32, i32),
    ) -> i32 {
        let [a, b, c] = squares;
        let left = [[b, c], [a, c], [a, b]];
        self.last(
            kernel,
            own,
            other,
            squares,
            window,
            |own, other, at, window| self.last_two(kernel, own, other, left[at], window),
        )
    }

    /// The value with four empty squares, at least when it lies within the window.
    #[inline(always)]
    pub(super) fn last_four<K: Kernel>(
        &self,
        kernel: K,
        own: u64,
        other: u64,
        window: (i32, i32),
    ) -> i32 {
        let squares = by_parity(self.squares & !(own | other));
        let [a, b, c, d] = squares;
        let left = [[b, c, d], [a, c, d], [a, b, d], [a, b, c]];
        self.last(
            kernel,
            own,
            other,
            squares,
            window,
            |own, other, at, window| self.last_three(kernel, own, other, left[at], window),
        )
    }

    /// Tries each square in turn; when none can be played the other side does; and when
    /// it cannot either, the game is over.
    #[inline(always)]
    fn last<K: Kernel, const N: usize>(
        &self,
        kernel: K,
        mut own: u64,
        mut other: u64,
        squares: [u32; N],
        (mut alpha, mut beta): (i32, i32),
        then: impl Fn(u64, u64, usize, (i32, i32)) -> i32,
    ) -> i32 {
        for sign in [1, -1] {
            let mut best = NONE;
            for (at, square) in squares.into_iter().enumerate() {
                if AROUND[square as usize & 63] & other == 0 {
                    continue;
                }
                let flips = kernel.flips(square, own, other);
                if flips == 0 {
                    continue;
                }
                let window = (-beta, -alpha.max(best));
                let value = -then(other ^ flips, own | flips | 1 << square, at, window);
                if value > best {
                    best = value;
                    if best >= beta {
                        return sign * best;
                    }
                }
            }
            if best > NONE {
                return sign * best;
            }
            (own, other) = (other, own);
            (alpha, beta) = (-beta, -alpha);
        }
        self.over(kernel, own, other)
    }
}

/// Four squares ordered by parity: those first that are alone or one of three in their
/// quadrant of the board, since who fills the last square of a quadrant often gains by it.
#[inline(always)]
fn by_parity(empty: u64) -> [u32; 4] {
    let odd = odd_quadrants(empty);
    let mut squares = [0; 4];
    let mut count = 0;
    for mut set in [empty & odd, empty & !odd] {
        while set != 0 && count < 4 {
            squares[count] = set.trailing_zeros();
            set &= set - 1;
            count += 1;
        }
    }
    squares
}

const QUADRANTS: [u64; 4] = [
    0x0000_0000_0F0F_0F0F,
    0x0000_0000_F0F0_F0F0,
    0x0F0F_0F0F_0000_0000,
    0xF0F0_F0F0_0000_0000,
];

/// The quadrants of the board with an odd number of the squares in `set`.
#[inline(always)]
pub(super) fn odd_quadrants(set: u64) -> u64 {
    QUADRANTS.into_iter().fold(0, |odd, quadrant| {
        odd | quadrant & u64::from((set & quadrant).count_ones() & 1).wrapping_neg()
    })
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
