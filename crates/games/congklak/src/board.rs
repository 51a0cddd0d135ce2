//! Boards and moves as data: what the page gets as JSON.

use crate::{Direction, Place, Step};
use serde::Serialize;

/// What lies where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Board {
    /// The holes of a row.
    pub holes: usize,
    /// The seeds in the holes of each seat, from the left.
    pub rows: [Vec<u8>; 2],
    /// The seeds in the store of each seat.
    pub stores: [u8; 2],
    /// The way the seeds are sown.
    pub direction: Direction,
}

/// A move as data: its steps, and their sum.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Details {
    /// How often the seeds of a filled hole were sown on.
    pub relays: u32,
    /// The seeds captured.
    pub captured: u8,
    /// Whether the same seat moves again.
    pub extra_turn: bool,
    /// Whether the game is over.
    pub over: bool,
    /// Where the last seed fell.
    pub last: Option<Place>,
    /// All that happens, one thing at a time.
    pub steps: Vec<Step>,
}

#[cfg(test)]
mod tests {
    #[test]
    fn declarations_are_up_to_date() {
        papan_declarations::Declarations::of("Pits")
            .with::<super::Board>()
            .with::<super::Details>()
            .check(concat!(env!("CARGO_MANIFEST_DIR"), "/json.d.ts"));
    }
}
