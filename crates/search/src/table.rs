//! Remembering positions.

use papan_core::{Game, machine};

/// What a search found out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<M> {
    key: u64,
    /// The value for the seat to move, or a bound of it.
    pub value: i32,
    /// How many plies it looked ahead.
    pub depth: u16,
    /// What the value is.
    pub bound: Bound,
    /// Whether no line of it was broken off before the end of the game: then it holds for
    /// greater depths too.
    pub solved: bool,
    /// The best move found.
    pub best: Option<M>,
}

/// How a stored value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

impl Bound {
    /// What a value says that was found in the window from `low` to `high`.
    #[inline(always)]
    pub fn of(value: i32, low: i32, high: i32) -> Bound {
        match value {
            _ if value >= high => Bound::Lower,
            _ if value <= low => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    /// Whether a value of which this is known decides a node with that window.
    #[inline(always)]
    pub fn decides(self, value: i32, low: i32, high: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value >= high,
            Bound::Upper => value <= low,
        }
    }
}

/// A transposition table: positions that were searched, by their key. When it is full,
/// newer and deeper entries push out the others.
///
/// ```
/// use papan_search::TranspositionTable;
///
/// let table: TranspositionTable<u8> = TranspositionTable::with_megabytes(1);
/// assert!(table.capacity() >= 16_384);
/// ```
#[derive(Clone, Debug)]
pub struct TranspositionTable<M> {
    entries: Vec<Option<Entry<M>>>,
    /// Cleared entries cost time only once they are needed.
    used: bool,
}

impl<M: Copy> TranspositionTable<M> {
    /// A table of about this size in memory.
    pub fn with_megabytes(megabytes: usize) -> TranspositionTable<M> {
        let room = machine::bytes(megabytes) / size_of::<Option<Entry<M>>>();
        let capacity = 1 << room.max(2).ilog2();
        TranspositionTable {
            entries: vec![None; capacity],
            used: false,
        }
    }

    /// How many positions it can hold.
    pub fn capacity(&self) -> usize {
        self.entries.len()
    }

    /// How many bytes it takes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.entries)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.used {
            self.entries.fill(None);
            self.used = false;
        }
    }

    /// The two places of a position: one for the deepest, one for the newest.
    #[inline]
    fn place(&self, key: u64) -> usize {
        (key as usize) & (self.entries.len() - 2)
    }

    /// What is known about a position.
    #[inline]
    pub fn find<G: Game<Move = M>>(
        &self,
        game: &G,
        position: &G::Position,
    ) -> (u64, Option<Entry<M>>) {
        let key = game.key(position);
        let place = self.place(key);
        let found = self.entries[place..place + 2]
            .iter()
            .flatten()
            .find(|entry| entry.key == key);
        (key, found.copied())
    }

    /// Remembers a position.
    #[inline]
    pub fn store(&mut self, key: u64, found: Found<M>) {
        self.used = true;
        let entry = Entry {
            key,
            value: found.value,
            depth: found.depth.min(u16::MAX.into()) as u16,
            bound: found.bound,
            solved: found.solved,
            best: found.best,
        };
        let place = self.place(key);
        let deep = &self.entries[place];
        let keep_deep = deep.is_some_and(|old| old.key != key && old.depth > entry.depth);
        self.entries[place + usize::from(keep_deep)] = Some(entry);
    }
}

/// What is to be remembered of a position.
#[derive(Clone, Copy, Debug)]
pub struct Found<M> {
    /// See [`Entry`].
    pub value: i32,
    /// See [`Entry`].
    pub depth: u32,
    /// See [`Entry`].
    pub bound: Bound,
    /// See [`Entry`].
    pub solved: bool,
    /// See [`Entry`].
    pub best: Option<M>,
}
