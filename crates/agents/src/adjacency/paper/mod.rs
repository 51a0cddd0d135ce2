//! The bots of the report as they were coded, mistakes and all: what they do is part of its
//! results. The corrected ones are `minimax`, `hill` and `genetic`.

mod genetic;
mod local;
mod minimax;

pub(super) use genetic::Genetic;
pub(super) use local::Local;
pub(super) use minimax::Minimax;

use papan_adjacency::Position;

/// What the report's program calls rounds left: it drops after the second mover's ply.
fn rounds_left(position: &Position) -> u32 {
    position.plies_left().div_ceil(2)
}
