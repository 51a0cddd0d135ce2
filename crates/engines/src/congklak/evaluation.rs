//! The evaluations: the value of a position before the game is over.

use super::places::{ahead, successors};
use papan_congklak::{Congklak, Position};
use papan_core::{Game, Seat};
use papan_search::{Evaluation, margin};

/// The evaluations of congklak.
///
/// ```
/// use papan_congklak::Congklak;
/// use papan_core::{Game, Notation, Seat};
/// use papan_engines::congklak::CongklakEvaluation;
/// use papan_search::Evaluation;
///
/// let game = Congklak::named("kalah:holes=3").unwrap();
/// let position = game.parse_position("1,0,2:5 3,0,0:3 A").unwrap();
/// assert_eq!(CongklakEvaluation::Stores.value(&game, &position, Seat::FIRST), 2);
/// // A can store a seed and move again: better than two seeds ahead.
/// let outlook = CongklakEvaluation::Outlook.value(&game, &position, Seat::FIRST);
/// assert!(outlook > 2 * CongklakEvaluation::SEED);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CongklakEvaluation {
    /// The difference of the stores.
    Stores,
    /// The stores, what the seat to move can store at once, whether it moves again, and
    /// the seeds on either side. In hundredths of a seed.
    Outlook,
}

/// The value of a move that keeps the turn, beyond what it stores.
const AGAIN: i32 = 400;
/// The value of a seed in an own hole.
const IN_HOLE: i32 = 15;
/// The value of a filled hole.
const FILLED: i32 = 10;

impl CongklakEvaluation {
    /// The value of a seed in the store to [`Outlook`](CongklakEvaluation::Outlook).
    pub const SEED: i32 = 100;
}

impl Evaluation<Congklak> for CongklakEvaluation {
    #[inline(always)]
    fn unit(&self) -> i32 {
        match self {
            CongklakEvaluation::Stores => 1,
            CongklakEvaluation::Outlook => papan_search::FINISHED,
        }
    }

    #[inline]
    fn value(&self, game: &Congklak, position: &Position, seat: Seat) -> i32 {
        match self {
            CongklakEvaluation::Stores => margin(game, position, seat),
            CongklakEvaluation::Outlook => match game.turn(position) {
                Some(mover) if mover == seat => outlook(game, position, mover),
                Some(mover) => -outlook(game, position, mover),
                None => margin(game, position, seat) * CongklakEvaluation::SEED,
            },
        }
    }
}

/// The outlook of the seat to move.
#[inline]
pub(super) fn outlook(game: &Congklak, position: &Position, mover: Seat) -> i32 {
    let sides = game.sides(position);
    let own = mover.index();
    let mut holes = [0, 0];
    let mut filled = [0, 0];
    for seat in 0..2 {
        for place in 0..game.rules().holes {
            let seeds = i32::from((sides[seat] >> (8 * place)) as u8);
            holes[seat] += seeds;
            filled[seat] += i32::from(seeds > 0);
        }
    }
    let now = ahead(game, sides, own);
    let mut most = 0;
    for successor in successors(game, position, own) {
        let again = i32::from(successor.mover == own);
        most = most.max((successor.ahead - now) * CongklakEvaluation::SEED + again * AGAIN);
    }
    now * CongklakEvaluation::SEED
        + most
        + (holes[own] - holes[1 - own]) * IN_HOLE
        + (filled[own] - filled[1 - own]) * FILLED
}
