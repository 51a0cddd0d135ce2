//! The names of well-known beginnings of games.

use serde::Serialize;

/// A well-known beginning of a game that people have given a name.
///
/// ```
/// use papan_core::Opening;
///
/// let tiger = Opening::new("tiger", "Tiger", "f5d6c3d3c4");
/// assert_eq!(
///     serde_json::to_string(&tiger).unwrap(),
///     r#"{"code":"tiger","name":"Tiger"}"#
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Opening {
    /// A short stable word, for who says it in another language.
    pub code: &'static str,
    /// What it is called in English.
    pub name: &'static str,
    /// A line that leads to it from the start, in the game's notation without blanks.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    pub moves: &'static str,
}

impl Opening {
    /// An opening with its names and moves.
    pub const fn new(code: &'static str, name: &'static str, moves: &'static str) -> Opening {
        Opening { code, name, moves }
    }
}
