//! Bit tricks that every machine can do.

use super::{
    Kernel, Task,
    rays::{DOWN, INNER_COLUMNS, STEPS, UP},
};

/// The kernel without special instructions, and the twin that the others are tested
/// against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn mobility(self, own: u64, other: u64) -> u64 {
        let mut moves = 0;
        for step in STEPS {
            let inner = other & if step == 8 { !0 } else { INNER_COLUMNS };
            // Lines of other's discs next to one's own, grown by one, one, two and two.
            let mut up = inner & (own << step);
            let mut down = inner & (own >> step);
            up |= inner & (up << step);
            down |= inner & (down >> step);
            let pairs_up = inner & (inner << step);
            let pairs_down = pairs_up >> step;
            for _ in 0..2 {
                up |= pairs_up & (up << (2 * step));
                down |= pairs_down & (down >> (2 * step));
            }
            moves |= (up << step) | (down >> step);
        }
        moves & !(own | other)
    }

    #[inline(always)]
    fn flips(self, square: u32, own: u64, other: u64) -> u64 {
        let mut flips = 0;
        for ray in UP.0[square as usize] {
            // A carry runs from the bottom through everything off the ray and through
            // other's discs on it, and stops at the first square that is not other's.
            let end = (other | !ray).wrapping_add(1) & ray & own;
            flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
        }
        for ray in DOWN.0[square as usize] {
            // The highest square of the ray that is not other's.
            let open = ray & !other;
            let end = (1 << 63 >> (open | 1).leading_zeros()) & open & own;
            flips |= end.wrapping_add(end).wrapping_neg() & ray;
        }
        flips
    }

    #[inline(always)]
    fn count(self, set: u64) -> u32 {
        set.count_ones()
    }

    #[inline(always)]
    fn select(self, set: u64, rank: u32) -> u32 {
        papan_core::bits::select(set, rank)
    }

    #[inline(always)]
    fn prefetch<T>(self, _: &T) {}

    #[inline]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}
