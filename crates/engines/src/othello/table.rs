//! The transposition table.

/// The bounds of a position's value and its best move, as far as they are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    key: u64,
    pub(super) lower: i16,
    pub(super) upper: i16,
    pub(super) depth: u8,
    /// A square, or [`NO_SQUARE`].
    pub(super) best: u8,
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
}

/// Where no best move is known.
pub(super) const NO_SQUARE: u8 = 64;

const NOTHING: Entry = Entry {
    key: 0,
    lower: i16::MIN,
    upper: i16::MAX,
    depth: 0,
    best: NO_SQUARE,
    age: 0,
};

/// Entries that share a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// A transposition table of a fixed size. Entries from before it was told to forget count as
/// empty.
pub(super) struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// The number of the search that goes on.
    age: u16,
    /// The first search whose entries count.
    first_age: u16,
}

impl TranspositionTable {
    /// A table with room for about `positions` entries.
    pub(super) fn new(positions: usize) -> TranspositionTable {
        let count = (positions / 4).next_power_of_two();
        TranspositionTable {
            buckets: vec![Bucket([NOTHING; 4]); count],
            age: 0,
            first_age: 0,
        }
    }

    pub(super) fn memory(&self) -> usize {
        size_of_val(&*self.buckets)
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
            self.buckets.fill(Bucket([NOTHING; 4]));
            (self.age, self.first_age) = (1, 1);
        }
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> usize {
        // The high bits choose: there is one bucket at least.
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.bucket(key)];
        let known = |entry: &&Entry| entry.key == key && entry.age >= self.first_age;
        bucket.0.iter().find(known).copied()
    }

    /// Stores a position in the place of itself, else of the entry with the least depth, first
    /// among those of earlier searches.
    #[inline(always)]
    pub(super) fn store(&mut self, key: u64, depth: u8, bounds: (i16, i16), best: u8) {
        let (age, first_age, place) = (self.age, self.first_age, self.bucket(key));
        let bucket = &mut self.buckets[place].0;
        let mut chosen = 0;
        let mut least = u32::MAX;
        for (at, entry) in bucket.iter().enumerate() {
            if entry.key == key && entry.age >= first_age {
                chosen = at;
                break;
            }
            let weight = match entry.age {
                of if of == age => 1_000 + u32::from(entry.depth),
                of if of >= first_age => 1 + u32::from(entry.depth),
                _ => 0,
            };
            if weight < least {
                (chosen, least) = (at, weight);
            }
        }
        let old = &mut bucket[chosen];
        let (lower, upper) = bounds;
        if old.key == key && old.age >= first_age {
            old.age = age;
            // Where all moves failed low, the best of them is a guess and no proof.
            if best != NO_SQUARE && (lower > i16::MIN || old.best == NO_SQUARE) {
                old.best = best;
            }
            if old.depth == depth {
                old.lower = old.lower.max(lower);
                old.upper = old.upper.min(upper);
                // A selective search may contradict itself: the newer bounds hold.
                if old.lower > old.upper {
                    (old.lower, old.upper) = bounds;
                }
            } else if old.depth < depth {
                (old.lower, old.upper, old.depth) = (lower, upper, depth);
            }
            return;
        }
        *old = Entry {
            key,
            lower,
            upper,
            depth,
            best,
            age,
        };
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
