//! Which games are there.

use crate::Slot;

/// A set of slots, with one bit for each game of each meeting up to the last that is there.
#[derive(Default)]
pub(super) struct SlotSet {
    meetings: Vec<Vec<u64>>,
}

impl SlotSet {
    /// One more. Whether it is a new one.
    pub(super) fn insert(&mut self, (meeting, number): Slot) -> bool {
        if self.meetings.len() <= meeting {
            self.meetings.resize_with(meeting + 1, Vec::new);
        }
        let words = &mut self.meetings[meeting];
        let (word, bit) = place(number);
        if words.len() <= word {
            words.resize(word + 1, 0);
        }
        let is_new = words[word] & bit == 0;
        words[word] |= bit;
        is_new
    }

    /// Whether one is there.
    pub(super) fn contains(&self, (meeting, number): Slot) -> bool {
        let (word, bit) = place(number);
        let words = self.meetings.get(meeting);
        let found = words.and_then(|words| words.get(word));
        found.is_some_and(|word| word & bit != 0)
    }
}

fn place(number: u64) -> (usize, u64) {
    ((number / 64) as usize, 1 << (number % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_new_once() {
        let mut slots = SlotSet::default();
        let all = [(0, 0), (0, 63), (0, 64), (3, 1_000), (2, 5)];
        for slot in all {
            assert!(!slots.contains(slot));
            assert!(slots.insert(slot) && !slots.insert(slot));
        }
        assert!(all.into_iter().all(|slot| slots.contains(slot)));
        assert!(!slots.contains((0, 1)) && !slots.contains((9, 0)));
    }
}
