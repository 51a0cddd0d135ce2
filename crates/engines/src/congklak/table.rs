//! The solver's transposition table: bounds on the gain from a set of holes.

/// The bounds on a gain and the place that reached the lower one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) low: i16,
    pub(super) high: i16,
    /// The place in sowing order of the move that proved the lower bound, or [`NO_PLACE`].
    pub(super) best: u8,
}

/// Stands for no move.
pub(super) const NO_PLACE: u8 = u8::MAX;

impl Bounds {
    /// Nothing is known.
    pub(super) const OPEN: Bounds = Bounds {
        low: i16::MIN,
        high: i16::MAX,
        best: NO_PLACE,
    };
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    bounds: Bounds,
    /// The nodes that it took, roughly in powers of two. 0 is a free entry.
    work: u8,
}

const FREE: Entry = Entry {
    key: 0,
    bounds: Bounds::OPEN,
    work: 0,
};

/// Entries that share a line of the processor's cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// A transposition table of a fixed size. Entries that took much work stay, the rest makes
/// room.
pub(super) struct TranspositionTable {
    /// As many as a power of two.
    buckets: Vec<Bucket>,
}

impl TranspositionTable {
    /// A table of at most `bytes` bytes.
    pub(super) fn new(bytes: usize) -> TranspositionTable {
        let count = (bytes / size_of::<Bucket>()).max(1);
        TranspositionTable {
            buckets: vec![Bucket([FREE; 4]); 1 << count.ilog2()],
        }
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Bounds {
        let Bucket(entries) = &self.buckets[self.index(key)];
        match entries.iter().find(|entry| entry.key == key) {
            Some(entry) => entry.bounds,
            None => Bounds::OPEN,
        }
    }

    /// Keeps bounds for a key, in the place of what is least worth keeping.
    #[inline]
    pub(super) fn put(&mut self, key: u64, bounds: Bounds, nodes: u64) {
        let index = self.index(key);
        let Bucket(entries) = &mut self.buckets[index];
        let work = 1 + nodes.max(1).ilog2() as u8;
        let slot = match entries.iter().position(|entry| entry.key == key) {
            Some(slot) => slot,
            None => (0..4).min_by_key(|&slot| entries[slot].work).unwrap_or(0),
        };
        entries[slot] = Entry { key, bounds, work };
    }
}
