//! The two questions that all of Othello comes down to: where may a side move, and
//! what does a move turn over? Each is answered by bit tricks on any machine
//! ([`Portable`]) and by vector instructions where the processor has them ([`Avx2`]).
//!
//! Code compiled for vector instructions cannot be inlined into code compiled for any
//! machine, so the choice is made once for a whole perft, playout or search: see
//! [`Kernel::run`].

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;
mod rays;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
pub use portable::Portable;

/// The bit questions of the rules, for discs of the side to move (`own`) and of the
/// other side; bit `8 * row + column` is a square, counted from the top left.
///
/// Boards smaller than 8x8 sit in the middle: squares outside them are always empty,
/// so no line of discs ever crosses them, and only [`mobility`](Kernel::mobility) may
/// name them; the caller masks its answer.
pub trait Kernel: Copy {
    /// The empty squares where a disc of `own` would turn something over.
    fn mobility(self, own: u64, other: u64) -> u64;

    /// The discs that a disc of `own` on the empty `square` turns over.
    fn flips(self, square: u32, own: u64, other: u64) -> u64;

    /// The number of squares in a set.
    fn count(self, set: u64) -> u32;

    /// The square number `rank` of a set, from 0.
    fn select(self, set: u64, rank: u32) -> u32;

    /// Asks for the memory of a value that will be read soon. It changes nothing but the time
    /// that takes.
    fn prefetch<T>(self, value: &T);

    /// Does a whole piece of work with every question of it inlined and compiled for the
    /// instructions of this kernel.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// A piece of work over a [`Kernel`]. Mark `run` and what it calls `#[inline(always)]`,
/// and loop rather than recurse: only inlined code is compiled for the kernel.
pub trait Task {
    /// What comes out of it.
    type Output;
    /// Does it.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// The fastest kernel of the machine that the program runs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fastest {
    /// Bit tricks only.
    Portable(Portable),
    /// Vector instructions.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Fastest {
    /// Asks the processor what it can do.
    pub fn detect() -> Fastest {
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = Avx2::detect() {
            return Fastest::Avx2(kernel);
        }
        Fastest::Portable(Portable)
    }

    /// Does a piece of work with that kernel.
    ///
    /// ```
    /// use papan_othello::kernel::{Fastest, Kernel, Task};
    ///
    /// struct CountMoves(u64, u64);
    /// impl Task for CountMoves {
    ///     type Output = u32;
    ///     #[inline(always)]
    ///     fn run<K: Kernel>(self, kernel: K) -> u32 {
    ///         kernel.count(kernel.mobility(self.0, self.1))
    ///     }
    /// }
    /// let (black, white) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
    /// assert_eq!(Fastest::detect().run(CountMoves(black, white)), 4);
    /// ```
    #[inline(always)]
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            Fastest::Portable(kernel) => kernel.run(task),
            #[cfg(target_arch = "x86_64")]
            Fastest::Avx2(kernel) => kernel.run(task),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Square by square, as the rules say it.
    fn flips_by_walking(square: u32, own: u64, other: u64) -> u64 {
        let mut flips = 0;
        for (rows, columns) in [
            (-1, -1),
            (-1, 0),
            (-1, 1),
            (0, -1),
            (0, 1),
            (1, -1),
            (1, 0),
            (1, 1),
        ] {
            let (mut row, mut column) = (square as i32 / 8, square as i32 % 8);
            let mut line = 0;
            loop {
                row += rows;
                column += columns;
                if !(0..8).contains(&row) || !(0..8).contains(&column) {
                    break;
                }
                let bit = 1 << (8 * row + column);
                if other & bit != 0 {
                    line |= bit;
                } else {
                    if own & bit != 0 {
                        flips |= line;
                    }
                    break;
                }
            }
        }
        flips
    }

    fn check<K: Kernel>(kernel: K, own: u64, other: u64) {
        let mut mobility = 0;
        for square in papan_core::bits::ones(!(own | other)) {
            let flips = flips_by_walking(square, own, other);
            assert_eq!(
                kernel.flips(square, own, other),
                flips,
                "{own:x} {other:x} {square}"
            );
            mobility |= u64::from(flips != 0) << square;
        }
        assert_eq!(kernel.mobility(own, other), mobility, "{own:x} {other:x}");
        assert_eq!(kernel.count(own), own.count_ones());
        for (rank, square) in papan_core::bits::ones(own).enumerate() {
            assert_eq!(kernel.select(own, rank as u32), square);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn every_kernel_agrees_with_walking(a in any::<u64>(), b in any::<u64>(), c in any::<u64>()) {
            // Boards from nearly empty to nearly full, and either side in the majority.
            for (own, other) in [(a & b, !a & c), (a & b & c, !a), (!a, a & b & c), (a, !a), (a & b & c, !a & !b & c)] {
                check(Portable, own, other);
                #[cfg(target_arch = "x86_64")]
                if let Some(kernel) = Avx2::detect() {
                    check(kernel, own, other);
                }
            }
        }
    }
}
