//! How sure an endgame search must be: ProbCut cuts a node when a shallow search says that its
//! value is outside of the window by so many standard deviations of the error of such searches.

use super::{
    endgame::PROBCUT_EMPTIES, errors::LOG_DEVIATION, midgame::SearchState, patterns::UNIT,
};
use papan_core::floats;
use papan_othello::kernel::Kernel;
use std::sync::LazyLock;

/// The levels of confidence below [`EXACT`]: how likely a cut is right, in percent, and the
/// standard deviations that this asks for.
pub(super) const LEVELS: [(u8, f64); 5] = [(73, 1.1), (87, 1.5), (95, 2.0), (98, 2.6), (99, 3.3)];

/// The level of a search that cuts nothing without proof.
pub(super) const EXACT: u8 = LEVELS.len() as u8;

/// A step on the way to a proof: a search to the end of the game that leaves the best moves it finds
/// in the table for the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Its level of confidence.
    pub(super) level: u8,
    /// The part of the nodes of a proof that it takes, by and large.
    pub(super) part: f64,
    /// The fewest empty squares from which it makes the proof shorter.
    pub(super) pays_from: u32,
}

impl Step {
    /// Whether it leaves out nothing.
    pub(super) fn proves(&self) -> bool {
        self.level == EXACT
    }
}

/// From the first step to the proof.
pub(super) const LADDER: [Step; 3] = [
    Step {
        level: 0,
        part: 0.1,
        pays_from: 16,
    },
    Step {
        level: 2,
        part: 0.3,
        pays_from: 18,
    },
    Step {
        level: EXACT,
        part: 1.0,
        pays_from: 0,
    },
];

/// The plies of the shallow search with so many empty squares.
#[inline(always)]
fn plies(empties: u32) -> u32 {
    (empties - PROBCUT_EMPTIES) / 3
}

/// The margin of each level with each number of empty squares, in [`UNIT`]ths of a disc.
static MARGINS: LazyLock<[[i32; 64]; EXACT as usize]> = LazyLock::new(|| {
    LEVELS.map(|(_, deviations)| {
        std::array::from_fn(|empties| {
            let empties = (empties as u32).max(PROBCUT_EMPTIES);
            let [constant, by_square, by_ply] = LOG_DEVIATION;
            let deviation =
                constant + by_square * f64::from(empties) + by_ply * f64::from(plies(empties));
            (deviations * floats::exp(deviation) * f64::from(UNIT)).round() as i32
        })
    })
});

impl SearchState {
    /// The bound that a node with a null window most likely fails by, if a shallow search is
    /// sure enough of one.
    #[inline(always)]
    pub(super) fn likely_bound<K: Kernel>(
        &mut self,
        kernel: K,
        own: u64,
        other: u64,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        let margin = MARGINS[usize::from(self.level)][empties as usize & 63];
        let most = UNIT * self.board.total;
        let plies = plies(empties);
        let guess = self.ordering_search(kernel, own, other, 0);
        let high = UNIT * (alpha + 1) + margin;
        if guess >= UNIT * (alpha + 1) && high < most {
            let window = (high - 1, high);
            if self.midgame(kernel, own, other, plies, window) >= high {
                return Some(alpha + 1);
            }
        }
        let low = UNIT * alpha - margin;
        if guess <= UNIT * alpha && low > -most {
            let window = (low, low + 1);
            if self.midgame(kernel, own, other, plies, window) <= low {
                return Some(alpha);
            }
        }
        None
    }
}
