//! Rapid action value estimation: what is known of a move from simulations in which its colour
//! placed it later.
//!
//! Placements stay good for some time: what wins games when it is played in five turns often
//! wins when it is played at once. So each simulation says something of all moves that were
//! placed in it, and a move with few visits of its own is known a little already.

use super::tree::Node;
use papan_blokus::Move;
use papan_core::MAX_SEATS;

/// The simulations in which a move came at its node or later, and the sum of their values.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Record {
    visits: f32,
    sum: f32,
}

impl Record {
    /// A value drawn from that of a move's own `visits` towards that of the record, the less
    /// the more visits there are: after `equivalence` of them both weigh about the same.
    #[inline(always)]
    pub(super) fn blend(&self, value: f32, visits: f32, equivalence: f32) -> f32 {
        if self.visits == 0.0 {
            return value;
        }
        let weight = self.visits / (self.visits + visits + self.visits * visits / equivalence);
        value + weight * (self.sum / self.visits - value)
    }
}

/// The records of all children of a tree, in their order.
#[derive(Clone, Default, Debug)]
pub(super) struct Records {
    pub(super) of_children: Vec<Record>,
    /// Whether a colour made a move in this simulation: colours one after the other.
    placed: Vec<bool>,
}

impl Records {
    /// Forgets everything, and makes room for the moves of boards of this many words.
    pub(super) fn clear(&mut self, words: usize) {
        self.of_children.clear();
        self.placed.resize(MAX_SEATS * Self::width(words), false);
    }

    /// How many moves there are on boards of this many words.
    const fn width(words: usize) -> usize {
        128 * 64 * words
    }

    /// Adds a simulation: its moves with their colours, and the nodes on its way with the value
    /// of the simulation for the seat that moves there.
    pub(super) fn add(
        &mut self,
        words: usize,
        played: &[(u8, Move)],
        nodes: impl Iterator<Item = (Node, f32)>,
        move_of: impl Fn(usize) -> Move,
    ) {
        let width = Self::width(words);
        let at = |&(colour, played): &(u8, Move)| colour as usize * width + played.index();
        for one in played {
            self.placed[at(one)] = true;
        }
        for (node, value) in nodes {
            // A colour makes each move once at most, and one that is a child here was not made
            // before: where it was made, it was from here on.
            let placed = &self.placed[node.colour as usize * width..][..width];
            let first = node.first as usize;
            let records = &mut self.of_children[first..first + node.count as usize];
            for (child, record) in records.iter_mut().enumerate() {
                let share = f32::from(u8::from(placed[move_of(first + child).index()]));
                record.visits += share;
                record.sum += share * value;
            }
        }
        for one in played {
            self.placed[at(one)] = false;
        }
    }
}
