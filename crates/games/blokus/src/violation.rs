//! Why a placement is not allowed.

use crate::Piece;
use thiserror::Error;

/// The rule that a placement breaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
pub enum Violation {
    /// The colour has no such piece any more.
    #[error("{0} has been placed already")]
    NotLeft(Piece),
    /// A square of the placement is taken.
    #[error("it overlaps a piece on the board")]
    Overlap,
    /// The first piece of a colour must cover its start square.
    #[error("the first piece must cover the start square {0}")]
    MissesStart(SquareName),
    /// A square lies beside a piece of the same colour.
    #[error("it touches the edge of a piece of the same colour")]
    Edge,
    /// No square lies diagonally to a piece of the same colour.
    #[error("it touches no corner of a piece of the same colour")]
    NoCorner,
}

/// A square in Pentobi's notation, small enough to be copied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SquareName {
    /// The column from the left, from 0.
    pub column: u8,
    /// The row from the bottom, from 1.
    pub row: u8,
}

impl std::fmt::Display for SquareName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", (b'a' + self.column) as char, self.row)
    }
}

impl Violation {
    /// A short stable word for the rule, for programs and translations.
    ///
    /// ```
    /// assert_eq!(papan_blokus::Violation::Edge.rule(), "edge-contact");
    /// ```
    pub const fn rule(self) -> &'static str {
        match self {
            Violation::NotLeft(_) => "not-left",
            Violation::Overlap => "overlap",
            Violation::MissesStart(_) => "misses-start",
            Violation::Edge => "edge-contact",
            Violation::NoCorner => "no-corner",
        }
    }
}
