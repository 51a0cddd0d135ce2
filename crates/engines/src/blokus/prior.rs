//! The priors of placements, before anything is searched.
//!
//! The features of a placement are a few counts and its piece; [`weights`](super::weights)
//! has the weight of each in the opening, the midgame and the endgame. They were learned from
//! the visits of searches: `cargo run --release -p papan-engines --example
//! blokus_weights`.

use super::weights::LEARNED;
use papan_blokus::{Blokus, Move, PIECES, Piece, Position, Squares};
use papan_core::MAX_SEATS;

/// The number of counts among the features of a placement.
pub const COUNTS: usize = 10;
/// The number of features: the counts, and one for each piece.
pub const FEATURES: usize = COUNTS + PIECES;
/// The number of phases of a game, each with weights of its own.
pub const PHASES: usize = 3;

/// The weight of each feature in each phase of a game, in logits: with one more of them a
/// placement is e times as likely to be the right one.
pub type Weights = [[f32; FEATURES]; PHASES];

/// What is the same for all placements of a position.
#[derive(Clone, Copy, Debug)]
pub struct PriorContext<const WORDS: usize> {
    open: Squares<WORDS>,
    corners: Squares<WORDS>,
    /// What a piece could reach in two steps from the own corners.
    near: Squares<WORDS>,
    /// The corners of each other colour, and what lies one step and two steps from them.
    others: [(Squares<WORDS>, Squares<WORDS>, Squares<WORDS>); MAX_SEATS],
    count: usize,
    placed_by_others: Squares<WORDS>,
    middle: Squares<WORDS>,
    rim: Squares<WORDS>,
    phase: usize,
}

impl<const WORDS: usize> PriorContext<WORDS> {
    /// The context for the placements of `colour`.
    pub fn new(game: &Blokus<WORDS>, position: &Position<WORDS>, colour: usize) -> Self {
        let open = game.open(position, colour);
        let corners = game.corners(position, colour);
        let rules = game.rules();
        let mut others = [(Squares::EMPTY, Squares::EMPTY, Squares::EMPTY); MAX_SEATS];
        let mut placed_by_others = Squares::EMPTY;
        let mut count = 0;
        for other in 0..rules.colours() {
            let friend = !rules.shares_fourth() && other % rules.seats() == colour % rules.seats();
            if !friend {
                let open = game.open(position, other);
                let corners = game.corners(position, other);
                let one = game.beside(corners) & open & !corners;
                let two = game.beside(one) & open & !(corners | one);
                others[count] = (corners, one, two);
                placed_by_others |= position.placed(other);
                count += 1;
            }
        }
        let step = corners | (game.beside(corners) & open);
        let near = step | (game.beside(step) & open);
        PriorContext {
            open,
            corners,
            near,
            others,
            count,
            placed_by_others,
            middle: ring_of(game, rules.size().div_ceil(4), rules.size()),
            rim: ring_of(game, 0, 1),
            phase: match PIECES as u32 - position.hand(colour).count_ones() {
                0..=3 => 0,
                4..=8 => 1,
                _ => 2,
            },
        }
    }

    /// The phase of the game, from 0.
    pub const fn phase(&self) -> usize {
        self.phase
    }

    /// The counts of a placement, and its piece.
    #[inline(always)]
    pub fn counts(&self, game: &Blokus<WORDS>, played: Move) -> ([u32; COUNTS], Piece) {
        let (squares, piece) = game.covered(played);
        let beside = game.beside(squares);
        let open = self.open & !(squares | beside);
        let fresh = game.diagonal(squares) & open & !self.corners;
        let step = fresh | (game.beside(fresh) & open);
        let reach = (step | (game.beside(step) & open)) & !self.near;
        let mut counts = [0; COUNTS];
        counts[0] = fresh.count();
        counts[1] = (self.corners & !open).count();
        counts[2] = reach.count();
        for (corners, one, two) in &self.others[..self.count] {
            counts[3] += (squares & *corners).count();
            counts[4] += (squares & *one).count();
            counts[5] += (squares & *two).count();
            counts[6] += (fresh & (*corners | *one | *two)).count();
        }
        counts[7] = (squares & self.middle).count();
        counts[8] = (beside & self.placed_by_others).count();
        counts[9] = (squares & self.rim).count();
        (counts, piece)
    }

    /// The logit of a placement, before [`prior_sharpness`](super::ExplorerSettings).
    #[inline(always)]
    pub fn logit(&self, game: &Blokus<WORDS>, weights: &Weights, played: Move) -> f32 {
        let weights = &weights[self.phase];
        let (counts, piece) = self.counts(game, played);
        let counted = counts.iter().zip(weights);
        let counted: f32 = counted.map(|(&count, weight)| count as f32 * weight).sum();
        counted + weights[COUNTS + piece.index()]
    }
}

/// The squares whose distance from the nearest edge is at least `low` and below `high`.
fn ring_of<const WORDS: usize>(game: &Blokus<WORDS>, low: usize, high: usize) -> Squares<WORDS> {
    let size = game.rules().size();
    let edge = |at: usize| at.min(size - 1 - at);
    let mut ring = Squares::EMPTY;
    for row in 0..size {
        for column in 0..size {
            if (low..high).contains(&edge(row).min(edge(column))) {
                ring.insert(game.index((row, column)));
            }
        }
    }
    ring
}

/// The weights for a game, by the number of its colours.
pub fn weights<const WORDS: usize>(game: &Blokus<WORDS>) -> &'static Weights {
    &LEARNED[usize::from(game.rules().colours() > 2)]
}

/// The pieces whose placements are worth searching. Small ones early on only waste what
/// they are good for later: filling gaps.
pub(super) fn candidate_pieces<const WORDS: usize>(
    game: &Blokus<WORDS>,
    position: &Position<WORDS>,
    colour: usize,
) -> u32 {
    let placed = PIECES as u32 - position.hand(colour).count_ones();
    // The larger the board, the longer there is room for large pieces.
    let long = game.rules().size() as u32 / 7;
    match placed / long.max(1) {
        0..=2 => Piece::of_size(5),
        3..=4 => Piece::of_size(5) | Piece::of_size(4),
        5 => Piece::of_size(5) | Piece::of_size(4) | Piece::of_size(3),
        _ => u32::MAX,
    }
}

/// The exponential function for exponents up to 0, the same on every machine: (1 + x/64)^64
/// by squaring.
#[inline(always)]
pub(super) fn exp(exponent: f32) -> f32 {
    let mut result = 1.0 + exponent.clamp(-30.0, 0.0) / 64.0;
    for _ in 0..6 {
        result *= result;
    }
    result
}
