//! Sets of squares held in one 64-bit word.

#[cfg(target_arch = "x86_64")]
use crate::machine::FastDeposit;

/// The squares of a set, lowest first.
///
/// ```
/// let squares: Vec<u32> = papan_core::bits::ones(0b1010_0001).collect();
/// assert_eq!(squares, [0, 5, 7]);
/// ```
#[inline]
pub fn ones(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let lowest = set.trailing_zeros();
        set &= set - 1;
        Some(lowest)
    })
}

/// The place of the set bit number `rank` (from 0). The answer is meaningless
/// unless the set has more than `rank` squares.
///
/// ```
/// assert_eq!(papan_core::bits::select(0b1010_0001, 2), 7);
/// ```
#[inline(always)]
pub fn select(set: u64, rank: u32) -> u32 {
    // Ones in each byte, then in all bytes up to and with it.
    let pairs = set - ((set >> 1) & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    let totals = bytes.wrapping_mul(EACH);
    let byte = not_above(totals, rank) * 8;
    let skipped = ((totals << 8) >> (byte & 63)) as u32 & 0xFF;
    // The same once more with the bits of the byte that was found, one in each byte: a
    // loop over them would be mispredicted every other time.
    let spread = ((set >> (byte & 63)) & 0xFF).wrapping_mul(EACH) & 0x8040_2010_0804_0201;
    let bits = (((spread | HIGH) - EACH) | spread) & HIGH;
    byte + not_above(
        (bits >> 7).wrapping_mul(EACH),
        rank.wrapping_sub(skipped) & 63,
    )
}

const EACH: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// How many bytes of `totals`, none above 64, are not above `rank`, which is below 64.
#[inline(always)]
fn not_above(totals: u64, rank: u32) -> u32 {
    let bytes = (((u64::from(rank) * EACH) | HIGH) - totals) & HIGH;
    ((bytes >> 7).wrapping_mul(EACH) >> 56) as u32
}

/// A way to find a square of a set by its rank, handed to a [`Task`].
pub trait Select: Copy {
    /// The set bit number `rank` (from 0), alone. The answer is meaningless unless the
    /// set has more than `rank` squares.
    fn nth(self, set: u64, rank: u32) -> u64;
}

/// [`select`], on any machine.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Select for Portable {
    #[inline(always)]
    fn nth(self, set: u64, rank: u32) -> u64 {
        1 << (select(set, rank) & 63)
    }
}

/// A loop that takes squares of sets by their rank, such as a random game. Code for
/// newer processors does not inline into code for all, so the choice between them
/// is made once for the whole loop, by [`run_fastest`].
///
/// ```
/// use papan_core::bits::{Select, Task, run_fastest};
///
/// struct EverySecond(u64);
///
/// impl Task for EverySecond {
///     type Output = u64;
///
///     #[inline(always)] // or it will not be compiled for the newer processor
///     fn run<S: Select>(self, select: S) -> u64 {
///         let ranks = (0..self.0.count_ones()).step_by(2);
///         ranks.fold(0, |set, rank| set | select.nth(self.0, rank))
///     }
/// }
///
/// assert_eq!(run_fastest(EverySecond(0b1110_1100)), 0b1010_0100);
/// ```
pub trait Task {
    /// What the loop gives back.
    type Output;

    /// Runs the loop. Write `#[inline(always)]` above it.
    fn run<S: Select>(self, select: S) -> Self::Output;
}

/// Runs a task compiled for this machine: with the instructions BMI1, BMI2 and POPCNT
/// where they are there and fast, else with portable ones.
#[inline]
pub fn run_fastest<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(deposit) = FastDeposit::detect() {
        // SAFETY: `deposit` proves that the machine has the features of `run`.
        return unsafe { x86::run(deposit, task) };
    }
    task.run(Portable)
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{FastDeposit, Select, Task};

    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    pub(super) fn run<T: Task>(deposit: FastDeposit, task: T) -> T::Output {
        task.run(deposit)
    }

    impl Select for FastDeposit {
        #[inline(always)]
        fn nth(self, set: u64, rank: u32) -> u64 {
            // SAFETY: `self` proves that the machine has BMI2.
            unsafe { std::arch::x86_64::_pdep_u64(1 << (rank & 63), set) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn select_agrees_with_counting(set in any::<u64>()) {
            for (rank, place) in ones(set).enumerate() {
                prop_assert_eq!(select(set, rank as u32), place);
            }
        }

        #[test]
        fn the_fastest_select_agrees_with_the_portable(set in any::<u64>()) {
            struct Each(u64);
            impl Task for Each {
                type Output = Vec<u64>;

                #[inline(always)]
                fn run<S: Select>(self, select: S) -> Vec<u64> {
                    (0..self.0.count_ones()).map(|rank| select.nth(self.0, rank)).collect()
                }
            }
            prop_assert_eq!(run_fastest(Each(set)), Each(set).run(Portable));
        }
    }
}
