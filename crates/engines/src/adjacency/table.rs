//! The transposition table.

use papan_search::Bound;

/// What is stored of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// Without what was settled already.
    pub(super) value: i32,
    pub(super) bound: Bound,
    pub(super) depth: u32,
    pub(super) best: u32,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    value: i16,
    depth: u8,
    best: u8,
    bound: u8,
    /// The search that wrote it; 0 for none.
    search: u8,
}

/// A transposition table. Slots by key, in pairs: one keeps the deepest entry of this
/// search, the other the latest.
pub(super) struct TranspositionTable {
    slots: Vec<[Slot; 2]>,
    search: u8,
}

impl TranspositionTable {
    /// A table of 2 to the power of `bits` slots.
    pub(super) fn new(bits: u32) -> TranspositionTable {
        TranspositionTable {
            slots: vec![[Slot::default(); 2]; 1 << (bits - 1)],
            search: 0,
        }
    }

    pub(super) fn memory(&self) -> usize {
        size_of_val(&*self.slots)
    }

    /// Forgets everything, so that a search does not depend on those before it.
    pub(super) fn forget(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.slots.fill([Slot::default(); 2]);
            self.search = 1;
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let pair = &self.slots[key as usize & (self.slots.len() - 1)];
        let slot = pair
            .iter()
            .find(|slot| slot.key == key && slot.search == self.search)?;
        Some(Entry {
            value: slot.value.into(),
            bound: match slot.bound {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            depth: slot.depth.into(),
            best: slot.best.into(),
        })
    }

    #[inline(always)]
    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        let index = key as usize & (self.slots.len() - 1);
        let slot = Slot {
            key,
            value: entry.value as i16,
            depth: entry.depth as u8,
            best: entry.best as u8,
            bound: entry.bound as u8,
            search: self.search,
        };
        let pair = &mut self.slots[index];
        let [deepest, latest] = pair;
        let free = deepest.search != self.search;
        if free || deepest.key == key || slot.depth >= deepest.depth {
            if !free && deepest.key != key {
                *latest = *deepest;
            }
            *deepest = slot;
        } else {
            *latest = slot;
        }
    }
}
