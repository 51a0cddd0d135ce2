//! The memory of transposition tables, which threads share without locks.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// Two words: a key, changed by the contents, and the contents. An entry that two threads wrote half
/// each has a key that nobody asks for: no lock is needed.
pub(super) struct Entry([AtomicU64; 2]);

impl Entry {
    const fn empty() -> Entry {
        Entry([AtomicU64::new(0), AtomicU64::new(0)])
    }

    /// Key and contents.
    #[inline(always)]
    pub(super) fn load(&self) -> (u64, u64) {
        let contents = self.0[1].load(Ordering::Relaxed);
        (self.0[0].load(Ordering::Relaxed) ^ contents, contents)
    }

    #[inline(always)]
    pub(super) fn store(&self, key: u64, contents: u64) {
        self.0[0].store(key ^ contents, Ordering::Relaxed);
        self.0[1].store(contents, Ordering::Relaxed);
    }
}

/// Entries that share a cache line.
#[repr(align(64))]
pub(super) struct Bucket(pub(super) [Entry; 4]);

/// The buckets of a table: those of a clone are the same.
#[derive(Clone)]
pub(super) struct Buckets(Arc<[Bucket]>);

impl Buckets {
    /// Room for about `positions` entries, all of them zero.
    pub(super) fn new(positions: usize) -> Buckets {
        let count = (positions / 4).next_power_of_two();
        let bucket = || Bucket([const { Entry::empty() }; 4]);
        Buckets(std::iter::repeat_with(bucket).take(count).collect())
    }

    pub(super) fn memory(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// Makes all entries zero again.
    pub(super) fn clear(&self) {
        for entry in self.0.iter().flat_map(|bucket| &bucket.0) {
            entry.store(0, 0);
        }
    }

    /// Where a position is, if it is there.
    #[inline(always)]
    pub(super) fn of(&self, key: u64) -> &Bucket {
        // The high bits choose: there is one bucket at least.
        let at = ((u128::from(key) * self.0.len() as u128) >> 64) as usize;
        &self.0[at]
    }
}
