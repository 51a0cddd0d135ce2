//! Holes by their place in the order of sowing, which is the same for both seats; the seeds in
//! them and in the stores.

use papan_congklak::{Congklak, Direction, Hole, Position};
use papan_core::{Game, Seat};

/// The filled holes of a seat in sowing order, the one farthest from its store first.
#[inline(always)]
pub(super) fn filled_holes(
    game: &Congklak,
    position: &Position,
    seat: Seat,
) -> impl Iterator<Item = Hole> + use<> {
    let side = game.sides(position)[seat.index()];
    let holes = game.rules().holes;
    let along = goes_right(game, seat);
    (0..holes)
        .filter(move |place| (side >> (8 * place)) as u8 > 0)
        .map(move |place| Hole::new(usize::from(if along { place } else { holes - 1 - place })))
}

/// The hole at a place of a seat's row.
#[inline(always)]
pub(super) fn hole_at(game: &Congklak, seat: Seat, place: u8) -> Hole {
    let holes = game.rules().holes;
    Hole::new(usize::from(match goes_right(game, seat) {
        true => place,
        false => holes - 1 - place,
    }))
}

#[inline(always)]
fn goes_right(game: &Congklak, seat: Seat) -> bool {
    (seat == Seat::FIRST) == (game.rules().direction == Direction::Clockwise)
}

/// The seeds in the stores; `sides` as [`Congklak::sides`] gives them.
#[inline(always)]
pub(super) fn stores(game: &Congklak, sides: [u128; 2]) -> [i32; 2] {
    let store = 8 * u32::from(game.rules().holes);
    sides.map(|side| i32::from((side >> store) as u8))
}

/// How many seeds more than the other one a seat has in its store.
#[inline(always)]
pub(super) fn ahead(game: &Congklak, sides: [u128; 2], seat: usize) -> i32 {
    let stored = stores(game, sides);
    stored[seat] - stored[1 - seat]
}

/// The seeds in the holes of both sides.
pub(super) fn seeds_in_holes(game: &Congklak, position: &Position) -> i32 {
    let sides = game.sides(position);
    let bytes = sides.iter().flat_map(|side| side.to_le_bytes());
    let [first, second] = stores(game, sides);
    bytes.map(i32::from).sum::<i32>() - first - second
}

/// A move and the position that it leads to.
#[derive(Clone, Copy)]
pub(super) struct Successor {
    pub(super) place: u8,
    pub(super) hole: Hole,
    pub(super) position: Position,
    /// The seat to move after it, or the other one when the game is over.
    pub(super) mover: usize,
    /// How many seeds more than the other one the seat that played it has in its store.
    pub(super) ahead: i32,
}

/// All moves of a seat to move, in sowing order.
#[inline(always)]
pub(super) fn successors(
    game: &Congklak,
    position: &Position,
    mover: usize,
) -> impl Iterator<Item = Successor> {
    let side = game.sides(position)[mover];
    (0..game.rules().holes)
        .filter(move |place| (side >> (8 * place)) as u8 > 0)
        .map(move |place| {
            let hole = hole_at(game, Seat::new(mover), place);
            let after = game.after(position, hole);
            Successor {
                place,
                hole,
                position: after,
                mover: game.turn(&after).map_or(1 - mover, Seat::index),
                ahead: ahead(game, game.sides(&after), mover),
            }
        })
}
