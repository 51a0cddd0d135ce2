//! One-ply players that follow the rules, without the quirks of the papers' programs.

use super::hands::{best_at_random, largest_placements, opponents};
use crate::{Agent, Answer};
use papan_blokus::{Blokus, Move, Position, Squares};
use papan_core::{MAX_SEATS, Random};
use papan_search::{Limits, Report};

/// Any placement of any of the largest pieces that can be placed.
pub(super) struct Largest {
    random: Random,
    moves: Vec<Move>,
}

impl Largest {
    pub(super) fn new(seed: u64) -> Self {
        Largest {
            random: Random::new(seed),
            moves: Vec::new(),
        }
    }
}

impl<const WORDS: usize> Agent<Blokus<WORDS>> for Largest {
    fn begin(&mut self, _: &Blokus<WORDS>, seed: u64) {
        self.random = Random::new(seed);
    }

    fn think(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        _: &Limits,
    ) -> Answer<Move> {
        let colour = position.colour().unwrap_or(0);
        largest_placements(game, position, colour, &mut self.moves);
        Ok(Report::unsearched(
            self.moves[self.random.below(self.moves.len())],
        ))
    }
}

/// The largest piece that can be placed, on the first square where one can, row by row;
/// the same move in the same position, whatever the order of the hand.
pub(super) struct FirstFit {
    moves: Vec<Move>,
}

impl FirstFit {
    pub(super) fn new() -> Self {
        FirstFit { moves: Vec::new() }
    }
}

impl<const WORDS: usize> Agent<Blokus<WORDS>> for FirstFit {
    fn think(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        _: &Limits,
    ) -> Answer<Move> {
        let colour = position.colour().unwrap_or(0);
        largest_placements(game, position, colour, &mut self.moves);
        let first = self.moves.iter().copied().min_by_key(|&played| {
            let (orientation, anchor) = game.anchored(played);
            (anchor, orientation)
        });
        Ok(Report::unsearched(
            first.expect("a game that goes on has a move"),
        ))
    }
}

/// The placement with the most of `weight` times the size of the piece plus the
/// difference of corners after it, own minus the opponents' average. Only corners where
/// a piece may still attach count, on both sides.
pub(super) struct Corners {
    random: Random,
    /// In thousandths.
    weight: i64,
    moves: Vec<Move>,
}

impl Corners {
    pub(super) fn new(weight: f64, seed: u64) -> Self {
        Corners {
            random: Random::new(seed),
            weight: (weight * 1000.0).round() as i64,
            moves: Vec::new(),
        }
    }
}

impl<const WORDS: usize> Agent<Blokus<WORDS>> for Corners {
    fn begin(&mut self, _: &Blokus<WORDS>, seed: u64) {
        self.random = Random::new(seed);
    }

    fn think(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        _: &Limits,
    ) -> Answer<Move> {
        let colour = position.colour().unwrap_or(0);
        let open = game.open(position, colour);
        let own = match position.placed(colour).is_empty() {
            true => Squares::EMPTY,
            false => game.corners(position, colour),
        };
        let mut others = [Squares::EMPTY; MAX_SEATS];
        let mut count = 0;
        for other in opponents(game, colour) {
            others[count] = game.corners(position, other);
            count += 1;
        }
        self.moves.clear();
        game.moves_with(position, colour, u32::MAX, &mut self.moves);
        let worth = |played: Move| {
            let (squares, piece) = game.covered(played);
            let left = open & !(squares | game.beside(squares));
            let corners = (own | game.diagonal(squares)) & left;
            let theirs: u32 = others[..count]
                .iter()
                .map(|theirs| (*theirs & !squares).count())
                .sum();
            let difference = count as i64 * i64::from(corners.count()) - i64::from(theirs);
            self.weight * count as i64 * i64::from(piece.size()) + 1000 * difference
        };
        Ok(Report::unsearched(best_at_random(
            &self.moves,
            worth,
            &mut self.random,
        )))
    }
}
