//! What only Adjacency can use: an evaluation by stability (which marks can still be turned),
//! a search and exact values.
//!
//! ```
//! use papan_adjacency::Adjacency;
//! use papan_core::{Game, Random, Seat};
//! use papan_engines::adjacency::{Engine, LeafEvaluation};
//! use papan_search::{Limits, Value};
//!
//! let game = Adjacency::new(28, Seat::FIRST);
//! let mut engine = Engine::new(16);
//! let report = engine.think(
//!     &game.start(),
//!     LeafEvaluation::Marks,
//!     &Limits::depth(4),
//!     &mut Random::new(1),
//! );
//! assert_eq!(report.value, Some(Value::Points(0)));
//! ```

mod engine;
mod filling;
mod node;
mod planes;
mod search;
mod solve;
mod stable;
mod table;
mod weights;

pub mod training;

#[cfg(test)]
mod tests;

pub use engine::{Engine, LeafEvaluation};
pub use solve::{Refusal, solve};
pub use stable::stable;

/// What one mark weighs in the values of [`stable()`].
pub const STABLE_UNIT: i32 = node::UNIT;
