//! What a position is worth before the game is over.

use super::places::{ahead, steps};
use papan_congklak::{Congklak, Position};
use papan_core::{Game, Seat};
use papan_search::{Evaluation, margin};

/// The evaluations of congklak.
///
/// ```
/// use papan_congklak::Congklak;
/// use papan_core::{Game, Notation, Seat};
/// use papan_engines::congklak::Judge;
/// use papan_search::Evaluation;
///
/// let game = Congklak::named("kalah:holes=3").unwrap();
/// let position = game.parse_position("1,0,2:5 3,0,0:3 A").unwrap();
/// assert_eq!(Judge::Stores.value(&game, &position, Seat::FIRST), 2);
/// // A can store a seed and move again: better than two seeds ahead.
/// assert!(Judge::Outlook.value(&game, &position, Seat::FIRST) > 2 * Judge::SEED);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judge {
    /// The difference of the stores.
    Stores,
    /// The stores, what the seat to move can store at once, whether it moves again, and
    /// the seeds on either side. In hundredths of a seed.
    Outlook,
}

/// What a move that keeps the turn is worth beyond what it stores.
const AGAIN: i32 = 400;
/// What a seed in an own hole is worth.
const IN_HOLE: i32 = 15;
/// What a filled hole is worth.
const FILLED: i32 = 10;

impl Judge {
    /// What a seed in the store is worth to [`Outlook`](Judge::Outlook).
    pub const SEED: i32 = 100;
}

impl Evaluation<Congklak> for Judge {
    #[inline(always)]
    fn unit(&self) -> i32 {
        match self {
            Judge::Stores => 1,
            Judge::Outlook => papan_search::FINISHED,
        }
    }

    #[inline]
    fn value(&self, game: &Congklak, position: &Position, seat: Seat) -> i32 {
        match self {
            Judge::Stores => margin(game, position, seat),
            Judge::Outlook => match game.turn(position) {
                Some(mover) if mover == seat => outlook(game, position, mover),
                Some(mover) => -outlook(game, position, mover),
                None => margin(game, position, seat) * Judge::SEED,
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
    for step in steps(game, position, own) {
        let again = i32::from(step.mover == own);
        most = most.max((step.ahead - now) * Judge::SEED + again * AGAIN);
    }
    now * Judge::SEED
        + most
        + (holes[own] - holes[1 - own]) * IN_HOLE
        + (filled[own] - filled[1 - own]) * FILLED
}
