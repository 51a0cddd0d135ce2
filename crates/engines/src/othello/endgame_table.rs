//! The transposition table of endgame searches, which threads share.

use super::{
    buckets::{Bucket, Buckets},
    table::NO_SQUARE,
};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// A square, or [`NO_SQUARE`].
    pub(super) best: u8,
    /// The level of confidence of the search that found the bounds.
    pub(super) level: u8,
}

impl Known {
    /// What a value that was found in a window says of the true one.
    #[inline(always)]
    pub(super) fn found(value: i32, (low, high): (i32, i32), best: u8, level: u8) -> Known {
        Known {
            lower: if value > low { value } else { i8::MIN.into() },
            upper: if value < high { value } else { i8::MAX.into() },
            best,
            level,
        }
    }

    /// The value, where the bounds decide it; else they narrow the window.
    #[inline(always)]
    pub(super) fn narrow(&self, alpha: &mut i32, beta: &mut i32) -> Option<i32> {
        if self.lower >= *beta || self.lower == self.upper {
            return Some(self.lower);
        }
        if self.upper <= *alpha {
            return Some(self.upper);
        }
        (*alpha, *beta) = ((*alpha).max(self.lower), (*beta).min(self.upper));
        None
    }
}

/// A transposition table of a fixed size. Entries of earlier searches count as empty, so
/// that a search never depends on the ones before it.
#[derive(Clone)]
pub(super) struct EndgameTable {
    buckets: Buckets,
    age: u16,
}

/// The contents of an entry in a word: bounds, best square, level, empty squares, age.
#[derive(Clone, Copy)]
struct Contents(u64);

impl Contents {
    #[inline(always)]
    fn new(known: Known, empties: u32, age: u16) -> Contents {
        let [lower, upper] = [known.lower, known.upper].map(|bound| u64::from(bound as i8 as u8));
        Contents(
            lower
                | upper << 8
                | u64::from(known.best) << 16
                | u64::from(known.level) << 24
                | u64::from(empties) << 32
                | u64::from(age) << 48,
        )
    }

    #[inline(always)]
    fn known(self) -> Known {
        Known {
            lower: i32::from(self.0 as i8),
            upper: i32::from((self.0 >> 8) as i8),
            best: (self.0 >> 16) as u8,
            level: (self.0 >> 24) as u8,
        }
    }

    #[inline(always)]
    fn empties(self) -> u32 {
        (self.0 >> 32) as u16 as u32
    }

    #[inline(always)]
    fn age(self) -> u16 {
        (self.0 >> 48) as u16
    }
}

impl EndgameTable {
    /// A table with room for about `positions` entries.
    pub(super) fn new(positions: usize) -> EndgameTable {
        EndgameTable {
            buckets: Buckets::new(positions),
            age: 0,
        }
    }

    /// A table so small that it stays in the cache of a core, for nodes with few empty squares:
    /// what they ask for was mostly stored a moment ago.
    pub(super) fn near() -> EndgameTable {
        EndgameTable::new(1 << 13)
    }

    pub(super) fn memory(&self) -> usize {
        self.buckets.memory()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.buckets.clear();
            self.age = 1;
        }
    }

    /// Where a position is, if it is there.
    #[inline(always)]
    pub(super) fn bucket(&self, key: u64) -> &Bucket {
        self.buckets.of(key)
    }

    #[inline(always)]
    pub(super) fn find(&self, key: u64) -> Option<Known> {
        for entry in &self.bucket(key).0 {
            let (found, contents) = entry.load();
            let contents = Contents(contents);
            if found == key && contents.age() == self.age {
                return Some(contents.known());
            }
        }
        None
    }

    /// Stores a position in the place of itself, of an entry of an earlier search, or of the
    /// entry with the fewest empty squares.
    #[inline(always)]
    pub(super) fn store(&self, key: u64, empties: u32, mut known: Known) {
        let mut chosen = &self.bucket(key).0[0];
        let mut least = u32::MAX;
        for entry in &self.bucket(key).0 {
            let (found, contents) = entry.load();
            let contents = Contents(contents);
            if contents.age() != self.age {
                if least > 0 {
                    (chosen, least) = (entry, 0);
                }
                continue;
            }
            if found == key {
                let old = contents.known();
                // Where all moves failed low, the best of them is a guess and no proof.
                if known.best == NO_SQUARE
                    || known.lower <= i32::from(i8::MIN) && old.best != NO_SQUARE
                {
                    known.best = old.best;
                }
                if old.level == known.level {
                    let joined = (old.lower.max(known.lower), old.upper.min(known.upper));
                    // A search without proof may contradict itself: the newer bounds hold.
                    if joined.0 <= joined.1 {
                        (known.lower, known.upper) = joined;
                    }
                } else if old.level > known.level {
                    (known.lower, known.upper, known.level) = (old.lower, old.upper, old.level);
                }
                chosen = entry;
                break;
            }
            let weight = 1 + contents.empties();
            if weight < least {
                (chosen, least) = (entry, weight);
            }
        }
        chosen.store(key, Contents::new(known, empties, self.age).0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(lower: i32, upper: i32, best: u8, level: u8) -> Known {
        Known {
            lower,
            upper,
            best,
            level,
        }
    }

    #[test]
    fn bounds_of_equal_confidence_are_joined_and_surer_ones_kept() {
        let mut table = EndgameTable::new(64);
        table.clear();
        assert_eq!(table.find(0), None);
        table.store(5, 12, known(-3, 127, 12, 4));
        table.store(5, 12, known(-128, 7, NO_SQUARE, 4));
        table.store(5, 12, known(0, 0, 13, 3));
        assert_eq!(table.find(5), Some(known(-3, 7, 13, 4)));
        table.store(5, 12, known(-128, 9, 14, 5));
        assert_eq!(table.find(5), Some(known(-128, 9, 13, 5)));
        table.clear();
        assert_eq!(table.find(5), None);
    }

    #[test]
    fn a_full_bucket_gives_up_what_has_the_fewest_empty_squares() {
        let mut table = EndgameTable::new(4);
        table.clear();
        for empties in 11..=15 {
            table.store(u64::from(empties), empties, known(0, 0, NO_SQUARE, 0));
        }
        assert_eq!(table.find(11), None);
        assert!((12..=15).all(|key| table.find(key).is_some()));
    }
}
