//! The three strategies of the Blokus Duo study as it coded them.
//!
//! What differs from the printed code: among equally good placements of the advanced
//! strategy chance decides, where the original took the first of a Python set; and games
//! are always played to their end.

use super::hands::{Hands, opponents};
use crate::{Agent, Answer};
use papan_blokus::{Blokus, Legal, Move, Position, Squares};
use papan_core::Random;
use papan_search::{Limits, Report};

/// Picks a piece, each as likely as the others, then one of its placements; a piece
/// without any is laid aside for this turn.
pub(super) struct DuoRandom<const WORDS: usize> {
    random: Random,
    legal: Legal<WORDS>,
}

impl<const WORDS: usize> DuoRandom<WORDS> {
    pub(super) fn new(seed: u64) -> Self {
        DuoRandom {
            random: Random::new(seed),
            legal: Legal::new(),
        }
    }
}

impl<const WORDS: usize> Agent<Blokus<WORDS>> for DuoRandom<WORDS> {
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
        let mut pieces = position.hand(colour);
        loop {
            let rank = self.random.below(pieces.count_ones().max(1) as usize);
            let piece = 1 << papan_core::bits::select(pieces.into(), rank as u32);
            game.find(position, colour, piece, &mut self.legal);
            if self.legal.total() > 0 {
                let chosen = self.random.below(self.legal.total());
                return Ok(Report::unsearched(self.legal.get(chosen)));
            }
            pieces &= !piece;
        }
    }
}

/// The first piece that can be placed, large ones first and equally large ones in the
/// order of a hand that is shuffled once per game; any of its placements.
pub(super) struct DuoGreedy<const WORDS: usize> {
    random: Random,
    hands: Hands,
    legal: Legal<WORDS>,
}

impl<const WORDS: usize> DuoGreedy<WORDS> {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        DuoGreedy {
            hands: Hands::shuffled(&mut random),
            random,
            legal: Legal::new(),
        }
    }
}

impl<const WORDS: usize> Agent<Blokus<WORDS>> for DuoGreedy<WORDS> {
    fn begin(&mut self, _: &Blokus<WORDS>, seed: u64) {
        *self = DuoGreedy::new(seed);
    }

    fn think(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        _: &Limits,
    ) -> Answer<Move> {
        let colour = position.colour().unwrap_or(0);
        for piece in self.hands.of(colour) {
            game.find(position, colour, 1 << piece.index(), &mut self.legal);
            if self.legal.total() > 0 {
                break;
            }
        }
        let chosen = self.random.below(self.legal.total());
        Ok(Report::unsearched(self.legal.get(chosen)))
    }
}

/// The placement with the most of `weight` times the size of the piece, plus the own
/// corners after it, minus the opponents' corners after it, averaged over them.
///
/// The original keeps a set of corners for each player: the corners of each piece that
/// were empty when it was placed, without those that opponents have covered since. Two
/// things in it are not what the rules need, and are kept: corners beside another piece
/// of the same player, where nothing can be placed any more, stay; and so do those that
/// the player's own pieces cover. Which of the latter there are depends on the order of
/// play, but none of them can come or go by the move at hand: they add the same to every
/// placement, so leaving all of them out but those of the move at hand changes no choice.
pub(super) struct DuoAdvanced {
    random: Random,
    /// In thousandths.
    weight: i64,
    moves: Vec<Move>,
}

impl DuoAdvanced {
    pub(super) fn new(weight: f64, seed: u64) -> Self {
        DuoAdvanced {
            random: Random::new(seed),
            weight: (weight * 1000.0).round() as i64,
            moves: Vec::new(),
        }
    }
}

/// The squares at the corners of one piece.
#[inline(always)]
fn corners_of_piece<const WORDS: usize>(
    game: &Blokus<WORDS>,
    piece: Squares<WORDS>,
) -> Squares<WORDS> {
    game.diagonal(piece) & !(game.beside(piece) | piece)
}

/// The empty squares of a player's running set of corners.
fn running_corners<const WORDS: usize>(
    game: &Blokus<WORDS>,
    position: &Position<WORDS>,
    colour: usize,
) -> Squares<WORDS> {
    if position.placed(colour).is_empty() {
        return game.corners(position, colour);
    }
    let corners = game
        .pieces_placed(position, colour)
        .map(|piece| corners_of_piece(game, piece))
        .fold(Squares::EMPTY, |all, corners| all | corners);
    corners & !game.occupied(position)
}

impl<const WORDS: usize> Agent<Blokus<WORDS>> for DuoAdvanced {
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
        let free = game.squares() & !game.occupied(position);
        let own = running_corners(game, position, colour);
        let mut others = [Squares::EMPTY; papan_core::MAX_SEATS];
        let mut count = 0;
        for other in opponents(game, colour) {
            others[count] = running_corners(game, position, other);
            count += 1;
        }
        self.moves.clear();
        game.moves_with(position, colour, u32::MAX, &mut self.moves);
        let worth = |played: Move| {
            let (squares, piece) = game.covered(played);
            let corners = own | (corners_of_piece(game, squares) & free);
            let theirs: u32 = others[..count]
                .iter()
                .map(|theirs| (*theirs & !squares).count())
                .sum();
            // Everything times the number of opponents, instead of dividing their sum.
            let difference = count as i64 * i64::from(corners.count()) - i64::from(theirs);
            self.weight * count as i64 * i64::from(piece.size()) + 1000 * difference
        };
        Ok(Report::unsearched(super::hands::best_at_random(
            &self.moves,
            worth,
            &mut self.random,
        )))
    }
}
