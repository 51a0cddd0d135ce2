//! Boards and moves as data: what the page gets as JSON.

use crate::position::SIDE;
use serde::Serialize;

/// What stands where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Board {
    /// The rows from the top, as in `"......OO"`.
    pub rows: [String; SIDE],
    /// The plies that will really be played.
    pub plies_left: u32,
    /// The squares whose marks can never be turned again: no square beside them is empty.
    pub safe: Vec<String>,
}

/// What a move does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Details {
    /// Where the mark is set.
    pub square: String,
    /// The squares whose marks the move turns.
    pub converted: Vec<String>,
    /// What it adds to the score of each seat.
    pub change: [i32; 2],
}

#[cfg(test)]
mod tests {
    use papan_core::Notation;

    #[test]
    fn marks_are_safe_where_nothing_is_empty_beside_them() {
        let game = crate::Adjacency::default();
        let empty = "/........".repeat(5);
        let safe = |corner: &str| {
            let position = game.parse_position(&format!("{corner}{empty} X 10"));
            game.board(&position.unwrap()).safe
        };
        assert_eq!(safe("XO....../X......./........"), ["a1"]);
        assert_eq!(safe("XO....../XO....../O......."), ["a1", "a2"]);
        assert_eq!(safe("XO....../......../........"), [""; 0]);
    }

    #[test]
    fn declarations_are_up_to_date() {
        papan_declarations::Declarations::of("Marks")
            .with::<super::Board>()
            .with::<super::Details>()
            .check(concat!(env!("CARGO_MANIFEST_DIR"), "/json.d.ts"));
    }
}
