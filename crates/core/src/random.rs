//! Seeded randomness. Everything random in Papan takes a seed, and one seed gives
//! the same game on every machine.

use rand_core::{Rng as _, SeedableRng};

/// The generator that all of Papan uses: xoshiro256++, small, fast and fixed by
/// its publication, so that a seed means the same thing for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(rand_xoshiro::Xoshiro256PlusPlus);

impl Random {
    /// The generator for a seed.
    ///
    /// ```
    /// use papan_core::Random;
    ///
    /// let mut random = Random::new(7);
    /// let dice: Vec<usize> = (0..5).map(|_| 1 + random.below(6)).collect();
    /// assert_eq!(dice, [1, 2, 5, 3, 6]);
    /// ```
    #[inline]
    pub fn new(seed: u64) -> Random {
        Random(SeedableRng::seed_from_u64(seed))
    }

    /// The generator for the item `index` of a series: game 12 of a run is the same
    /// game whichever thread plays it, and whether or not game 11 was played.
    #[inline]
    pub fn for_item(seed: u64, index: u64) -> Random {
        Random::new(crate::key::mix(seed, index))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `bound - 1`, each as likely as the others (to within one
    /// part in 2^64 / bound: one multiplication instead of a loop).
    ///
    /// # Panics
    /// In debug builds, when `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        debug_assert!(bound > 0, "nothing to choose from");
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }
}
