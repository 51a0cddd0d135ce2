//! The file formats of Othello.
use crate::Othello;
use papan_core::Format;

/// Every format.
pub const ALL: &[Format<Othello>] = &[];
