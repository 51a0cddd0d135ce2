//! The pieces of each colour in the order in which an agent tries them, and what several
//! agents share.

use papan_blokus::{Blokus, Move, PIECES, Piece};
use papan_core::{MAX_SEATS, Random};

/// The pieces of each colour, large ones first.
#[derive(Clone, Debug)]
pub(super) struct Hands([[Piece; PIECES]; MAX_SEATS]);

impl Default for Hands {
    /// Equally large pieces in the order of [`Piece::all`]: I5 L5 Y N P U T5 V5 W Z5 F X,
    /// I4 L4 T4 Z4 O4, I3 V3, I2, I1.
    fn default() -> Hands {
        Hands::listed(by_size(Piece::all()))
    }
}

impl Hands {
    /// The same order for each colour.
    pub(super) fn listed(order: [Piece; PIECES]) -> Hands {
        Hands([order; MAX_SEATS])
    }

    /// Equally large pieces in an order of its own for each colour, each order as likely
    /// as the others.
    pub(super) fn shuffled(random: &mut Random) -> Hands {
        let mut hands = Hands::default();
        for hand in &mut hands.0 {
            for last in (1..PIECES).rev() {
                hand.swap(last, random.below(last + 1));
            }
            sort_by_size(hand);
        }
        hands
    }

    /// The same with some pieces behind all others.
    pub(super) fn with_last(mut self, is_last: impl Fn(Piece) -> bool) -> Hands {
        for hand in &mut self.0 {
            hand.sort_by_key(|&piece| is_last(piece));
        }
        self
    }

    pub(super) fn of(&self, colour: usize) -> &[Piece; PIECES] {
        &self.0[colour % MAX_SEATS]
    }

    /// The place of each piece in the hand of a colour.
    pub(super) fn ranks(&self, colour: usize) -> [u8; PIECES] {
        let mut ranks = [0; PIECES];
        for (rank, piece) in self.of(colour).iter().enumerate() {
            ranks[piece.index()] = rank as u8;
        }
        ranks
    }
}

/// All pieces, large ones first and equally large ones in the order in which they come.
pub(super) fn by_size(pieces: impl Iterator<Item = Piece>) -> [Piece; PIECES] {
    let mut all = [Piece::MONOMINO; PIECES];
    for (place, piece) in all.iter_mut().zip(pieces) {
        *place = piece;
    }
    sort_by_size(&mut all);
    all
}

fn sort_by_size(pieces: &mut [Piece]) {
    pieces.sort_by_key(|piece| std::cmp::Reverse(piece.size()));
}

/// The colours of other players. A colour that three players share is nobody's friend.
pub(super) fn opponents<const WORDS: usize>(
    game: &Blokus<WORDS>,
    colour: usize,
) -> impl Iterator<Item = usize> + use<WORDS> {
    let (seats, colours) = (game.rules().seats(), game.rules().colours());
    let shares = game.rules().shares_fourth();
    (0..colours)
        .filter(move |&other| other != colour && (shares || other % seats != colour % seats))
}

/// The largest pieces that a colour can place: fills the list with all their placements.
pub(super) fn largest_placements<const WORDS: usize>(
    game: &Blokus<WORDS>,
    position: &papan_blokus::Position<WORDS>,
    colour: usize,
    moves: &mut Vec<Move>,
) {
    moves.clear();
    for size in (1..=5).rev() {
        game.moves_with(position, colour, Piece::of_size(size), moves);
        if !moves.is_empty() {
            return;
        }
    }
}

/// One of the moves that are worth the most, each as likely as the others.
///
/// # Panics
/// When there is no move at all.
#[inline(always)]
pub(super) fn best_at_random(
    moves: &[Move],
    worth: impl Fn(Move) -> i64,
    random: &mut Random,
) -> Move {
    let mut best = moves[0];
    let mut most = i64::MIN;
    let mut equals = 0;
    for &played in moves {
        let worth = worth(played);
        if worth > most {
            (best, most, equals) = (played, worth, 1);
        } else if worth == most {
            equals += 1;
            if random.below(equals) == 0 {
                best = played;
            }
        }
    }
    best
}
