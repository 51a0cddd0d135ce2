//! Boards and moves as data: what the page gets as JSON.

use serde::Serialize;

/// What stands where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Board {
    /// The squares of a row.
    pub size: u32,
    /// The rows from the top, with `X` for black, `O` for white and `-` for an empty square.
    pub rows: Vec<String>,
}

/// What a move does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Details {
    /// Where the disc is set; none in a pass.
    pub square: Option<String>,
    /// The squares whose discs are turned over.
    pub flipped: Vec<String>,
}

#[cfg(test)]
mod tests {
    #[test]
    fn declarations_are_up_to_date() {
        papan_declarations::Declarations::of("Discs")
            .with::<super::Board>()
            .with::<super::Details>()
            .check(concat!(env!("CARGO_MANIFEST_DIR"), "/json.d.ts"));
    }
}
