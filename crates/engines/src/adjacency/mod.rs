//! What only Adjacency can use: an evaluation by stability (which marks can still be turned),
//! a search and exact values.
//!
//! ```
//! use papan_adjacency::Adjacency;
//! use papan_core::{Game, Random, Seat};
//! use papan_engines::adjacency::{AdjacencyEvaluation, Engine};
//! use papan_search::{Limits, Value};
//!
//! let game = Adjacency::new(28, Seat::FIRST);
//! let mut engine = Engine::new(16);
//! let report = engine.think(
//!     &game.start(),
//!     AdjacencyEvaluation::Marks,
//!     &Limits::depth(4),
//!     &mut Random::new(1),
//! );
//! assert_eq!(report.value, Some(Value::points(0)));
//! ```

mod engine;
mod evaluation;
mod filling;
mod node;
mod planes;
mod reasons;
mod search;
mod solve;
mod stable;
mod table;
mod weights;

pub mod training;

#[cfg(test)]
mod tests;

pub use engine::Engine;
pub use evaluation::AdjacencyEvaluation;
pub use reasons::reasons;
pub use solve::{Refusal, nodes_to_solve, solve};
pub use stable::stable;

/// What one mark weighs in the values of [`stable()`].
pub const STABLE_UNIT: i32 = node::UNIT;

/// A key of all that the engine has learned: another one plays otherwise.
pub fn learned_key() -> u64 {
    let weights = weights::WEIGHTS.iter().flatten();
    papan_core::key::of_words(weights.map(|&weight| weight as u64))
}
