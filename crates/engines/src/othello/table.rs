//! The transposition table of midgame searches, which threads share.

use super::buckets::{Bucket, Buckets};

/// The bounds of a position's value and its best move, as far as they are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) lower: i16,
    pub(super) upper: i16,
    pub(super) depth: u8,
    /// A square, or [`NO_SQUARE`].
    pub(super) best: u8,
    /// The number of the search that found it, from 1: nothing is known where it is 0.
    age: u16,
}

impl Entry {
    /// The value, where the bounds decide it; else they narrow the window.
    #[inline(always)]
    pub(super) fn narrow(&self, alpha: &mut i32, beta: &mut i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower >= *beta || lower == upper {
            return Some(lower);
        }
        if upper <= *alpha {
            return Some(upper);
        }
        (*alpha, *beta) = ((*alpha).max(lower), (*beta).min(upper));
        None
    }

    /// All of it in a word.
    #[inline(always)]
    fn packed(self) -> u64 {
        u64::from(self.lower as u16)
            | u64::from(self.upper as u16) << 16
            | u64::from(self.depth) << 32
            | u64::from(self.best) << 40
            | u64::from(self.age) << 48
    }

    #[inline(always)]
    fn unpacked(word: u64) -> Entry {
        Entry {
            lower: word as i16,
            upper: (word >> 16) as i16,
            depth: (word >> 32) as u8,
            best: (word >> 40) as u8,
            age: (word >> 48) as u16,
        }
    }
}

/// Where no best move is known.
pub(super) const NO_SQUARE: u8 = 64;

/// A transposition table of a fixed size. Entries from before it was told to forget count as
/// empty.
#[derive(Clone)]
pub(super) struct TranspositionTable {
    buckets: Buckets,
    /// The number of the search that goes on.
    age: u16,
    /// The first search whose entries count.
    first_age: u16,
}

impl TranspositionTable {
    /// A table with room for about `positions` entries.
    pub(super) fn new(positions: usize) -> TranspositionTable {
        TranspositionTable {
            buckets: Buckets::new(positions),
            age: 1,
            first_age: 1,
        }
    }

    pub(super) fn memory(&self) -> usize {
        self.buckets.memory()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.next_search();
        self.first_age = self.age;
    }

    /// Another search begins, whose entries matter more than those of earlier ones.
    pub(super) fn next_search(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.buckets.clear();
            (self.age, self.first_age) = (1, 1);
        }
    }

    /// Where a position is, if it is there: to fetch it ahead.
    #[inline(always)]
    pub(super) fn bucket(&self, key: u64) -> &Bucket {
        self.buckets.of(key)
    }

    #[inline(always)]
    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        for entry in &self.buckets.of(key).0 {
            let (found, contents) = entry.load();
            let contents = Entry::unpacked(contents);
            if found == key && contents.age >= self.first_age {
                return Some(contents);
            }
        }
        None
    }

    /// Stores a position in the place of itself, else of the entry with the least depth, first
    /// among those of earlier searches.
    #[inline(always)]
    pub(super) fn store(&self, key: u64, depth: u8, bounds: (i16, i16), best: u8) {
        let (lower, upper) = bounds;
        let mut known = Entry {
            lower,
            upper,
            depth,
            best,
            age: self.age,
        };
        let bucket = &self.buckets.of(key).0;
        let mut chosen = &bucket[0];
        let mut least = u32::MAX;
        for entry in bucket {
            let (found, old) = entry.load();
            let old = Entry::unpacked(old);
            if found == key && old.age >= self.first_age {
                // Where all moves failed low, the best of them is a guess and no proof.
                if best == NO_SQUARE || lower == i16::MIN && old.best != NO_SQUARE {
                    known.best = old.best;
                }
                if old.depth == depth {
                    let joined = (old.lower.max(lower), old.upper.min(upper));
                    // A selective search may contradict itself: the newer bounds hold.
                    if joined.0 <= joined.1 {
                        (known.lower, known.upper) = joined;
                    }
                } else if old.depth > depth {
                    (known.lower, known.upper, known.depth) = (old.lower, old.upper, old.depth);
                }
                chosen = entry;
                break;
            }
            let weight = match old.age {
                of if of == self.age => 1_000 + u32::from(old.depth),
                of if of >= self.first_age => 1 + u32::from(old.depth),
                _ => 0,
            };
            if weight < least {
                (chosen, least) = (entry, weight);
            }
        }
        chosen.store(key, known.packed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_equal_depth_are_joined_and_deeper_ones_kept() {
        let mut table = TranspositionTable::new(64);
        table.clear();
        assert_eq!(table.find(0), None);
        table.store(5, 4, (-3, i16::MAX), 12);
        table.store(5, 4, (i16::MIN, 7), NO_SQUARE);
        table.store(5, 3, (0, 0), 13);
        let found = table.find(5).unwrap();
        assert_eq!((found.lower, found.upper, found.best), (-3, 7, 13));
        table.next_search();
        assert!(table.find(5).is_some());
        table.clear();
        assert_eq!(table.find(5), None);
    }

    #[test]
    fn a_full_bucket_gives_up_what_was_searched_least() {
        let mut table = TranspositionTable::new(4);
        table.clear();
        for depth in 1..=5 {
            table.store(u64::from(depth), depth, (0, 0), NO_SQUARE);
        }
        assert_eq!(table.find(1), None);
        assert!((2..=5).all(|key| table.find(key).is_some()));
    }
}
