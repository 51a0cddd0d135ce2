//! What the weights of the counts of empty squares are learned from;
//! `examples/adjacency_weights.rs` does it.

use super::{
    filling::features,
    search::Search,
    table::Table,
    tree::{Filling, Tree},
};
use papan_core::{Random, bits};
use papan_search::{Limits, Watch};

pub use super::filling::{FEATURES, Weights};

/// What is counted of the empty squares of a position, and what a search thinks that it is
/// worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The counts.
    pub counts: [i32; FEATURES],
    /// The value for the side to move, in [`STABLE_UNIT`](super::STABLE_UNIT)ths of a mark.
    pub value: i32,
}

/// A lesson with so many empty squares: the position is from a game that fills the board and
/// was played half by chance, its value from a search of so many nodes that judges by these
/// weights. `None` when they are too few to look a ply ahead.
///
/// ```
/// use papan_core::Random;
/// use papan_engines::adjacency::lessons::{FEATURES, lesson};
///
/// let weights = [[0; FEATURES]; 57];
/// let lesson = lesson(1, &weights, 1_000, &mut Random::new(1)).unwrap();
/// // The last move decides the square that it fills and those around it.
/// assert!((3..=5).contains(&(lesson.value / 64)));
/// ```
///
/// # Panics
/// When there are no empty squares, or more than 56.
pub fn lesson(empties: u32, weights: &Weights, nodes: u64, random: &mut Random) -> Option<Lesson> {
    assert!((1..=56).contains(&empties), "from 1 to 56 empty squares");
    let node = Filling {
        empty: half_by_chance(empties, random),
        lead: 0,
        weights,
    };
    let mut watch = Watch::start(&Limits::nodes(nodes));
    let mut table = Table::new(16);
    let mut search = Search::new(&mut table, &mut watch, false, false);
    let found = search.deepen(node, empties, random, &mut |_| {});
    (found.depth > 0).then(|| Lesson {
        counts: features(node.empty),
        value: found.value,
    })
}

/// The empty squares of a game that was played half by chance.
fn half_by_chance(empties: u32, random: &mut Random) -> u64 {
    let mut node = Filling {
        empty: !0x0303_0000_0000_C0C0,
        lead: 0,
        weights: &[[0; FEATURES]; 57],
    };
    let luck = random.below(60);
    while node.empty.count_ones() > empties {
        let hints = node.hints();
        let by_chance = random.below(100) < luck;
        let mut best = (i32::MIN, 0);
        for square in bits::ones(node.empty) {
            let chance = random.below(1 << 20) as i32;
            let promise = match by_chance {
                true => chance,
                false => (node.promise(&hints, square) << 20) + chance,
            };
            best = best.max((promise, square));
        }
        node = node.play(&hints, best.1);
    }
    node.empty
}
