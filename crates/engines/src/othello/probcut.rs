//! ProbCut: a node far outside the window is cut when a shallower search says that the deep one
//! would hardly come back into it.

use super::{deviation::LOG_DEVIATION, patterns::UNIT};
use papan_core::floats;
use std::sync::LazyLock;

/// How many standard deviations of its error a shallow search must be outside the window.
const CONFIDENCE: f64 = 1.2;

/// The same where no search but the evaluation alone decides.
const STATIC_CONFIDENCE: f64 = 1.8;

/// The least depth of a node that may be cut.
pub(super) const LEAST_DEPTH: u32 = 2;
/// From this depth on all are cut alike; no midgame search goes deeper.
const MOST_DEPTH: u32 = 40;

/// The depth of the search that may cut a node of this depth: an even number of plies less,
/// because who moves last makes a difference to the value. No ply is the evaluation itself.
#[inline(always)]
pub(super) const fn shallow(depth: u32) -> u32 {
    const SHALLOW: [u32; 13] = [0, 1, 2, 1, 2, 3, 4, 3, 4, 5, 4, 5, 6];
    match depth {
        ..=14 => SHALLOW[(depth - LEAST_DEPTH) as usize],
        _ => depth / 2 - 1 + (depth + depth / 2 + 1) % 2,
    }
}

/// The margins by which a shallow search must be outside the window, by depth and number of
/// empty squares, in [`UNIT`]ths of a disc.
pub(super) struct Margins([[i32; 64]; MOST_DEPTH as usize + 1]);

impl Margins {
    pub(super) fn get() -> &'static Margins {
        static MARGINS: LazyLock<Margins> = LazyLock::new(Margins::new);
        &MARGINS
    }

    #[inline(always)]
    pub(super) fn margin(&self, depth: u32, empties: u32) -> i32 {
        self.0[depth.min(MOST_DEPTH) as usize][empties as usize & 63]
    }

    fn new() -> Margins {
        let [constant, by_square, by_depth, by_shallow] = LOG_DEVIATION;
        let margin = |depth: u32, empties: u32| {
            let logarithm = constant
                + by_square * f64::from(empties)
                + by_depth * f64::from(depth)
                + by_shallow * f64::from(shallow(depth));
            let confidence = match shallow(depth) {
                0 => STATIC_CONFIDENCE,
                _ => CONFIDENCE,
            };
            (confidence * floats::exp(logarithm) * f64::from(UNIT)).round() as i32
        };
        Margins(std::array::from_fn(|depth| {
            let depth = (depth as u32).max(LEAST_DEPTH);
            std::array::from_fn(|empties| margin(depth, empties as u32))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shallow_searches_are_shallower_by_an_even_number_of_plies() {
        for depth in LEAST_DEPTH..=MOST_DEPTH {
            let shallow = shallow(depth);
            assert!(
                shallow < depth && (depth - shallow).is_multiple_of(2),
                "{depth}"
            );
        }
    }
}
