//! The three strategies of the Blokus Duo study as it coded them.
//!
//! What differs from the printed code: among equally good placements of the advanced
//! strategy chance decides, where the original took the first of a Python set; and games
//! are always played to their end.

use super::{
    chooser::{Chooser, Turn},
    hands::Hands,
    heuristics::CornerDifference,
};
use papan_blokus::{Blokus, Legal, Move, Position, Squares};
use papan_core::{Random, bits};

/// Picks a piece, each as likely as the others, then one of its placements; a piece
/// without any is laid aside for this turn.
#[derive(Default)]
pub(super) struct DuoRandom<const WORDS: usize> {
    legal: Legal<WORDS>,
}

impl<const WORDS: usize> Chooser<WORDS> for DuoRandom<WORDS> {
    fn choose(&mut self, turn: Turn<WORDS>) -> Move {
        let mut pieces = turn.position.hand(turn.colour);
        loop {
            let rank = turn.random.below(pieces.count_ones().max(1) as usize);
            let piece = 1 << bits::select(pieces.into(), rank as u32);
            turn.game
                .find(turn.position, turn.colour, piece, &mut self.legal);
            if self.legal.total() > 0 {
                return self.legal.get(turn.random.below(self.legal.total()));
            }
            pieces &= !piece;
        }
    }
}

/// Four of the twelve pieces of five squares, which are played only when nothing else fits. The
/// paper calls four of them crucial; a player who keeps those back should lose to one who keeps
/// back four others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum LastPieces {
    /// None: the strategy as it was coded.
    #[default]
    None,
    /// N, F, W and Y.
    Crucial,
    /// I, L, P and U: the first four of the others in the order of [`Piece::all`].
    FirstOthers,
    /// T, V, Z and X: the rest.
    OtherOthers,
}

impl LastPieces {
    /// All of them.
    pub(super) const ALL: [LastPieces; 4] = [
        LastPieces::None,
        LastPieces::Crucial,
        LastPieces::FirstOthers,
        LastPieces::OtherOthers,
    ];

    /// Their names, in that order: the letters of the pieces.
    pub(super) const NAMES: &'static [&'static str] = &["none", "nfwy", "ilpu", "tvzx"];

    fn pieces(self) -> &'static [&'static str] {
        match self {
            LastPieces::None => &[],
            LastPieces::Crucial => &["N", "F", "W", "Y"],
            LastPieces::FirstOthers => &["I5", "L5", "P", "U"],
            LastPieces::OtherOthers => &["T5", "V5", "Z5", "X"],
        }
    }
}

/// The first piece that can be placed, large ones first and equally large ones in the
/// order of a hand that is shuffled once per game; any of its placements.
pub(super) struct DuoGreedy<const WORDS: usize> {
    last: LastPieces,
    hands: Hands,
    legal: Legal<WORDS>,
}

impl<const WORDS: usize> DuoGreedy<WORDS> {
    pub(super) fn new(last: LastPieces) -> DuoGreedy<WORDS> {
        DuoGreedy {
            last,
            hands: Hands::default(),
            legal: Legal::default(),
        }
    }
}

impl<const WORDS: usize> Chooser<WORDS> for DuoGreedy<WORDS> {
    fn begin(&mut self, random: &mut Random) {
        let last = self.last.pieces();
        self.hands = Hands::shuffled(random).with_last(|piece| last.contains(&piece.name()));
    }

    fn choose(&mut self, turn: Turn<WORDS>) -> Move {
        for piece in self.hands.of(turn.colour) {
            let piece = 1 << piece.index();
            turn.game
                .find(turn.position, turn.colour, piece, &mut self.legal);
            if self.legal.total() > 0 {
                break;
            }
        }
        self.legal.get(turn.random.below(self.legal.total()))
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
pub(super) struct DuoAdvanced(pub(super) CornerDifference);

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

impl<const WORDS: usize> Chooser<WORDS> for DuoAdvanced {
    fn choose(&mut self, turn: Turn<WORDS>) -> Move {
        let (game, position) = (turn.game, turn.position);
        let free = game.squares() & !game.occupied(position);
        let own = running_corners(game, position, turn.colour);
        let after = |squares| own | (corners_of_piece(game, squares) & free);
        let theirs = |other| running_corners(game, position, other);
        self.0.best(turn, after, theirs)
    }
}
