//! One-ply players that follow the rules, without the quirks of the papers' programs.

use super::{
    chooser::{Chooser, Turn},
    hands::{best_at_random, largest_placements, opponents},
};
use papan_blokus::{Move, Squares};
use papan_core::MAX_SEATS;

/// Any placement of any of the largest pieces that can be placed.
pub(super) struct Largest;

impl<const WORDS: usize> Chooser<WORDS> for Largest {
    fn choose(&mut self, turn: Turn<WORDS>) -> Move {
        largest_placements(turn.game, turn.position, turn.colour, turn.moves);
        turn.moves[turn.random.below(turn.moves.len())]
    }
}

/// The largest piece that can be placed, on the first square where one can, row by row;
/// the same move in the same position, whatever the order of the hand.
pub(super) struct FirstFit;

impl<const WORDS: usize> Chooser<WORDS> for FirstFit {
    fn choose(&mut self, turn: Turn<WORDS>) -> Move {
        largest_placements(turn.game, turn.position, turn.colour, turn.moves);
        let first = turn.moves.iter().copied().min_by_key(|&played| {
            let (orientation, anchor) = turn.game.anchored(played);
            (anchor, orientation)
        });
        first.expect("a game that goes on has a move")
    }
}

/// The placement with the most of a weight times the size of the piece plus the
/// difference of corners after it, own minus the opponents' average. Only corners where
/// a piece may still attach count, on both sides.
pub(super) struct Corners(pub(super) CornerDifference);

impl<const WORDS: usize> Chooser<WORDS> for Corners {
    fn choose(&mut self, turn: Turn<WORDS>) -> Move {
        let (game, position) = (turn.game, turn.position);
        let open = game.open(position, turn.colour);
        let own = match position.placed(turn.colour).is_empty() {
            true => Squares::EMPTY,
            false => game.corners(position, turn.colour),
        };
        let after = |squares| {
            let left = open & !(squares | game.beside(squares));
            (own | game.diagonal(squares)) & left
        };
        let theirs = |other| game.corners(position, other);
        self.0.best(turn, after, theirs)
    }
}

/// The weight of a square of the piece against a corner, in thousandths.
pub(super) struct CornerDifference(i64);

impl CornerDifference {
    pub(super) fn new(weight: f64) -> Self {
        CornerDifference((weight * 1000.0).round() as i64)
    }

    /// One of the best placements. `after` gives the own corners after the placement of some
    /// squares, `theirs` those of another colour before it.
    #[inline(always)]
    pub(super) fn best<const WORDS: usize>(
        &self,
        turn: Turn<WORDS>,
        after: impl Fn(Squares<WORDS>) -> Squares<WORDS>,
        theirs: impl Fn(usize) -> Squares<WORDS>,
    ) -> Move {
        let game = turn.game;
        let mut others = [Squares::EMPTY; MAX_SEATS];
        let mut count = 0;
        for other in opponents(game, turn.colour) {
            others[count] = theirs(other);
            count += 1;
        }
        turn.moves.clear();
        game.moves_with(turn.position, turn.colour, u32::MAX, turn.moves);
        let worth = |played: Move| {
            let (squares, piece) = game.covered(played);
            let theirs: u32 = others[..count]
                .iter()
                .map(|theirs| (*theirs & !squares).count())
                .sum();
            // Everything times the number of opponents, instead of dividing their sum.
            let own = count as i64 * i64::from(after(squares).count());
            let difference = own - i64::from(theirs);
            self.0 * count as i64 * i64::from(piece.size()) + 1000 * difference
        };
        best_at_random(turn.moves, worth, turn.random)
    }
}
