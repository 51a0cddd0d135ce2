//! Finding the placements that cover the most of some squares.
//!
//! How many of the wanted squares a placement covers is counted for all anchors of an
//! orientation at once, in bit slices: one set of anchors for each count, those that cover at
//! least as many. One more square of an orientation raises the count of the anchors where the
//! wanted squares, shifted by its offset, have a bit.

use super::{Legal, OFFSETS, Reach, SIZES, Tables};
use crate::{Squares, pieces::SMALL_ORIENTATIONS};

/// Counts go up to here: what covers more counts the same.
const MOST_COVERED: usize = 3;

/// For the anchors of an orientation: where all its squares are open, where one of them is a
/// corner, and where at least one, two and three of them are wanted.
#[derive(Clone, Copy, Debug)]
struct Slices<const WORDS: usize> {
    fits: Squares<WORDS>,
    touches: Squares<WORDS>,
    covers: [Squares<WORDS>; MOST_COVERED],
}

impl<const WORDS: usize> Slices<WORDS> {
    const EMPTY: Self = Slices {
        fits: Squares::EMPTY,
        touches: Squares::EMPTY,
        covers: [Squares::EMPTY; MOST_COVERED],
    };

    /// The slices of an orientation with one more square, for which the open squares, the
    /// corners and the wanted squares are shifted to the anchor.
    #[inline(always)]
    fn with(&self, [open, corners, wanted]: [Squares<WORDS>; 3]) -> Self {
        let [one, two, three] = self.covers;
        Slices {
            fits: self.fits & open,
            touches: self.touches | corners,
            covers: [one | wanted, two | (one & wanted), three | (two & wanted)],
        }
    }
}

/// What is computed on the way, in tables of powers of two: an index is masked instead of checked.
#[derive(Clone, Debug)]
pub(super) struct Memory<const WORDS: usize> {
    /// The open squares, the corners and the wanted squares, shifted by each offset.
    shifted: [[Squares<WORDS>; 3]; 32],
    /// The slices of the small orientations.
    small: [Slices<WORDS>; 32],
}

impl<const WORDS: usize> Memory<WORDS> {
    pub(super) const NEW: Self = Memory {
        shifted: [[Squares::EMPTY; 3]; 32],
        small: [Slices::EMPTY; 32],
    };
}

impl<const WORDS: usize> Legal<WORDS> {
    /// Fills itself with the placements within reach that cover the most of the wanted
    /// squares, of these the ones of the largest pieces.
    #[inline(always)]
    pub(super) fn find_covering(
        &mut self,
        tables: &Tables,
        reach: &Reach<WORDS>,
        wanted: Squares<WORDS>,
    ) {
        self.used = 0;
        self.total = 0;
        if (reach.open & reach.corners).is_empty() {
            return;
        }
        let Memory { shifted, small } = &mut self.covering;
        for (at, &distance) in shifted[..OFFSETS].iter_mut().zip(&tables.distances) {
            let sets = [reach.open, reach.corners, wanted];
            *at = sets.map(|set| set.down(distance));
        }
        small[0] = Slices {
            fits: reach.open,
            touches: reach.corners,
            covers: [wanted, Squares::EMPTY, Squares::EMPTY],
        };
        for at in 1..SMALL_ORIENTATIONS {
            let (parent, offset) = tables.steps[at];
            small[at] = small[parent as usize % 32].with(shifted[offset as usize % 32]);
        }
        let mut best = (0, 0);
        let mut orientations = tables.of_pieces(reach.pieces);
        while orientations != 0 {
            let at = orientations.trailing_zeros() as usize;
            orientations &= orientations - 1;
            let slices = match at < SMALL_ORIENTATIONS {
                true => self.covering.small[at % 32],
                false => {
                    let (parent, offset) = tables.steps[at % 128];
                    let Memory { shifted, small } = &self.covering;
                    small[parent as usize % 32].with(shifted[offset as usize % 32])
                }
            };
            self.keep_best(at, &slices, &mut best);
        }
    }

    /// Adds the anchors of an orientation that are as good as the best so far, by the count
    /// of covered squares and the size of the piece; better ones replace all others.
    #[inline(always)]
    fn keep_best(&mut self, orientation: usize, slices: &Slices<WORDS>, best: &mut (usize, u8)) {
        let anchors = slices.fits & slices.touches;
        if anchors.is_empty() {
            return;
        }
        let mut covered = MOST_COVERED;
        let kept = loop {
            let kept = match covered {
                0 => anchors,
                _ => anchors & slices.covers[covered - 1],
            };
            if !kept.is_empty() {
                break kept;
            }
            if covered == best.0 {
                return;
            }
            covered -= 1;
        };
        // Orientations come in the order of their sizes, so none is smaller than the best.
        let found = (covered, SIZES[orientation % 128]);
        if found > *best {
            *best = found;
            self.used = 0;
            self.total = 0;
        }
        let count = kept.count();
        self.sets[self.used % 128] = (orientation as u8, count as u16, kept);
        self.used += 1;
        self.total += count as usize;
    }
}
