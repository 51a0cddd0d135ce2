//! Boards and moves as data: what the page gets as JSON.

use crate::Offset;
use papan_core::Seat;
use serde::Serialize;
use std::collections::BTreeMap;

/// What stands where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Board {
    /// The squares of a row.
    pub size: usize,
    /// The squares of each piece as it is drawn, as rows and columns.
    pub shapes: BTreeMap<&'static str, Vec<Offset>>,
    /// The rows from the top, with `1` to `4` for a colour and `.` for an empty square.
    pub rows: Vec<String>,
    /// The colour to move, from 0.
    pub colour: Option<usize>,
    /// All colours in the order of their turns.
    pub colours: Vec<Colour>,
    /// The squares where a piece of the colour to move may touch its own.
    pub corners: Vec<String>,
}

/// A colour of a [`Board`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Colour {
    /// What it is called.
    pub name: &'static str,
    /// Who moves it now.
    #[cfg_attr(test, ts(as = "usize"))]
    pub seat: Seat,
    /// The square that its first piece must cover.
    pub start: String,
    /// The pieces that are not on the board yet.
    pub pieces_left: Vec<&'static str>,
    /// Its points now.
    pub score: i32,
}

/// What a move does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Details {
    /// The colour that moves, from 0.
    pub colour: Option<usize>,
    /// The piece that is placed.
    pub piece: &'static str,
    /// The squares that it covers.
    pub squares: Vec<String>,
    /// The colours that could move before and never will again.
    pub without_moves: Vec<usize>,
}

#[cfg(test)]
mod tests {
    #[test]
    fn declarations_are_up_to_date() {
        papan_declarations::Declarations::of("Polyominoes")
            .with::<super::Board>()
            .with::<super::Details>()
            .check(concat!(env!("CARGO_MANIFEST_DIR"), "/json.d.ts"));
    }
}
