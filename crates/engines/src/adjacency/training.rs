//! Training samples for the weights of the features of empty squares;
//! `examples/adjacency_weights.rs` fits them.

use super::{
    filling::features,
    node::{FillingNode, Node},
    search::Search,
    table::TranspositionTable,
};
use papan_core::{Random, bits};
use papan_search::{Limits, Watch};

pub use super::filling::{FEATURES, Weights};

/// A training sample: the features of the empty squares of a position, and its value by a
/// search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The features.
    pub counts: [i32; FEATURES],
    /// The value for the side to move, in [`STABLE_UNIT`](super::STABLE_UNIT)ths of a mark.
    pub value: i32,
}

/// A sample with `empties` empty squares: the position is from a game that fills the board,
/// with a random share of random moves; its value from a search of `nodes` nodes that
/// evaluates by `weights`. `None` when `nodes` is too few for one ply.
///
/// ```
/// use papan_core::Random;
/// use papan_engines::adjacency::training::{FEATURES, sample};
///
/// let weights = [[0; FEATURES]; 57];
/// let sample = sample(1, &weights, 1_000, &mut Random::new(1)).unwrap();
/// // The last move decides the square that it fills and those around it.
/// assert!((3..=5).contains(&(sample.value / 64)));
/// ```
///
/// # Panics
/// When there are no empty squares, or more than 56.
pub fn sample(empties: u32, weights: &Weights, nodes: u64, random: &mut Random) -> Option<Sample> {
    assert!((1..=56).contains(&empties), "from 1 to 56 empty squares");
    let node = FillingNode {
        empty: partly_random_game(empties, random),
        lead: 0,
        weights,
    };
    let mut watch = Watch::start(&Limits::nodes(nodes));
    let mut table = TranspositionTable::new(16);
    let mut search = Search::new(&mut table, &mut watch, false, false);
    let found = search.deepen(node, empties, random, &mut |_| {});
    (found.depth > 0).then(|| Sample {
        counts: features(node.empty),
        value: found.value,
    })
}

/// The empty squares of a game in which up to 59% of the moves are random.
fn partly_random_game(empties: u32, random: &mut Random) -> u64 {
    let mut node = FillingNode {
        empty: !0x0303_0000_0000_C0C0,
        lead: 0,
        weights: &[[0; FEATURES]; 57],
    };
    let random_percent = random.below(60);
    while node.empty.count_ones() > empties {
        let hints = node.hints();
        let at_random = random.below(100) < random_percent;
        let mut best = (i32::MIN, 0);
        for square in bits::ones(node.empty) {
            let chance = random.below(1 << 20) as i32;
            let score = match at_random {
                true => chance,
                false => (node.score(&hints, square) << 20) + chance,
            };
            best = best.max((score, square));
        }
        node = node.play(&hints, best.1);
    }
    node.empty
}
